"""Memories and decisions."""

from typing import Any, ClassVar
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from decisions import history, selectors, services
from decisions.drafts import Draft
from decisions.lineage import LineageError
from decisions.models import Decision, Memory, MemoryRevision
from decisions.refusals import NotYours, Refused, Stale
from decisions.serializers import (
    DecisionBody,
    DecisionQuery,
    HistoryDetail,
    LineageDetail,
    MemoryBody,
    MemoryChange,
    MemoryDetail,
    MemoryItem,
    MemoryQuery,
    ReverseBody,
    RevisionItem,
    SupersedeBody,
    memory_detail,
)
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import StrictSerializer, read_body, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import acting_as

answer_with(409, LineageError, Refused)
answer_with(403, NotYours)
answer_with(412, Stale)

_IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of the memory as it was read."
)


class MemoriesBase(TeamView):
    """Newest first; secret memories only for their owner, and only where asked for."""

    calls_out = {"POST"}
    model: ClassVar[type[Memory]] = Memory
    query: ClassVar[type[PageQuery]] = MemoryQuery
    body: ClassVar[type[StrictSerializer]] = MemoryBody

    def get(self, request: Request) -> Response:
        query = read_query(request, self.query)
        rows = selectors.matching(self.model.objects.all(), query)
        return Response(
            page_of(rows, query, lambda page: list(MemoryItem(page, many=True).data),
                    by="source_date")
        )  # fmt: skip

    def post(self, request: Request) -> Response:
        scope = self.scope
        memory_id = services.create_memory(scope, Draft(**read_body(request, self.body)))
        with acting_as(scope.team_id, scope.principal_id):
            return _detail(Memory.objects.get(id=memory_id), status=201)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_memories",
        parameters=[MemoryQuery],
        responses=page_serializer(MemoryItem),
    ),
    post=extend_schema(
        operation_id="create_memory", request=MemoryBody, responses={201: MemoryDetail}
    ),
)
class MemoriesView(MemoriesBase):
    pass


@extend_schema_view(
    get=extend_schema(
        operation_id="list_decisions",
        parameters=[DecisionQuery],
        responses=page_serializer(MemoryItem),
    ),
    post=extend_schema(
        operation_id="create_decision", request=DecisionBody, responses={201: MemoryDetail}
    ),
)
class DecisionsView(MemoriesBase):
    model = Decision
    query = DecisionQuery
    body = DecisionBody


class MemoryBase(TeamView):
    """One memory with its sources, people, entities, occurrences and lineage."""

    calls_out = {"PATCH"}
    model: ClassVar[type[Memory]] = Memory

    def get(self, request: Request, memory_id: UUID) -> Response:
        return _detail(self._found(memory_id))

    def patch(self, request: Request, memory_id: UUID) -> Response:
        scope = self.scope
        changes = read_body(request, MemoryChange)
        with acting_as(scope.team_id, scope.principal_id):
            self._found(memory_id)
        etag = request.headers.get("If-Match", "").removeprefix("*")
        services.edit_memory(scope, memory_id, changes, etag=etag)
        with acting_as(scope.team_id, scope.principal_id):
            return _detail(self._found(memory_id))

    def delete(self, request: Request, memory_id: UUID) -> Response:
        self._found(memory_id)
        services.delete_memory(memory_id, is_admin=self.access.is_admin)
        return Response(status=204)

    def _found(self, memory_id: UUID) -> Memory:
        found: Memory = get_object_or_404(self.model.objects.all(), id=memory_id)
        return found


_CHANGE: dict[str, Any] = {
    "parameters": [_IF_MATCH],
    "request": MemoryChange,
    "responses": MemoryDetail,
}


@extend_schema_view(
    get=extend_schema(operation_id="get_memory", responses=MemoryDetail),
    patch=extend_schema(operation_id="edit_memory", **_CHANGE),
    delete=extend_schema(operation_id="delete_memory", responses={204: None}),
)
class MemoryView(MemoryBase):
    pass


@extend_schema_view(
    get=extend_schema(operation_id="get_decision", responses=MemoryDetail),
    patch=extend_schema(operation_id="edit_decision", **_CHANGE),
    delete=extend_schema(operation_id="delete_decision", responses={204: None}),
)
class DecisionView(MemoryBase):
    model = Decision


class SupersedeView(TeamView):
    """Say that a newer decision replaces this one."""

    @extend_schema(operation_id="supersede_decision", request=SupersedeBody, responses=MemoryDetail)
    def post(self, request: Request, memory_id: UUID) -> Response:
        body = read_body(request, SupersedeBody)
        services.supersede_decision(memory_id, body["by"], reason=body["reason"])
        return _detail(Decision.objects.get(id=memory_id))


class UndoView(TeamView):
    """Take back that this decision was replaced."""

    @extend_schema(operation_id="undo_supersession", request=None, responses=MemoryDetail)
    def post(self, request: Request, memory_id: UUID) -> Response:
        services.undo_supersession(memory_id)
        return _detail(Decision.objects.get(id=memory_id))


class ReverseView(TeamView):
    """Say that this decision does not hold any more, from now on."""

    @extend_schema(operation_id="reverse_decision", request=ReverseBody, responses=MemoryDetail)
    def post(self, request: Request, memory_id: UUID) -> Response:
        services.reverse_decision(memory_id, **read_body(request, ReverseBody))
        return _detail(Decision.objects.get(id=memory_id))


class RestoreView(TeamView):
    """Take back that this decision was reversed."""

    @extend_schema(operation_id="restore_decision", request=None, responses=MemoryDetail)
    def post(self, request: Request, memory_id: UUID) -> Response:
        services.restore_decision(memory_id)
        return _detail(Decision.objects.get(id=memory_id))


class RevisionsView(TeamView):
    """How this decision was changed, latest first."""

    @extend_schema(
        operation_id="decision_revisions",
        parameters=[PageQuery],
        responses=page_serializer(RevisionItem),
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        get_object_or_404(Decision.objects.all(), id=memory_id)
        rows = MemoryRevision.objects.filter(memory_id=memory_id)
        query = read_query(request, PageQuery)
        return Response(
            page_of(rows, query, lambda page: list(RevisionItem(page, many=True).data),
                    by="changed_at")
        )  # fmt: skip


class HistoryView(TeamView):
    """What was decided on this decision's topic, oldest first, and what replaced what and why."""

    @extend_schema(operation_id="decision_history", responses=HistoryDetail)
    def get(self, request: Request, memory_id: UUID) -> Response:
        get_object_or_404(Decision.objects.all(), id=memory_id)
        return Response(HistoryDetail(history.of([memory_id])).data)


class LineageView(TeamView):
    """What this decision replaced, and what replaced it."""

    @extend_schema(operation_id="decision_lineage", responses=LineageDetail)
    def get(self, request: Request, memory_id: UUID) -> Response:
        decision = get_object_or_404(Decision.objects.all(), id=memory_id)
        return Response(LineageDetail(selectors.lineage_of(decision)).data)


def _detail(memory: Memory, *, status: int = 200) -> Response:
    etag = services.etag_of(memory)
    return Response(memory_detail(memory), status=status, headers={"ETag": etag})


urlpatterns = [
    path("memories", MemoriesView.as_view(), name="memories"),
    path("memories/<uuid:memory_id>", MemoryView.as_view(), name="memory"),
    path("decisions", DecisionsView.as_view(), name="decisions"),
    path("decisions/<uuid:memory_id>", DecisionView.as_view(), name="decision"),
    path("decisions/<uuid:memory_id>/supersede", SupersedeView.as_view(), name="supersede"),
    path("decisions/<uuid:memory_id>/undo", UndoView.as_view(), name="undo-supersession"),
    path("decisions/<uuid:memory_id>/reverse", ReverseView.as_view(), name="reverse"),
    path("decisions/<uuid:memory_id>/restore", RestoreView.as_view(), name="restore"),
    path("decisions/<uuid:memory_id>/revisions", RevisionsView.as_view(), name="revisions"),
    path("decisions/<uuid:memory_id>/history", HistoryView.as_view(), name="history"),
    path("decisions/<uuid:memory_id>/lineage", LineageView.as_view(), name="lineage"),
]
