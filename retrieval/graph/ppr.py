"""Personalized PageRank on a small neighborhood, and its blend with meaning. Pure."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import rustworkx

from retrieval.tuning import DAMPING, ITERATIONS, STRUCTURE_SHARE

Link = tuple[UUID, UUID, float]  # two nodes and how strongly they hang together, over 0

# What a step may still move in all. The power method is always there after ITERATIONS steps: each
# leaves DAMPING of what the one before moved, and the first moves 2 at most.
STILL = 2 * DAMPING ** (ITERATIONS - 1)


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
    graph: rustworkx.PyDiGraph[int, float] = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(len(nodes)))
    for a, b, weight in links:
        graph.add_edge(place[a], place[b], weight)
        graph.add_edge(place[b], place[a], weight)
    start = {place[node]: weight for node, weight in restart.items() if weight > 0}
    rank = rustworkx.pagerank(
        graph, alpha=DAMPING, weight_fn=float, personalization=start, dangling=start,
        max_iter=ITERATIONS, tol=STILL / len(nodes),
    )  # fmt: skip
    return {node: rank[index] for node, index in place.items()}


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
