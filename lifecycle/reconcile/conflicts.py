"""The conflict inbox: two memories that cannot both hold, for a person to settle."""

from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from decisions.histories import lineage
from decisions.models import Memory, Supersession
from decisions.refusals import Refused
from lifecycle.reconcile.models import Conflict
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import current


def visible(*, resolved: bool = False) -> QuerySet[Conflict]:
    """Open conflicts, or settled ones, of which the principal sees both sides."""
    seen = Memory.objects.values("id")
    rows = Conflict.objects.filter(older_id__in=seen, newer_id__in=seen)
    return rows.exclude(holds="") if resolved else rows.filter(holds="")


def sides(conflicts: list[Conflict]) -> dict[UUID, Memory]:
    """The memories at both ends, by id."""
    ends = {end for each in conflicts for end in (each.older_id, each.newer_id)}
    rows = Memory.objects.filter(id__in=ends).defer("search", "sealed_context")
    return {memory.id: memory for memory in rows}


def resolve(conflict_id: UUID, *, holds: str) -> Conflict:
    """The principal says which one holds, or that both do. What does not hold is superseded.

    Raises Conflict.DoesNotExist, Refused where it was settled already, and LineageError.
    """
    if not visible().filter(id=conflict_id).exists():
        if visible(resolved=True).filter(id=conflict_id).exists():
            raise Refused("It was settled already.")
        raise Conflict.DoesNotExist
    lineage.lock()
    conflict: Conflict = Conflict.objects.select_for_update().get(id=conflict_id)
    if conflict.holds:
        raise Refused("It was settled already.")
    memories = sides([conflict])
    older, newer = memories[conflict.older_id], memories[conflict.newer_id]
    principal = current().principal_id
    if holds != Conflict.Holds.BOTH:
        gone, stays = (older, newer) if holds == Conflict.Holds.NEWER else (newer, older)
        lineage.supersede(gone, stays, reason=conflict.reason, by_principal=principal)
    conflict.holds, conflict.resolved_by = holds, principal
    conflict.resolved_at = timezone.now()
    conflict.save(update_fields=["holds", "resolved_by", "resolved_at"])
    audit.record("conflict.resolved", subject=str(conflict_id), holds=holds)
    return conflict


def reopen(conflict_id: UUID) -> Conflict:
    """Take back what was settled; what was superseded by it stands again.

    Raises Conflict.DoesNotExist, and Refused where it is open.
    """
    if not (visible() | visible(resolved=True)).filter(id=conflict_id).exists():
        raise Conflict.DoesNotExist
    lineage.lock()
    conflict: Conflict = Conflict.objects.select_for_update().get(id=conflict_id)
    if not conflict.holds:
        raise Refused("It is open already.")
    ends = {"old_id": conflict.older_id, "new_id": conflict.newer_id}
    if conflict.holds == Conflict.Holds.OLDER:
        ends = {"old_id": conflict.newer_id, "new_id": conflict.older_id}
    # None where both hold, or where somebody undid it in the meantime.
    if record := Supersession.objects.filter(undone_at=None, **ends).first():
        lineage.undo(record)
    conflict.holds, conflict.resolved_by, conflict.resolved_at = "", None, None
    conflict.save(update_fields=["holds", "resolved_by", "resolved_at"])
    audit.record("conflict.reopened", subject=str(conflict_id))
    return conflict
