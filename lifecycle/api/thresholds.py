"""The numbers at which Momo draws a line, for people to read."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from lifecycle.thresholds import thresholds
from momo.platform.rest.views import TeamView

THRESHOLD_AREAS = ["answers", "reconciling", "compaction", "commitments"]


class ThresholdItem(serializers.Serializer[Any]):
    area = serializers.ChoiceField(THRESHOLD_AREAS)
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    meaning = serializers.CharField()
    unit = serializers.CharField()
    value = serializers.FloatField()


class ThresholdList(serializers.Serializer[Any]):
    items = ThresholdItem(many=True)


class ThresholdsView(TeamView):
    """What they are and what they mean. They are the same for every team and cannot be changed:
    what is stored depends on them. What can be is at retrieval/settings."""

    @extend_schema(
        operation_id="list_thresholds",
        summary="Show the thresholds",
        responses=ThresholdList,
        filters=False,
        examples=[
            OpenApiExample(
                "Cross-references",
                {
                    "items": [
                        {
                            "area": "reconciling", "name": "link_similarity",
                            "label": "Cross-references",
                            "meaning": "From how near two memories are linked as similar.",
                            "unit": "similarity, 0 to 1", "value": 0.3,
                        }
                    ]
                },
            )
        ],
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        return Response(ThresholdList({"items": thresholds()}).data)


urlpatterns = [path("settings/thresholds", ThresholdsView.as_view(), name="thresholds")]
