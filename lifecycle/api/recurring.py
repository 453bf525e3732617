"""Topics that come up again and again."""

from datetime import timedelta
from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from lifecycle.reconcile.recurring import recurring
from lifecycle.reconcile.tuning import RECURRING_AT_LEAST, RECURRING_DAYS
from momo.platform.rest.serializers import StrictSerializer, read_query
from momo.platform.rest.views import TeamView


class RecurringQuery(StrictSerializer):
    days = serializers.IntegerField(
        min_value=1, max_value=3_660, default=RECURRING_DAYS, help_text="The last so many days."
    )
    times = serializers.IntegerField(
        min_value=2, max_value=1_000, default=RECURRING_AT_LEAST, help_text="At least so often."
    )


class RecurringItem(serializers.Serializer[Any]):
    """A topic as it was said first, by its memory's id. `snippets` are the latest first, and
    `sentiments` counts how it was said."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    times = serializers.IntegerField()
    first_at = serializers.DateTimeField()
    last_at = serializers.DateTimeField()
    snippets = serializers.ListField(child=serializers.CharField())
    sentiments = serializers.DictField(child=serializers.IntegerField())


class RecurringTopics(serializers.Serializer[Any]):
    items = RecurringItem(many=True)


class RecurringView(TeamView):
    """What matters to the team, or what it cannot settle: the ten most frequent topics."""

    @extend_schema(
        operation_id="list_recurring", parameters=[RecurringQuery], responses=RecurringTopics
    )
    def get(self, request: Request) -> Response:
        query, now = read_query(request, RecurringQuery), timezone.now()
        found = recurring(now - timedelta(days=query["days"]), now, at_least=query["times"])
        return Response(RecurringTopics({"items": found}).data)


urlpatterns = [
    path("recurring", RecurringView.as_view(), name="recurring"),
]
