"""A team's graph to look at: its weightiest memories, what they name, and how they relate."""

from collections import Counter
from typing import Any
from uuid import UUID

from momo.platform.tenancy.statements import rows_of
from retrieval.filters import Filters, to_sql
from retrieval.graph.nodes import (
    COLUMNS,
    MEMORY_COLUMNS,
    Graph,
    GraphEdge,
    GraphNode,
    joined,
    memory_node,
)
from retrieval.tuning import GRAPH_ENTITIES, GRAPH_MEMORIES

DRAWN = Filters(
    kinds=("decision", "fact", "preference", "action_item", "correction", "summary"),
    include_reversed=True,
)

_MEMORIES = f"""
SELECT {MEMORY_COLUMNS}, count(*) OVER ()
FROM decisions_memory m WHERE {{allowed}}
ORDER BY m.importance DESC, m.source_date DESC, m.id LIMIT %(limit)s
"""  # noqa: S608  (constants)
_EDGES = """
SELECT e.src, e.dst, e.kind, e.role, e.weight, e.dst_entity_id, n.type, n.name
FROM decisions_edge e
LEFT JOIN decisions_entity n ON n.team_id = %(team)s AND n.id = e.dst_entity_id
WHERE e.team_id = %(team)s AND e.src = ANY(%(ids)s) AND e.visibility <> 'secret'
  AND (n.id IS NOT NULL OR e.dst_memory_id = ANY(%(ids)s))
ORDER BY e.dst_entity_id IS NOT NULL, e.weight DESC, e.id
"""


def graph(*, limit: int = GRAPH_MEMORIES, filters: Filters = DRAWN) -> Graph:
    """At most `limit` memories that pass the filters, the most important and newest first, and
    the GRAPH_ENTITIES things that most of them name. Two statements; call within `acting_as`.
    """
    allowed, params = to_sql(filters)
    params |= {"limit": limit}
    rows = rows_of(_MEMORIES.format(allowed=allowed), params)
    memories = [memory_node(*row[:COLUMNS]) for row in rows]
    left_out = rows[0][COLUMNS] - len(rows) if rows else 0
    ids = [node.id for node in memories]
    edges = rows_of(_EDGES, {"ids": ids})
    found = joined([*memories, *_entities(edges)], [GraphEdge(*edge[:5]) for edge in edges])
    return Graph(found.nodes, found.edges, left_out)


def _entities(edges: list[tuple[Any, ...]]) -> list[GraphNode]:
    """What most memories name. A thread is left out unless it ties memories together."""
    named: dict[UUID, tuple[str, str]] = {edge[5]: (edge[6], edge[7]) for edge in edges if edge[5]}
    by = Counter(id_ for _, id_ in {(edge[0], edge[5]) for edge in edges if edge[5]})
    telling = [(id_, count) for id_, count in by.items() if count > 1 or named[id_][0] != "thread"]
    telling.sort(key=lambda each: (-each[1], named[each[0]][1], str(each[0])))
    return [GraphNode(id_, False, *named[id_], 0.0) for id_, _ in telling[:GRAPH_ENTITIES]]
