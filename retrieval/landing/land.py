"""Land: cast a wide net. A leg for meaning, beside one for words, one for people, one for times;
then every signal of each memory that one of them brought.

Which memories exist at all for the principal is decided by row-level security alone.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from operator import itemgetter
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from momo.platform.tenancy.context import current, current_team_id
from retrieval.filters import Filters, to_sql
from retrieval.landing import seen
from retrieval.landing.candidate import Candidate, Landed
from retrieval.landing.legs import ALL_LEGS, Legs, brought_sql
from retrieval.landing.nearest import MEASURED, near_sql
from retrieval.landing.signals import columns_sql, signals_sql
from retrieval.lines import OWN, Line, Pending, Rows, beside
from retrieval.tuning import LEG_LIMIT, PASSIVE_INVOLVEMENT, PASSIVE_ROLES
from retrieval.understanding.forms import shares, with_forms
from retrieval.understanding.query import Query

# Threads whose messages the leg for words looks at, and memories that it looks at for what they say
# themselves. Measured on long conversations, recall@10 by themselves and pooled: .8255 and .8038,
# with twice as many of both .8248 and .8023.
LEG_THREADS = 15
LEG_SAID = 100
SPARE_VECTORS = 10  # fetched beyond the limit, for memories with several; chosen
FEW_ALLOWED = 2_000  # memories that pass a filter up to which all are ranked; chosen: it takes 3 ms
# Memories nearest by the codes of their vectors whose vectors are read. Measured, of the exact ten:
# of 2,760 messages under the offline model .9993 (200: .998), of 5,000 made-up vectors 1.0.
ROUGH = 250
_ID_AT = 16  # as text, between what a candidate begins with and its strengths
_SCALE = 30_000  # a vector's parts as whole numbers: shorter to send, and as exact as its halves

_NONE_TOLD: tuple[Any, ...] = ((), (), 0, ())

_LATEST = """
SELECT {columns} FROM decisions_memory m WHERE {allowed}
ORDER BY m.source_date DESC, m.id DESC LIMIT %(limit)s
"""


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
    apart = legs.vector and aside
    told = asks.told() if legs.told else _nothing
    with beside(current()) if apart else nullcontext(OWN) as line:
        vector = embed() if legs.vector else None
        near = asks.near(vector, line) if vector is not None else _nothing
        lexemes, frequencies, indexed, ids = next(iter(told()), _NONE_TOLD)
        if asks.known is None:
            seen.keep(indexed)
        rows = asks.signals(ids, lexemes, OWN)
        cosines = _cosines(near())
        known = set(ids)
        more = asks.signals([id_ for id_ in cosines if id_ not in known], lexemes, line)
        measured = asks.measured([id_ for id_ in ids if id_ not in cosines])
        cosines |= _cosines(measured())
    found = [
        Candidate._make((*row[:_ID_AT], cosines.get(row[_ID_AT]), row[_ID_AT + 1 :]))
        for row in sorted([*rows(), *more()], key=itemgetter(_ID_AT))
    ]
    return Landed(found, tuple(lexemes), tuple(frequencies), indexed) if found else Landed([])


class _Asks:
    """The statements of one landing: each is sent at once, and waited for when it is called for."""

    def __init__(
        self, query: Query, model: str, filters: Filters, legs: Legs, walked: bool
    ) -> None:
        self._named, self._filters, self._legs = bool(query.people), filters, legs
        self.known = seen.known()
        self._params = to_sql(filters)[1] | _parameters(query, model) | {"known": self.known}
        self._walked = walked

    def told(self) -> Pending:
        return OWN.send(brought_sql(self._filters, self._legs), self._params)

    def near(self, vector: NDArray[np.float32], line: Line) -> Pending:
        self._params["vector"] = literal(vector)
        sql = near_sql(self._filters, walked=self._walked)
        return (line.walk if self._walked else line.send)(sql, self._params)

    def measured(self, ids: Sequence[str]) -> Pending:
        if not ids or "vector" not in self._params:
            return _nothing
        return OWN.send(MEASURED, self._params | {"ids": _array(ids)})

    def signals(self, ids: Sequence[str], lexemes: Sequence[str], line: Line) -> Pending:
        if not ids:
            return _nothing
        sql = signals_sql(self._filters, self._legs, named=self._named, lexemes=len(lexemes))
        return line.send(sql, self._params | {"ids": _array(ids), "lexemes": list(lexemes)})


def latest(filters: Filters, *, limit: int) -> list[Candidate]:
    """The newest memories that pass the filters, newest first. One statement."""
    allowed, params = to_sql(filters)
    sql = _LATEST.format(columns=columns_sql(filters), allowed=allowed)
    with connection.cursor() as cursor:
        cursor.execute(sql, params | {"team": current_team_id(), "limit": limit})
        return [Candidate(*row) for row in cursor.fetchall()]


def literal(vector: NDArray[np.float32]) -> str:
    """A vector as Postgres reads it, of the same direction: cosines do not ask for its length."""
    longest = float(np.abs(vector).max()) or 1.0
    parts = np.rint(vector * (_SCALE / longest)).astype(int)
    told = int(np.flatnonzero(parts)[-1]) + 1 if parts.any() else 1  # after them zeros alone
    return f"{str(parts[:told].tolist())[:-1]}{',0' * (len(parts) - told)}]"


def _cosines(rows: Rows) -> dict[str, float | None]:
    """By id, of ids and distances."""
    # Of a memory without words the distance is not a number, which is unlike itself.
    return {id_: 1 - distance if distance == distance else None for id_, distance in rows}


def _array(ids: Sequence[str]) -> str:
    """As Postgres reads it: a list of hundreds takes psycopg many times as long."""
    return f"{{{','.join(ids)}}}"


def _nothing() -> Rows:
    return []


def _parameters(query: Query, model: str) -> dict[str, Any]:
    return {
        "team": current_team_id(),
        "terms": " ".join(with_forms(query.terms)),
        "model": model,
        "people": [person.id for person in query.people],
        "passive": list(PASSIVE_ROLES),
        "told": PASSIVE_INVOLVEMENT,
        "shares": list(shares(query)),
        "span_start": query.span.start if query.span else None,
        "span_end": query.span.end if query.span else None,
        "limit": LEG_LIMIT,
        "vectors": LEG_LIMIT + SPARE_VECTORS,
        "threads": LEG_THREADS,
        "said": LEG_SAID,
        "few": FEW_ALLOWED,
        "rough": ROUGH,
    }
