"""Saying whether a decision holds: it was replaced, reversed, or stands again."""

from typing import Any
from uuid import UUID

from django.urls import path
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from decisions import services
from decisions.api.memories import answer_with_detail
from decisions.models import Decision
from decisions.serializers import MemoryDetail, ReverseBody, SupersedeBody
from momo.platform.rest import etags
from momo.platform.rest.serializers import read_body
from momo.platform.rest.views import TeamView

_TAKEN: dict[str, Any] = {"parameters": [etags.IF_MATCH], "responses": MemoryDetail}


def _example(name: str, **value: Any) -> list[OpenApiExample]:
    return [OpenApiExample(name, value=value, request_only=True)]


class SupersedeView(TeamView):
    """Say that a newer decision replaces this one."""

    @extend_schema(
        operation_id="supersede_decision",
        request=SupersedeBody,
        examples=_example(
            "Replaced",
            by="01890a5d-ac96-774b-bcce-b302099a8057",
            reason="One database less to run.",
        ),
        **_TAKEN,
    )
    def post(self, request: Request, memory_id: UUID) -> Response:
        body = read_body(request, SupersedeBody)
        services.expect_version(memory_id, etags.if_match(request))
        services.supersede_decision(memory_id, body["by"], reason=body["reason"])
        return answer_with_detail(Decision.objects.get(id=memory_id))


class UndoView(TeamView):
    """Take back that this decision was replaced."""

    @extend_schema(operation_id="undo_supersession", request=None, **_TAKEN)
    def post(self, request: Request, memory_id: UUID) -> Response:
        services.expect_version(memory_id, etags.if_match(request))
        services.undo_supersession(memory_id)
        return answer_with_detail(Decision.objects.get(id=memory_id))


class ReverseView(TeamView):
    """Say that this decision does not hold any more, from now on."""

    @extend_schema(
        operation_id="reverse_decision",
        request=ReverseBody,
        examples=_example("Reversed", reason="The vendor closed down."),
        **_TAKEN,
    )
    def post(self, request: Request, memory_id: UUID) -> Response:
        body = read_body(request, ReverseBody)
        services.expect_version(memory_id, etags.if_match(request))
        services.reverse_decision(memory_id, **body)
        return answer_with_detail(Decision.objects.get(id=memory_id))


class RestoreView(TeamView):
    """Take back that this decision was reversed."""

    @extend_schema(operation_id="restore_decision", request=None, **_TAKEN)
    def post(self, request: Request, memory_id: UUID) -> Response:
        services.expect_version(memory_id, etags.if_match(request))
        services.restore_decision(memory_id)
        return answer_with_detail(Decision.objects.get(id=memory_id))


urlpatterns = [
    path("decisions/<uuid:memory_id>/supersede", SupersedeView.as_view(), name="supersede"),
    path("decisions/<uuid:memory_id>/undo", UndoView.as_view(), name="undo-supersession"),
    path("decisions/<uuid:memory_id>/reverse", ReverseView.as_view(), name="reverse"),
    path("decisions/<uuid:memory_id>/restore", RestoreView.as_view(), name="restore"),
]
