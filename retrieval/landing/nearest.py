"""The leg for meaning in SQL: what is nearest to a vector, obeying the filters before its limit.
Pure."""

from functools import lru_cache

from momo.platform.ai import EMBEDDING_DIMENSIONS
from retrieval.filters import Filters, to_sql
from retrieval.landing.legs import IDS_ASIDE, Legs, few_fail, one_line, set_aside
from retrieval.landing.signals import ASKED, columns_sql, packed, words_sql

# Memories nearest by the codes of their vectors whose vectors are read. Measured, of the exact ten:
# of 2,760 messages under the offline model .9993 (200: .998), of 5,000 made-up vectors 1.0.
ROUGH = 250

_ASIDE = f"aside AS MATERIALIZED ({IDS_ASIDE})"
_NOT_ASIDE = "e.memory_id NOT IN (SELECT id FROM aside)"
_IS_ALLOWED = "e.memory_id IN (SELECT id FROM allowed)"
# A memory may have several vectors: more are fetched than memories wanted. The codes are read from
# an index that holds nothing else, a tenth of what the vectors take; which of the nearest by their
# codes are nearest indeed, the vectors tell.
_ROUGH = """
rough AS MATERIALIZED (
    SELECT e.memory_id AS id FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s AND {among}
    ORDER BY e.code <~> (SELECT binary_quantize(vector)::bit({bits}) FROM asked) LIMIT %(rough)s
), nearest AS MATERIALIZED (
    SELECT e.memory_id AS id, e.embedding <=> (SELECT vector FROM asked) AS distance
    FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s
      AND e.memory_id = ANY(ARRAY(SELECT id FROM rough))
    ORDER BY 2 LIMIT %(vectors)s
)"""
_ALLOWED = """
allowed AS MATERIALIZED (SELECT m.id FROM decisions_memory m WHERE {allowed})"""
# Where a team's vectors have an index of their own.
_WALKED = """
nearest AS MATERIALIZED (
    SELECT e.memory_id AS id, e.embedding <=> (SELECT vector FROM asked) AS distance
    FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s AND {among}
    ORDER BY e.embedding <=> (SELECT vector FROM asked) LIMIT %(vectors)s
)"""
# Of a few memories all are ranked: walking an index until enough of them came by could take long.
# The index does not serve the sum.
_WALKED_ALLOWED = """
nearest AS MATERIALIZED (
    (SELECT e.memory_id AS id, e.embedding <=> (SELECT vector FROM asked) AS distance
     FROM decisions_memoryembedding e
     WHERE e.team_id = %(team)s AND e.model = %(model)s
       AND (e.memory_id IN (SELECT id FROM allowed)) IS TRUE
       AND (SELECT count(*) FROM allowed) > %(few)s
     ORDER BY e.embedding <=> (SELECT vector FROM asked) LIMIT %(vectors)s)
    UNION ALL
    (SELECT e.memory_id, (e.embedding <=> (SELECT vector FROM asked)) + 0
     FROM decisions_memoryembedding e
     WHERE e.team_id = %(team)s AND e.model = %(model)s
       AND e.memory_id = ANY(ARRAY(SELECT id FROM allowed
                                   WHERE (SELECT count(*) FROM allowed) <= %(few)s))
     ORDER BY 2 LIMIT %(vectors)s)
)"""
_NEAR = f"""
near AS MATERIALIZED (
    SELECT id, min(distance) AS distance FROM nearest
    GROUP BY id ORDER BY distance, id LIMIT %(limit)s
)
SELECT {{columns}}, (SELECT {packed("uuid_send(id)")} FROM near),
    (SELECT {packed("float8send(distance)")} FROM near)
FROM decisions_memory m CROSS JOIN words
WHERE m.team_id = %(team)s AND m.id = ANY(ARRAY(SELECT id FROM near)){{sealed}}
"""  # noqa: S608  (constants)


def near_sql(filters: Filters, legs: Legs, *, walked: bool, lexemes: int) -> str:
    """One row of what is nearest: as `columns_sql` has it, then the cosine distances. `walked` says
    whether an index leads to the nearest vectors."""
    made = _kept_sql if few_fail(filters) else _near_sql  # those filters have no values
    return made(filters, Legs(context=legs.context), walked, lexemes)


def _near_sql(filters: Filters, legs: Legs, walked: bool, lexemes: int) -> str:
    near = _NEAR.format(
        columns=columns_sql(filters, legs, lexemes=lexemes),
        # A secret has no vector: said once more of the few that are nearest, not of all there are.
        sealed="" if filters.include_secret else " AND m.visibility <> 'secret'",
    )
    return _sql(filters, walked, f", {words_sql(legs)}, {near}")


_kept_sql = lru_cache(maxsize=64)(_near_sql)


def nearest_sql(*, walked: bool) -> str:
    """The leg by itself, without filters: the ids of memories, nearest first."""
    return _sql(Filters(), walked, " SELECT id FROM nearest ORDER BY distance")


def _sql(filters: Filters, walked: bool, wanted: str) -> str:
    allowed, _ = to_sql(filters)
    few = few_fail(filters)
    values = {
        "allowed": allowed,
        "bits": EMBEDDING_DIMENSIONS,
        "conditions": set_aside(filters),
        "among": _NOT_ASIDE if few else _IS_ALLOWED,
    }
    parts = ", ".join((_ASIDE if few else _ALLOWED, ASKED, _nearest(few, walked)))
    return one_line(f"WITH {parts.format(**values)}{wanted}")


def _nearest(few: bool, walked: bool) -> str:
    if walked:
        return _WALKED if few else _WALKED_ALLOWED
    return _ROUGH
