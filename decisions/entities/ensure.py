"""Ensure: the names that memories state are kept, and each leads to an entity."""

import json
from collections.abc import Collection, Iterable, Mapping
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.utils import timezone

from decisions.entities.keys import keys_of
from decisions.entities.locks import lock_shared
from decisions.entities.specs import EntitySpec
from decisions.extraction.contract import EntityType
from decisions.models import Entity, EntityName
from momo.platform.tenancy.bulk import insert_rows
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import NOBODY

Place = tuple[UUID, str, str]


class Target(NamedTuple):
    """The entity that a name leads to by now, and the name."""

    entity_id: UUID
    name_id: UUID


def ensure_entities(specs: Collection[EntitySpec]) -> dict[EntitySpec, Target]:
    """The target of each spec, creating what is missing. One statement where nothing is new.

    A private item's name begins as the team's entity of that name, if there is one; what it tells
    beyond that stays with it. What else is one entity is found by `resolve_stale`, to be called
    once the transaction's edges are written or after it.
    """
    wanted = sorted(set(specs), key=lambda s: (s.type, s.key, str(s.holder)))
    if not wanted:
        return {}
    lock_shared()
    known = _known(wanted)
    missing = {spec.place: spec for spec in reversed(wanted) if spec.place not in known}
    if missing:
        _create(list(reversed(missing.values())), known)
        known |= _known(list(missing.values()))
    _learn(wanted, known)
    return {spec: Target(known[spec.place].entity_id, known[spec.place].id) for spec in wanted}


def _known(specs: Collection[EntitySpec]) -> dict[Place, EntityName]:
    found = EntityName.objects.filter(
        holder__in={NOBODY} | {spec.holder for spec in specs},
        type__in={spec.type for spec in specs},
        key__in={spec.key for spec in specs},
    )
    return {(name.holder, name.type, name.key): name for name in found}


_ENTITY_COLUMNS = (
    "id", "type", "name", "key", "holder", "visibility", "owner_id", "audience_id", "aliases",
    "handles", "emails", "description", "created_at",
)  # fmt: skip
_NAME_COLUMNS = (
    "id", "type", "key", "holder", "visibility", "owner_id", "audience_id", "spelled", "emails",
    "handles", "keys", "entity_id", "stale", "created_at",
)  # fmt: skip


def _create(missing: Collection[EntitySpec], known: Mapping[Place, EntityName]) -> None:
    """In order, so that two workers that name the same wait for, not deadlock, each other."""
    joining = {s.place: known[place] for s in missing if (place := _of_the_team(s)) in known}
    alone = [_entity(spec) for spec in missing if spec.place not in joining]
    insert_rows(Entity, _ENTITY_COLUMNS, [attrgetter(*_ENTITY_COLUMNS)(each) for each in alone])
    ids = _entity_ids(alone)
    names = [
        _name(spec, uuid7(), joining[spec.place].entity_id)
        if spec.place in joining
        else _name(spec, ids[spec.place], ids[spec.place])
        for spec in missing
    ]
    insert_rows(EntityName, _NAME_COLUMNS, [attrgetter(*_NAME_COLUMNS)(name) for name in names])


def _of_the_team(spec: EntitySpec) -> Place:
    return NOBODY, str(spec.type), spec.key


def _entity_ids(entities: Collection[Entity]) -> dict[Place, UUID]:
    """Of these, or of those that were there before: another worker may have been first."""
    if not entities:
        return {}
    found = Entity.objects.filter(
        holder__in={each.holder for each in entities},
        type__in={each.type for each in entities},
        key__in={each.key for each in entities},
    )
    return {
        (holder, type_, key): id_
        for holder, type_, key, id_ in found.values_list("holder", "type", "key", "id")
    }


def _entity(spec: EntitySpec) -> Entity:
    person = spec.type == EntityType.PERSON
    return Entity(
        id=uuid7(),
        created_at=timezone.now(),
        type=spec.type,
        name=spec.name,
        key=spec.key,
        holder=spec.holder,
        visibility=spec.visibility,
        owner_id=spec.owner_id,
        audience_id=spec.audience_id,
        aliases=[spec.name.casefold()] if person else [],
        handles=sorted(spec.handles),
        emails=sorted(spec.emails),
    )


def _name(spec: EntitySpec, id_: UUID, entity_id: UUID) -> EntityName:
    return EntityName(
        id=id_,
        created_at=timezone.now(),
        type=spec.type,
        key=spec.key,
        holder=spec.holder,
        visibility=spec.visibility,
        owner_id=spec.owner_id,
        audience_id=spec.audience_id,
        spelled=sorted(spec.spelled),
        emails=sorted(spec.emails),
        handles=sorted(spec.handles),
        keys=keys_of(spec.type, spec.spelled, spec.emails, spec.handles),
        entity_id=entity_id,
        stale=spec.type != EntityType.THREAD,
    )


# What two workers learn of one name at once is both kept.
_LEARN = """
UPDATE decisions_entityname n SET stale = true,
    spelled = ARRAY(SELECT DISTINCT unnest(n.spelled || new.spelled)),
    emails = ARRAY(SELECT DISTINCT unnest(n.emails || new.emails)),
    handles = ARRAY(SELECT DISTINCT unnest(n.handles || new.handles)),
    keys = ARRAY(SELECT DISTINCT unnest(n.keys || new.keys))
FROM jsonb_to_recordset(%s::jsonb)
    AS new (id uuid, spelled text[], emails text[], handles text[], keys text[])
WHERE n.team_id = %s AND n.id = new.id
"""


def _learn(specs: Iterable[EntitySpec], known: Mapping[Place, EntityName]) -> None:
    """Keep what is told anew of names."""
    news: dict[UUID, dict[str, set[str]]] = {}
    for spec in specs:
        name = known[spec.place]
        told = {"spelled": spec.spelled, "emails": spec.emails, "handles": spec.handles}
        if spec.type == EntityType.THREAD:
            continue
        if any(not values <= set(getattr(name, field)) for field, values in told.items()):
            told["keys"] = set(keys_of(spec.type, spec.spelled, spec.emails, spec.handles))
            kept = news.setdefault(name.id, {field: set() for field in told})
            for field, values in told.items():
                kept[field] |= values
    if not news:
        return
    locked = EntityName.objects.select_for_update(no_key=True).filter(id__in=news).order_by("id")
    ids = list(locked.values_list("id", flat=True))
    rows = [{"id": str(id_)} | {k: sorted(v) for k, v in news[id_].items()} for id_ in ids]
    with connection.cursor() as cursor:
        cursor.execute(_LEARN, [json.dumps(rows), current_team_id()])
