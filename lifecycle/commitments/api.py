"""Commitments: who owes what by when, and saying that it is done."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from lifecycle.commitments import selectors, services
from lifecycle.commitments.people import names_of
from lifecycle.commitments.selectors import SHOWN, Commitment, State
from lifecycle.commitments.tuning import DUE_WITHIN
from lifecycle.digests.subscriptions import zone_of
from momo.platform.accounts.models import User
from momo.platform.rest.problems import NOTHING_THERE
from momo.platform.rest.serializers import StrictSerializer, read_query
from momo.platform.rest.views import TeamView

COMMITMENT_STATES = [state.value for state in State]


class CommitmentQuery(StrictSerializer):
    state = serializers.ChoiceField(
        COMMITMENT_STATES, default=State.OPEN.value,
        help_text="`open` has the due and the overdue ones too.",
    )  # fmt: skip
    within = serializers.IntegerField(
        min_value=0, max_value=366, default=DUE_WITHIN, help_text="Days ahead that count as due."
    )
    owner = serializers.CharField(
        max_length=300, required=False, help_text="A name, or `me`.",
    )  # fmt: skip
    limit = serializers.IntegerField(min_value=1, max_value=SHOWN, default=SHOWN)


class CommitmentItem(serializers.Serializer[Any]):
    """`closed_by` is the person, and `rule` what read the message (`evidence`, in its words), that
    said last whether it is done."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    quote = serializers.CharField()
    owner = serializers.CharField()
    due_on = serializers.DateField(allow_null=True)
    state = serializers.ChoiceField(COMMITMENT_STATES)
    visibility = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    source_url = serializers.CharField()
    source_date = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_by = serializers.CharField()
    rule = serializers.CharField()
    evidence_id = serializers.UUIDField(allow_null=True)
    evidence = serializers.CharField()


class CommitmentList(serializers.Serializer[Any]):
    items = CommitmentItem(many=True)


class CommitmentsView(TeamView):
    """What is owed, the longest due first."""

    @extend_schema(
        operation_id="list_commitments", parameters=[CommitmentQuery], responses=CommitmentList
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, CommitmentQuery)
        today = timezone.now().astimezone(zone_of()).date()
        rows = selectors.listed(
            state=State(query["state"]), today=today, limit=query["limit"],
            until=today + timedelta(days=query["within"]),
            owners=self._owners(query["owner"]) if "owner" in query else None,
        )  # fmt: skip
        return Response(CommitmentList({"items": rows}).data)

    def _owners(self, name: str) -> list[str]:
        if name != "me":
            return [" ".join(name.casefold().split())]
        user = User.objects.filter(id=self.scope.principal_id).first()
        return sorted(names_of(user.name, user.email)) if user else []


class CloseCommitmentView(TeamView):
    """Say that it is done."""

    @extend_schema(operation_id="close_commitment", request=None, responses=CommitmentItem)
    def post(self, request: Request, memory_id: UUID) -> Response:
        services.close(memory_id)
        return _item(memory_id)


class ReopenCommitmentView(TeamView):
    """Say that it is not done, whatever a message says."""

    @extend_schema(operation_id="reopen_commitment", request=None, responses=CommitmentItem)
    def post(self, request: Request, memory_id: UUID) -> Response:
        services.reopen(memory_id)
        return _item(memory_id)


def _item(memory_id: UUID) -> Response:
    today = timezone.now().astimezone(zone_of()).date()
    row: Commitment | None = selectors.found(
        memory_id, today=today, until=today + timedelta(days=DUE_WITHIN)
    )
    if row is None:
        raise NotFound(NOTHING_THERE)
    return Response(CommitmentItem(row).data)


urlpatterns = [
    path("commitments", CommitmentsView.as_view(), name="commitments"),
    path(
        "commitments/<uuid:memory_id>/close",
        CloseCommitmentView.as_view(),
        name="close-commitment",
    ),
    path(
        "commitments/<uuid:memory_id>/reopen",
        ReopenCommitmentView.as_view(),
        name="reopen-commitment",
    ),
]
