"""Personalized PageRank on a small neighborhood, and its blend with meaning. Pure.

The power method in numpy: one pass over the edges an iteration, so 25 of them take about a
millisecond for thousands of edges. Graph libraries stop at a tolerance and fail where it is not
met; a fixed number of iterations is what is asked for here.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from retrieval.graph_tuning import DAMPING, ITERATIONS, STRUCTURE_SHARE

Floats = NDArray[np.float64]
Link = tuple[UUID, UUID, float]  # two nodes and how strongly they hang together, over 0


def personalized_pagerank(
    links: Sequence[Link], restart: Mapping[UUID, float]
) -> dict[UUID, float]:
    """The share of a random walk's time at each node, which sum to 1; empty without a start.

    The walk follows links either way, in proportion to their weight, and with a chance of
    1 - DAMPING, or where it cannot go on, starts again at a node of `restart`, in proportion to
    its weight (over 0).
    """
    if not any(weight > 0 for weight in restart.values()):
        return {}
    nodes = list(dict.fromkeys([*restart, *(end for a, b, _ in links for end in (a, b))]))
    place = {node: index for index, node in enumerate(nodes)}
    start = np.zeros(len(nodes))
    for node, weight in restart.items():
        start[place[node]] = max(0.0, weight)
    start /= start.sum()
    rank = _walk(
        np.array([place[a] for a, _, _ in links], dtype=np.intp),
        np.array([place[b] for _, b, _ in links], dtype=np.intp),
        np.array([weight for _, _, weight in links], dtype=np.float64),
        start,
    )
    return dict(zip(nodes, rank.tolist(), strict=True))


def _walk(here: NDArray[np.intp], there: NDArray[np.intp], weight: Floats, start: Floats) -> Floats:
    """`here`, `there` and `weight` have shape (links,), `start` and the result (nodes,)."""
    size = len(start)
    source, target = np.concatenate([here, there]), np.concatenate([there, here])
    weights = np.concatenate([weight, weight])
    leaving = np.bincount(source, weights, size)
    chance = weights / leaving[source]
    stuck = leaving == 0
    rank = start
    for _ in range(ITERATIONS):
        arriving = np.bincount(target, chance * rank[source], size)
        rank = DAMPING * (arriving + rank[stuck].sum() * start) + (1 - DAMPING) * start
    return rank


def blend(rank: Mapping[UUID, float], similarity: Mapping[UUID, float]) -> dict[UUID, float]:
    """Half structure, half meaning, in 0..1, of the nodes of `similarity` (0..1).

    Ranks are shares of 1 and so shrink as a neighborhood grows: they are taken relative to the
    best one.
    """
    best = max((rank.get(node, 0.0) for node in similarity), default=0.0) or 1.0
    return {
        node: STRUCTURE_SHARE * rank.get(node, 0.0) / best + (1 - STRUCTURE_SHARE) * meaning
        for node, meaning in similarity.items()
    }
