"""Noting which old decisions lie near each: nearest-neighbor edges, made in the database.

Of a holder with few decisions all are compared, exactly; of one with many the team's own index is
walked, which every team of that size has where the scheduler may move it.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from uuid import UUID

import numpy as np
from django.db import connection

from decisions.reindex import Holder
from lifecycle.compaction.eligible import ALONE, ALONE_OR_CENTER, parameters
from lifecycle.compaction.gently import gently_as
from lifecycle.compaction.stars import Links, links
from lifecycle.compaction.tuning import (
    EXACT_AMONG_FEW,
    EXACT_UP_TO,
    FEW,
    NEAREST,
    SCANNED,
    SEARCHED,
    SIMILARITY,
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
_COUNT = f"""
SELECT count(*), to_regclass(%(own)s) IS NOT NULL, (
    SELECT count(*) FROM decisions_memory x WHERE x.team_id = %(team)s AND x.kind = 'decision')
FROM decisions_memory m WHERE {ALONE_OR_CENTER}
"""  # noqa: S608  (constants)

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
_ASKED = f"""asked AS MATERIALIZED (
    SELECT v.memory_id AS id, v.embedding FROM decisions_memoryembedding v
    WHERE {_VECTOR} AND v.memory_id = ANY(%(ids)s)
)"""  # noqa: S608  (constants)
_EXACT = f"""
WITH pool AS MATERIALIZED (
    SELECT m.id, v.embedding FROM decisions_memory m
    JOIN decisions_memoryembedding v ON {_VECTOR} AND v.memory_id = m.id
    WHERE {ALONE_OR_CENTER}
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
SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.ef_search = {2 * NEAREST};
SET LOCAL hnsw.max_scan_tuples = {SCANNED};
"""

_LINKS = f"""
SELECT n.memory_id, n.ids, n.cosines FROM lifecycle_neighbors n
JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = n.memory_id
WHERE n.team_id = %(team)s AND n.model = %(model)s AND cardinality(n.ids) > 0 AND {ALONE}
ORDER BY n.memory_id
"""  # noqa: S608  (constants)
_ROWS = 2_000  # lists that are read at once


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
    with gently_as(holder.scope), connection.cursor() as cursor:
        cursor.execute(_PENDING, given)
        pending = [row[0] for row in cursor.fetchall()]
        cursor.execute(_COUNT, given | {"own": table_of(holder.scope.team_id)})
        count, has_index, total = cursor.fetchone()
    exactly = not has_index or is_compared_exactly(count, total)
    sql = _NOTE.format(near=_EXACT if exactly else _INDEXED)
    left, near = dict.fromkeys(pending), list[UUID]()
    while left:
        ids = _next(left, near)
        with gently_as(holder.scope):
            with connection.cursor() as cursor:
                if not exactly:
                    cursor.execute(_INDEX_SETTINGS)
                cursor.execute(sql, given | {"ids": ids})
                near = [each for (found,) in cursor.fetchall() for each in found]
            keep()
        yield len(pending) - len(left), len(pending)


def _next(left: dict[UUID, None], near: Sequence[UUID]) -> list[UUID]:
    """What is compared next, taken from what is left: what lies near what was just compared.

    The walk through the index comes by the same pages then. In any other order each would come by
    others, and put out of memory what searches need.
    """
    ids = list(islice(dict.fromkeys(each for each in near if each in left), SEARCHED))
    ids += islice((each for each in left if each not in ids), SEARCHED - len(ids))
    for each in ids:
        del left[each]
    return ids


def is_compared_exactly(count: int, total: int) -> bool:
    """Whether to compare with each of `count` decisions rather than to walk the index of `total`.

    The index comes by those that are summed up, too, and goes on until it has found enough: where
    these are most of it, each search would come by thousands.
    """
    return count <= EXACT_UP_TO or (count <= EXACT_AMONG_FEW and count * FEW < total)


def read(holder: Holder, model: EmbeddingProvider, now: datetime) -> Links:
    """What was noted of the decisions that are not summed up yet, and of centers near them."""
    given = parameters(holder, now) | {"model": model.model}
    sources, targets, cosines = list[UUID](), list[list[UUID]](), list[list[float]]()
    with gently_as(holder.scope), connection.chunked_cursor() as cursor:
        cursor.execute(_LINKS, given)
        while rows := cursor.fetchmany(_ROWS):
            for source, near, values in rows:
                sources.append(source)
                targets.append(near)
                cosines.append(values)
    return _numbered(sources, targets, cosines)


def _numbered(
    sources: Sequence[UUID], targets: Sequence[Sequence[UUID]], cosines: Sequence[Sequence[float]]
) -> Links:
    ids = sorted({*sources, *(each for near in targets for each in near)})
    number = {each: at for at, each in enumerate(ids)}
    starts = np.repeat(
        np.array([number[each] for each in sources], dtype=np.int32), list(map(len, targets))
    )
    ends = np.array([number[each] for near in targets for each in near], dtype=np.int32)
    values = np.array([value for near in cosines for value in near], dtype=np.float32)
    return links(ids, starts, ends, values)


def least_cosine(model: EmbeddingProvider) -> float:
    """The cosine that two must have: SIMILARITY, or more where that alone means little."""
    low, high = -1.0, 1.0
    while high - low > _PRECISION:
        middle = (low + high) / 2
        low, high = (low, middle) if model.calibrate(middle) >= SIMILARITY else (middle, high)
    return max(high, SIMILARITY)
