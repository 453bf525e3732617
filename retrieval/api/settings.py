"""How a team is searched: read by all of it, changed by its admins."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts.keys import KeyScope
from momo.platform.rest import etags
from momo.platform.rest.serializers import StrictSerializer, read_body
from momo.platform.rest.views import TeamView
from retrieval.active import index_status
from retrieval.backends import Backend
from retrieval.graph.expand import GraphMode
from retrieval.ranking.parameters import bounds
from retrieval.settings import Changes, Settings, change_settings, etag_of, settings_of

INDEX_STATES = ["running", "waiting", "parked", "finished"]
_BACKENDS = [backend.value for backend in Backend]
_GRAPHS = [mode.value for mode in GraphMode]


class ParametersBody(StrictSerializer):
    """Numbers that results are ranked with, each within its bounds; null goes back to the
    default."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            each.name: serializers.FloatField(
                min_value=each.minimum, max_value=each.maximum, required=False, allow_null=True,
                help_text=f"{each.meaning} In {each.unit}; {each.default:g} unless chosen.",
            )
            for each in bounds()
        }  # fmt: skip


class RetrievalSettingsBody(StrictSerializer):
    """What is left out stays; null goes back to the default."""

    backend = serializers.ChoiceField(_BACKENDS, required=False, allow_null=True)
    graph = serializers.ChoiceField(_GRAPHS, required=False, allow_null=True)
    parameters = ParametersBody(required=False)


class ParameterItem(serializers.Serializer[Any]):
    """A number that results are ranked with. `step` is the least change that is worth making;
    `chosen` says whether `value` is the team's own choice."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    meaning = serializers.CharField()
    unit = serializers.CharField()
    default = serializers.FloatField()
    minimum = serializers.FloatField()
    maximum = serializers.FloatField()
    step = serializers.FloatField()
    value = serializers.FloatField()
    chosen = serializers.BooleanField()


class RetrievalSettingsItem(serializers.Serializer[Any]):
    """What counts. `chosen` names what is the team's own choice, all else follows the default."""

    backend = serializers.ChoiceField(_BACKENDS)
    graph = serializers.ChoiceField(_GRAPHS)
    chosen = serializers.ListField(child=serializers.CharField())
    embedding_model = serializers.CharField(help_text="Of the vectors that are searched.")
    parameters = ParameterItem(many=True)


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
        """What counts when the team's memories are searched."""
        return _item(settings_of())

    @extend_schema(
        operation_id="update_retrieval_settings",
        parameters=[etags.IF_MATCH],
        request=RetrievalSettingsBody,
        responses=RetrievalSettingsItem,
    )
    def patch(self, request: Request) -> Response:
        """Change how the team's memories are searched, for everybody in it."""
        changes = changes_of(read_body(request, RetrievalSettingsBody))
        return _item(change_settings(changes, etag=etags.if_match(request)))


class IndexView(TeamView):
    """Which model's vectors are searched, and how far a change of model is."""

    @extend_schema(operation_id="retrieval_index", responses=IndexItem)
    def get(self, request: Request) -> Response:
        return Response(IndexItem(index_status()).data)


def changes_of(body: Mapping[str, Any]) -> Changes:
    """What `change_settings` takes of it."""
    kinds: dict[str, type[Backend] | type[GraphMode]] = {"backend": Backend, "graph": GraphMode}
    modes = {
        name: kinds[name](body[name]) if body[name] else None for name in kinds if name in body
    }
    return {**modes, **body.get("parameters", {})}


def _item(settings: Settings) -> Response:
    told = {name: getattr(settings, name) for name in _TOLD}
    told["parameters"] = [
        asdict(each) | {
            "value": getattr(settings.parameters, each.name),
            "chosen": each.name in settings.chosen,
        }
        for each in bounds()
    ]  # fmt: skip
    return Response(RetrievalSettingsItem(told).data, headers={etags.HEADER: etag_of(settings)})


_TOLD = ("backend", "graph", "chosen", "embedding_model")


urlpatterns = [
    path("retrieval/settings", RetrievalSettingsView.as_view(), name="retrieval-settings"),
    path("retrieval/index", IndexView.as_view(), name="retrieval-index"),
]
