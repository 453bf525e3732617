"""Trying other settings of the search on one's own questions, before anything is changed."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.models import Kind
from momo.platform.accounts.keys import KeyScope
from momo.platform.rest.serializers import StrictSerializer, read_body
from momo.platform.rest.views import TeamView
from retrieval.api.settings import RetrievalSettingsBody, changes_of
from retrieval.preview import LOOKED_AT, preview
from retrieval.results import Holds
from retrieval.tuning import QUERY_CHARACTERS

QUERIES = 5  # of one preview, each searched twice; chosen

_QUERY = "Which database do we use?"
_EXAMPLE = {
    "queries": [_QUERY],
    "changes": {"backend": "hybrid", "parameters": {"recency_weight": 0.5}},
}
_PLACED = {
    "place": 1, "other": 3, "id": "01920000-0000-7000-8000-000000000001", "kind": "decision",
    "title": "Use Postgres", "holds": "holds", "score": 0.82, "source": "slack",
    "date": "2026-03-01T09:00:00Z",
}  # fmt: skip


class PreviewBody(StrictSerializer):
    queries = serializers.ListField(
        child=serializers.CharField(max_length=QUERY_CHARACTERS), min_length=1, max_length=QUERIES
    )
    changes = RetrievalSettingsBody()


class PlacedItem(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="From 1.")
    other = serializers.IntegerField(
        allow_null=True,
        help_text=f"Its place under the other settings; null: not among the first {LOOKED_AT}.",
    )
    id = serializers.UUIDField(source="result.id")
    kind = serializers.ChoiceField(Kind.choices, source="result.kind")
    title = serializers.CharField(source="result.title")
    holds = serializers.ChoiceField([h.value for h in Holds], source="result.holds")
    score = serializers.FloatField(source="result.score")
    source = serializers.CharField(source="result.source.source")  # type: ignore[assignment]
    date = serializers.DateTimeField(source="result.source.date")


class ComparedItem(serializers.Serializer[Any]):
    query = serializers.CharField()
    current = PlacedItem(many=True)
    proposed = PlacedItem(many=True)


class PreviewList(serializers.Serializer[Any]):
    items = ComparedItem(many=True)


class PreviewView(TeamView):
    """Results of one's own questions under the settings that count and under changed ones, side by
    side, each with its place under the other. Nothing is stored, and anybody may try."""

    calls_out = {"POST"}
    needs = {"POST": KeyScope.READ}

    @extend_schema(
        operation_id="preview_retrieval_settings",
        summary="Try other search settings",
        request=PreviewBody,
        responses=PreviewList,
        examples=[
            OpenApiExample("More recency", _EXAMPLE, request_only=True),
            OpenApiExample(
                "It rose from place 3",
                {"items": [{"query": _QUERY, "current": [], "proposed": [_PLACED]}]},
                response_only=True,
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        body = read_body(request, PreviewBody)
        compared = preview(self.scope, body["queries"], changes_of(body["changes"]))
        return Response(PreviewList({"items": compared}).data)


urlpatterns = [path("retrieval/preview", PreviewView.as_view(), name="retrieval-preview")]
