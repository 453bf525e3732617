"""A team's graph to look at: its weightiest memories, what they name, and how they relate."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id
from retrieval.explaining.trace import holds_of
from retrieval.filters import Filters, to_sql
from retrieval.results import Holds
from retrieval.tuning import GRAPH_EDGES, GRAPH_ENTITIES, GRAPH_MEMORIES

DRAWN = Filters(
    kinds=("decision", "fact", "preference", "action_item", "correction", "summary"),
    include_reversed=True,
)


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A memory, or something that memories name. `type` is a memory's kind or an entity's type;
    `importance` is 0..1, of an entity by how many of the memories name it."""

    id: UUID
    is_memory: bool
    type: str
    label: str
    importance: float
    summary: str = ""
    decision_type: str = ""
    holds: Holds | None = None
    date: datetime | None = None


@dataclass(frozen=True, slots=True)
class GraphEdge:
    source: UUID
    target: UUID
    kind: str
    role: str
    weight: float


@dataclass(frozen=True, slots=True)
class Graph:
    """`left_out` counts the memories that pass the filters but found no room."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    left_out: int


_MEMORIES = """
SELECT m.id, m.kind, m.title, m.importance, m.summary, m.decision_type, m.status,
    m.superseded_by IS NOT NULL, m.source_date, count(*) OVER ()
FROM decisions_memory m WHERE {allowed}
ORDER BY m.importance DESC, m.source_date DESC, m.id LIMIT %(limit)s
"""
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
    params |= {"team": current_team_id(), "limit": limit}
    rows = _rows(_MEMORIES.format(allowed=allowed), params)
    memories = [_memory(*row[:9]) for row in rows]
    left_out = rows[0][9] - len(rows) if rows else 0
    ids = [node.id for node in memories]
    edges = _rows(_EDGES, {"team": current_team_id(), "ids": ids})
    entities = _entities(edges)
    nodes = {node.id: node for node in (*memories, *entities)}
    drawn = [GraphEdge(*edge[:5]) for edge in edges if edge[1] in nodes]
    return Graph(tuple(nodes.values()), tuple(drawn[:GRAPH_EDGES]), left_out)


def _memory(
    id_: UUID, kind: str, title: str, importance: float, summary: str, decision_type: str,
    status: str, superseded: bool, date: datetime,
) -> GraphNode:  # fmt: skip
    holds = holds_of(status, superseded=superseded)
    return GraphNode(id_, True, kind, title, importance, summary, decision_type, holds, date)


def _entities(edges: list[tuple[Any, ...]]) -> list[GraphNode]:
    """What most memories name. A thread is left out unless it ties memories together."""
    named = {edge[5]: (edge[6], edge[7]) for edge in edges if edge[5]}
    by = Counter(id_ for _, id_ in {(edge[0], edge[5]) for edge in edges if edge[5]})
    telling = [(id_, count) for id_, count in by.items() if count > 1 or named[id_][0] != "thread"]
    telling.sort(key=lambda each: (-each[1], named[each[0]][1], str(each[0])))
    most = max(by.values(), default=1)
    return [
        GraphNode(id_, False, *named[id_], math.log1p(count) / math.log1p(most))
        for id_, count in telling[:GRAPH_ENTITIES]
    ]


def _rows(sql: str, params: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()  # type: ignore[no-any-return]
