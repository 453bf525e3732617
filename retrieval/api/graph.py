"""The graph over REST: what is related to a memory, the team's graph to draw, and around a node."""

from uuid import UUID

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.rest.serializers import read_query
from momo.platform.rest.views import TeamView
from retrieval.graph.find import find
from retrieval.graph.neighborhood import neighborhood
from retrieval.graph.picture import graph
from retrieval.graph.related import related
from retrieval.graph.serializers import (
    FindQuery,
    FoundNodes,
    GraphFilter,
    GraphItem,
    NeighborhoodQuery,
    RelatedMemories,
    RelatedQuery,
    filters_of,
)


class RelatedView(TeamView):
    """What hangs together with a memory, nearest first: replaced ones, similar ones, then those
    that name the same people and things."""

    @extend_schema(
        operation_id="related_memories", parameters=[RelatedQuery], responses=RelatedMemories
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        query = read_query(request, RelatedQuery)
        found = related(memory_id, limit=query["limit"])
        return Response(RelatedMemories({"results": found}).data)


class GraphView(TeamView):
    """The most important memories, what they name, and how they relate: to draw."""

    @extend_schema(
        operation_id="graph", summary="The graph to draw", parameters=[GraphFilter],
        responses=GraphItem,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        query = read_query(request, GraphFilter)
        return Response(GraphItem(graph(limit=query["limit"], filters=filters_of(query))).data)


class NeighborhoodView(TeamView):
    """A memory, person or thing, what hangs on it, and what hangs on that. Each hop leaves nine
    tenths of a score, times the weight of the relation."""

    @extend_schema(
        operation_id="graph_neighborhood", summary="What hangs on a node",
        parameters=[NeighborhoodQuery], responses=GraphItem,
    )  # fmt: skip
    def get(self, request: Request, node_id: UUID) -> Response:
        query = read_query(request, NeighborhoodQuery)
        return Response(GraphItem(neighborhood(node_id, **query)).data)


class FindNodesView(TeamView):
    """Nodes of the graph by the words in their titles and names."""

    @extend_schema(
        operation_id="find_graph_nodes", summary="Find nodes of the graph", parameters=[FindQuery],
        responses=FoundNodes,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        query = read_query(request, FindQuery)
        return Response(FoundNodes({"items": find(query["q"], limit=query["limit"])}).data)


urlpatterns = [
    path("memories/<uuid:memory_id>/related", RelatedView.as_view(), name="related"),
    path("graph", GraphView.as_view(), name="graph"),
    path("graph/search", FindNodesView.as_view(), name="find-graph-nodes"),
    path(
        "graph/neighborhood/<uuid:node_id>", NeighborhoodView.as_view(), name="graph-neighborhood"
    ),
]
