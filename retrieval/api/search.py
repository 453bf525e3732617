"""Searching, and asking. No endpoint here holds a transaction: a model may be asked."""

from typing import Any

from django.http import StreamingHttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts.keys import KeyScope
from momo.platform.rest.serializers import read_body
from momo.platform.rest.streams import (
    EVENT_STREAM,
    Events,
    EventStreamRenderer,
    stream,
    wants_events,
)
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import Scope
from retrieval import pipeline
from retrieval.answering import answer
from retrieval.answering.answer import Done, Piece
from retrieval.answering.serializers import AnswerItem, CitationItem
from retrieval.assembling import context
from retrieval.assembling.assemble import Format
from retrieval.serializers import (
    AskBody,
    ContextBody,
    ContextItem,
    Found,
    SearchBody,
    filters_of,
    how_of,
)
from retrieval.stages import Stage


class QuestionView(TeamView):
    calls_out = {"POST"}
    needs = {"POST": KeyScope.READ}


class SearchView(QuestionView):
    """What the reader may see that answers a query, best first."""

    @extend_schema(operation_id="search", request=SearchBody, responses=Found)
    def post(self, request: Request) -> Response:
        body = read_body(request, SearchBody)
        found = pipeline.search(
            self.scope, body["query"], filters=filters_of(body), limit=body["limit"],
            explain=body["explain"], off=frozenset(map(Stage, body["without"])), **how_of(body),
        )  # fmt: skip
        return Response(Found(found).data)


class ContextView(QuestionView):
    """What is known about a query, packed for a model to read."""

    @extend_schema(operation_id="context", request=ContextBody, responses=ContextItem)
    def post(self, request: Request) -> Response:
        body = read_body(request, ContextBody)
        packed = context.context(
            self.scope, body["query"], filters=filters_of(body), limit=body["limit"],
            max_tokens=body["max_tokens"], max_bytes=body["max_bytes"],
            format=Format(body["format"]), **how_of(body),
        )  # fmt: skip
        return Response(ContextItem(packed).data)


class AskView(QuestionView):
    """An answer that cites what it rests on, or says that nothing is known.

    With `Accept: text/event-stream` it comes as it is written: `sources` (all that may be cited; a
    second one starts the answer anew), `piece` ({"text"}) as often as needed, `done` (the answer),
    or `problem`.
    """

    renderer_classes = [JSONRenderer, EventStreamRenderer]

    @extend_schema(
        operation_id="ask",
        request=AskBody,
        responses={
            (200, "application/json"): AnswerItem,
            (200, EVENT_STREAM): OpenApiTypes.STR,
        },
    )
    def post(self, request: Request) -> Response | StreamingHttpResponse:
        body = read_body(request, AskBody)
        if wants_events(request):
            return stream(request, _events(self.scope, body))
        answered = answer.ask(self.scope, body["question"], filters=filters_of(body))
        return Response(AnswerItem(answered).data)


def _events(scope: Scope, body: dict[str, Any]) -> Events:
    for event in answer.ask_stream(scope, body["question"], filters=filters_of(body)):
        if isinstance(event, Piece):
            yield "piece", {"text": event.text}
        elif isinstance(event, Done):
            yield "done", AnswerItem(event.answer).data
        else:
            yield "sources", CitationItem(event.citations, many=True).data


urlpatterns = [
    path("search", SearchView.as_view(), name="search"),
    path("context", ContextView.as_view(), name="context"),
    path("ask", AskView.as_view(), name="ask"),
]
