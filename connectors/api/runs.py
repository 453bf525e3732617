"""Handing in files, and the runs in which sources are read."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from connectors import runs, selectors, uploads
from connectors.api.pipeline import shown
from connectors.arrivals import Arrived, FilesParser, ToDisk
from connectors.contract import FileConnector, UnreadableSource
from connectors.guessing import guess
from connectors.models import SyncRun
from connectors.registry import FILE_CONNECTORS
from connectors.runs import SourceOfAnother, default_name, open_run
from connectors.serializers import (
    HandInBody,
    RunDetail,
    RunItem,
    RunProgress,
    RunQuery,
    SourceKinds,
    StartBody,
    UploadBody,
    UploadItem,
)
from momo.platform.rest.pagination import page_of, page_serializer
from momo.platform.rest.parsers import JSONBodyParser
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.streams import EVENT_STREAM, EventStreamRenderer, wants_events
from momo.platform.rest.views import TeamView
from momo.platform.rest.watching import watch
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.visibility import Visibility

answer_with(400, UnreadableSource)
answer_with(403, SourceOfAnother)

_UNKNOWN_KIND = (
    "What kind of export this is cannot be told: say it with `kind`. GET /api/v1/sources lists"
    " them."
)


class SourcesView(TeamView):
    """The kinds of files that can be handed in."""

    @extend_schema(operation_id="list_source_kinds", responses=SourceKinds)
    def get(self, request: Request) -> Response:
        kinds: list[FileConnector] = list(FILE_CONNECTORS.values())
        return Response(SourceKinds({"items": kinds, "next": None}).data)


class ArrivingView(TeamView):
    """Takes files straight to disk, and deletes those that were not kept in the end."""

    parser_classes = [FilesParser]

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        self.arrivals = ToDisk(request)
        request.upload_handlers = [self.arrivals]
        return super().initialize_request(request, *args, **kwargs)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        self.arrivals.discard()
        return super().finalize_response(request, response, *args, **kwargs)


class UploadsView(ArrivingView):
    """Hand in a file or a folder without starting it yet."""

    calls_out = {"POST"}

    @extend_schema(
        operation_id="hand_in",
        summary="Hand in a file or a folder",
        request={"multipart/form-data": HandInBody},
        responses={201: UploadItem},
    )
    def post(self, request: Request) -> Response:
        """Answers what it seems to be and about how much is in it. Start it with
        `POST /api/v1/sync-runs`; what is not started goes after a day."""
        body = read_body(request, HandInBody)
        arrived = self.arrivals.put_together(body["file"], body["paths"])
        staged = uploads.stage(arrived, scope=self.scope)
        found = guess(staged.path)
        item = {
            "id": staged.id, "name": staged.path.name, "files": len(body["file"]),
            "bytes": sum(file.size for file in body["file"]),
            "kind": found.kind if found else None, "expected": found.expected if found else 0,
        }  # fmt: skip
        return Response(UploadItem(item).data, status=201)


class UploadView(TeamView):
    @extend_schema(
        operation_id="discard_upload", summary="Discard an upload", responses={204: None}
    )
    def delete(self, request: Request, upload_id: UUID) -> Response:
        """It is not started, and deleted."""
        _staged(self.scope, upload_id).forget()
        return Response(status=204)


class RunsView(ArrivingView):
    """Readings of sources; handing in a file begins one."""

    calls_out = {"POST"}
    parser_classes = [FilesParser, JSONBodyParser]

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
        request={"multipart/form-data": UploadBody, "application/json": StartBody},
        responses={202: RunItem},
    )
    def post(self, request: Request) -> Response:
        """Read a file or a folder: one that comes with the request, or an upload from before. A
        worker reads it; the run says how far it is. What was read before changes nothing."""
        if request._request.content_type == JSONBodyParser.media_type:
            body = read_body(request, StartBody)
            staged = _staged(self.scope, body["upload"])
            run = _start(self.scope, body, staged.arrived)
            staged.forget()
        else:
            body = read_body(request, UploadBody)
            arrived = self.arrivals.put_together(body["file"], body["paths"])
            run = _start(self.scope, body, arrived)
        return Response(RunItem(run).data, status=202)


class RunView(TeamView):
    @extend_schema(operation_id="get_run", responses=RunDetail)
    def get(self, request: Request, run_id: UUID) -> Response:
        """How far a run is: what it read, stored and refused."""
        run = get_object_or_404(SyncRun.objects.all(), id=run_id)
        run.pipeline = shown(selectors.backlog_of(run.integration_id))
        return Response(RunDetail(run).data)


class StopRunView(TeamView):
    @extend_schema(
        operation_id="stop_run", summary="Stop a reading", request=None, responses=RunItem
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """What was read stays; handing in the same again goes on where this stopped."""
        return Response(RunItem(runs.stop_run(run_id)).data)


class RunEventsView(TeamView):
    """How far a run is, as it changes.

    With `Accept: text/event-stream`, `progress` comes whenever that changes, and `done` once all is
    read and worked through, or the run failed or was stopped; `later` after five minutes: ask
    again. Without it, the answer is how far it is now.
    """

    calls_out = {"GET"}
    renderer_classes = [JSONRenderer, EventStreamRenderer]

    @extend_schema(
        operation_id="watch_run",
        responses={(200, "application/json"): RunProgress, (200, EVENT_STREAM): OpenApiTypes.STR},
    )
    def get(self, request: Request, run_id: UUID) -> Response | StreamingHttpResponse:
        look = partial(_progress, self.scope, run_id)
        now = look()
        if not wants_events(request):
            return Response(now)
        return watch(request, look, lambda told: bool(told["finished"]))


def _staged(scope: Scope, upload_id: UUID) -> uploads.Staged:
    """Raises Http404."""
    staged = uploads.staged(scope, upload_id)
    if staged is None:
        raise Http404
    return staged


def _start(scope: Scope, body: dict[str, Any], arrived: Arrived) -> SyncRun:
    """Raises UnreadableSource where nobody says what it is and nothing tells."""
    kind = body.get("kind")
    if kind is None:
        found = guess(arrived.path)
        if found is None:
            raise UnreadableSource(_UNKNOWN_KIND)
        kind = found.kind
    connector = FILE_CONNECTORS[kind]
    name = body.get("name") or default_name(connector, arrived.name)
    visibility = Visibility(body["visibility"]) if "visibility" in body else None
    with acting_as(scope.team_id, scope.principal_id):
        run = open_run(connector, name=name, visibility=visibility)
        upload = uploads.keep(arrived, scope=scope, run_id=run.id)
    uploads.hand_over(upload)
    return run


def _progress(scope: Scope, run_id: UUID) -> dict[str, Any]:
    with acting_as(scope.team_id, scope.principal_id):
        run = get_object_or_404(SyncRun.objects.defer("refusals"), id=run_id)
        backlog = selectors.backlog_of(run.integration_id)
    run.pipeline = shown(backlog)
    is_read = run.state == SyncRun.State.DONE
    run.finished = not backlog.waiting.total() if is_read else run.state != SyncRun.State.RUNNING
    return dict(RunProgress(run).data)


urlpatterns = [
    path("sources", SourcesView.as_view(), name="sources"),
    path("uploads", UploadsView.as_view(), name="uploads"),
    path("uploads/<uuid:upload_id>", UploadView.as_view(), name="upload"),
    path("sync-runs", RunsView.as_view(), name="sync-runs"),
    path("sync-runs/<uuid:run_id>", RunView.as_view(), name="sync-run"),
    path("sync-runs/<uuid:run_id>/events", RunEventsView.as_view(), name="run-events"),
    path("sync-runs/<uuid:run_id>/stop", StopRunView.as_view(), name="stop-run"),
]
