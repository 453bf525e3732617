"""What was decided and what changed, week by week."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from lifecycle.dashboard.span import Span
from momo.platform.tenancy.statements import rows_of


@dataclass(frozen=True, slots=True)
class Week:
    """`start` is its Monday. Decisions count in the week in which they were made, by type;
    replaced and reversed ones in that in which they ended."""

    start: date
    decisions: Mapping[str, int] = field(default_factory=dict)
    superseded: int = 0
    reversed: int = 0


# As a digest tells it: what replaced another counts when the newer one was made, a reversal when
# it was entered, and when nobody entered it, when the source said so.
_WEEKS = """
SELECT told.what, date_trunc('week', told.at AT TIME ZONE %(zone)s)::date, told.type,
    count(*)::int
FROM (
    SELECT 'decided' AS what, m.source_date AS at, m.decision_type AS type
    FROM decisions_memory m
    WHERE m.team_id = %(team)s AND m.kind = 'decision' AND m.archived_at IS NULL
      AND m.visibility <> 'secret'
      AND m.source_date >= %(start)s AND m.source_date < %(end)s
    UNION ALL
    SELECT 'superseded', GREATEST(n.source_date, m.source_date), ''
    FROM decisions_supersession s
    JOIN decisions_memory n ON n.team_id = %(team)s AND n.id = s.new_id
    JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = s.old_id
    WHERE s.team_id = %(team)s AND s.undone_at IS NULL AND m.superseded_by = n.id
      AND m.kind = 'decision' AND n.status <> 'reversed' AND m.archived_at IS NULL
      AND m.visibility <> 'secret' AND n.visibility <> 'secret'
      AND GREATEST(n.source_date, m.source_date) >= %(start)s
      AND GREATEST(n.source_date, m.source_date) < %(end)s
    UNION ALL
    SELECT 'reversed', COALESCE(v.changed_at, m.source_date), ''
    FROM decisions_memory m LEFT JOIN LATERAL (
        SELECT v.changed_at FROM decisions_memoryrevision v
        WHERE v.team_id = %(team)s AND v.memory_id = m.id
          AND v.changes->'status'->>1 = 'reversed'
        ORDER BY v.number DESC LIMIT 1) v ON true
    WHERE m.team_id = %(team)s AND m.kind = 'decision' AND m.status = 'reversed'
      AND m.archived_at IS NULL AND m.visibility <> 'secret'
      AND COALESCE(v.changed_at, m.source_date) >= %(start)s
      AND COALESCE(v.changed_at, m.source_date) < %(end)s
) told GROUP BY 1, 2, 3
"""


def weeks(span: Span) -> list[Week]:
    """Every week of the span, oldest first, those without anything too.

    One statement; call within `acting_as`.
    """
    given = {"zone": span.zone.key, "start": span.start, "end": span.end}
    decided: dict[date, dict[str, int]] = {}
    changed: Counter[tuple[str, date]] = Counter()
    for what, week, type_, count in rows_of(_WEEKS, given):
        if what == "decided":
            decided.setdefault(week, {})[type_] = count
        else:
            changed[what, week] += count
    return [
        Week(each, decided.get(each, {}), changed["superseded", each], changed["reversed", each])
        for each in span.weeks
    ]


def by_type(counted: list[Week]) -> dict[str, int]:
    """Decisions of all the weeks, the most frequent type first."""
    total: Counter[str] = Counter()
    for week in counted:
        total.update(week.decisions)
    return dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))
