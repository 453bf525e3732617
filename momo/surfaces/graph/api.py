"""The graph's own page over REST."""

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import read_query
from momo.platform.rest.streams import OtherRenderer
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.models import Team
from momo.surfaces.graph.export import page
from momo.surfaces.web.built import NotBuilt
from retrieval.graph.picture import graph
from retrieval.graph.serializers import GraphFilter, filters_of

_HTML = "text/html"
# It is to be kept, not to be opened here: were it opened, it would be of no origin.
_HEADERS = {
    "Content-Disposition": 'attachment; filename="momo-graph.html"',
    "Content-Security-Policy": "sandbox allow-scripts",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
}

answer_with(503, NotBuilt)


class HtmlRenderer(OtherRenderer):
    media_type = _HTML
    format = "html"


class GraphExportView(TeamView):
    """The graph as one HTML file that needs no network and no server. It holds what the reader may
    see, what is private to them included."""

    renderer_classes = [JSONRenderer, HtmlRenderer]

    @extend_schema(
        operation_id="export_graph",
        summary="The graph as a page",
        parameters=[GraphFilter],
        responses={(200, _HTML): OpenApiTypes.STR},
        examples=[
            OpenApiExample(
                "The page",
                value='<!DOCTYPE html>\n<html lang="en">\n...',
                media_type=_HTML,
                response_only=True,
            )
        ],
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request, GraphFilter)
        found = graph(limit=query["limit"], filters=filters_of(query))
        text = page(found, team=Team.objects.get().name, at=timezone.now())
        return HttpResponse(text, content_type=f"{_HTML}; charset=utf-8", headers=_HEADERS)


urlpatterns = [
    path("graph/export", GraphExportView.as_view(), name="export-graph"),
]
