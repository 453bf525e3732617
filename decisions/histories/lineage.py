"""Which decision replaced which: superseding, undoing it, and what follows from removing one."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from decisions import crossrefs, summaries
from decisions.histories import restated
from decisions.models import Edge, EdgeKind, Kind, Memory, Supersession
from decisions.pipeline import context
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.visibility import Visibility

_WHO_SEES = ("team_id", "id", "visibility", "owner_id", "audience_id")


class LineageError(Exception):
    """The decisions cannot stand in this relation; the message says why."""


def lock() -> None:
    """Wait for whoever changes what holds in this team, until the transaction ends.

    One order everywhere, so that nobody deadlocks: threads, then this, which is the lock of links
    between memories, then rows. What reverses a decision has it locked and then those that it had
    replaced; what supersedes one of these locks both, in the other order as it may happen. It also
    makes three who each replace one decision at the same moment see the circle that they close.
    """
    crossrefs.lock()


def supersede(
    old: Memory,
    new: Memory,
    *,
    reason: str = "",
    evidence: str = "",
    by_principal: UUID | None = None,
    by_rule: str = "",
) -> Supersession:
    """Record that `new` replaces `old`. Doing it again changes nothing.

    The record is seen by those who see the more private of the two. Raises LineageError where it
    would close a circle, where a shared decision would be replaced by one that others cannot see,
    and where one of the two is gone.
    """
    lock()
    old, new = _locked(old.id, new.id)
    if old.id == new.id or old.id in _successors(new):
        raise LineageError("The older decision already replaces the newer one.")
    if not _seen_by_all_of(old, new):
        raise LineageError("A decision that others see can only be replaced by one they can see.")
    seen_by = _more_private(old, new)
    record, created = Supersession.objects.get_or_create(
        old_id=old.id,
        new_id=new.id,
        undone_at=None,
        defaults={
            "reason": reason, "evidence": evidence, "by_principal": by_principal,
            "by_rule": by_rule, **seen_by,
        },
    )  # fmt: skip
    if created:
        Edge.objects.bulk_create(
            [
                Edge(
                    kind=_replacing(old, new), src_memory_id=new.id, dst_memory_id=old.id,
                    reason=reason, **seen_by,
                )
            ],
            ignore_conflicts=True,
        )  # fmt: skip
    settle(older=[old.id])
    return record  # type: ignore[no-any-return]


def _replacing(old: Memory, new: Memory) -> EdgeKind:
    """A decision supersedes a decision; what else changes makes invalid what held before."""
    both = old.kind == new.kind == Kind.DECISION
    return EdgeKind.SUPERSEDES if both else EdgeKind.INVALIDATES


def undo(record: Supersession) -> None:
    """Take a supersession back: the older decision stands again, unless another replaced it too."""
    lock()
    if record.undone_at is None:
        record.undone_at = timezone.now()
        record.save(update_fields=["undone_at"])
    Edge.objects.filter(
        kind__in=[EdgeKind.SUPERSEDES, EdgeKind.INVALIDATES],
        src_memory_id=record.new_id,
        dst_memory_id=record.old_id,
    ).delete()
    settle(older=[record.old_id])


def replaces_itself(memory: Memory) -> bool:
    """Whether what replaced it was replaced by it, as may come about while others do not see it."""
    return memory.id in _successors(memory)


def remove(memory_ids: Collection[UUID]) -> None:
    """Delete memories with all that hangs on them; what they had replaced stands again."""
    if not memory_ids:
        return
    memories = Memory.objects.filter(id__in=memory_ids)
    rows = list(memories.defer("search"))
    places = [context.place_of(memory) for memory in rows]
    context.lock({place.thread_key for place in places if place})
    lock()
    crossrefs.forget([memory.id for memory in rows if memory.kind in crossrefs.LINKED_KINDS])
    summaries.withdraw(memory_ids)
    restated.release(memory_ids)
    memories.delete()  # the database cascades
    context.refresh(places)
    settle(newer=memory_ids)


def lineage_of(memory: Memory) -> list[Supersession]:
    """All supersessions before and after a memory that the principal can see, oldest first."""
    found: dict[UUID, Supersession] = {}
    frontier = {memory.id}
    seen: set[UUID] = set()
    while frontier:
        seen |= frontier
        step = Supersession.objects.filter(undone_at=None).filter(_touching(frontier))
        found |= {record.id: record for record in step}
        frontier = {end for r in found.values() for end in (r.old_id, r.new_id)} - seen
    return sorted(found.values(), key=lambda record: record.created_at)


def settle(*, older: Collection[UUID] = (), newer: Collection[UUID] = ()) -> None:
    """Set `superseded_by` and `invalid_at` to what the supersessions in force say.

    Of the `older` decisions, and of all that the `newer` ones replace or had replaced: also of
    those that the principal cannot see. To be called when a newer decision was reversed, restored,
    hidden, shown or deleted.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT momo_settle(%s, %s::uuid[], %s::uuid[])",
            [current_team_id(), list(older), list(newer)],
        )


def _locked(old_id: UUID, new_id: UUID) -> tuple[Memory, Memory]:
    """Both as they are now, and stay until the transaction ends: nobody hides one meanwhile."""
    rows = Memory.objects.select_for_update(no_key=True).filter(id__in={old_id, new_id})
    found = {row.id: row for row in rows.order_by("id").only(*_WHO_SEES)}
    if old_id not in found or new_id not in found:
        raise LineageError("One of the two decisions is gone.")
    return found[old_id], found[new_id]


def _touching(memory_ids: Collection[UUID]) -> Q:
    return Q(old_id__in=memory_ids) | Q(new_id__in=memory_ids)


def _successors(memory: Memory) -> set[UUID]:
    """The memories that replaced this one, directly or through others."""
    after: set[UUID] = set()
    frontier = {memory.id}
    while frontier:
        frontier = (
            set(
                Supersession.objects.filter(old_id__in=frontier, undone_at=None).values_list(
                    "new_id", flat=True
                )
            )
            - after
        )
        after |= frontier
    return after


def _seen_by_all_of(old: Memory, new: Memory) -> bool:
    """Whether whoever sees the older one sees the newer one too."""
    if new.visibility == Visibility.SHARED:
        return True
    if old.visibility == Visibility.RESTRICTED:
        return new.visibility == Visibility.RESTRICTED and new.audience_id == old.audience_id
    return old.visibility != Visibility.SHARED  # its owner alone, who says so


def _more_private(old: Memory, new: Memory) -> dict[str, object]:
    private = old if old.visibility != Visibility.SHARED else new
    return {
        "visibility": private.visibility,
        "owner_id": private.owner_id,
        "audience_id": private.audience_id,
    }
