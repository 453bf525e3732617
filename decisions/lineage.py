"""Which decision replaced which: superseding, undoing it, and what follows from removing one."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from decisions.models import Edge, EdgeKind, Memory, Supersession
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.visibility import Visibility


class LineageError(Exception):
    """The decisions cannot stand in this relation; the message says why."""


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
    would close a circle, or where a shared decision would be replaced by one that others cannot
    see.
    """
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
                    kind=EdgeKind.SUPERSEDES, src_memory_id=new.id, dst_memory_id=old.id,
                    reason=reason, **seen_by,
                )
            ],
            ignore_conflicts=True,
        )  # fmt: skip
    _settle([old.id])
    return record  # type: ignore[no-any-return]


def undo(record: Supersession) -> None:
    """Take a supersession back: the older decision stands again, unless another replaced it too."""
    if record.undone_at is None:
        record.undone_at = timezone.now()
        record.save(update_fields=["undone_at"])
    Edge.objects.filter(
        kind=EdgeKind.SUPERSEDES, src_memory_id=record.new_id, dst_memory_id=record.old_id
    ).delete()
    _settle([record.old_id])


def remove(memory_ids: Collection[UUID]) -> None:
    """Delete memories with all that hangs on them; what they had replaced stands again."""
    if not memory_ids:
        return
    replaced = list(
        Supersession.objects.filter(new_id__in=memory_ids, undone_at=None).values_list(
            "old_id", flat=True
        )
    )
    Memory.objects.filter(id__in=memory_ids).delete()  # the database cascades
    _settle(replaced)


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


def settle_reversals(memory: Memory) -> None:
    """A newer decision was reversed or restored: what it replaced stands again, or falls."""
    _settle(
        list(
            Supersession.objects.filter(new_id=memory.id, undone_at=None).values_list(
                "old_id", flat=True
            )
        )
    )


def _settle(memory_ids: Collection[UUID]) -> None:
    """Set `superseded_by` and `invalid_at` to what the supersessions in force say.

    One statement. A reversed newer decision replaces nothing. Where two replaced the same
    decision, the later one counts.
    """
    if not memory_ids:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            _SETTLE, {"team": current_team_id(), "ids": list(memory_ids), "now": timezone.now()}
        )


_SETTLE = """
UPDATE decisions_memory old
SET superseded_by = last.new_id, invalid_at = last.valid_from, updated_at = %(now)s
FROM decisions_memory own
LEFT JOIN LATERAL (
    SELECT s.new_id, new.valid_from FROM decisions_supersession s
    JOIN decisions_memory new ON new.team_id = %(team)s AND new.id = s.new_id
    WHERE s.team_id = %(team)s AND s.old_id = own.id AND s.undone_at IS NULL
      AND new.status <> 'reversed'
    ORDER BY new.valid_from DESC, new.id DESC LIMIT 1
) last ON true
WHERE own.team_id = %(team)s AND own.id = ANY(%(ids)s)
  AND old.team_id = own.team_id AND old.id = own.id
"""


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
