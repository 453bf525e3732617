"""The leg for meaning in SQL: what is nearest to a vector, obeying the filters before its limit.
Pure."""

from collections.abc import Iterator
from functools import lru_cache

from momo.platform.ai import EMBEDDING_DIMENSIONS
from retrieval.filters import Filters, to_sql
from retrieval.landing.legs import ASIDE, few_fail, left_out, one_line

_ASKED = "asked AS MATERIALIZED (SELECT %(vector)s::halfvec AS vector)"
# A memory may have several vectors: more are fetched than memories wanted. The codes are read from
# an index that holds nothing else, a tenth of what the vectors take; which of the nearest by their
# codes are nearest indeed, the vectors tell.
_ROUGH = """
rough AS MATERIALIZED (
    SELECT e.memory_id AS id FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s AND {among}{sealed}
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
    WHERE e.team_id = %(team)s AND e.model = %(model)s AND {among}{sealed}
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
_NEAR = """
SELECT id::text, min(distance) FROM nearest GROUP BY id ORDER BY min(distance), id LIMIT %(limit)s
"""
# Of what the other legs brought: every signal of each candidate counts.
MEASURED = one_line("""
WITH asked AS MATERIALIZED (SELECT %(vector)s::halfvec AS vector)
SELECT e.memory_id::text, min(e.embedding <=> (SELECT vector FROM asked))
FROM decisions_memoryembedding e
WHERE e.team_id = %(team)s AND e.model = %(model)s AND e.memory_id = ANY(%(ids)s::uuid[])
GROUP BY e.memory_id
""")


def near_sql(filters: Filters, *, walked: bool) -> str:
    """Memories and their cosine distances, nearest first; `walked` says whether an index leads to
    the nearest vectors."""
    made = _kept_sql if few_fail(filters) else _sql  # those filters have no values
    return made(filters, walked, _NEAR)


def nearest_sql(*, walked: bool) -> str:
    """The leg by itself, without filters: the ids of memories, nearest first."""
    return _sql(Filters(), walked, "SELECT id FROM nearest ORDER BY distance")


def _sql(filters: Filters, walked: bool, wanted: str) -> str:
    allowed, _ = to_sql(filters)
    values = {"allowed": allowed, "bits": EMBEDDING_DIMENSIONS, **left_out(filters)}
    parts = ", ".join((ASIDE, _ASKED, *_nearest(few_fail(filters), walked)))
    return one_line(f"WITH {parts} {wanted}".format(**values))


_kept_sql = lru_cache(maxsize=64)(_sql)


def _nearest(few: bool, walked: bool) -> Iterator[str]:
    if not few:
        yield _ALLOWED
    if walked:
        yield _WALKED if few else _WALKED_ALLOWED
    else:
        yield _ROUGH
