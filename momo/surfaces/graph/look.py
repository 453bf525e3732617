"""How a graph looks: colors, shapes and sizes. Pure."""

from retrieval.graph.picture import GraphEdge, GraphNode

MIN_SIZE, SIZE_RANGE = 10, 20  # pixels: 10 + importance * 20; given
LABEL_CHARACTERS = 40  # given
OTHER = "#9E9E9E"  # gray; given
FADED = 0.4  # opacity of what does not hold any more

MEMORY_COLORS = {
    "decision": "#FF9800",
    "fact": "#4CAF50",  # given
    "preference": "#2196F3",  # given
    "action_item": "#9C27B0",
    "correction": "#E91E63",
    "summary": "#795548",
    "observation": OTHER,
}
ENTITY_COLORS = {
    "person": "#37474F",
    "organization": "#00838F",
    "project": "#C62828",
    "technology": "#283593",
    "location": "#558B2F",
    "event": "#AD1457",
    "concept": "#6A1B9A",
    "thread": "#B0BEC5",
}
_RELATIONS = {
    "INVOLVES": "involves",
    "MENTIONS": "mentions",
    "ABOUT": "is about",
    "RELATES_TO": "belongs to",
    "SAME_THREAD": "in the thread",
    "SUPERSEDES": "replaces",
    "INVALIDATES": "makes invalid",
    "SIMILAR": "similar",
    "COMPACTS": "sums up",
}


def color(node: GraphNode) -> str:
    return (MEMORY_COLORS if node.is_memory else ENTITY_COLORS).get(node.type, OTHER)


def size(node: GraphNode) -> float:
    return MIN_SIZE + node.importance * SIZE_RANGE


def shortened(label: str) -> str:
    return label if len(label) <= LABEL_CHARACTERS else label[: LABEL_CHARACTERS - 3] + "..."


def shape(node: GraphNode) -> str:
    if node.is_memory:
        return "dot"
    return "diamond" if node.type == "person" else "square"


def relation(edge: GraphEdge) -> str:
    """What an edge says, from its source on."""
    said = _RELATIONS.get(edge.kind, edge.kind.replace("_", " ").lower())
    if edge.kind == "SIMILAR":
        return f"{said} ({edge.weight:.2f})"
    return f"{said} ({edge.role.replace('_', ' ')})" if edge.role else said
