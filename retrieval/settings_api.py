"""How a team is searched: read by all of it, changed by its admins."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts.keys import KeyScope
from momo.platform.rest.serializers import StrictSerializer, read_body
from momo.platform.rest.views import TeamView
from retrieval.active import index_status
from retrieval.backends import Backend
from retrieval.graph.expand import GraphMode
from retrieval.settings import Settings, change_settings, etag_of, settings_of

INDEX_STATES = ["running", "waiting", "parked", "finished"]
_BACKENDS = [backend.value for backend in Backend]
_GRAPHS = [mode.value for mode in GraphMode]
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of the settings as they were."
)


class RetrievalSettingsBody(StrictSerializer):
    """What is left out stays; null goes back to the default."""

    backend = serializers.ChoiceField(_BACKENDS, required=False, allow_null=True)
    graph = serializers.ChoiceField(_GRAPHS, required=False, allow_null=True)


class RetrievalSettingsItem(serializers.Serializer[Any]):
    """What counts. `chosen` names what is the team's own choice, all else follows the default."""

    backend = serializers.ChoiceField(_BACKENDS)
    graph = serializers.ChoiceField(_GRAPHS)
    chosen = serializers.ListField(child=serializers.CharField())
    embedding_model = serializers.CharField(help_text="Of the vectors that are searched.")


class IndexItem(serializers.Serializer[Any]):
    """How far the index is, by what the reader sees, and the last reindexing."""

    model = serializers.CharField()
    configured = serializers.CharField()
    memories = serializers.IntegerField()
    indexed = serializers.IntegerField()
    state = serializers.ChoiceField(["", *INDEX_STATES])
    target = serializers.CharField()
    progress = serializers.FloatField(help_text="0 to 1, of what the reader sees.")
    left_out = serializers.BooleanField(help_text="Whether the model refuses some texts.")
    error = serializers.CharField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class RetrievalSettingsView(TeamView):
    needs = {"PATCH": KeyScope.ADMIN}

    @extend_schema(operation_id="get_retrieval_settings", responses=RetrievalSettingsItem)
    def get(self, request: Request) -> Response:
        return _item(settings_of())

    @extend_schema(
        operation_id="update_retrieval_settings",
        parameters=[IF_MATCH],
        request=RetrievalSettingsBody,
        responses=RetrievalSettingsItem,
    )
    def patch(self, request: Request) -> Response:
        body = read_body(request, RetrievalSettingsBody)
        kinds: dict[str, type[Backend] | type[GraphMode]] = {"backend": Backend, "graph": GraphMode}
        changes = {name: kinds[name](value) if value else None for name, value in body.items()}
        etag = request.headers.get("If-Match", "").removeprefix("*")
        return _item(change_settings(changes, etag=etag))


class IndexView(TeamView):
    """Which model's vectors are searched, and how far a change of model is."""

    @extend_schema(operation_id="retrieval_index", responses=IndexItem)
    def get(self, request: Request) -> Response:
        return Response(IndexItem(index_status()).data)


def _item(settings: Settings) -> Response:
    return Response(RetrievalSettingsItem(settings).data, headers={"ETag": etag_of(settings)})


urlpatterns = [
    path("retrieval/settings", RetrievalSettingsView.as_view(), name="retrieval-settings"),
    path("retrieval/index", IndexView.as_view(), name="retrieval-index"),
]
