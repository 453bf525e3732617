"""How much waits for the reader: what the page's navigation counts."""

from datetime import timedelta
from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decisions import ratification
from lifecycle.commitments import selectors
from lifecycle.commitments.tuning import DUE_WITHIN
from lifecycle.reconcile import conflicts
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.zones import zone_of_team


class InboxItem(serializers.Serializer[Any]):
    """As far as the reader may see it: open conflicts, decisions that wait for the reader's own
    word, and open commitments that are late, of all and of the reader's own. `own_due` are the
    reader's within a week."""

    conflicts = serializers.IntegerField()
    awaiting = serializers.IntegerField()
    overdue = serializers.IntegerField()
    own_overdue = serializers.IntegerField()
    own_due = serializers.IntegerField()


class InboxView(TeamView):
    """Counts alone: the lists themselves are at conflicts, decisions/awaiting and commitments."""

    @extend_schema(
        operation_id="inbox",
        summary="Count what waits for you",
        responses=InboxItem,
        examples=[
            OpenApiExample(
                "Something waits",
                {"conflicts": 2, "awaiting": 5, "overdue": 3, "own_overdue": 1, "own_due": 2},
            )
        ],
    )
    def get(self, request: Request) -> Response:
        today = timezone.localdate(timezone=zone_of_team())
        owed = selectors.counted(
            today=today, until=today + timedelta(days=DUE_WITHIN),
            owners=selectors.own_names(self.scope.principal_id),
        )  # fmt: skip
        counts = {
            "conflicts": conflicts.visible().count(),
            "awaiting": ratification.awaiting().count(),
            "overdue": owed.overdue, "own_overdue": owed.own_overdue, "own_due": owed.own_due,
        }  # fmt: skip
        return Response(InboxItem(counts).data)


urlpatterns = [path("inbox", InboxView.as_view(), name="inbox")]
