"""Events: the day of something that happened, so that "before the launch" is a time."""

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id
from retrieval.filters import Filters, standing_of, superseded_sql, title_sql, to_sql
from retrieval.understanding.time import spans
from retrieval.understanding.time.spans import Span
from retrieval.understanding.time.times import Event, related

# All the words, and in the title: a memory that only mentions the launch is not the launch. The
# stored index is asked first, as making one of each title takes long; secrets are in none. What
# still holds goes before what was put off, then the title that says little else, then the newest.
_EVENT = """
WITH words AS MATERIALIZED (SELECT plainto_tsquery('english', %(words)s) AS all_of)
SELECT m.id, {title}, m.source_date FROM decisions_memory m, words
WHERE {allowed} AND m.kind IN ('decision', 'fact') AND m.search @@ words.all_of
  AND to_tsvector('english', {title}) @@ words.all_of
  AND m.source_date <= %(now)s AND numnode(words.all_of) > 0
ORDER BY {superseded},
    ts_rank(to_tsvector('english', {title}), words.all_of, 2) DESC, m.source_date DESC, m.id
LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Happened:
    """The memory that tells of an event, its day, and the time that the question means by it."""

    event: Event
    memory_id: UUID
    title: str
    day: Span
    span: Span

    def __str__(self) -> str:
        """As an explanation says it: "before the launch = before 2026-03-02 (Launch of Tern)"."""
        relation = self.event.relation
        day = self.day.start.date().isoformat()
        return f"{relation} {self.event.phrase} = {relation} {day} ({self.title})"


def when(
    event: Event,
    *,
    now: datetime,
    filters: Filters = Filters(),  # noqa: B008  (frozen)
    zone: tzinfo = UTC,
) -> Happened | None:
    """When an event was, as of `now`; None where no decision or fact tells of it.

    Of the filters only what says what stands counts: an event may be of another kind than what is
    asked for.

    Its day is that on which it was told, in `zone`. One statement; call within `acting_as`.
    """
    standing = standing_of(filters)
    allowed, parameters = to_sql(standing)
    sql = _EVENT.format(
        allowed=allowed, title=title_sql(standing), superseded=superseded_sql(standing)
    )
    parameters |= {
        "team": current_team_id(),
        "words": " ".join(event.words),
        "now": now,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        row = cursor.fetchone()
    if row is None:
        return None
    memory_id, title, moment = row
    day = spans.day_of(moment.astimezone(zone))
    span = related(day, event.relation, now=now.astimezone(zone))
    said = f"{event.relation} {event.phrase}"
    return Happened(event, memory_id, title, day, spans.in_utc(span, said))
