"""What waits to be compared: whose turn it is, who may see it, and until when what failed waits."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Min, QuerySet
from django.utils import timezone

from connectors.models import PipelineJob
from decisions.models import Memory, Unreconciled
from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.reading import readers_of
from momo.platform.tenancy.context import NotAMember, Scope, acting_as
from momo.platform.tenancy.visibility import Visibility

FIRST_RETRY = timedelta(seconds=30)  # doubled with each failure
LONGEST_WAIT = timedelta(hours=2)  # whatever a server asks for
MOST_RETRIES = 8  # doublings; then every two hours

_PUT_OFF = """
UPDATE decisions_unreconciled
SET attempts = LEAST(attempts + 1, %(most)s), error = %(error)s,
    due_at = %(now)s + LEAST(%(longest)s,
        COALESCE(%(wait)s::interval, %(first)s * 2 ^ LEAST(attempts, %(most)s - 1)))
WHERE team_id = %(team)s AND memory_id = ANY (%(ids)s)
"""


@dataclass(frozen=True, slots=True)
class Group:
    """What waits of one kind of readers, by memory with its token, and who acts for them.

    `later` are those of the kind whose turn comes after these.
    """

    scope: Scope
    readers: str
    tokens: Mapping[str, UUID]
    attempts: int = 0  # in a row that failed
    later: frozenset[str] = frozenset()

    def rows(self) -> QuerySet[Unreconciled]:
        return Unreconciled.objects.filter(
            team_id=self.scope.team_id, memory_id__in=list(self.tokens)
        )

    def parts(self, statements: Sequence[Statement], at_once: int) -> Iterator["Group"]:
        """So many of them at once, in the order in which they were stated.

        What is no statement any more, as somebody set it aside, goes with the first.
        """
        stated = sorted((s for s in statements if s.key in self.tokens), key=lambda s: s.place)
        keys = [each.key for each in stated]
        keys = [*(self.tokens.keys() - set(keys)), *keys]
        for at in range(0, len(keys), at_once):
            tokens = {key: self.tokens[key] for key in keys[at : at + at_once]}
            yield replace(self, tokens=tokens, later=frozenset(keys[at + at_once :]))


def due_teams() -> list[UUID]:
    """Teams with something to judge and nothing left in their pipelines, longest waiting first."""
    busy = PipelineJob.objects.filter(parked_at=None).values("team_id")
    waiting = Unreconciled.objects.filter(due_at__lte=timezone.now()).exclude(team_id__in=busy)
    first = waiting.values("team_id").annotate(due=Min("due_at"))
    return list(first.order_by("due", "team_id").values_list("team_id", flat=True))


def groups(team_id: UUID) -> list[Group]:
    """What is due, by who sees it. What whoever stored it sees no more is left out for good."""
    due = list(Unreconciled.objects.filter(team_id=team_id, due_at__lte=timezone.now()))
    row_of = {row.memory_id: row for row in due}
    stored_by: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for row in due:
        stored_by[row.principal_id].append(row.memory_id)
    acting: dict[str, Scope] = {}
    found: defaultdict[str, list[Unreconciled]] = defaultdict(list)
    for principal, memory_ids in sorted(stored_by.items()):
        for readers, memory_id in _readers(Scope(team_id, principal), memory_ids):
            acting.setdefault(readers, Scope(team_id, principal))
            found[readers].append(row_of.pop(memory_id))
    Unreconciled.objects.filter(team_id=team_id, memory_id__in=list(row_of)).delete()
    return [
        Group(
            acting[readers], readers, {str(row.memory_id): row.token for row in rows},
            attempts=max(row.attempts for row in rows),
        )
        for readers, rows in sorted(found.items())
    ]  # fmt: skip


def put_off(group: Group, error: str, *, wait: timedelta | None = None) -> None:
    """What is left of it, in one statement: after an import, tens of thousands may wait."""
    given: dict[str, Any] = {
        "team": group.scope.team_id, "ids": [UUID(key) for key in group.tokens],
        "now": timezone.now(), "error": error[:500], "wait": wait, "first": FIRST_RETRY,
        "longest": LONGEST_WAIT, "most": MOST_RETRIES,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_PUT_OFF, given)


def _readers(scope: Scope, memory_ids: Sequence[UUID]) -> list[tuple[str, UUID]]:
    try:
        with acting_as(scope.team_id, scope.principal_id):
            # A secret is compared with nothing: it is in no index either.
            rows = Memory.objects.filter(id__in=memory_ids).exclude(visibility=Visibility.SECRET)
            seen = rows.values_list("visibility", "owner_id", "audience_id", "id")
            return [(readers_of(*seen_by), memory_id) for *seen_by, memory_id in seen]
    except NotAMember:
        return []
