"""Entities: one row for each person or thing named, as far as addresses and names tell."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from operator import attrgetter
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from connectors.contract import Person
from decisions.extraction.contract import EntityType
from decisions.models import Entity
from momo.platform.tenancy.bulk import insert_rows, update_rows
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import NOBODY, holder_of


@dataclass(frozen=True, slots=True)
class EntitySpec:
    """Something named, and who may see that it was."""

    type: EntityType
    name: str
    key: str
    visibility: str
    owner_id: UUID | None
    audience_id: UUID | None
    email: str = ""
    handle: str = ""

    @property
    def holder(self) -> UUID:
        return holder_of(self.visibility, self.owner_id, self.audience_id)

    @property
    def names(self) -> tuple[str, ...]:
        """What finds this entity again: addresses before names, as they are surer."""
        marked = (self.email, f"@{self.handle.casefold()}" if self.handle else "")
        return tuple(filter(None, (*marked, self.name.casefold(), self.key)))


SeenBy = tuple[str, UUID | None, UUID | None]


def person_spec(person: Person, seen_by: SeenBy) -> EntitySpec | None:
    """The entity of a person, keyed by address, else handle, else name; None if it has none."""
    email, handle, name = person.email.lower(), person.handle, person.name.strip()
    key = email or (f"@{handle.casefold()}" if handle else name.casefold())
    if not key:
        return None
    return EntitySpec(
        EntityType.PERSON, name or handle or email, key[:500], *seen_by, email, handle
    )


def ensure_entities(specs: Collection[EntitySpec]) -> dict[EntitySpec, UUID]:
    """The id of each spec's entity, creating what is missing. Three statements, four at most.

    A private item's mention joins an entity that the team shares; never the other way round.
    """
    wanted = sorted(set(specs), key=lambda s: (s.type, s.key, str(s.holder)))
    if not wanted:
        return {}
    known = _Known(_candidates(wanted))
    missing = []
    for spec in wanted:
        if known.find(spec) is None:
            missing.append(_new(spec))
            known.add(missing[-1])
    # In order, so that two workers that name the same things wait for, not deadlock, each other.
    if _insert(missing) < len(missing):
        known = _Known(_candidates(wanted))  # another worker was first with some of them
    found = {spec: known.find(spec) for spec in wanted}
    _learn(found)
    return {spec: entity.id for spec, entity in found.items() if entity}


class _Known:
    """Entities by (holder, type, name)."""

    def __init__(self, entities: Iterable[Entity]) -> None:
        self._by_name: dict[tuple[UUID, str, str], Entity] = {}
        for entity in entities:
            self.add(entity)

    def add(self, entity: Entity) -> None:
        handles = [f"@{handle}" for handle in entity.handles]
        for name in (entity.key, *entity.emails, *handles, *entity.aliases):
            self._by_name.setdefault((entity.holder, entity.type, name), entity)

    def find(self, spec: EntitySpec) -> Entity | None:
        for name in spec.names:
            for holder in (NOBODY, spec.holder):
                entity = self._by_name.get((holder, spec.type, name))
                if entity and not _are_namesakes(spec, entity):
                    return entity
        return None


def _are_namesakes(spec: EntitySpec, entity: Entity) -> bool:
    """Two people of one name, told apart by their addresses."""
    return bool(spec.email and entity.emails and spec.email not in entity.emails)


def _candidates(specs: Collection[EntitySpec]) -> list[Entity]:
    """Entities that one of the specs may mean: by key, and people by any address or name too.

    Two statements, because nothing indexes the arrays: that search is kept to people alone.
    """
    held = Entity.objects.filter(holder__in={NOBODY} | {spec.holder for spec in specs})
    named = held.filter(type__in={s.type for s in specs}, key__in={s.key for s in specs})
    found = {entity.id: entity for entity in named}
    if people := [spec for spec in specs if spec.type == EntityType.PERSON]:
        otherwise = (
            Q(emails__overlap=[s.email for s in people if s.email])
            | Q(handles__overlap=[s.handle.casefold() for s in people if s.handle])
            | Q(aliases__overlap=[s.name.casefold() for s in people])
        )
        persons = held.filter(otherwise, type=EntityType.PERSON)
        found |= {entity.id: entity for entity in persons}
    return sorted(found.values(), key=attrgetter("created_at", "id"))


def _new(spec: EntitySpec) -> Entity:
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
        handles=[spec.handle.casefold()] if spec.handle else [],
        emails=[spec.email] if spec.email else [],
    )


_COLUMNS = (
    "id", "type", "name", "key", "holder", "visibility", "owner_id", "audience_id", "aliases",
    "handles", "emails", "description", "created_at",
)  # fmt: skip
_LEARNED = ("id", "emails", "handles", "aliases")


def _insert(entities: Collection[Entity]) -> int:
    return insert_rows(Entity, _COLUMNS, [attrgetter(*_COLUMNS)(entity) for entity in entities])


def _learn(found: dict[EntitySpec, Entity | None]) -> None:
    """Keep the addresses and names by which a known person was named anew."""
    changed: dict[UUID, Entity] = {}
    for spec, entity in found.items():
        if entity is None or spec.type != EntityType.PERSON or entity.holder != spec.holder:
            continue
        for values, value in (
            (entity.emails, spec.email),
            (entity.handles, spec.handle.casefold()),
            (entity.aliases, spec.name.casefold()),
        ):
            if value and value not in values:
                values.append(value)
                changed[entity.id] = entity
    in_order = sorted(changed.values(), key=attrgetter("id"))
    update_rows(Entity, _LEARNED, [attrgetter(*_LEARNED)(entity) for entity in in_order])
