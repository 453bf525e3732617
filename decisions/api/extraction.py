"""What extractors made of the team's messages: for its owners and admins."""

from datetime import timedelta
from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.models import ExtractionTally
from decisions.pipeline.tally import DAYS, tallies
from momo.platform.accounts.keys import KeyScope
from momo.platform.rest.serializers import StrictSerializer, read_query
from momo.platform.rest.views import TeamView


class ExtractionQuery(StrictSerializer):
    days = serializers.IntegerField(
        min_value=1, max_value=366, default=DAYS, help_text="The last so many days."
    )


class ExtractionTallyItem(serializers.ModelSerializer[ExtractionTally]):
    """Of one day and extractor. `noise` was never shown to it; `dropped` are decisions that it
    claimed and that no message says."""

    class Meta:
        model = ExtractionTally
        fields = ("day", "extractor", "messages", "noise", "decisions", "dropped")


class ExtractionTallies(serializers.Serializer[Any]):
    items = ExtractionTallyItem(many=True)


class ExtractionTalliesView(TeamView):
    """Messages read by a model or by rules, and what was kept and dropped of what they found, the
    newest first."""

    needs = {"GET": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_extraction_tallies",
        parameters=[ExtractionQuery],
        responses=ExtractionTallies,
    )
    def get(self, request: Request) -> Response:
        days = read_query(request, ExtractionQuery)["days"]
        since = timezone.now().date() - timedelta(days=days - 1)
        return Response(ExtractionTallies({"items": tallies(since)}).data)


urlpatterns = [
    path("extraction/tallies", ExtractionTalliesView.as_view(), name="extraction-tallies"),
]
