"""Land: cast a wide net. One statement with a leg for meaning, one for words, one for people.

Which memories exist at all for the principal is decided by row-level security alone.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.prepared import prepared_cursor
from retrieval.filters import Filters, to_sql
from retrieval.landing.legs import ALL_LEGS, Legs, columns_sql, landing_sql
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
# So that an index brings as many as are asked for, whatever part of them is left out, and nearest
# first. For the recall of the leg see lifecycle.tuning.
_SETTINGS = """
SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.ef_search = 400;
SET LOCAL hnsw.max_scan_tuples = 100000;
"""
_SIGNALS_AT = 15  # what comes after COLUMNS
_SCALE = 30_000  # a vector's parts as whole numbers: shorter to send, and as exact as its halves


@dataclass(slots=True)  # not frozen: of hundreds a search, each would take three times as long
class Candidate:
    """A memory that a leg brought, with what it is ranked by.

    `word_count` to `gives_reason` say how it is worded (see decisions.wording), `decision_type` is
    empty for an observation. `cosine` is None without an embedding under the model; `strengths`
    says of each of the query's lexemes how much of it is in the text and around it, from 0 to 1
    (SAID_ITSELF and more where the text itself has it); `involvement` is summed over the named
    people: 1 for who said it, less for who was told.
    """

    id: UUID
    kind: str
    status: str
    source_date: datetime
    source_item_id: UUID | None
    title: str
    summary: str
    superseded: bool
    word_count: int = 0
    first_person_count: int = 0
    name_count: int = 0
    tells_time: bool = False
    is_question: bool = False
    gives_reason: bool = False
    decision_type: str = ""
    successor: UUID | None = None
    cosine: float | None = None
    strengths: tuple[float, ...] = ()
    involvement: float = 0.0


@dataclass(frozen=True, slots=True)
class Landed:
    """What the legs brought, in no order, and the query's lexemes, in the order of `strengths`.

    `frequencies` says in how many memories each lexeme is, of `indexed` ones: of those that the
    principal sees, whether or not they pass the filters; a decision's message speaks for it.
    """

    candidates: list[Candidate]
    lexemes: tuple[str, ...] = ()
    frequencies: tuple[int, ...] = ()
    indexed: int = 0


_LATEST = """
SELECT {columns} FROM decisions_memory m WHERE {allowed}
ORDER BY m.source_date DESC, m.id DESC LIMIT %(limit)s
"""


def land(
    query: Query,
    vector: NDArray[np.float32] | None,
    *,
    model: str,
    filters: Filters,
    legs: Legs = ALL_LEGS,
    walked: bool = False,
) -> Landed:
    """Up to LEG_LIMIT memories a leg. One round trip; call within `acting_as`.

    `vector` has shape (EMBEDDING_DIMENSIONS,); without one the leg for meaning is left out. A leg
    that is off reads nothing: there are no cosines without `vector` and no strengths without
    `words`.
    """
    named = bool(query.people)
    legs = replace(
        legs,
        vector=legs.vector and vector is not None,
        words=legs.words and bool(query.terms),
        people=legs.people and named,
        times=legs.times and query.span is not None,
    )
    _, params = to_sql(filters)
    params |= _parameters(query, model)
    if legs.vector and vector is not None:
        params["vector"] = literal(vector)
    terms = len(query.terms) if legs.words else 0
    sql = landing_sql(filters, legs, named=named, terms=terms, walked=walked)
    # A plan that serves all teams could not know of one team's index.
    rows = _rows(_SETTINGS + sql, params) if walked else _read(sql, params)
    if not rows:
        return Landed([])
    lexemes, frequencies, indexed = json.loads(rows[0][-1])
    lexemes = tuple(lexemes or ())
    return Landed(_candidates(rows, len(lexemes)), lexemes, tuple(frequencies), indexed)


def latest(filters: Filters, *, limit: int) -> list[Candidate]:
    """The newest memories that pass the filters, newest first. One statement."""
    allowed, params = to_sql(filters)
    sql = _LATEST.format(columns=columns_sql(filters), allowed=allowed)
    rows = _rows(sql, params | {"team": current_team_id(), "limit": limit})
    return [candidate_of(row) for row in rows]


def candidate_of(row: Sequence[Any], *signals: Any) -> Candidate:
    """From COLUMNS, and from what it is ranked by: cosine, strengths, involvement."""
    at, successor = datetime.fromtimestamp(row[3], UTC), row[7]
    rest = (successor is not None, *row[8:], successor, *signals)
    return Candidate(row[0], row[1], row[2], at, row[4], row[5], row[6], *rest)


def literal(vector: NDArray[np.float32]) -> str:
    """A vector as Postgres reads it, of the same direction: cosines do not ask for its length."""
    longest = float(np.abs(vector).max()) or 1.0
    parts = np.trim_zeros(np.rint(vector * (_SCALE / longest)).astype(int), "b").tolist()
    return f"[{','.join([*map(str, parts), *('0',) * (len(vector) - len(parts))])}]"


def _candidates(rows: Sequence[Sequence[Any]], lexemes: int) -> list[Candidate]:
    candidates = []
    for row in rows:
        distance, involvement, *strengths, further, _ = row[_SIGNALS_AT:]
        # Of a memory without words the distance is not a number, which is unlike itself.
        cosine = 1 - distance if distance is not None and distance == distance else None
        every = (*strengths, *(further or ()))[:lexemes]
        candidates.append(candidate_of(row[:_SIGNALS_AT], cosine, every, involvement or 0.0))
    return candidates


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


def _read(sql: str, params: dict[str, Any]) -> Sequence[tuple[Any, ...]]:
    with prepared_cursor(binary=True) as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()  # type: ignore[no-any-return]


def _rows(sql: str, params: dict[str, Any]) -> Sequence[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)  # the settings travel with it
        while cursor.description is None:
            cursor.nextset()
        return cursor.fetchall()  # type: ignore[no-any-return]
