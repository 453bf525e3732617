"""What waits for a person to settle."""

from typing import Any
from uuid import UUID

from django.urls import path
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.models import Memory
from decisions.serializers import PersonItem
from lifecycle.reconcile import conflicts
from lifecycle.reconcile.models import Conflict
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import StrictSerializer, read_body, read_query
from momo.platform.rest.views import TeamView

SETTLED = Conflict.Holds.values

_SIDE = {
    "id": "01920000-0000-7000-8000-000000000001", "kind": "decision", "title": "Use Postgres",
    "summary": "Orders are kept in Postgres.", "quote": "Let's keep orders in Postgres.",
    "rationale": "", "people": [
        {"name": "Ada", "email": "ada@example.org", "handle": "", "role": "decider"}
    ],
    "status": "decided", "visibility": "shared", "source": "slack",
    "source_url": "https://example.org/1", "source_date": "2026-03-01T09:00:00Z",
    "superseded_by": None,
}  # fmt: skip
CONFLICT_EXAMPLE = OpenApiExample(
    "Two databases",
    {
        "id": "01920000-0000-7000-8000-000000000003", "older": _SIDE, "newer": {
            **_SIDE, "id": "01920000-0000-7000-8000-000000000002", "title": "Use MySQL",
            "quote": "Orders go to MySQL.", "source_date": "2026-03-08T09:00:00Z",
        },
        "reason": "Two people chose differently within 30 days.",
        "created_at": "2026-03-08T09:01:00Z", "holds": "", "resolved_by": None,
        "resolved_at": None,
    },
    response_only=True,
)  # fmt: skip


class ConflictQuery(PageQuery):
    resolved = serializers.BooleanField(default=False, help_text="Those that were settled.")


class ConflictBody(StrictSerializer):
    holds = serializers.ChoiceField(SETTLED, help_text="Which one holds.")


class ConflictSide(serializers.ModelSerializer[Memory]):
    """One of the two, in its own words."""

    people = PersonItem(many=True)

    class Meta:
        model = Memory
        fields = (
            "id", "kind", "title", "summary", "quote", "rationale", "people", "status",
            "visibility", "source", "source_url", "source_date", "superseded_by",
        )  # fmt: skip


class ConflictItem(serializers.Serializer[Any]):
    """Two memories that cannot both hold. `holds` is empty until a person settles it."""

    id = serializers.UUIDField()
    older = ConflictSide()
    newer = ConflictSide()
    reason = serializers.CharField()
    created_at = serializers.DateTimeField()
    holds = serializers.ChoiceField(["", *SETTLED])
    resolved_by = serializers.UUIDField(allow_null=True)
    resolved_at = serializers.DateTimeField(allow_null=True)


class ConflictsView(TeamView):
    """Newest first; those of which the reader sees both sides."""

    @extend_schema(
        operation_id="list_conflicts",
        parameters=[ConflictQuery],
        responses=page_serializer(ConflictItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, ConflictQuery)
        rows = conflicts.visible(resolved=query["resolved"])
        return Response(page_of(rows, query, _items, by="created_at"))


class ResolveConflictView(TeamView):
    """Say which one holds; the other one is superseded. `both` leaves both as they are."""

    @extend_schema(operation_id="resolve_conflict", request=ConflictBody, responses=ConflictItem)
    def post(self, request: Request, conflict_id: UUID) -> Response:
        body = read_body(request, ConflictBody)
        conflict = conflicts.resolve(conflict_id, holds=body["holds"])
        return Response(_items([conflict])[0])


class ReopenConflictView(TeamView):
    """Take back what was settled: what was superseded by it stands again."""

    @extend_schema(
        operation_id="reopen_conflict",
        summary="Take a settlement back",
        request=None,
        responses=ConflictItem,
        examples=[CONFLICT_EXAMPLE],
    )
    def post(self, request: Request, conflict_id: UUID) -> Response:
        return Response(_items([conflicts.reopen(conflict_id)])[0])


def _items(rows: list[Conflict]) -> list[Any]:
    memories = conflicts.sides(rows)
    shown = [
        {
            **{name: getattr(row, name) for name in _PLAIN},
            "older": memories[row.older_id],
            "newer": memories[row.newer_id],
        }
        for row in rows
        if row.older_id in memories and row.newer_id in memories
    ]
    return list(ConflictItem(shown, many=True).data)


_PLAIN = ("id", "reason", "created_at", "holds", "resolved_by", "resolved_at")

urlpatterns = [
    path("conflicts", ConflictsView.as_view(), name="conflicts"),
    path(
        "conflicts/<uuid:conflict_id>/resolve",
        ResolveConflictView.as_view(),
        name="resolve-conflict",
    ),
    path(
        "conflicts/<uuid:conflict_id>/reopen",
        ReopenConflictView.as_view(),
        name="reopen-conflict",
    ),
]
