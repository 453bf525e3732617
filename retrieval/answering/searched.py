"""What was looked through where nothing is known: so that whoever asked can tell why."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import Scope, acting_as, current_team_id
from retrieval.backends import WAYS
from retrieval.filters import Filters, to_sql
from retrieval.landing.legs import Legs
from retrieval.results import SearchResult
from retrieval.settings import settings_of
from retrieval.tuning import NEAREST_MISSES


@dataclass(frozen=True, slots=True)
class Miss:
    """A memory that came nearest and is not about the question."""

    id: UUID
    title: str


@dataclass(frozen=True, slots=True)
class Searched:
    """`query` is what was searched for, `terms` its words, `read` how it was understood, a line
    each. `legs` are the ways in which it was looked for, `memories` how many the reader sees that
    pass the filters; `nearest` are the best that were found, and not good enough."""

    query: str
    terms: tuple[str, ...]
    read: tuple[str, ...]
    legs: tuple[str, ...]
    memories: int
    since: datetime | None
    until: datetime | None
    as_of: datetime | None
    nearest: tuple[Miss, ...]


def searched(scope: Scope, result: SearchResult, filters: Filters) -> Searched:
    """Of a search that was explained and found nothing good enough."""
    with acting_as(scope.team_id, scope.principal_id):
        legs, memories = WAYS[settings_of().backend].legs, _count(filters)
    explained = result.explanation
    return Searched(
        query=result.query,
        terms=explained.terms if explained else (),
        read=explained.read if explained else (),
        legs=_named(legs, degraded=bool(result.degraded)),
        memories=memories,
        since=filters.since,
        until=filters.until,
        as_of=filters.as_of,
        nearest=tuple(Miss(each.id, each.title) for each in result.results[:NEAREST_MISSES]),
    )


def _count(filters: Filters) -> int:
    allowed, values = to_sql(filters)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) FROM decisions_memory m WHERE {allowed}",  # noqa: S608  (constants)
            {"team": current_team_id(), **values},
        )
        (number,) = cursor.fetchone()
    return int(number)


def _named(legs: Legs, *, degraded: bool) -> tuple[str, ...]:
    """The legs that were there; a model that is away leaves out meaning."""
    there = {
        "meaning": legs.vector and not degraded, "words": legs.words, "people": legs.people,
        "times": legs.times,
    }  # fmt: skip
    return tuple(name for name, is_there in there.items() if is_there)
