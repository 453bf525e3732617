"""Noting which old decisions lie near each: nearest-neighbor edges, made in the database.

Of a holder with few decisions all are compared, exactly; of one with many the team's own index is
walked, which every team of that size has where the scheduler may move it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from decisions.reindex import Holder
from lifecycle.compaction.eligible import ALONE, ALONE_OR_CENTER, parameters
from lifecycle.compaction.gently import gently_as
from lifecycle.compaction.tuning import (
    EXACT_AMONG_FEW,
    EXACT_UP_TO,
    FEW,
    NEAREST,
    SCANNED,
    SEARCHED,
    SIMILARITY,
    WALKED,
)
from lifecycle.partitions import table_of
from momo.platform.ai import EmbeddingProvider

_PRECISION = 1e-6  # of the cosine that a calibrated similarity is turned into

# What was noted stands until the decision changes, or the team is searched with another model. A
# list that may go on (`full`) is made anew with `again`, once others have been summed up.
_PENDING = f"""
SELECT m.id FROM decisions_memory m
LEFT JOIN lifecycle_neighbors n ON n.team_id = %(team)s AND n.memory_id = m.id
WHERE {ALONE} AND (n.memory_id IS NULL OR n.model <> %(model)s OR n.searched_at < m.updated_at
    OR (%(again)s AND n."full"))
ORDER BY m.id
"""  # noqa: S608  (constants)
_POOL = f"""
SELECT m.id FROM decisions_memory m WHERE {ALONE_OR_CENTER} LIMIT %(limit)s
"""  # noqa: S608  (constants)
_TEAM = """
SELECT to_regclass(%(own)s) IS NOT NULL, count(*)
FROM decisions_memory m WHERE m.team_id = %(team)s AND m.kind = 'decision'
"""

_NOTE = """
INSERT INTO lifecycle_neighbors (team_id, memory_id, model, visibility, owner_id, audience_id,
    ids, cosines, "full", searched_at)
SELECT %(team)s, m.id, %(model)s, m.visibility, m.owner_id, m.audience_id,
    COALESCE(near.ids, '{{}}'), COALESCE(near.cosines, '{{}}'), COALESCE(near.count, 0) >= %(most)s,
    m.updated_at
FROM decisions_memory m LEFT JOIN ({near}) near ON near.id = m.id
WHERE m.team_id = %(team)s AND m.id = ANY(%(ids)s)
ON CONFLICT (team_id, memory_id) DO UPDATE SET model = excluded.model,
    visibility = excluded.visibility, owner_id = excluded.owner_id,
    audience_id = excluded.audience_id, ids = excluded.ids, cosines = excluded.cosines,
    "full" = excluded."full", searched_at = excluded.searched_at
RETURNING ids
"""
_GATHERED = """
SELECT asked.id, array_agg(found.id ORDER BY found.distance, found.id) AS ids,
    array_agg(1 - found.distance ORDER BY found.distance, found.id) AS cosines, count(*) AS count
FROM asked CROSS JOIN LATERAL ({search}) found
WHERE found.id <> asked.id AND found.distance <= %(farthest)s GROUP BY asked.id
"""
_VECTOR = """v.team_id = %(team)s AND v.model = %(model)s AND v.chunk = 0"""
# In the order that they are given in, as what lies near what was just compared comes next.
_ASKED = f"""asked AS MATERIALIZED (
    SELECT v.memory_id AS id, v.embedding
    FROM unnest(%(ids)s::uuid[]) WITH ORDINALITY AS given (id, number)
    JOIN decisions_memoryembedding v ON {_VECTOR} AND v.memory_id = given.id
    ORDER BY given.number
)"""  # noqa: S608  (constants)
_EXACT = f"""
WITH pool AS MATERIALIZED (
    SELECT v.memory_id AS id, v.embedding FROM decisions_memoryembedding v
    WHERE {_VECTOR} AND v.memory_id = ANY(%(pool)s) AND v.visibility = %(held)s
), {_ASKED} {
    _GATHERED.format(
        search='''
    SELECT pool.id, pool.embedding <=> asked.embedding AS distance FROM pool
    ORDER BY 2, 1 LIMIT %(most)s + 1'''
    )
}"""  # noqa: S608  (constants)
# The subselect keeps the conditions where the index is walked: joined, a planner that knows little
# of the team would read all its memories first.
_INDEXED = f"""
WITH {_ASKED} {
    _GATHERED.format(
        search=f'''
    SELECT v.memory_id AS id, v.embedding <=> asked.embedding AS distance
    FROM decisions_memoryembedding v
    WHERE {_VECTOR} AND (SELECT {ALONE_OR_CENTER} FROM decisions_memory m
        WHERE m.team_id = %(team)s AND m.id = v.memory_id)
    ORDER BY v.embedding <=> asked.embedding LIMIT %(most)s + 1'''
    )
}"""  # noqa: S608
_INDEX_SETTINGS = f"""
SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.ef_search = {WALKED};
SET LOCAL hnsw.max_scan_tuples = {SCANNED};
"""


@dataclass(frozen=True, slots=True)
class _Search:
    """How what is near is found: a statement with its parameters, and settings for it."""

    sql: str
    given: dict[str, Any]
    settings: str = ""


def note(
    holder: Holder,
    model: EmbeddingProvider,
    now: datetime,
    *,
    again: bool,
    keep: Callable[[], None],
) -> Iterator[tuple[int, int]]:
    """Note the neighbors of what has none noted, a batch a transaction: (done, all there are).

    `keep` is called in each transaction; what it raises undoes the batch.
    """
    given = parameters(holder, now) | {
        "model": model.model, "again": again, "most": NEAREST, "farthest": 1 - least_cosine(model),
    }  # fmt: skip
    pending = _ids(holder, _PENDING, given)
    if not pending:
        return
    search = _search(holder, given)
    left, near, others = set(pending), dict[UUID, None](), iter(pending)
    while ids := _next(left, near, others):
        with gently_as(holder.scope):
            found = _noted(search, ids)
            keep()
        near |= dict.fromkeys(each for each in found if each in left)
        yield len(pending) - len(left), len(pending)


def _search(holder: Holder, given: dict[str, Any]) -> _Search:
    """What is compared with each is fixed here: who joins what is looked at again by who writes."""
    with gently_as(holder.scope), connection.cursor() as cursor:
        cursor.execute(_TEAM, given | {"own": table_of(holder.scope.team_id)})
        has_index, total = cursor.fetchone()
    pool = _ids(holder, _POOL, given | {"limit": EXACT_AMONG_FEW + 1 if has_index else None})
    if has_index and not is_compared_exactly(len(pool), total):
        return _Search(_NOTE.format(near=_INDEXED), given, _INDEX_SETTINGS)
    return _Search(_NOTE.format(near=_EXACT), given | {"pool": pool})


def _noted(search: _Search, ids: list[UUID]) -> list[UUID]:
    """Note what lies near each of these. Returns all that does."""
    with connection.cursor() as cursor:
        if search.settings:
            cursor.execute(search.settings)
        cursor.execute(search.sql, search.given | {"ids": ids})
        return [each for (found,) in cursor.fetchall() for each in found]


def _ids(holder: Holder, sql: str, given: dict[str, Any]) -> list[UUID]:
    with gently_as(holder.scope), connection.cursor() as cursor:
        # Of a whole team, of which the planner may think that it has hardly anything.
        cursor.execute("SET LOCAL enable_nestloop = off")
        cursor.execute(sql, given)
        return [row[0] for row in cursor.fetchall()]


def _next(left: set[UUID], near: dict[UUID, None], others: Iterator[UUID]) -> list[UUID]:
    """What is compared next, taken from what is `left`: first what lies `near` what was compared,
    the latest first, then one of the `others`.

    The walk through the index comes by the same pages then. In any other order each would come by
    others, and put out of memory what searches need.
    """
    ids = list[UUID]()
    while left and len(ids) < SEARCHED:
        each = near.popitem()[0] if near else next(others)
        if each in left:
            left.remove(each)
            ids.append(each)
    return ids


def is_compared_exactly(count: int, total: int) -> bool:
    """Whether to compare with each of `count` decisions rather than to walk the index of `total`.

    The index comes by those that are summed up, too, and goes on until it has found enough: where
    these are most of it, each search would come by thousands.
    """
    return count <= EXACT_UP_TO or (count <= EXACT_AMONG_FEW and count * FEW < total)


def least_cosine(model: EmbeddingProvider) -> float:
    """The cosine that two must have: SIMILARITY, or more where that alone means little."""
    low, high = -1.0, 1.0
    while high - low > _PRECISION:
        middle = (low + high) / 2
        low, high = (low, middle) if model.calibrate(middle) >= SIMILARITY else (middle, high)
    return max(high, SIMILARITY)
