"""Sources, and how far the pipeline has come with what they gave."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from connectors import progress, selectors
from connectors.contract import UnreadableSource
from connectors.holds import OnHold
from connectors.live.selectors import health_of
from connectors.models import Integration, Stage
from connectors.runs import SourceOfAnother
from connectors.serializers import (
    ListedIntegration,
    ParkedItem,
    PipelineStatus,
    Retried,
)
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import read_query
from momo.platform.rest.views import TeamView

answer_with(400, UnreadableSource)
answer_with(403, SourceOfAnother)
answer_with(409, OnHold)


class IntegrationsView(TeamView):
    @extend_schema(
        operation_id="list_integrations",
        parameters=[PageQuery],
        responses=page_serializer(ListedIntegration),
    )
    def get(self, request: Request) -> Response:
        """The sources that the reader sees, and how each is."""
        query = read_query(request, PageQuery)
        rows = Integration.objects.all()
        return Response(page_of(rows, query, _listed, by="created_at"))


def _listed(page: list[Any]) -> list[dict[str, Any]]:
    health = health_of(page)
    for integration in page:
        integration.health = health.get(integration.id)
    return list(ListedIntegration(page, many=True).data)


class PipelineView(TeamView):
    """What is left to do on the items that the reader can see."""

    @extend_schema(operation_id="pipeline_status", responses=PipelineStatus)
    def get(self, request: Request) -> Response:
        queues = {name: shown(b) for name, b in selectors.backlog_by_queue().items()}
        return Response(PipelineStatus(queues).data)


class ParkedView(TeamView):
    """Items that were set aside, and why."""

    @extend_schema(
        operation_id="list_parked", parameters=[PageQuery], responses=page_serializer(ParkedItem)
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)
        rows = selectors.visible_jobs().filter(parked_at__isnull=False)
        return Response(
            page_of(rows, query, lambda page: list(ParkedItem(page, many=True).data),
                    by="parked_at")
        )  # fmt: skip


class RetryParkedView(TeamView):
    """Give all that was set aside another round of attempts."""

    @extend_schema(operation_id="retry_all_parked", request=None, responses=Retried)
    def post(self, request: Request) -> Response:
        return Response({"retried": progress.retry_parked(self.scope)})


class RetryOneParkedView(TeamView):
    @extend_schema(operation_id="retry_parked", request=None, responses=Retried)
    def post(self, request: Request, item_id: UUID) -> Response:
        """Try an item again that was set aside."""
        retried = progress.retry_parked(self.scope, item_id)
        if not retried:
            raise Http404
        return Response({"retried": retried})


def shown(backlog: selectors.Backlog) -> dict[str, Any]:
    waiting = {stage: backlog.waiting[stage] for stage in Stage.values}
    return {"waiting": waiting, "parked": backlog.parked, "done": backlog.done}


urlpatterns = [
    path("integrations", IntegrationsView.as_view(), name="integrations"),
    path("pipeline", PipelineView.as_view(), name="pipeline"),
    path("pipeline/parked", ParkedView.as_view(), name="parked"),
    path("pipeline/parked/retry", RetryParkedView.as_view(), name="retry-all-parked"),
    path("pipeline/parked/<uuid:item_id>/retry", RetryOneParkedView.as_view(), name="retry-parked"),
]
