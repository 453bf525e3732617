"""What other sources confirm stays when one is erased: as they say it."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from decisions import crossrefs
from decisions.histories import lineage
from decisions.models import Memory
from lifecycle.reconcile.models import Restatement
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.visibility import Visibility

_READERS = ("team_id", "id", "visibility", "owner_id", "audience_id")


def confirmed(memory_ids: Collection[UUID]) -> dict[UUID, UUID]:
    """By memory the first that says the same to the same readers and stands on something else."""
    records = Restatement.objects.filter(older_id__in=memory_ids).exclude(newer_id__in=memory_ids)
    again = dict(records.values_list("newer_id", "older_id"))
    rows = Memory.objects.filter(id__in={*again, *again.values()}).order_by("source_date", "id")
    found = {memory.id: memory for memory in rows.only(*_READERS, "source_date")}
    first: dict[UUID, UUID] = {}
    for newer_id in found:
        older_id = again.get(newer_id)
        if (
            older_id
            and older_id in found
            and _readers(found[older_id]) == _readers(found[newer_id])
        ):
            first.setdefault(older_id, newer_id)
    return first


def rebase(memory_ids: Collection[UUID]) -> dict[UUID, UUID]:
    """Have what was said of memories that are about to go be said of those that confirm them.

    In the caller's transaction, after `lineage.lock`. Returns which stands for which.
    """
    stands_for = confirmed(memory_ids)
    with connection.cursor() as cursor:
        for gone, stays in stands_for.items():
            cursor.execute("SELECT momo_rebase(%s, %s, %s)", [current_team_id(), gone, stays])
    return stands_for


def settle(stays: Collection[UUID]) -> None:
    """Bring what stands now in line with what was said of it, once the others are gone."""
    if stays:
        crossrefs.refresh(stays)
        lineage.settle(older=stays, newer=stays)


def _readers(memory: Memory) -> tuple[object, ...]:
    """Who sees it; what the team shares may have an owner, whoever stated it."""
    if memory.visibility == Visibility.SHARED:
        return (memory.visibility,)
    return memory.visibility, memory.owner_id, memory.audience_id
