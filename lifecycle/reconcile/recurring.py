"""Topics that come up again and again: what matters to a team, or what it cannot settle."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from decisions.unreconciled import STATING
from lifecycle.reconcile.tuning import RECURRING_AT_LEAST, SAME_TOPIC, SNIPPET_CHARACTERS, SNIPPETS
from momo.platform.tenancy.context import current_team_id


@dataclass(frozen=True, slots=True)
class Recurring:
    """What was first said as `id`, and how it came up in a period: the latest snippets first."""

    id: UUID
    title: str
    times: int
    first_at: datetime
    last_at: datetime
    snippets: tuple[str, ...]
    sentiments: Mapping[str, int]


# Each time something was said: as a statement of its own, or as one that said the same again. It
# counts for the oldest statement on its topic, which links to no older one.
_RECURRING = """
WITH said AS (
    SELECT m.id, m.source_date AS at, left(COALESCE(NULLIF(m.quote, ''), m.title), %(snippet)s)
        AS snippet, 'neutral' AS sentiment
    FROM decisions_memory m
    WHERE m.team_id = %(team)s AND m.kind = ANY (%(kinds)s) AND m.archived_at IS NULL
      AND m.visibility <> 'secret' AND m.source_date >= %(since)s AND m.source_date < %(until)s
    UNION ALL
    SELECT o.memory_id, o.at, o.snippet, o.sentiment FROM decisions_occurrence o
    WHERE o.team_id = %(team)s AND o.at >= %(since)s AND o.at < %(until)s
      AND o.visibility <> 'secret'
), topics AS (
    SELECT said.id AS topic, said.* FROM said
    UNION ALL
    SELECT e.dst, said.* FROM said JOIN decisions_edge e ON e.team_id = %(team)s
        AND e.src_memory_id = said.id AND e.kind = 'SIMILAR' AND e.weight >= %(same)s
)
SELECT m.id, m.title, count(*) AS times, min(t.at), max(t.at),
    (array_agg(t.snippet ORDER BY t.at DESC))[:%(snippets)s], array_agg(t.sentiment)
FROM topics t JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = t.topic
WHERE m.visibility <> 'secret' AND m.archived_at IS NULL AND NOT EXISTS (
    SELECT FROM decisions_edge e WHERE e.team_id = %(team)s AND e.src_memory_id = m.id
        AND e.kind = 'SIMILAR' AND e.weight >= %(same)s)
GROUP BY m.id, m.title HAVING count(*) >= %(least)s
ORDER BY times DESC, max(t.at) DESC, m.id LIMIT %(limit)s
"""


def recurring(
    since: datetime, until: datetime, *, at_least: int = RECURRING_AT_LEAST, limit: int = 10
) -> list[Recurring]:
    """Topics that came up so often from `since` on and before `until`, the most frequent first.

    As far as the principal sees what was said. One statement; call within `acting_as`.
    """
    given: dict[str, Any] = {
        "team": current_team_id(), "since": since, "until": until, "least": at_least,
        "limit": limit, "snippets": SNIPPETS, "same": SAME_TOPIC, "snippet": SNIPPET_CHARACTERS,
        "kinds": [kind.value for kind in STATING],
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_RECURRING, given)
        return [_topic(row) for row in cursor.fetchall()]


def _topic(row: tuple[Any, ...]) -> Recurring:
    memory_id, title, times, first, last, snippets, sentiments = row
    return Recurring(
        memory_id, title, times, first, last, tuple(snippets), dict(Counter(sentiments))
    )
