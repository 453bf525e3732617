"""Commitments: who owes what by when, and saying that it is done."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.models import Kind
from lifecycle.commitments import selectors, services
from lifecycle.commitments.selectors import SHOWN, Commitment, Place, State
from lifecycle.commitments.tuning import DUE_WITHIN
from momo.platform.rest.pagination import (
    CursorField,
    moment,
    page_from,
    page_serializer,
    read_cursor,
)
from momo.platform.rest.problems import NOTHING_THERE
from momo.platform.rest.serializers import StrictSerializer, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.zones import zone_of_team

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
    cursor = CursorField()
    limit = serializers.IntegerField(min_value=1, max_value=SHOWN, default=SHOWN)

    def validate_cursor(self, value: str) -> Place:
        return read_cursor(value, _place)


class CommitmentItem(serializers.Serializer[Any]):
    """`closed_by` is the person, and `rule` what read the message (`evidence`, in its words), that
    said last whether it is done."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(Kind.choices)
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


class CommitmentsView(TeamView):
    """What is owed, the longest due first."""

    @extend_schema(
        operation_id="list_commitments",
        parameters=[CommitmentQuery],
        responses=page_serializer(CommitmentItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, CommitmentQuery)
        today = timezone.localdate(timezone=zone_of_team())
        rows = selectors.listed(
            state=State(query["state"]), today=today, limit=query["limit"] + 1,
            until=today + timedelta(days=query["within"]), after=query.get("cursor"),
            owners=self._owners(query["owner"]) if "owner" in query else None,
        )  # fmt: skip
        return Response(page_from(rows, query["limit"], _shown, _place_of))

    def _owners(self, name: str) -> list[str]:
        if name != "me":
            return [" ".join(name.casefold().split())]
        return selectors.own_names(self.scope.principal_id)


def _shown(page: list[Commitment]) -> list[Any]:
    return list(CommitmentItem(page, many=True).data)


def _place_of(last: Commitment) -> Place:
    return last.due_on, last.source_date, last.id


def _place(due: str | None, said: str, last: str) -> Place:
    return date.fromisoformat(due) if due else None, moment(said), UUID(last)


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
    today = timezone.localdate(timezone=zone_of_team())
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
