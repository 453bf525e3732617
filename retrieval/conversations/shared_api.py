"""Conversations that others share by a link, and how answers were judged."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.visibility import Visibility
from retrieval.conversations import figures, reading, titles
from retrieval.conversations.models import Conversation, Exchange
from retrieval.conversations.serializers import (
    AnswerAccuracyDetail,
    SharedConversationItem,
    SharedExchangeItem,
)


class SharedConversationView(TeamView):
    """A conversation that a teammate shares."""

    @extend_schema(operation_id="get_shared_conversation", responses=SharedConversationItem)
    def get(self, request: Request, link: UUID) -> Response:
        return Response(SharedConversationItem(titles.shared(_linked(link))).data)


class SharedExchangesView(TeamView):
    """What was said in it until it was shared, latest first.

    An answer is told where the reader sees all that it rests on, and else withheld with its
    question.
    """

    @extend_schema(
        operation_id="list_shared_exchanges",
        parameters=[PageQuery],
        responses=page_serializer(SharedExchangeItem),
    )
    def get(self, request: Request, link: UUID) -> Response:
        rows = Exchange.objects.filter(
            conversation_id=_linked(link).id, visibility=Visibility.SHARED
        )
        return Response(
            page_of(rows, read_query(request, PageQuery), lambda page: list(
                SharedExchangeItem(reading.shown(page, own=False), many=True).data), by="asked_at")
        )  # fmt: skip


class AnswerAccuracyView(TeamView):
    """How often answers were right, by the thumbs of those who asked."""

    @extend_schema(operation_id="answer_accuracy", responses=AnswerAccuracyDetail)
    def get(self, request: Request) -> Response:
        return Response(AnswerAccuracyDetail(figures.answer_accuracy()).data)


def _linked(link: UUID) -> Any:
    return get_object_or_404(Conversation.objects.all(), link=link)


urlpatterns = [
    path(
        "shared-conversations/<uuid:link>",
        SharedConversationView.as_view(),
        name="shared-conversation",
    ),
    path(
        "shared-conversations/<uuid:link>/exchanges",
        SharedExchangesView.as_view(),
        name="shared-exchanges",
    ),
    path("accuracy/answers", AnswerAccuracyView.as_view(), name="answer-accuracy"),
]
