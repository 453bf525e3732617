"""The history of a topic: what was decided on it, oldest first, what replaced what, why, who."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from decisions import conditions
from decisions.extraction.contract import Status
from decisions.models import Memory
from momo.platform.tenancy.statements import rows_of

MAX_ENTRIES = 50  # decisions; what is closest comes first where there are more; chosen
SAME_TOPIC = 0.5  # similarity, in 0..1, of a link to what is on the same topic by itself; chosen
RARE = 20  # memories that name an entity, at most, for it to be a topic; chosen
STANDINGS = ("holds", "superseded", "reversed", "pending")
TIES = ("asked", "replaced", "similar", "named")  # the closest first
CHANGES = ("replaced", "reversed", "restored", "decided", "pending")


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to a decision: `by` is the title of what replaced it, `by_id` its id.

    `who` is the name of the person or agent that said so; a source or a rule (`rule`) did where it
    is empty.
    """

    at: datetime
    what: str  # one of CHANGES
    by_id: UUID | None
    by: str
    reason: str
    evidence: str
    who: str
    rule: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A decision with what became of it, oldest first; `tie` says how it belongs to the topic."""

    id: UUID
    title: str
    summary: str
    rationale: str
    quote: str
    status: str
    holds: str  # one of STANDINGS
    at: datetime
    people: Sequence[dict[str, str]]
    source: str
    source_url: str
    tie: str  # one of TIES
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class History:
    """Oldest first. `more` says that some were left out: those that belong to it least."""

    entries: Sequence[Entry]
    more: bool


# What replaced each other, however far; from there one step along links and rare names. A secret is
# left out unless it is what was asked about. Row-level security holds in each part.
_TOPIC = f"""
WITH RECURSIVE line (id) AS (
    SELECT unnest(%(ids)s::uuid[])
    UNION
    SELECT next.id FROM line CROSS JOIN LATERAL (
        SELECT s.new_id AS id FROM decisions_supersession s
        WHERE s.team_id = %(team)s AND s.old_id = line.id AND s.undone_at IS NULL
        UNION ALL
        SELECT s.old_id FROM decisions_supersession s
        WHERE s.team_id = %(team)s AND s.new_id = line.id AND s.undone_at IS NULL
    ) next
), topics AS (
    SELECT DISTINCT n.id FROM line
    JOIN decisions_edge e ON e.team_id = %(team)s AND e.src = line.id
    JOIN decisions_entity n ON n.team_id = %(team)s AND n.id = e.dst
    WHERE n.type NOT IN ('person', 'thread') AND (SELECT count(*) FROM (
        SELECT FROM decisions_edge x WHERE x.team_id = %(team)s AND x.dst = n.id
        LIMIT %(rare)s + 1) named) <= %(rare)s
), found (id, tie) AS (
    SELECT id, CASE WHEN id = ANY (%(ids)s) THEN 0 ELSE 1 END FROM line
    UNION ALL
    SELECT e.dst, 2 FROM line JOIN decisions_edge e
    ON e.team_id = %(team)s AND e.src_memory_id = line.id AND e.kind = 'SIMILAR'
        AND e.weight >= %(same)s
    UNION ALL
    SELECT e.src, 2 FROM line JOIN decisions_edge e
    ON e.team_id = %(team)s AND e.dst = line.id AND e.kind = 'SIMILAR' AND e.weight >= %(same)s
    UNION ALL
    SELECT e.src, 3 FROM topics JOIN decisions_edge e
    ON e.team_id = %(team)s AND e.dst = topics.id AND e.src_memory_id IS NOT NULL
)
SELECT m.id, m.title, m.summary, m.rationale, m.quote, m.status,
    {conditions.holds()} AS holds,
    m.valid_from, m.people, m.source, m.source_url, closest.tie
FROM (SELECT id, min(tie) AS tie FROM found GROUP BY id) closest
JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = closest.id
WHERE m.kind = 'decision' AND (m.visibility <> 'secret' OR closest.tie = 0)
ORDER BY closest.tie, m.valid_from DESC, m.id DESC LIMIT %(limit)s
"""  # noqa: S608  (constants)
# A decision is replaced when the newer one was made, whenever somebody came to say so.
_CHANGES = """
SELECT of_id, at, what, by_id, by_title, reason, evidence,
    COALESCE(NULLIF(u.name, ''), a.name, ''), rule
FROM (
    SELECT s.old_id AS of_id, n.valid_from AS at, 'replaced' AS what, n.id AS by_id,
        n.title AS by_title, s.reason, s.evidence, s.by_principal AS principal, s.by_rule AS rule
    FROM decisions_supersession s
    JOIN decisions_memory n ON n.team_id = %(team)s AND n.id = s.new_id
    WHERE s.team_id = %(team)s AND s.old_id = ANY (%(ids)s) AND s.undone_at IS NULL
      AND n.visibility <> 'secret'
    UNION ALL
    SELECT v.memory_id, v.changed_at, CASE WHEN v.changes->'status'->>0 = 'reversed'
        THEN 'restored' ELSE v.changes->'status'->>1 END, NULL, '', v.reason, '', v.changed_by, ''
    FROM decisions_memoryrevision v
    WHERE v.team_id = %(team)s AND v.memory_id = ANY (%(ids)s) AND v.changes ? 'status'
) happened
LEFT JOIN accounts_user u ON u.id = principal
LEFT JOIN accounts_agent a ON a.team_id = %(team)s AND a.id = principal
ORDER BY at, by_id
"""


def standing_of(decision: Memory) -> str:
    """How a decision stands now, one of STANDINGS."""
    if decision.status == Status.REVERSED:
        return "reversed"
    if decision.superseded_by:
        return "superseded"
    return "pending" if decision.status == Status.PENDING else "holds"


def of(memory_ids: Collection[UUID], *, limit: int = MAX_ENTRIES) -> History:
    """The history of what these memories are about, as far as the principal may see it.

    Two statements; call within `acting_as`. The given ones belong to it if they are decisions.
    """
    ids = list(memory_ids)
    given = {"ids": ids, "limit": limit + 1, "same": SAME_TOPIC, "rare": RARE}
    rows = rows_of(_TOPIC, given) if ids else []
    shown = sorted(rows[:limit], key=lambda row: (row[7], row[0].bytes))
    changes: dict[UUID, list[Change]] = {row[0]: [] for row in shown}
    for memory_id, *told in rows_of(_CHANGES, {"ids": list(changes)}) if changes else []:
        changes[memory_id].append(Change(*told))
    entries = [_entry(row, changes[row[0]]) for row in shown]
    return History(entries, more=len(rows) > limit)


def _entry(row: Sequence[Any], changes: Sequence[Change]) -> Entry:
    *told, people, source, source_url, tie = row
    return Entry(*[*told, json.loads(people), source, source_url, TIES[tie], changes])
