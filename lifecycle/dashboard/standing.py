"""What stands open, who is behind the most decisions, and how the sources are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from connectors.live.selectors import Health, health_of
from connectors.models import Connection, Integration
from decisions import ratification
from lifecycle.commitments import selectors
from lifecycle.commitments.selectors import Commitment, State
from lifecycle.commitments.standing import COMMITMENT, IS_OPEN, last_word
from lifecycle.commitments.tuning import DUE_WITHIN
from lifecycle.dashboard.span import Span
from lifecycle.dashboard.tuning import NAMED, OWED
from lifecycle.reconcile import conflicts
from momo.platform.tenancy.statements import rows_of
from retrieval.tuning import PASSIVE_ROLES


@dataclass(frozen=True, slots=True)
class Open:
    """What waits for somebody: decisions not yet made, disagreements, and decisions that the reader
    made and has not confirmed."""

    pending: int
    conflicts: int
    awaiting_confirmation: int


_PENDING = """
SELECT count(*)::int FROM decisions_memory m
WHERE m.team_id = %(team)s AND m.kind = 'decision' AND m.status = 'pending'
  AND m.superseded_by IS NULL AND m.archived_at IS NULL AND m.visibility <> 'secret'
"""


def what_is_open() -> Open:
    """Four statements at most; call within `acting_as`."""
    ((pending,),) = rows_of(_PENDING, {})
    return Open(pending, conflicts.visible().count(), ratification.awaiting().count())


@dataclass(frozen=True, slots=True)
class Owed:
    """Commitments that are not done. `due` within DUE_WITHIN days; `next` has those with a date,
    the longest due first."""

    open: int
    due: int
    overdue: int
    next: Sequence[Commitment]


_OWED = f"""
SELECT count(*)::int, count(*) FILTER (WHERE m.due_on BETWEEN %(today)s AND %(until)s)::int,
    count(*) FILTER (WHERE m.due_on < %(today)s)::int
FROM decisions_memory m {last_word()}
WHERE m.team_id = %(team)s AND {COMMITMENT} AND {IS_OPEN}
"""  # noqa: S608  (constants)


def owed(today: date) -> Owed:
    """Two statements; call within `acting_as`."""
    until = today + timedelta(days=DUE_WITHIN)
    ((all_open, due, overdue),) = rows_of(_OWED, {"today": today, "until": until})
    first = selectors.listed(state=State.OPEN, today=today, until=until, limit=OWED)
    return Owed(all_open, due, overdue, [each for each in first if each.due_on])


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody who decided, or something that was decided on, and how often."""

    id: UUID
    name: str
    decisions: int


_NAMED = """
SELECT type, id, name, decisions FROM (
    SELECT n.type, n.id, n.name, count(DISTINCT m.id)::int AS decisions,
        row_number() OVER (PARTITION BY n.type ORDER BY count(DISTINCT m.id) DESC, n.name, n.id)
            AS place
    FROM decisions_memory m
    JOIN decisions_edge e ON e.team_id = %(team)s AND e.src = m.id AND e.visibility <> 'secret'
        AND NOT (e.kind = 'INVOLVES' AND e.role = ANY (%(passive)s))
    JOIN decisions_entity n ON n.team_id = %(team)s AND n.id = e.dst_entity_id
        AND n.type IN ('person', 'project')
    WHERE m.team_id = %(team)s AND m.kind = 'decision' AND m.archived_at IS NULL
      AND m.visibility <> 'secret' AND m.source_date >= %(start)s AND m.source_date < %(end)s
    GROUP BY n.type, n.id, n.name
) ranked WHERE place <= %(shown)s ORDER BY type, place
"""


def most_named(span: Span) -> dict[str, list[Named]]:
    """The people who decided most, and the projects that most decisions are about: by `person` and
    `project`, the most first. One statement; call within `acting_as`."""
    given = {
        "start": span.start, "end": span.end, "shown": NAMED, "passive": list(PASSIVE_ROLES),
    }  # fmt: skip
    found: dict[str, list[Named]] = {"person": [], "project": []}
    for type_, *rest in rows_of(_NAMED, given):
        found[type_].append(Named(*rest))
    return found


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """`state` is empty for a source of files, which is read once and stays connected to nothing."""

    id: UUID
    name: str
    kind: str
    source: str
    state: str
    problem: str
    next_step: str
    heard_at: datetime | None
    healthy: bool


@dataclass(frozen=True, slots=True)
class Sources:
    """How many sources are in which state, and each of them, those with a problem first."""

    healthy: int
    needing_attention: int
    paused: int
    files: int
    items: Sequence[SourceHealth]


def sources() -> Sources:
    """Three statements; call within `acting_as`."""
    rows = list(Integration.objects.order_by("name", "id"))
    found = health_of(rows)
    items = [_source(row, found.get(row.id)) for row in rows]
    states = Counter(_state(each) for each in items)
    items.sort(key=lambda each: _ORDER.index(_state(each)))
    return Sources(
        healthy=states["healthy"], needing_attention=states["attention"], paused=states["paused"],
        files=states["files"], items=items,
    )  # fmt: skip


_ORDER = ("attention", "paused", "healthy", "files", "gone")


def _state(source: SourceHealth) -> str:
    if source.healthy:
        return "healthy"
    named: dict[Any, str] = {
        "": "files", Connection.State.PAUSED: "paused", Connection.State.DISCONNECTED: "gone",
    }  # fmt: skip
    return named.get(source.state, "attention")


def _source(row: Integration, health: Health | None) -> SourceHealth:
    if health is None:
        return SourceHealth(
            row.id, row.name, row.kind, row.source, "", "", "", row.last_synced_at, healthy=False
        )
    return SourceHealth(
        row.id, row.name, row.kind, row.source, health.state, health.problem, health.next_step,
        health.heard_at,
        healthy=health.state == Connection.State.CONNECTED and not health.problem,
    )  # fmt: skip
