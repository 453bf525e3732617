"""Land: cast a wide net. One statement with a leg for meaning, one for words, one for people.

Each leg obeys the filters before its limit. Which memories exist at all for the principal is
decided by row-level security alone. Under it Postgres does not use the full-text index (a match
operator may leak what it sees, so the policy is checked first); the team's own rows are scanned.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from pgvector import HalfVector

from momo.platform.tenancy.context import current_team_id
from retrieval.filters import Filters, superseded_sql, to_sql
from retrieval.query import Query
from retrieval.tuning import CONTEXT_WEIGHTS, LEG_LIMIT, PASSIVE_INVOLVEMENT, PASSIVE_ROLES


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that a leg brought, with what it is ranked by.

    `cosine` is None without an embedding under the model; `strengths` says of each of the query's
    lexemes how much of it is in the text and around it, from 0 to 1 (SAID_ITSELF and more where the
    text itself has it); `involvement` is summed over the named people: 1 for who said it, less
    for who was told.
    """

    id: UUID
    kind: str
    status: str
    source_date: datetime
    source_item_id: UUID | None
    title: str
    summary: str
    superseded: bool
    cosine: float | None = None
    strengths: tuple[float, ...] = ()
    involvement: float = 0.0


# `words` turns the terms into lexemes just as the index was made, and never fails on odd input.
# A score of one leg is computed for what the others brought, too: every signal of each candidate.
_LAND = """
WITH words AS MATERIALIZED (
    SELECT array_agg(quote_literal(lexeme)::tsquery) AS each,
           string_agg(quote_literal(lexeme), ' | ')::tsquery AS any
    FROM unnest(to_tsvector('english', %(terms)s))
), involved AS MATERIALIZED (
    SELECT e.src_memory_id AS id,
        sum(CASE WHEN e.role = ANY(%(passive)s) THEN %(told)s ELSE 1 END) AS involvement
    FROM decisions_edge e
    WHERE e.team_id = %(team)s AND e.dst = ANY(%(people)s) AND e.kind = 'INVOLVES'
    GROUP BY e.src_memory_id
), near AS (
    SELECT e.memory_id AS id FROM decisions_memoryembedding e
    JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = e.memory_id
    WHERE e.team_id = %(team)s AND e.model = %(model)s AND {allowed}
    GROUP BY e.memory_id ORDER BY min(e.embedding <=> %(vector)s::halfvec), e.memory_id
    LIMIT %(limit)s
), worded AS (
    SELECT m.id FROM decisions_memory m, words
    WHERE {searched} @@ words.any AND {allowed}
    ORDER BY ts_rank(%(weights)s::real[], {searched}, words.any) DESC, m.id
    LIMIT %(limit)s
), involving AS (
    SELECT m.id FROM decisions_memory m
    WHERE m.id IN (SELECT id FROM involved)
      AND {allowed}
    ORDER BY m.source_date DESC, m.id LIMIT %(limit)s
), landed AS (
    SELECT id FROM near UNION SELECT id FROM worded UNION SELECT id FROM involving
)
SELECT m.id, m.kind, m.status, m.source_date, m.source_item_id, m.title, m.summary,
    {superseded},
    (SELECT 1 - min(e.embedding <=> %(vector)s::halfvec) FROM decisions_memoryembedding e
     WHERE e.team_id = %(team)s AND e.memory_id = m.id AND e.model = %(model)s),
    ARRAY(SELECT ts_rank(%(weights)s::real[], {searched}, w.lexeme)
          FROM unnest(words.each) WITH ORDINALITY w(lexeme, place) ORDER BY w.place),
    COALESCE(involved.involvement, 0)
FROM landed JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = landed.id
LEFT JOIN involved ON involved.id = m.id CROSS JOIN words
"""

_LATEST = """
SELECT m.id, m.kind, m.status, m.source_date, m.source_item_id, m.title, m.summary, {superseded}
FROM decisions_memory m WHERE {allowed}
ORDER BY m.source_date DESC, m.id DESC LIMIT %(limit)s
"""

_INDEXED = "m.search"
# A secret is in no index. Its owner, asking for secrets, searches those few rows as they are.
_INDEXED_OR_NOT = "COALESCE(m.search, to_tsvector('english', m.title || ' ' || m.summary))"


def land(
    query: Query, vector: NDArray[np.float32] | None, *, model: str, filters: Filters
) -> list[Candidate]:
    """Up to LEG_LIMIT memories a leg, in no order. One statement; call within `acting_as`.

    `vector` has shape (EMBEDDING_DIMENSIONS,); without one the leg for meaning is left out.
    """
    allowed, params = to_sql(filters)
    sql = _LAND.format(
        allowed=allowed,
        superseded=superseded_sql(filters),
        searched=_INDEXED_OR_NOT if filters.include_secret else _INDEXED,
    )
    rows = _rows(sql, params | _parameters(query, vector, model))
    return [_candidate(*row) for row in rows]


def latest(filters: Filters, *, limit: int) -> list[Candidate]:
    """The newest memories that pass the filters, newest first. One statement."""
    allowed, params = to_sql(filters)
    sql = _LATEST.format(allowed=allowed, superseded=superseded_sql(filters))
    rows = _rows(sql, params | {"team": current_team_id(), "limit": limit})
    return [Candidate(*row) for row in rows]


def _candidate(*row: Any) -> Candidate:
    cosine, strengths, involvement = row[8:]
    found = Candidate(*row[:8])
    return replace(
        found,
        # Of a memory without words the cosine is not a number.
        cosine=None if cosine is None or np.isnan(cosine) else cosine,
        strengths=tuple(strengths),
        involvement=float(involvement),
    )


def _parameters(query: Query, vector: NDArray[np.float32] | None, model: str) -> dict[str, Any]:
    return {
        "team": current_team_id(),
        "terms": " ".join(query.terms),
        "model": model,
        "vector": None if vector is None else HalfVector(vector).to_text(),
        "people": [person.id for person in query.people],
        "passive": list(PASSIVE_ROLES),
        "told": PASSIVE_INVOLVEMENT,
        "limit": LEG_LIMIT,
        "weights": list(CONTEXT_WEIGHTS),
    }


def _rows(sql: str, params: dict[str, Any]) -> Sequence[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()  # type: ignore[no-any-return]
