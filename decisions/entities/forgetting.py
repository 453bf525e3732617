"""Forgetting names, when what told them is erased."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db import connection

from decisions.entities.keys import keys_of
from decisions.entities.locks import lock
from decisions.entities.resolve import resolve_stale
from decisions.models import Entity, EntityName
from momo.platform.tenancy.bulk import update_rows
from momo.platform.tenancy.context import current_team_id


def forget(
    entity_ids: Collection[UUID],
    lost: Iterable[tuple[UUID, str]] = (),
    *,
    holders: Collection[UUID] = (),
) -> list[UUID]:
    """Delete those names of these entities that no memory names them by any more, and the entities
    that are left without any. Returns these.

    `lost` are (entity, case-folded name, address or handle) that nothing tells any more, to be
    taken from the names that stay and that are of these `holders`: what one person's own mail told
    was never told to the team. To be called once the memories are gone; what is left is
    resolved anew.
    """
    lock()
    ids = list(entity_ids)
    with connection.cursor() as cursor:
        cursor.execute("SELECT momo_forget_names(%s, %s::uuid[])", [current_team_id(), ids])
    _unlearn(set(lost), holders)
    resolve_stale()
    left = set(Entity.objects.filter(id__in=ids).values_list("id", flat=True))
    return [id_ for id_ in ids if id_ not in left]


_LEARNED = ("id", "spelled", "emails", "handles", "keys", "stale")


def _unlearn(lost: set[tuple[UUID, str]], holders: Collection[UUID]) -> None:
    if not lost:
        return
    rows = []
    entities = {entity for entity, _ in lost}
    for name in EntityName.objects.filter(entity_id__in=entities, holder__in=holders):
        gone = {value for entity, value in lost if entity == name.entity_id}
        kept = [
            [value for value in values if value.casefold() not in gone]
            for values in (name.spelled, name.emails, name.handles)
        ]
        if kept != [name.spelled, name.emails, name.handles]:
            rows.append((name.id, *kept, keys_of(name.type, *kept), True))
    update_rows(EntityName, _LEARNED, sorted(rows))
