"""The audit log, for the team's owners and admins."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.selectors import names_of
from momo.platform.audit.models import AuditEvent
from momo.platform.audit.services import first_broken_link
from momo.platform.rest import spreadsheets
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import StrictSerializer, read_query
from momo.platform.rest.streams import CsvRenderer
from momo.platform.rest.views import TeamView

EXPORTED = 50_000  # events of one file, some 10 MB; chosen


class AuditFilters(StrictSerializer):
    action = serializers.CharField(
        required=False, max_length=60, help_text="Such as memory.edited, or memory.* for all."
    )
    actor = serializers.UUIDField(required=False)
    subject = serializers.CharField(required=False, max_length=80)
    since = serializers.DateTimeField(required=False, help_text="At or after.")
    until = serializers.DateTimeField(required=False, help_text="Before.")

    def validate_action(self, value: str) -> str:
        if not _ACTION.fullmatch(value):
            raise serializers.ValidationError("Give an action, such as memory.edited, or memory.*")
        return value


class AuditQuery(AuditFilters, PageQuery):
    """Which events, and which page of them."""


_ACTION = re.compile(r"[a-z_]+(\.[a-z_]+|\.\*)?")
_COLUMNS = {
    "actor": "actor_id", "subject": "subject", "since": "at__gte", "until": "at__lt",
}  # fmt: skip


class AuditItem(serializers.ModelSerializer[AuditEvent]):
    """Ids and settings only: nothing that a person wrote, but for `actor`, the name of who did it
    as far as they are still there."""

    actor = serializers.SerializerMethodField()

    class Meta:
        model = AuditEvent
        fields = ["id", "number", "at", "actor_id", "actor", "action", "subject", "details"]

    def get_actor(self, event: AuditEvent) -> str:
        names: dict[UUID, str] = self.context["names"]
        return names.get(event.actor_id, "")


class AuditVerification(serializers.Serializer[Any]):
    intact = serializers.BooleanField()
    first_broken = serializers.IntegerField(allow_null=True)


class AuditActions(serializers.Serializer[Any]):
    items = serializers.ListField(child=serializers.CharField())


class AuditView(TeamView):
    """Newest first. `action` may end in `.*`, for all that is done with one kind of thing."""

    needs = {"GET": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_audit_events",
        summary="List what was done",
        parameters=[AuditQuery],
        responses=page_serializer(AuditItem),
        examples=[
            OpenApiExample(
                "A budget was changed",
                {
                    "items": [
                        {
                            "id": "01920000-0000-7000-8000-000000000001", "number": 7,
                            "at": "2026-03-01T09:00:00Z", "actor": "Ada Example",
                            "actor_id": "01920000-0000-7000-8000-000000000002",
                            "action": "model_budget.changed", "subject": "",
                            "details": {"stage": "", "period": "month", "tokens": 1000000},
                        }
                    ],
                    "next": None,
                },
                response_only=True,
            )
        ],
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """What was done in the team, newest first, by whom and when."""
        query = read_query(request, AuditQuery)
        return Response(page_of(found(query), query, shown, by="at"))


class AuditActionsView(TeamView):
    """Every kind of thing that was done in the team, for filters to choose from."""

    needs = {"GET": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_audit_actions", summary="List kinds of actions", responses=AuditActions,
        filters=False,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        actions = AuditEvent.objects.order_by("action").values_list("action", flat=True).distinct()
        return Response({"items": list(actions)})


class AuditExportView(TeamView):
    """The same as CSV, oldest first, for an auditor's own tools; the newest 50,000 at most."""

    needs = {"GET": KeyScope.ADMIN}
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(
        operation_id="export_audit_events",
        summary="Export what was done",
        parameters=[AuditFilters],
        responses={(200, "text/csv"): OpenApiTypes.STR},
        filters=False,
    )
    def get(self, request: Request) -> HttpResponse:
        newest = found(read_query(request, AuditFilters)).order_by("-number")[:EXPORTED]
        events = reversed(shown(list(newest)))
        rows = ([_cell(event[name]) for name in AuditItem.Meta.fields] for event in events)
        return HttpResponse(
            spreadsheets.lines([AuditItem.Meta.fields, *rows]),
            content_type=spreadsheets.MEDIA_TYPE,
            headers={"Content-Disposition": 'attachment; filename="audit.csv"'},
        )


def found(query: Mapping[str, Any]) -> QuerySet[AuditEvent]:
    """The events that a query asks for."""
    wanted = {column: query[name] for name, column in _COLUMNS.items() if name in query}
    action: str = query.get("action", "")
    if action.endswith(".*"):
        wanted["action__startswith"] = action.removesuffix("*")
    elif action:
        wanted["action"] = action
    rows: QuerySet[AuditEvent] = AuditEvent.objects.filter(**wanted)
    return rows


def shown(events: Sequence[AuditEvent]) -> list[Any]:
    names = names_of(event.actor_id for event in events)
    return list(AuditItem(events, many=True, context={"names": names}).data)


def _cell(value: Any) -> Any:
    return json.dumps(value, sort_keys=True) if isinstance(value, dict) else value


class AuditVerificationView(TeamView):
    """Check the chain from its first event to its last."""

    needs = {"GET": KeyScope.ADMIN}

    @extend_schema(operation_id="verify_audit_log", responses=AuditVerification)
    def get(self, request: Request) -> Response:
        broken = first_broken_link()
        return Response({"intact": broken is None, "first_broken": broken})


urlpatterns = [
    path("audit", AuditView.as_view(), name="audit"),
    path("audit/actions", AuditActionsView.as_view(), name="audit-actions"),
    path("audit/export", AuditExportView.as_view(), name="audit-export"),
    path("audit/verification", AuditVerificationView.as_view(), name="audit-verification"),
]
