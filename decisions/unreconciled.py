"""What came or changed and is still to be compared with what the team knows.

Whoever writes memories notes them in the same transaction, so nothing is lost with a worker.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, Max, Min
from django.utils import timezone

from decisions.models import Kind, Memory, Unreconciled
from momo.platform.tenancy.context import current, current_team_id
from momo.platform.tenancy.ids import uuid7

STATING = (Kind.DECISION, Kind.FACT, Kind.PREFERENCE, Kind.CORRECTION)  # kinds that are compared
# What they are compared by. That another one replaced it is not among them.
_COMPARED = (
    "kind", "title", "summary", "rationale", "quote", "decision_type", "status", "options",
    "people", "replaces", "source_date", "thread_key", "visibility", "owner_id", "audience_id",
)  # fmt: skip

_AS_STATED = f"""
SELECT m.id, hash_record_extended(ROW({", ".join(f"m.{name}" for name in _COMPARED)}), 0)
FROM decisions_memory m
WHERE m.team_id = %(team)s AND m.id = ANY (%(ids)s) AND m.kind = ANY (%(kinds)s)
"""  # noqa: S608  (constants)
# Who stores a memory sees it, so they can act for it later. In order, as all lock them.
_NOTE = """
INSERT INTO decisions_unreconciled AS due
    (team_id, memory_id, principal_id, token, since, due_at, attempts, error)
SELECT m.team_id, m.id, %(who)s, %(token)s, %(now)s, %(now)s, 0, ''
FROM decisions_memory m
WHERE m.team_id = %(team)s AND m.id = ANY (%(ids)s) AND m.kind = ANY (%(kinds)s)
ORDER BY m.id
ON CONFLICT (team_id, memory_id) DO UPDATE SET principal_id = excluded.principal_id,
    token = excluded.token, due_at = excluded.due_at, attempts = 0, error = ''
"""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many memories wait for one reason, and when that is looked at again.

    `error` says why comparing them failed so many times; it is empty where their turn is to come.
    """

    error: str
    memories: int
    attempts: int
    due_at: datetime


def waiting() -> list[Waiting]:
    """What of the memories that the principal sees is not compared yet. One statement."""
    mine = Unreconciled.objects.filter(
        team_id=current_team_id(), memory_id__in=Memory.objects.values("id")
    )
    counted = mine.values("error").annotate(
        memories=Count("memory_id"), most=Max("attempts"), due=Min("due_at")
    )
    rows = counted.order_by("error").values_list("error", "memories", "most", "due")
    return [Waiting(*row) for row in rows]


@contextmanager
def noting(memory_ids: Collection[UUID]) -> Iterator[None]:
    """Note which of these memories came or changed within, by what they are compared by.

    In the caller's transaction, after `lineage.lock`, as the principal who sees them after it.
    """
    before = _as_stated(memory_ids)
    yield
    after = _as_stated(memory_ids)
    note([each for each, stated in after.items() if stated != before.get(each)])


def note(memory_ids: Collection[UUID]) -> None:
    """Have these memories compared with what the team knows; others than `STATING` are left out."""
    if memory_ids:
        now = timezone.now()
        with connection.cursor() as cursor:
            cursor.execute(_NOTE, _given(memory_ids) | {"token": uuid7(), "now": now})


def _as_stated(memory_ids: Collection[UUID]) -> dict[UUID, int]:
    if not memory_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_AS_STATED, _given(memory_ids))
        return dict(cursor.fetchall())


def _given(memory_ids: Collection[UUID]) -> dict[str, Any]:
    scope = current()
    return {
        "team": scope.team_id, "who": scope.principal_id, "ids": list(memory_ids),
        "kinds": [kind.value for kind in STATING],
    }  # fmt: skip
