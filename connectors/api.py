"""Sources, what is read from them, and how far the pipeline has come."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from connectors import progress, selectors, uploads
from connectors.contract import FileConnector, UnreadableSource
from connectors.holds import OnHold
from connectors.live.selectors import health_of
from connectors.models import Integration, Stage, SyncRun
from connectors.registry import FILE_CONNECTORS
from connectors.runs import SourceOfAnother, default_name, open_run
from connectors.serializers import (
    ListedIntegration,
    ParkedItem,
    PipelineStatus,
    Retried,
    RunDetail,
    RunItem,
    RunQuery,
    SourceKinds,
    UploadBody,
)
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import acting_as
from momo.platform.tenancy.visibility import Visibility

answer_with(400, UnreadableSource)
answer_with(403, SourceOfAnother)
answer_with(409, OnHold)


class SourcesView(TeamView):
    """The kinds of files that can be handed in."""

    @extend_schema(operation_id="list_source_kinds", responses=SourceKinds)
    def get(self, request: Request) -> Response:
        kinds: list[FileConnector] = list(FILE_CONNECTORS.values())
        return Response(SourceKinds({"items": kinds, "next": None}).data)


class IntegrationsView(TeamView):
    @extend_schema(
        operation_id="list_integrations",
        parameters=[PageQuery],
        responses=page_serializer(ListedIntegration),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)
        rows = Integration.objects.all()
        return Response(page_of(rows, query, _listed, by="created_at"))


def _listed(page: list[Any]) -> list[dict[str, Any]]:
    health = health_of(page)
    for integration in page:
        integration.health = health.get(integration.id)
    return list(ListedIntegration(page, many=True).data)


class RunsView(TeamView):
    """Readings of sources; handing in a file begins one."""

    calls_out = {"POST"}
    parser_classes = [MultiPartParser]

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        self.arrivals = uploads.ToDisk(request)
        request.upload_handlers = [self.arrivals]
        return super().initialize_request(request, *args, **kwargs)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        self.arrivals.discard()
        return super().finalize_response(request, response, *args, **kwargs)

    @extend_schema(
        operation_id="list_runs", parameters=[RunQuery], responses=page_serializer(RunItem)
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, RunQuery)
        rows = SyncRun.objects.all()
        if "integration" in query:
            rows = rows.filter(integration_id=query["integration"])
        return Response(
            page_of(rows, query, lambda page: list(RunItem(page, many=True).data), by="started_at")
        )

    @extend_schema(
        operation_id="upload",
        request={"multipart/form-data": UploadBody},
        responses={202: RunItem},
    )
    def post(self, request: Request) -> Response:
        """Hand in a file. A worker reads it; the run says how far it is."""
        scope, body = self.scope, read_body(request, UploadBody)
        connector, file = FILE_CONNECTORS[body["kind"]], body["file"]
        name = body.get("name") or default_name(connector, file.name)
        visibility = Visibility(body["visibility"]) if "visibility" in body else None
        with acting_as(scope.team_id, scope.principal_id):
            run = open_run(connector, name=name, visibility=visibility)
            upload = uploads.keep(file, scope=scope, run_id=run.id)
        uploads.hand_over(upload)
        return Response(RunItem(run).data, status=202)


class RunView(TeamView):
    @extend_schema(operation_id="get_run", responses=RunDetail)
    def get(self, request: Request, run_id: UUID) -> Response:
        run = get_object_or_404(SyncRun.objects.all(), id=run_id)
        run.pipeline = shown(selectors.backlog_of(run.integration_id))
        return Response(RunDetail(run).data)


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
        retried = progress.retry_parked(self.scope, item_id)
        if not retried:
            raise Http404
        return Response({"retried": retried})


def shown(backlog: selectors.Backlog) -> dict[str, Any]:
    waiting = {stage: backlog.waiting[stage] for stage in Stage.values}
    return {"waiting": waiting, "parked": backlog.parked, "done": backlog.done}


urlpatterns = [
    path("sources", SourcesView.as_view(), name="sources"),
    path("integrations", IntegrationsView.as_view(), name="integrations"),
    path("sync-runs", RunsView.as_view(), name="sync-runs"),
    path("sync-runs/<uuid:run_id>", RunView.as_view(), name="sync-run"),
    path("pipeline", PipelineView.as_view(), name="pipeline"),
    path("pipeline/parked", ParkedView.as_view(), name="parked"),
    path("pipeline/parked/retry", RetryParkedView.as_view(), name="retry-all-parked"),
    path("pipeline/parked/<uuid:item_id>/retry", RetryOneParkedView.as_view(), name="retry-parked"),
]
