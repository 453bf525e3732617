"""The dashboard over REST."""

from datetime import timedelta
from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from lifecycle.dashboard import standing
from lifecycle.dashboard.serializers import DashboardItem, DashboardQuery
from lifecycle.dashboard.span import Span, between, last_weeks
from lifecycle.dashboard.tuning import MAX_WEEKS, TOPICS, WEEKS
from lifecycle.dashboard.weeks import by_type, weeks
from lifecycle.reconcile.recurring import recurring
from momo.platform.rest.serializers import read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.zones import zone_of_team


class DashboardView(TeamView):
    """What was decided and what changed, week by week, and what stands open now."""

    @extend_schema(
        operation_id="get_dashboard", summary="What goes on in the team",
        parameters=[DashboardQuery], responses=DashboardItem,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        query, now = read_query(request, DashboardQuery), timezone.now()
        span = _span(query)
        counted, named = weeks(span), standing.most_named(span)
        types = by_type(counted)
        shown: dict[str, Any] = {
            "time_zone": span.zone.key,
            "since": span.first,
            "until": span.after - timedelta(days=1),
            "weeks": counted,
            "totals": {
                "decisions": sum(types.values()),
                "by_type": types,
                "superseded": sum(week.superseded for week in counted),
                "reversed": sum(week.reversed for week in counted),
            },
            "open": standing.what_is_open(),
            "commitments": standing.owed(timezone.localdate(now, span.zone)),
            "recurring": recurring(span.start, span.end, limit=TOPICS),
            "people": named["person"],
            "projects": named["project"],
            "sources": standing.sources(),
        }
        return Response(DashboardItem(shown).data)


def _span(query: dict[str, Any]) -> Span:
    """Raises ValidationError where it is backwards or too long."""
    zone = zone_of_team()
    today = timezone.localdate(timezone.now(), zone)
    if "since" not in query:
        return last_weeks(query.get("weeks", WEEKS), today, zone)
    until = query.get("until", today)
    span = between(query["since"], until, zone)
    if query["since"] > until:
        raise ValidationError({"until": "It is before `since`."})
    if len(span.weeks) > MAX_WEEKS:
        raise ValidationError({"since": f"At most {MAX_WEEKS} weeks are shown."})
    return span


urlpatterns = [
    path("dashboard", DashboardView.as_view(), name="dashboard"),
]
