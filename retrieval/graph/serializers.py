"""What the graph's endpoints take and give."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from decisions.extraction.contract import DecisionType, EntityType
from decisions.models import Kind
from momo.platform.rest.serializers import StrictSerializer
from retrieval.filters import Filters
from retrieval.graph.picture import DRAWN
from retrieval.results import Holds
from retrieval.tuning import (
    GRAPH_MEMORIES,
    MAX_GRAPH_MEMORIES,
    MAX_NEIGHBORS,
    MAX_NODES_FOUND,
    MAX_RELATED,
    NEIGHBORS,
    NODES_FOUND,
    QUERY_CHARACTERS,
    RELATED,
)

HOLDS = [h.value for h in Holds]
NODE_TYPES = sorted({*Kind.values, *(type_.value for type_ in EntityType)})
MANY, NAME_MAX = 50, 300  # values of one parameter, characters of a name

_JANE = "0199f2a4-5b1c-7d3e-8f60-1a2b3c4d5e6f"
_POSTGRES = "0199f2a4-6c2d-7e4f-9a71-2b3c4d5e6f70"
_NODES = [
    {
        "id": _POSTGRES, "is_memory": True, "type": "decision", "label": "Chose Postgres",
        "importance": 0.8, "summary": "The team knows it, and one database is enough.",
        "decision_type": "selection", "holds": "holds", "date": "2026-03-02T09:30:00Z",
        "source": "slack", "first_at": "2026-03-02T09:30:00Z", "invalid_at": None,
        "hops": None, "score": None,
    },
    {
        "id": _JANE, "is_memory": False, "type": "person", "label": "Jane Doe", "importance": 1.0,
        "summary": "", "decision_type": "", "holds": None, "date": None, "source": "",
        "first_at": "2026-03-02T09:30:00Z", "invalid_at": None, "hops": None, "score": None,
    },
]  # fmt: skip
_EDGE = {
    "source": _POSTGRES, "target": _JANE, "kind": "INVOLVES", "role": "decider", "weight": 1.0,
    "first_at": "2026-03-02T09:30:00Z",
}  # fmt: skip


class RelatedQuery(StrictSerializer):
    limit = serializers.IntegerField(min_value=1, max_value=MAX_RELATED, default=RELATED)


@extend_schema_serializer(examples=[OpenApiExample("A similar decision", response_only=True, value={
    "results": [{
        "id": _POSTGRES, "kind": "decision", "title": "Chose Postgres", "summary": "",
        "source": "slack", "source_date": "2026-03-02T09:30:00Z", "holds": "holds", "score": 0.81,
        "how": 'via Jane Doe, who decided "Chose MySQL"',
    }],
})])  # fmt: skip
class RelatedMemories(serializers.Serializer[Any]):
    class RelatedMemoryItem(serializers.Serializer[Any]):
        """`how` says in words what ties it to the memory asked about."""

        id = serializers.UUIDField()
        kind = serializers.ChoiceField(Kind.choices)
        title = serializers.CharField()
        summary = serializers.CharField()
        source = serializers.CharField()  # type: ignore[assignment]
        source_date = serializers.DateTimeField()
        holds = serializers.ChoiceField(HOLDS)
        score = serializers.FloatField()
        how = serializers.CharField()

    results = RelatedMemoryItem(many=True)


class GraphFilter(StrictSerializer):
    """Which memories are drawn; all that is given must hold, and one value of each is enough."""

    kind = serializers.ListField(
        child=serializers.ChoiceField(Kind.choices), required=False, max_length=MANY,
        help_text="All but plain messages (observations) unless given.",
    )  # fmt: skip
    type = serializers.ListField(
        child=serializers.ChoiceField([each.value for each in DecisionType]), required=False,
        max_length=MANY, help_text="Types of decisions.",
    )  # fmt: skip
    source = serializers.ListField(  # type: ignore[assignment]
        child=serializers.CharField(max_length=20), required=False, max_length=MANY
    )
    tag = serializers.ListField(
        child=serializers.CharField(max_length=100), required=False, max_length=MANY
    )
    entity = serializers.ListField(
        child=serializers.CharField(max_length=NAME_MAX), required=False, max_length=MANY,
        help_text="Names or ids of people, projects and other things that they name.",
    )  # fmt: skip
    since = serializers.DateTimeField(required=False, help_text="Source date at or after.")
    until = serializers.DateTimeField(required=False, help_text="Source date at or before.")
    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_GRAPH_MEMORIES, default=GRAPH_MEMORIES,
        help_text="Memories at most, the most important and newest first.",
    )  # fmt: skip


def filters_of(query: dict[str, Any]) -> Filters:
    """Of a checked GraphFilter."""
    return Filters(
        kinds=tuple(query.get("kind") or DRAWN.kinds),
        decision_types=tuple(query.get("type", ())),
        sources=tuple(query.get("source", ())),
        tags_any=tuple(query.get("tag", ())),
        entities=tuple(query.get("entity", ())),
        since=query.get("since"),
        until=query.get("until"),
        include_reversed=True,
    )


class NeighborhoodQuery(StrictSerializer):
    hops = serializers.IntegerField(min_value=1, max_value=2, default=1)
    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_NEIGHBORS, default=NEIGHBORS,
        help_text="Nodes at most beside the one asked about, the strongest first.",
    )  # fmt: skip


class FindQuery(StrictSerializer):
    q = serializers.CharField(
        max_length=QUERY_CHARACTERS, help_text="Words, or parts of words, that it has."
    )
    limit = serializers.IntegerField(min_value=1, max_value=MAX_NODES_FOUND, default=NODES_FOUND)


class GraphNodeItem(serializers.Serializer[Any]):
    """`type` is a memory's kind or an entity's type; `holds`, `date`, `source` and `invalid_at` are
    memories' alone. It is there from `first_at` on, and no longer holds from `invalid_at` on."""

    id = serializers.UUIDField()
    is_memory = serializers.BooleanField()
    type = serializers.ChoiceField(NODE_TYPES)
    label = serializers.CharField()  # type: ignore[assignment]
    importance = serializers.FloatField()
    summary = serializers.CharField()
    decision_type = serializers.CharField()
    holds = serializers.ChoiceField(HOLDS, allow_null=True)
    date = serializers.DateTimeField(allow_null=True)
    source = serializers.CharField()  # type: ignore[assignment]
    first_at = serializers.DateTimeField(allow_null=True)
    invalid_at = serializers.DateTimeField(allow_null=True)
    hops = serializers.IntegerField(
        allow_null=True, help_text="From the node that a neighborhood is of; null elsewhere."
    )
    score = serializers.FloatField(
        allow_null=True, help_text="How strongly it hangs on that node, 0..1; null elsewhere."
    )


class GraphEdgeItem(serializers.Serializer[Any]):
    source = serializers.UUIDField()  # type: ignore[assignment]
    target = serializers.UUIDField()
    kind = serializers.CharField()
    role = serializers.CharField()
    weight = serializers.FloatField()
    first_at = serializers.DateTimeField(allow_null=True)


@extend_schema_serializer(examples=[OpenApiExample("One decision", response_only=True, value={
    "nodes": _NODES, "edges": [_EDGE], "left_out": 12,
})])  # fmt: skip
class GraphItem(serializers.Serializer[Any]):
    """`left_out` counts the memories that found no room, of a neighborhood whatever else is so
    near. It counts what the reader sees."""

    nodes = GraphNodeItem(many=True)
    edges = GraphEdgeItem(many=True)
    left_out = serializers.IntegerField()


@extend_schema_serializer(examples=[OpenApiExample("A person", response_only=True, value={
    "items": [_NODES[1] | {"importance": 0.0, "first_at": None}],
})])  # fmt: skip
class FoundNodes(serializers.Serializer[Any]):
    """Best first. Of an entity the importance is not known before it is drawn."""

    items = GraphNodeItem(many=True)
