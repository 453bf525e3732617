"""What hangs on one node: its relations, and the relations of the strongest of those."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from decisions.models import Memory
from momo.platform.tenancy.statements import rows_of
from retrieval.filters import to_sql
from retrieval.graph.nodes import (
    MEMORY_COLUMNS,
    Graph,
    GraphNode,
    joined,
    memory_node,
    ties_between,
)
from retrieval.graph.picture import DRAWN
from retrieval.tuning import HOP_DECAY, NEIGHBOR_FAN_OUT, NEIGHBORS, PASSIVE_ROLES

# An id may be that of a name, or of what is only its holder's word for another entity.
_ROOT = """
    SELECT COALESCE(
        (SELECT m.id FROM decisions_memory m
         WHERE m.team_id = %(team)s AND m.id = %(id)s AND m.visibility <> 'secret'),
        (SELECT COALESCE(n.merged_into, n.id) FROM decisions_entity n
         WHERE n.team_id = %(team)s AND n.id = COALESCE(
            (SELECT x.entity_id FROM decisions_entityname x
             WHERE x.team_id = %(team)s AND x.id = %(id)s), %(id)s))
    ) AS node
"""
# The relations of `w.node` either way, as far as what is at their other end may be drawn.
_TIES = """
    SELECT e.dst AS node, e.weight, e.role FROM decisions_edge e
    WHERE e.team_id = %(team)s AND e.src = w.node AND e.dst_item_id IS NULL
      AND e.visibility <> 'secret'
      AND (e.dst_entity_id IS NOT NULL OR EXISTS (
        SELECT FROM decisions_memory m WHERE m.id = e.dst_memory_id AND {allowed}))
    UNION ALL
    SELECT e.src, e.weight, e.role FROM decisions_edge e
    WHERE e.team_id = %(team)s AND e.dst = w.node AND e.visibility <> 'secret'
      AND (e.src_entity_id IS NOT NULL OR EXISTS (
        SELECT FROM decisions_memory m WHERE m.id = e.src_memory_id AND {allowed}))
"""
# All of the first relations are counted; from each of the best of them a few more are followed, so
# that a hub among them costs no more than any other node. A score falls by each relation's weight,
# so whatever leads to a node is stronger than the node, and drawn with it.
_NEIGHBORHOOD = f"""
WITH root AS ({_ROOT}),
near AS (
    SELECT tie.node, max(%(decay)s * tie.weight) AS score,
        bool_and(tie.role = ANY(%(passive)s)) AS passive
    FROM root w CROSS JOIN LATERAL ({_TIES}) tie
    WHERE tie.node <> w.node GROUP BY tie.node
), best AS (
    SELECT near.node, near.score FROM near
    LEFT JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = near.node
    ORDER BY near.score DESC, near.passive, m.importance DESC NULLS FIRST, near.node
    LIMIT CASE WHEN %(hops)s > 1 THEN %(limit)s ELSE 0 END
), reached AS (
    SELECT root.node, 1::float8 AS score, false AS passive, 0 AS hops FROM root
    UNION ALL
    SELECT near.node, near.score, near.passive, 1 FROM near
    UNION ALL
    SELECT tie.node, max(w.score * %(decay)s * tie.weight),
        bool_and(tie.role = ANY(%(passive)s)), 2
    FROM best w CROSS JOIN LATERAL (
        SELECT * FROM ({_TIES}) relation ORDER BY weight DESC, node LIMIT %(fan_out)s) tie
    WHERE NOT EXISTS (SELECT FROM near WHERE near.node = tie.node)
      AND NOT EXISTS (SELECT FROM root WHERE root.node = tie.node)
    GROUP BY tie.node
)
SELECT r.node, r.hops, r.score, count(*) OVER () - 1, n.type, n.name, {MEMORY_COLUMNS}
FROM reached r
LEFT JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = r.node
LEFT JOIN decisions_entity n ON n.team_id = %(team)s AND n.id = r.node
WHERE m.id IS NOT NULL OR n.id IS NOT NULL
ORDER BY r.score DESC, r.hops, r.passive, m.importance DESC NULLS FIRST, m.source_date DESC, r.node
LIMIT %(limit)s + 1
"""  # noqa: S608  (constants)


def neighborhood(node_id: UUID, *, hops: int = 1, limit: int = NEIGHBORS) -> Graph:
    """A memory or an entity, and at most `limit` nodes up to `hops` (1 or 2) away, the strongest
    first. What is private to another is neither a node nor on the way to one, nor counted.

    Two statements; call within `acting_as`. Raises Memory.DoesNotExist.
    """
    allowed, params = to_sql(DRAWN)
    params |= {
        "id": node_id, "hops": hops, "limit": limit,
        "decay": HOP_DECAY, "fan_out": NEIGHBOR_FAN_OUT, "passive": list(PASSIVE_ROLES),
    }  # fmt: skip
    rows = rows_of(_NEIGHBORHOOD.format(allowed=allowed), params)
    nodes = [_node(*row) for row in rows]
    # An entity is there by what names it: one that the reader sees nothing of is not.
    if not nodes or not (nodes[0].is_memory or len(nodes) > 1):
        raise Memory.DoesNotExist
    found = joined(nodes, ties_between([node.id for node in nodes]))
    return Graph(found.nodes, found.edges, left_out=rows[0][3] - (len(rows) - 1))


def _node(
    id_: UUID, hops: int, score: float, _: int, type_: str | None, name: str, *memory: Any
) -> GraphNode:
    node = GraphNode(id_, False, type_, name, 0.0) if type_ else memory_node(*memory)
    return replace(node, hops=hops, score=score)
