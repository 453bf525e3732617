"""What a drawn graph is made of: nodes, the relations between them, and how these are read."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from momo.platform.tenancy.statements import rows_of
from retrieval.explaining.trace import holds_of
from retrieval.results import Holds
from retrieval.tuning import GRAPH_EDGES


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A memory, or something that memories name. `type` is a memory's kind or an entity's type;
    `importance` is 0..1, of an entity by how many of the memories drawn name it.

    `date` is when a memory was said. From `first_at` on there is something to draw: the memory
    holds, or a memory drawn names the entity. At `invalid_at` it was replaced or reversed. `hops`
    is how far it is from the node that was asked about, `score` how strongly it hangs on it.
    """

    id: UUID
    is_memory: bool
    type: str
    label: str
    importance: float
    summary: str = ""
    decision_type: str = ""
    holds: Holds | None = None
    date: datetime | None = None
    source: str = ""
    first_at: datetime | None = None
    invalid_at: datetime | None = None
    hops: int | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A relation. It is there as soon as both its ends are, at `first_at`."""

    source: UUID
    target: UUID
    kind: str
    role: str
    weight: float
    first_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """`left_out` counts the memories that pass the filters but found no room, of a neighborhood
    whatever else was reached."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    left_out: int


_NEVER = datetime.max.replace(tzinfo=UTC)

# A reversal is dated by the edit that made it; one that was read so never held.
MEMORY_COLUMNS = """m.id, m.kind, m.title, m.importance, m.summary, m.decision_type, m.status,
    m.superseded_by IS NOT NULL, m.source_date, m.source, m.valid_from,
    LEAST(m.invalid_at, CASE WHEN m.status = 'reversed' THEN (
        SELECT v.changed_at FROM decisions_memoryrevision v
        WHERE v.team_id = %(team)s AND v.memory_id = m.id
          AND v.changes->'status'->>1 = 'reversed'
        ORDER BY v.number DESC LIMIT 1) END)"""
COLUMNS = 12


def memory_node(
    id_: UUID, kind: str, title: str, importance: float, summary: str, decision_type: str,
    status: str, superseded: bool, date: datetime, source: str, first: datetime,
    invalid: datetime | None,
) -> GraphNode:  # fmt: skip
    """Of a row of MEMORY_COLUMNS."""
    holds = holds_of(status, superseded=superseded)
    return GraphNode(
        id_, True, kind, title, importance, summary, decision_type, holds, date, source, first,
        invalid,
    )  # fmt: skip


def joined(nodes: Iterable[GraphNode], ties: Sequence[GraphEdge]) -> Graph:
    """Nodes with the relations between them. Entities get their importance and first moment; a
    thread is called as the first of its memories, and left out where it ties none together."""
    found = {node.id: node for node in nodes}
    memories = {id_: node for id_, node in found.items() if node.is_memory}
    by: Counter[UUID] = Counter(
        dst for _, dst in {(tie.source, tie.target) for tie in ties} if dst not in memories
    )
    first: dict[UUID, GraphNode] = {}
    for tie in ties:
        said = memories.get(tie.source)
        if said and said.first_at and tie.target not in memories:
            first[tie.target] = min(said, first.get(tie.target, said), key=_first_at)
    drawn = {
        node.id: node if node.is_memory else _weighed(node, by, first.get(node.id))
        for node in found.values()
        if node.is_memory or node.type != "thread" or by[node.id] > 1 or node.hops == 0
    }
    edges = [_dated(tie, drawn) for tie in ties if tie.source in drawn and tie.target in drawn]
    return Graph(tuple(drawn.values()), tuple(edges[:GRAPH_EDGES]), 0)


def _first_at(memory: GraphNode) -> tuple[datetime, str]:
    return memory.first_at or _NEVER, str(memory.id)


def _weighed(node: GraphNode, by: Counter[UUID], first: GraphNode | None) -> GraphNode:
    most = max(by.values(), default=1)
    # By its own name a thread is known to its source alone.
    label = first.label if first and node.type == "thread" else node.label
    importance = math.log1p(by[node.id]) / math.log1p(most)
    first_at = first.first_at if first else None
    return replace(node, label=label, importance=importance, first_at=first_at)


def _dated(tie: GraphEdge, nodes: Mapping[UUID, GraphNode]) -> GraphEdge:
    ends = [at for id_ in (tie.source, tie.target) if (at := nodes[id_].first_at)]
    return replace(tie, first_at=max(ends, default=None))


_TIES = """
SELECT e.src, e.dst, e.kind, e.role, e.weight FROM decisions_edge e
WHERE e.team_id = %(team)s AND e.src = ANY(%(ids)s) AND e.dst = ANY(%(ids)s)
  AND e.visibility <> 'secret'
ORDER BY e.dst_entity_id IS NOT NULL, e.weight DESC, e.id
"""


def ties_between(ids: Collection[UUID]) -> list[GraphEdge]:
    """The relations that the principal sees, those between memories and the strongest first.

    One statement; call within `acting_as`.
    """
    return [GraphEdge(*row) for row in rows_of(_TIES, {"ids": list(ids)})]
