"""Entities: who and what memories name, and which names are one."""

from typing import Any
from uuid import UUID

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.entities import acts, reading
from decisions.entities.serializers import (
    AnswerBody,
    EntityDetailItem,
    EntityItem,
    EntityQuery,
    MergeBody,
    SplitBody,
    SuggestionItem,
)
from decisions.models import EntityVerdict
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import TeamView


class EntitiesView(TeamView):
    """People, projects, products and whatever else memories name, newest first."""

    @extend_schema(
        operation_id="list_entities",
        parameters=[EntityQuery],
        responses=page_serializer(EntityItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, EntityQuery)
        rows = reading.entities(type_=query.get("type", ""), q=query.get("q", ""))
        return Response(
            page_of(rows, query, lambda page: list(EntityItem(page, many=True).data),
                    by="created_at")
        )  # fmt: skip


class EntityView(TeamView):
    """One entity with its names; also by the id of what was merged into it."""

    @extend_schema(operation_id="get_entity", responses=EntityDetailItem)
    def get(self, request: Request, entity_id: UUID) -> Response:
        return _detail(entity_id)


class SuggestionsView(TeamView):
    """Names that may be one person or thing, where no rule is sure enough, newest first."""

    @extend_schema(
        operation_id="list_entity_suggestions",
        parameters=[PageQuery],
        responses=page_serializer(SuggestionItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)

        def shown(page: list[EntityVerdict]) -> list[Any]:
            return list(SuggestionItem(reading.with_names(page), many=True).data)

        return Response(page_of(reading.suggestions(), query, shown, by="created_at"))


class AnswerView(TeamView):
    """Say of a suggested pair whether it is one. Remembered, and above what rules say."""

    @extend_schema(
        operation_id="answer_entity_suggestion", request=AnswerBody, responses=EntityDetailItem
    )
    def post(self, request: Request, suggestion_id: UUID) -> Response:
        return _detail(acts.answer(suggestion_id, **read_body(request, AnswerBody)))


class MergeView(TeamView):
    """Say that this entity and another are one. Remembered, and above what rules say."""

    @extend_schema(operation_id="merge_entities", request=MergeBody, responses=EntityDetailItem)
    def post(self, request: Request, entity_id: UUID) -> Response:
        body = read_body(request, MergeBody)
        return _detail(acts.merge(entity_id, body["other"], reason=body["reason"]))


class SplitView(TeamView):
    """Say that some of this entity's names are another one. Answers with that one."""

    @extend_schema(operation_id="split_entity", request=SplitBody, responses=EntityDetailItem)
    def post(self, request: Request, entity_id: UUID) -> Response:
        return _detail(acts.split(entity_id, **read_body(request, SplitBody)))


class UndoActView(TeamView):
    """Take back a merge, a split or an answer; what it had ended stands again."""

    @extend_schema(operation_id="undo_entity_act", request=None, responses={204: None})
    def post(self, request: Request, act: UUID) -> Response:
        acts.undo(act)
        return Response(status=204)


def _detail(entity_id: UUID) -> Response:
    return Response(EntityDetailItem(reading.detail(entity_id)).data)


urlpatterns = [
    path("entities", EntitiesView.as_view(), name="entities"),
    path("entities/suggestions", SuggestionsView.as_view(), name="entity-suggestions"),
    path(
        "entities/suggestions/<uuid:suggestion_id>",
        AnswerView.as_view(),
        name="answer-entity-suggestion",
    ),
    path("entities/acts/<uuid:act>/undo", UndoActView.as_view(), name="undo-entity-act"),
    path("entities/<uuid:entity_id>", EntityView.as_view(), name="entity"),
    path("entities/<uuid:entity_id>/merge", MergeView.as_view(), name="merge-entities"),
    path("entities/<uuid:entity_id>/split", SplitView.as_view(), name="split-entity"),
]
