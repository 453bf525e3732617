"""The audit log, for the team's owners and admins."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts.keys import KeyScope
from momo.platform.audit.models import AuditEvent
from momo.platform.audit.services import first_broken_link
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import read_query
from momo.platform.rest.views import TeamView


class AuditQuery(PageQuery):
    action = serializers.CharField(required=False, max_length=60)
    actor = serializers.UUIDField(required=False)
    subject = serializers.CharField(required=False, max_length=80)


class AuditItem(serializers.ModelSerializer[AuditEvent]):
    """Ids and settings only: nothing that a person wrote."""

    class Meta:
        model = AuditEvent
        fields = ["id", "number", "at", "actor_id", "action", "subject", "details"]


class AuditVerification(serializers.Serializer[Any]):
    intact = serializers.BooleanField()
    first_broken = serializers.IntegerField(allow_null=True)


class AuditView(TeamView):
    needs = {"GET": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_audit_events",
        parameters=[AuditQuery],
        responses=page_serializer(AuditItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, AuditQuery)
        columns = {"action": "action", "actor": "actor_id", "subject": "subject"}
        wanted = {column: query[name] for name, column in columns.items() if name in query}
        rows = AuditEvent.objects.filter(**wanted)
        return Response(
            page_of(rows, query, lambda page: list(AuditItem(page, many=True).data), by="at")
        )


class AuditVerificationView(TeamView):
    """Check the chain from its first event to its last."""

    needs = {"GET": KeyScope.ADMIN}

    @extend_schema(operation_id="verify_audit_log", responses=AuditVerification)
    def get(self, request: Request) -> Response:
        broken = first_broken_link()
        return Response({"intact": broken is None, "first_broken": broken})


urlpatterns = [
    path("audit", AuditView.as_view(), name="audit"),
    path("audit/verification", AuditVerificationView.as_view(), name="audit-verification"),
]
