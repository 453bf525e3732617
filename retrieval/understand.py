"""Understand: read the query, with the names that the team knows."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id
from retrieval import query as reading
from retrieval.query import Named, Query
from retrieval.tuning import NAMES_FOUND

# One scan over the team's entities: no index helps with "is one of these, or has one of these as a
# part". Threads are left out, there is one for each conversation.
_NAMES = """
SELECT n.id, n.type, n.name, n.key, n.aliases, n.emails, n.handles FROM decisions_entity n
WHERE n.team_id = %(team)s AND n.type <> 'thread'
  AND (n.key = ANY(%(names)s) OR lower(n.name) = ANY(%(names)s)
       OR n.aliases && %(names)s::text[] OR n.emails && %(names)s::text[]
       OR n.handles && %(names)s::text[]
       OR (n.type = 'person' AND string_to_array(lower(n.name), ' ') && %(parts)s::text[]))
ORDER BY n.id LIMIT %(limit)s
"""


def understand(text: str, *, now: datetime) -> Query:
    """Read a cleaned query. One SQL statement at most; call within `acting_as`."""
    words = reading.words_of(text)
    names, parts = reading.possible_names(words), reading.possible_name_parts(words)
    return reading.read(text, _known(names, parts) if names else (), now=now)


def _known(names: list[str], parts: list[str]) -> list[Named]:
    with connection.cursor() as cursor:
        cursor.execute(
            _NAMES,
            {"team": current_team_id(), "names": names, "parts": parts, "limit": NAMES_FOUND},
        )
        rows = cursor.fetchall()
    return [_named(row, set(names), set(parts)) for row in rows]


def _named(row: tuple[Any, ...], names: set[str], parts: set[str]) -> Named:
    entity_id: UUID = row[0]
    _, type_, name, key, aliases, emails, handles = row
    matched = names & {key, name.casefold(), *aliases, *emails, *handles}
    if type_ == "person":
        matched |= parts & set(name.casefold().split())
    return Named(entity_id, type_, name, frozenset(matched))
