"""Conversations: the reader's own, and what is asked in them."""

from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.rest import etags, idempotency
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import StrictSerializer, read_body, read_query
from momo.platform.rest.streams import (
    EVENT_STREAM,
    Events,
    EventStreamRenderer,
    stream,
    wants_events,
)
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import Scope, acting_as
from retrieval.answering.answer import Piece, Sources
from retrieval.answering.serializers import CitationItem
from retrieval.conversations import asking, examples, reading, services, titles
from retrieval.conversations.asking import Begun, Question
from retrieval.conversations.models import Conversation, Exchange
from retrieval.conversations.serializers import (
    ConversationBody,
    ConversationItem,
    ConversationsQuery,
    ExchangeItem,
    FeedbackBody,
)
from retrieval.serializers import AskBody, filters_of

answer_with(409, services.Full, services.UnderWay, services.NothingSaid)
answer_with(422, services.KeyReused)

_ANSWERS = {
    (201, "application/json"): ExchangeItem,
    (200, EVENT_STREAM): OpenApiTypes.STR,
}


class ConversationsView(TeamView):
    """What the reader asked, by conversation, those asked in last first. Nobody else sees them."""

    @extend_schema(
        operation_id="list_conversations",
        parameters=[ConversationsQuery],
        responses=page_serializer(ConversationItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, ConversationsQuery)
        if words := query.pop("q", ""):
            found = titles.called(words, limit=query["limit"])
            return Response({"items": ConversationItem(found, many=True).data, "next": None})
        rows = services.own_conversations()
        return Response(
            page_of(rows, query, lambda page: list(
                ConversationItem(titles.titled(page), many=True).data), by="active_at")
        )  # fmt: skip

    @extend_schema(
        operation_id="create_conversation",
        request=ConversationBody,
        responses={201: ConversationItem},
        examples=[examples.CONVERSATION],
    )
    def post(self, request: Request) -> Response:
        conversation = services.begin(read_body(request, ConversationBody)["title"])
        return _shown(conversation, status=201)


class ConversationView(TeamView):
    """One of the reader's conversations."""

    @extend_schema(
        operation_id="get_conversation",
        responses=ConversationItem,
        examples=[examples.CONVERSATION],
    )
    def get(self, request: Request, conversation_id: UUID) -> Response:
        return _shown(services.own(conversation_id))

    @extend_schema(
        operation_id="rename_conversation",
        parameters=[etags.IF_MATCH],
        request=ConversationBody,
        responses=ConversationItem,
    )
    def patch(self, request: Request, conversation_id: UUID) -> Response:
        body = read_body(request, ConversationBody)
        conversation = services.own(conversation_id, lock=True)
        etags.require(request, _etag(conversation))
        services.rename(conversation, body["title"])
        return _shown(conversation)

    @extend_schema(
        operation_id="delete_conversation", parameters=[etags.IF_MATCH], responses={204: None}
    )
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        conversation = services.own(conversation_id, lock=True)
        etags.require(request, _etag(conversation))
        Conversation.objects.filter(id=conversation.id).delete()  # the database cascades
        return Response(status=204)


class ShareView(TeamView):
    """A link by which the team may read what was said in a conversation until now.

    Whoever follows it is told those answers alone all of whose sources they may see themselves.
    """

    @extend_schema(operation_id="share_conversation", request=None, responses=ConversationItem)
    def post(self, request: Request, conversation_id: UUID) -> Response:
        return _shown(services.share(conversation_id))

    @extend_schema(operation_id="unshare_conversation", responses={200: ConversationItem})
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        return _shown(services.unshare(conversation_id))


class ExchangesView(TeamView):
    """What was asked and answered in a conversation, latest first, and what of it still holds."""

    @extend_schema(
        operation_id="list_exchanges",
        parameters=[PageQuery],
        responses=page_serializer(ExchangeItem),
    )
    def get(self, request: Request, conversation_id: UUID) -> Response:
        rows = Exchange.objects.filter(conversation_id=services.own(conversation_id).id)
        return Response(
            page_of(rows, read_query(request, PageQuery), lambda page: list(
                ExchangeItem(reading.shown(page, own=True), many=True).data), by="asked_at")
        )  # fmt: skip


class AnsweringView(TeamView):
    """Keeps an `Idempotency-Key` with the exchange itself, so that nothing is kept beside it."""

    calls_out = {"POST"}
    keeps_keys = True
    renderer_classes = [JSONRenderer, EventStreamRenderer]

    def answer(
        self, request: Request, conversation_id: UUID, question: Question
    ) -> Response | StreamingHttpResponse:
        events = _events(self.scope, conversation_id, question)
        if wants_events(request):
            return stream(request, events)
        *_, (_, answered) = events
        return Response(answered, status=201)


class AskInView(AnsweringView):
    """An answer to a question that may refer to those before it in the conversation.

    With `Accept: text/event-stream` it comes as it is written: `sources` (all that may be cited; a
    second one starts the answer anew), `piece` ({"text"}) as often as needed, `done` (the
    exchange), or `problem`. What was said until the request is closed is kept, as `stopped`.
    """

    @extend_schema(
        operation_id="ask_in_conversation",
        request=AskBody,
        responses=_ANSWERS,
        examples=[examples.ASK, examples.ANSWERED],
    )
    def post(self, request: Request, conversation_id: UUID) -> Response | StreamingHttpResponse:
        body = read_body(request, AskBody)
        with acting_as(self.scope.team_id, self.scope.principal_id):
            services.own(conversation_id)
        question = Question(body["question"], filters_of(body), key=idempotency.key_of(request))
        return self.answer(request, conversation_id, question)


class RetryView(AnsweringView):
    """The same question again. The last exchange is replaced, an earlier one asked anew."""

    @extend_schema(operation_id="retry_exchange", request=None, responses=_ANSWERS)
    def post(
        self, request: Request, conversation_id: UUID, exchange_id: UUID
    ) -> Response | StreamingHttpResponse:
        read_body(request, StrictSerializer)
        with acting_as(self.scope.team_id, self.scope.principal_id):
            question = asking.again(conversation_id, exchange_id, key=idempotency.key_of(request))
        return self.answer(request, conversation_id, question)


class FeedbackView(TeamView):
    """What the reader thinks of an answer. The team's figures count it, without who and what."""

    @extend_schema(
        operation_id="judge_answer",
        request=FeedbackBody,
        responses=ExchangeItem,
        examples=[examples.FEEDBACK],
    )
    def put(self, request: Request, conversation_id: UUID, exchange_id: UUID) -> Response:
        services.judge(conversation_id, exchange_id, **read_body(request, FeedbackBody))
        return Response(_exchange(exchange_id))

    @extend_schema(operation_id="withdraw_judgement", responses={204: None})
    def delete(self, request: Request, conversation_id: UUID, exchange_id: UUID) -> Response:
        services.withdraw(conversation_id, exchange_id)
        return Response(status=204)


def _events(scope: Scope, conversation_id: UUID, question: Question) -> Events:
    exchange_id = None
    for event in asking.ask(scope, conversation_id, question):
        match event:
            case Begun():
                exchange_id = event.exchange_id
            case Sources():
                yield "sources", CitationItem(event.citations, many=True).data
            case Piece():
                yield "piece", {"text": event.text}
    assert exchange_id is not None
    with acting_as(scope.team_id, scope.principal_id):
        answered = _exchange(exchange_id)
    yield "done", answered


def _exchange(exchange_id: UUID) -> Any:
    rows = [Exchange.objects.get(id=exchange_id)]
    return ExchangeItem(reading.shown(rows, own=True)[0]).data


def _shown(conversation: Conversation, status: int = 200) -> Response:
    item = ConversationItem(titles.titled([conversation])[0]).data
    return Response(item, status=status, headers={etags.HEADER: _etag(conversation)})


def _etag(conversation: Conversation) -> str:
    return etags.etag_of(bytes(conversation.sealed_title or b""), str(conversation.shared_at))


urlpatterns = [
    path("conversations", ConversationsView.as_view(), name="conversations"),
    path("conversations/<uuid:conversation_id>", ConversationView.as_view(), name="conversation"),
    path(
        "conversations/<uuid:conversation_id>/share",
        ShareView.as_view(),
        name="share-conversation",
    ),
    path(
        "conversations/<uuid:conversation_id>/exchanges",
        ExchangesView.as_view(),
        name="exchanges",
    ),
    path(
        "conversations/<uuid:conversation_id>/ask",
        AskInView.as_view(),
        name="ask-in-conversation",
    ),
    path(
        "conversations/<uuid:conversation_id>/exchanges/<uuid:exchange_id>/retry",
        RetryView.as_view(),
        name="retry-exchange",
    ),
    path(
        "conversations/<uuid:conversation_id>/exchanges/<uuid:exchange_id>/feedback",
        FeedbackView.as_view(),
        name="answer-feedback",
    ),
]
