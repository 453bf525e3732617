"""Disconnecting a live source."""

import time
from typing import Any
from uuid import UUID

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from lifecycle.retention import disconnecting
from lifecycle.retention.api import TURN_SECONDS, ErasureItem
from momo.platform.rest.permissions import refuse_lesser_keys
from momo.platform.rest.serializers import StrictSerializer, read_body
from momo.platform.rest.views import TeamView

KEEP_OR_ERASE = ["keep", "erase"]


class DisconnectBody(StrictSerializer):
    items = serializers.ChoiceField(KEEP_OR_ERASE, help_text="What becomes of what it gave.")


class DisconnectedItem(serializers.Serializer[Any]):
    """`erasure` is null where all is kept."""

    erasure = ErasureItem(allow_null=True)


class DisconnectView(TeamView):
    """Give the credentials back and stop; then keep what was collected, or erase it.

    Ask again where the erasure is not `finished`.
    """

    calls_out = {"POST"}

    @extend_schema(
        operation_id="disconnect_integration", request=DisconnectBody, responses=DisconnectedItem
    )
    def post(self, request: Request, integration_id: UUID) -> Response:
        erase = read_body(request, DisconnectBody)["items"] == "erase"
        refuse_lesser_keys(self.access)
        until = time.monotonic() + TURN_SECONDS
        done = disconnecting.disconnect(
            self.scope, integration_id, erase=erase, go_on=lambda: time.monotonic() < until
        )
        return Response(DisconnectedItem({"erasure": done}).data)


urlpatterns = [
    path(
        "integrations/<uuid:integration_id>/disconnect",
        DisconnectView.as_view(),
        name="disconnect-integration",
    ),
]
