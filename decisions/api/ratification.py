"""What deciders say of decisions, and how often what was found is right."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decisions import ratification
from decisions.models import Decision, Verdict
from decisions.serializers import TEXT_MAX, MemoryChange, MemoryItem
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import StrictSerializer, read_body, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import acting_as

VERDICTS = Verdict.values


class RatifyBody(StrictSerializer):
    verdict = serializers.ChoiceField(VERDICTS)
    reason = serializers.CharField(max_length=TEXT_MAX, allow_blank=True, default="")
    changes = MemoryChange(required=False, help_text="Of an `edit`: what should be as they say.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["verdict"] == Verdict.EDIT) != bool(attrs.get("changes")):
            raise serializers.ValidationError("An edit has changes, and nothing else has.")
        return attrs


class AwaitingItem(MemoryItem):
    """With what was said, word for word, and why: one cannot tell without whether it is right."""

    class Meta(MemoryItem.Meta):
        fields = [*MemoryItem.Meta.fields, "quote", "rationale"]


class RatificationItem(serializers.Serializer[Any]):
    """A decider's word. `decision_type` is that of the decision as it was found."""

    verdict = serializers.ChoiceField(VERDICTS)
    by_principal = serializers.UUIDField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    decision_type = serializers.CharField()


class JudgedItem(serializers.Serializer[Any]):
    """`share` is that of `confirmed` among `judged`, in 0..1; null where none was judged."""

    judged = serializers.IntegerField()
    confirmed = serializers.IntegerField()
    edited = serializers.IntegerField()
    rejected = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True)


class AccuracyDetail(serializers.Serializer[Any]):
    """Of the decisions that the reader sees and their deciders judged."""

    team = JudgedItem()
    by_type = serializers.DictField(child=JudgedItem())
    by_source = serializers.DictField(child=JudgedItem())


class RatifyView(TeamView):
    """As who made it, say of a decision that it is right or wrong, or make it right."""

    calls_out = {"POST"}

    @extend_schema(
        operation_id="list_ratifications", responses=RatificationItem(many=True), filters=False
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        get_object_or_404(Decision.objects.all(), id=memory_id)
        return Response(RatificationItem(ratification.words_on(memory_id), many=True).data)

    @extend_schema(
        operation_id="ratify_decision", request=RatifyBody, responses={201: RatificationItem}
    )
    def post(self, request: Request, memory_id: UUID) -> Response:
        scope, body = self.scope, read_body(request, RatifyBody)
        with acting_as(scope.team_id, scope.principal_id):
            get_object_or_404(Decision.objects.all(), id=memory_id)
        verdict = Verdict(body.pop("verdict"))
        word = ratification.ratify(scope, memory_id, verdict, **body)
        return Response(RatificationItem(word).data, status=201)

    @extend_schema(operation_id="withdraw_ratification", responses={204: None})
    def delete(self, request: Request, memory_id: UUID) -> Response:
        get_object_or_404(Decision.objects.all(), id=memory_id)
        ratification.withdraw(memory_id)
        return Response(status=204)


class AwaitingView(TeamView):
    """Decisions that wait for the reader's word, as they are named as who made them."""

    @extend_schema(
        operation_id="decisions_awaiting_ratification",
        parameters=[PageQuery],
        responses=page_serializer(AwaitingItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)
        return Response(
            page_of(ratification.awaiting(), query,
                    lambda page: list(AwaitingItem(page, many=True).data), by="source_date")
        )  # fmt: skip


class AccuracyView(TeamView):
    """How often what was found is right, by the word of those who made the decisions."""

    @extend_schema(operation_id="accuracy", responses=AccuracyDetail)
    def get(self, request: Request) -> Response:
        return Response(AccuracyDetail(ratification.accuracy()).data)


urlpatterns = [
    path("decisions/awaiting", AwaitingView.as_view(), name="awaiting-ratification"),
    path("decisions/<uuid:memory_id>/ratify", RatifyView.as_view(), name="ratify"),
    path("accuracy", AccuracyView.as_view(), name="accuracy"),
]
