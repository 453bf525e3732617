"""The graph over REST: what is related to a memory, and the team's graph to draw."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.models import Kind, Memory
from momo.platform.rest.serializers import StrictSerializer, read_query
from momo.platform.rest.views import TeamView
from retrieval.filters import Filters
from retrieval.graph.picture import DRAWN, graph
from retrieval.graph.related import related
from retrieval.results import Holds
from retrieval.tuning import GRAPH_MEMORIES, MAX_GRAPH_MEMORIES, MAX_RELATED, RELATED

_HOLDS = [h.value for h in Holds]


class RelatedQuery(StrictSerializer):
    limit = serializers.IntegerField(min_value=1, max_value=MAX_RELATED, default=RELATED)


class RelatedMemoryItem(serializers.Serializer[Any]):
    """`how` says in words what ties it to the memory asked about."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(Kind.choices)
    title = serializers.CharField()
    summary = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    source_date = serializers.DateTimeField()
    holds = serializers.ChoiceField(_HOLDS)
    score = serializers.FloatField()
    how = serializers.CharField()


class RelatedMemories(serializers.Serializer[Any]):
    results = RelatedMemoryItem(many=True)


class GraphQuery(StrictSerializer):
    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_GRAPH_MEMORIES, default=GRAPH_MEMORIES,
        help_text="Memories at most.",
    )  # fmt: skip
    kind = serializers.ListField(
        child=serializers.ChoiceField(Kind.choices), required=False,
        help_text="All but plain messages (observations) unless given.",
    )  # fmt: skip


class GraphNodeItem(serializers.Serializer[Any]):
    """`type` is a memory's kind or an entity's type; `holds` and `date` are memories' alone."""

    id = serializers.UUIDField()
    is_memory = serializers.BooleanField()
    type = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    importance = serializers.FloatField()
    summary = serializers.CharField()
    decision_type = serializers.CharField()
    holds = serializers.ChoiceField(_HOLDS, allow_null=True)
    date = serializers.DateTimeField(allow_null=True)


class GraphEdgeItem(serializers.Serializer[Any]):
    source = serializers.UUIDField()  # type: ignore[assignment]
    target = serializers.UUIDField()
    kind = serializers.CharField()
    role = serializers.CharField()
    weight = serializers.FloatField()


class GraphItem(serializers.Serializer[Any]):
    """`left_out` counts the memories that found no room."""

    nodes = GraphNodeItem(many=True)
    edges = GraphEdgeItem(many=True)
    left_out = serializers.IntegerField()


class RelatedView(TeamView):
    """What hangs together with a memory, nearest first: replaced ones, similar ones, then those
    that name the same people and things."""

    @extend_schema(
        operation_id="related_memories", parameters=[RelatedQuery], responses=RelatedMemories
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        query = read_query(request, RelatedQuery)
        try:
            found = related(memory_id, limit=query["limit"])
        except Memory.DoesNotExist:
            raise Http404 from None
        return Response(RelatedMemories({"results": found}).data)


class GraphView(TeamView):
    """The most important memories, what they name, and how they relate: to draw."""

    @extend_schema(operation_id="graph", parameters=[GraphQuery], responses=GraphItem)
    def get(self, request: Request) -> Response:
        query = read_query(request, GraphQuery)
        kinds = query.get("kind")
        filters = Filters(kinds=tuple(kinds), include_reversed=True) if kinds else DRAWN
        return Response(GraphItem(graph(limit=query["limit"], filters=filters)).data)


urlpatterns = [
    path("memories/<uuid:memory_id>/related", RelatedView.as_view(), name="related"),
    path("graph", GraphView.as_view(), name="graph"),
]
