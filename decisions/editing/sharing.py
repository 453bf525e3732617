"""Changing who sees a memory, and with it all that tells of it."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from decisions import summaries, unreconciled
from decisions.editing.naming import share_names
from decisions.extraction.contract import Status
from decisions.histories import lineage, revisions
from decisions.models import (
    Edge,
    Memory,
    MemoryEmbedding,
    MemoryRevision,
    MemoryTerms,
    MessageVector,
    Occurrence,
    Ratification,
    Supersession,
)
from decisions.pipeline import context
from decisions.refusals import NotYours, Refused
from momo.platform.tenancy.context import current
from momo.platform.tenancy.visibility import Visibility

_OWN = [Visibility.PRIVATE, Visibility.SECRET]  # seen by their owner alone
_INDEXES = (MemoryEmbedding, MessageVector, MemoryTerms)  # what it is found by
_NARROWING = [Visibility.SHARED, Visibility.RESTRICTED, Visibility.PRIVATE, Visibility.SECRET]


def check(memory: Memory, visibility: str) -> None:
    """Whether the principal may give a memory this visibility, under a lock if it is to last.

    Raises NotYours, and Refused where the team would lose sight of what replaced a decision, or
    learn of what it cannot see.
    """
    if memory.owner_id != current().principal_id:
        raise NotYours("Only its owner changes who sees a memory.")
    in_force = Supersession.objects.filter(undone_at=None)
    if visibility == Visibility.SHARED:
        newer = Memory.objects.filter(id__in=in_force.filter(old_id=memory.id).values("new_id"))
        hidden = newer.exclude(visibility=Visibility.SHARED).exclude(status=Status.REVERSED)
        if hidden.exists():
            raise Refused(
                "A decision that others cannot see replaces it: share that, or undo this, first."
            )
        if lineage.replaces_itself(memory):
            raise Refused(
                "Meanwhile what it replaced has replaced what replaced it: undo one of these first."
            )
        return
    replaced = in_force.filter(new_id=memory.id).values("old_id")
    if Memory.objects.filter(id__in=replaced).exclude(visibility__in=_OWN).exists():
        raise Refused(
            "It replaces a decision that others see, so they must see it: undo that first."
        )


def follow(memory: Memory) -> None:
    """Bring what hangs on a memory in line with its new visibility, already saved."""
    seen_by = {
        "visibility": memory.visibility, "owner_id": memory.owner_id, "audience_id": None,
    }  # fmt: skip
    if memory.visibility == Visibility.SHARED:
        for table in _INDEXES:
            table.objects.filter(memory_id=memory.id).update(**seen_by)
        share_names(memory)
        revisions.share_statuses(memory.id)
        Ratification.objects.filter(memory_id=memory.id).update(visibility=Visibility.SHARED)
        _share_where_both_are(memory)
    else:
        summaries.withdraw([memory.id])
        for rows in _hanging_on([memory.id]):
            rows.update(**seen_by)
    lineage.settle(older=[memory.id], newer=[memory.id])


def narrow(
    memory_ids: Collection[UUID], visibility: str, owner_id: UUID | None, audience_id: UUID | None
) -> None:
    """Show memories, with all that hangs on them, to these alone from now on.

    For memories that a person edited, when their source turned narrower: extraction, which would
    do it, leaves them alone. What is narrower already stays so, and what they had replaced stands
    again for those who lose sight of them. Runs in the caller's transaction, as someone who sees
    them before and after.
    """
    lineage.lock()
    narrower = _NARROWING[_NARROWING.index(Visibility(visibility)) + 1 :]
    wider = Memory.objects.select_for_update().exclude(visibility__in=narrower).order_by("id")
    rows = list(wider.filter(id__in=memory_ids).defer("search"))
    if not rows:
        return
    found = [memory.id for memory in rows]
    seen_by = {"visibility": visibility, "owner_id": owner_id, "audience_id": audience_id}
    memories = Memory.objects.filter(id__in=found)
    with unreconciled.noting(found):
        memories.update(**seen_by, updated_at=timezone.now())
    summaries.withdraw(found)
    for hanging in _hanging_on(found):
        hanging.exclude(visibility__in=narrower).update(**seen_by)
    if visibility == Visibility.SECRET:
        memories.update(search=None)
        for table in _INDEXES:
            table.objects.filter(memory_id__in=found).delete()
    context.refresh(map(context.place_of, [*rows, *memories]))
    lineage.settle(older=found, newer=found)


def _hanging_on(memory_ids: Collection[UUID]) -> list[QuerySet[Edge]]:
    """All rows that tell of memories, table by table."""
    ends = Q(src_memory_id__in=memory_ids) | Q(dst_memory_id__in=memory_ids)
    replacing = Q(old_id__in=memory_ids) | Q(new_id__in=memory_ids)
    return [
        Edge.objects.filter(ends),
        Supersession.objects.filter(replacing),
        *(
            table.objects.filter(memory_id__in=memory_ids)
            for table in (*_INDEXES, Occurrence, MemoryRevision, Ratification)
        ),
    ]


def _share_where_both_are(memory: Memory) -> None:
    """Relations to memories that the team shares too."""
    shared = Memory.objects.filter(visibility=Visibility.SHARED).values("id")
    ends = {"visibility": Visibility.SHARED}
    Edge.objects.filter(src_memory_id=memory.id, dst_memory_id__in=shared).update(**ends)
    Edge.objects.filter(dst_memory_id=memory.id, src_memory_id__in=shared).update(**ends)
    Supersession.objects.filter(old_id=memory.id, new_id__in=shared).update(**ends)
    Supersession.objects.filter(new_id=memory.id, old_id__in=shared).update(**ends)
