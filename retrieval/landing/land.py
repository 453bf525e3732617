"""Land: cast a wide net. A leg for meaning, beside one for words, one for people, one for times;
then every signal of each memory that one of them brought.

Which memories exist at all for the principal is decided by row-level security alone.
"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from momo.platform.tenancy.context import current, current_team_id
from momo.platform.tenancy.packed import PackedHalves, PackedIds
from momo.platform.tenancy.pipeline import Pending, Rows
from retrieval.filters import Filters, to_sql
from retrieval.landing import seen
from retrieval.landing.candidate import Candidate, Landed
from retrieval.landing.hits import Hits, best_of
from retrieval.landing.legs import (
    ALL_LEGS,
    INVOLVING,
    LATEST,
    TIMELY,
    WORDED,
    Legs,
    few_fail,
    hits_sql,
)
from retrieval.landing.nearest import ROUGH, near_sql
from retrieval.landing.signals import (
    candidates_of,
    places_for,
    signals_sql,
)
from retrieval.lines import OWN, Line, beside
from retrieval.tuning import LEG_LIMIT, PASSIVE_INVOLVEMENT, PASSIVE_ROLES
from retrieval.understanding.forms import shares, with_forms
from retrieval.understanding.query import Query

# Threads whose messages the leg for words looks at, and memories that it looks at for what they say
# themselves. Measured on long conversations, recall@10 by themselves and pooled: .8255 and .8038,
# with twice as many of both .8248 and .8023.
LEG_THREADS = 15
LEG_SAID = 100
# The newest that the people named are in: most that answer have its words or its meaning, too.
# Measured, recall@10 by themselves and pooled: .8213 and .8046, with 30 .8211 and .8033, with 120
# .8235 and .8042, for .4 ms more a search.
LEG_PEOPLE = 60
SPARE_VECTORS = 10  # fetched beyond the limit, for memories with several; chosen
FEW_ALLOWED = 2_000  # memories that pass a filter up to which all are ranked; chosen: it takes 3 ms
_PASSIVE = f"{{{','.join(PASSIVE_ROLES)}}}"  # as Postgres reads it: a list takes psycopg longer
_SCALE = 30_000  # of the longest part of a query's vector; halves go up to 65,504


def land(
    query: Query,
    embed: Callable[[], NDArray[np.float32] | None],
    *,
    model: str,
    filters: Filters,
    legs: Legs = ALL_LEGS,
    walked: bool = False,
    aside: bool = False,
) -> Landed:
    """Up to LEG_LIMIT memories a leg. Five statements at most; call within `acting_as`.

    `embed` gives the query's vector, of shape (EMBEDDING_DIMENSIONS,), while words are looked for;
    where it gives none the leg for meaning is left out. A leg that is off reads nothing: there are
    no cosines without `vector` and no strengths without `words`. With `aside` meaning is looked for
    beside the rest, at the same time, and only what is committed is found by it.
    """
    legs = replace(
        legs,
        words=legs.words and bool(query.terms),
        people=legs.people and bool(query.people),
        times=legs.times and query.span is not None,
    )
    asks = _Asks(query, model, filters, legs, walked)
    with beside(current()) if legs.vector and aside else nullcontext(OWN) as line:
        hits = asks.hits()  # first, as most of the rest waits for it
        vector = embed() if legs.vector else None
        near = asks.near(vector, line) if vector is not None else _nothing
        if line is not OWN:
            line.last()
        hit = next(iter(hits()), None)
        # While hits are compared the database looks for the rest.
        involving, timely = asks.involving(), asks.timely()
        lexemes, frequencies, indexed = asks.words_of(hit)
        worded = asks.worded() if lexemes else _nothing
        by_people = involving()
        rows = [
            *(row[:-2] for row in by_people),
            *(row for leg in (timely, near, worded) for row in leg()),
        ]
        candidates = candidates_of(
            rows, lexemes=len(lexemes), measured=vector is not None,
            involvements=[row[-2:] for row in by_people],
        )  # fmt: skip
    return Landed(candidates, lexemes, frequencies, indexed)


class _Asks:
    """The statements of one landing: each is sent at once, and waited for when it is called for."""

    def __init__(
        self, query: Query, model: str, filters: Filters, legs: Legs, walked: bool
    ) -> None:
        self._filters, self._legs, self._walked = filters, legs, walked
        self._known = seen.known() if legs.words else None
        self._params = to_sql(filters)[1] | _parameters(query, model) | {"known": self._known}
        self._lexemes = places_for(self._params["terms"].split()) if legs.words else 0

    def hits(self) -> Pending:
        return OWN.send(hits_sql(self._filters), self._params) if self._legs.words else _nothing

    def words_of(self, row: tuple[Any, ...] | None) -> tuple[tuple[str, ...], tuple[int, ...], int]:
        """The query's lexemes, in how many memories each is, and of how many; what is looked at for
        them is among the parameters from then on."""
        if row is None:
            return (), (), 0
        lexemes, memories, threads, eligible, their_threads, indexed = row
        if self._known is None:
            seen.keep(indexed)
        hits, few = Hits(memories, threads), few_fail(self._filters)
        best = best_of(
            hits, indexed, memories=LEG_SAID, threads=LEG_THREADS,
            aside=(eligible or b"") if few else b"",
            allowed=None if few else (eligible or b"", their_threads or b""),
        )  # fmt: skip
        self._params |= {"said": best.memories, "of_threads": best.of_threads}
        return tuple(lexemes), hits.frequencies, indexed

    def involving(self) -> Pending:
        return self._signals(INVOLVING, involved=True) if self._legs.people else _nothing

    def timely(self) -> Pending:
        return self._signals(TIMELY) if self._legs.times else _nothing

    def worded(self) -> Pending:
        return self._signals(WORDED)

    def near(self, vector: NDArray[np.float32], line: Line) -> Pending:
        self._params["vector"] = vector_parameter(vector)
        sql = near_sql(self._filters, self._legs, walked=self._walked, lexemes=self._lexemes)
        return (line.walk if self._walked else line.send)(sql, self._params)

    def _signals(self, select: str, *, involved: bool = False) -> Pending:
        sql = signals_sql(
            select, self._filters, self._legs, lexemes=self._lexemes,
            measured="vector" in self._params, involved=involved,
        )  # fmt: skip
        return OWN.send(sql, self._params)


def latest(filters: Filters, *, limit: int) -> list[Candidate]:
    """The newest memories that pass the filters, newest first. One statement."""
    sql = signals_sql(LATEST, filters, Legs(words=False), lexemes=0)
    given = to_sql(filters)[1] | {"team": current_team_id(), "limit": limit, "terms": ""}
    found = candidates_of(OWN.send(sql, given)())
    return sorted(found, key=lambda each: (each.moment, each.key), reverse=True)


def vector_parameter(vector: NDArray[np.float32]) -> PackedHalves:
    """A vector of the same direction, as cosines do not ask for its length: as long as halves, of
    which pgvector makes it, still tell its least parts."""
    longest = float(np.abs(vector).max()) or 1.0
    return PackedHalves.of(vector * np.float32(_SCALE / longest))


def _nothing() -> Rows:
    return []


def _parameters(query: Query, model: str) -> dict[str, Any]:
    return {
        "team": current_team_id(),
        "terms": " ".join(with_forms(query.terms)),
        "model": model,
        "people": PackedIds.of(person.id.bytes for person in query.people),
        "passive": _PASSIVE,
        "told": PASSIVE_INVOLVEMENT,
        "shares": f"{{{','.join(map(str, shares(query)))}}}",
        "span_start": query.span.start if query.span else None,
        "span_end": query.span.end if query.span else None,
        "limit": LEG_LIMIT,
        "by_people": LEG_PEOPLE,
        "vectors": LEG_LIMIT + SPARE_VECTORS,
        "few": FEW_ALLOWED,
        "rough": ROUGH,
    }
