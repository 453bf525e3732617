"""Memories and decisions."""

from typing import Any, ClassVar
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from decisions import selectors, services
from decisions.editing.drafts import Draft
from decisions.histories import history
from decisions.histories.lineage import LineageError
from decisions.listing.bulk import NotTogether
from decisions.listing.matching import matching
from decisions.listing.pages import page_of as page_in_order
from decisions.listing.queries import DecisionQuery, MemoryQuery
from decisions.models import Decision, Memory, MemoryRevision
from decisions.refusals import NotYours, Refused
from decisions.serializers import (
    DecisionBody,
    HistoryDetail,
    LineageDetail,
    MemoryBody,
    MemoryChange,
    MemoryDetail,
    MemoryItem,
    RevisionItem,
    memory_detail,
)
from momo.platform.rest import etags
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import StrictSerializer, read_body, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import acting_as

answer_with(409, LineageError, NotTogether, Refused)
answer_with(403, NotYours)


class MemoriesBase(TeamView):
    """As filtered, newest first unless sorted otherwise; secret ones for their owner alone, and
    only where asked for."""

    calls_out = {"POST"}
    model: ClassVar[type[Memory]] = Memory
    query: ClassVar[type[PageQuery]] = MemoryQuery
    body: ClassVar[type[StrictSerializer]] = MemoryBody

    def get(self, request: Request) -> Response:
        query = read_query(request, self.query)
        rows = matching(self.model.objects.all(), query)
        return Response(
            page_in_order(rows, query, lambda page: list(MemoryItem(page, many=True).data))
        )

    def post(self, request: Request) -> Response:
        scope = self.scope
        memory_id = services.create_memory(scope, Draft(**read_body(request, self.body)))
        with acting_as(scope.team_id, scope.principal_id):
            return answer_with_detail(Memory.objects.get(id=memory_id), status=201)


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
        return answer_with_detail(self._found(memory_id))

    def patch(self, request: Request, memory_id: UUID) -> Response:
        scope = self.scope
        changes = read_body(request, MemoryChange)
        with acting_as(scope.team_id, scope.principal_id):
            self._found(memory_id)
        services.edit_memory(scope, memory_id, changes, etag=etags.if_match(request))
        with acting_as(scope.team_id, scope.principal_id):
            return answer_with_detail(self._found(memory_id))

    def delete(self, request: Request, memory_id: UUID) -> Response:
        self._found(memory_id)
        services.delete_memory(
            memory_id, is_admin=self.access.is_admin, etag=etags.if_match(request)
        )
        return Response(status=204)

    def _found(self, memory_id: UUID) -> Memory:
        found: Memory = get_object_or_404(self.model.objects.all(), id=memory_id)
        return found


_CHANGE: dict[str, Any] = {
    "parameters": [etags.IF_MATCH],
    "request": MemoryChange,
    "responses": MemoryDetail,
}


@extend_schema_view(
    get=extend_schema(operation_id="get_memory", responses=MemoryDetail),
    patch=extend_schema(operation_id="edit_memory", **_CHANGE),
    delete=extend_schema(
        operation_id="delete_memory", parameters=[etags.IF_MATCH], responses={204: None}
    ),
)
class MemoryView(MemoryBase):
    pass


@extend_schema_view(
    get=extend_schema(operation_id="get_decision", responses=MemoryDetail),
    patch=extend_schema(operation_id="edit_decision", **_CHANGE),
    delete=extend_schema(
        operation_id="delete_decision", parameters=[etags.IF_MATCH], responses={204: None}
    ),
)
class DecisionView(MemoryBase):
    model = Decision


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


def answer_with_detail(memory: Memory, *, status: int = 200) -> Response:
    """A memory in full, with its version."""
    # The version is the memory's alone, and the answer has more: nobody goes on showing it.
    headers = {etags.HEADER: services.etag_of(memory)}
    return Response(memory_detail(memory), status=status, headers=headers)


urlpatterns = [
    path("memories", MemoriesView.as_view(), name="memories"),
    path("memories/<uuid:memory_id>", MemoryView.as_view(), name="memory"),
    path("decisions", DecisionsView.as_view(), name="decisions"),
    path("decisions/<uuid:memory_id>", DecisionView.as_view(), name="decision"),
    path("decisions/<uuid:memory_id>/revisions", RevisionsView.as_view(), name="revisions"),
    path("decisions/<uuid:memory_id>/history", HistoryView.as_view(), name="history"),
    path("decisions/<uuid:memory_id>/lineage", LineageView.as_view(), name="lineage"),
]
