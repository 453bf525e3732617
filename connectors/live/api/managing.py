"""What people do with a live connection, and what they are told of it."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from connectors import changing
from connectors.api.pipeline import shown
from connectors.live import managing, picking, selectors
from connectors.live.api.details import IntegrationDetail, ProgressItem
from connectors.live.api.serializers import ChoicesItem, ChosenBody, DeliveryItem, HealthItem
from connectors.live.models import Connection, Delivery
from connectors.live.picking import Unlisted
from connectors.models import Integration
from connectors.serializers import IntegrationChange
from momo.platform.rest import etags
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.permissions import refuse_lesser_keys
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.streams import EVENT_STREAM, EventStreamRenderer, wants_events
from momo.platform.rest.views import TeamView
from momo.platform.rest.watching import watch
from momo.platform.tenancy.context import Scope, acting_as

answer_with(400, Unlisted)
answer_with(409, changing.NameTaken)


class IntegrationView(TeamView):
    @extend_schema(operation_id="get_integration", responses=IntegrationDetail)
    def get(self, request: Request, integration_id: UUID) -> Response:
        """One source: how it is, and what is done for it."""
        return _answer(integration_id)

    @extend_schema(
        operation_id="update_integration",
        summary="Rename a source, or say who sees what it gives",
        parameters=[etags.IF_MATCH],
        request=IntegrationChange,
        responses=IntegrationDetail,
    )
    def patch(self, request: Request, integration_id: UUID) -> Response:
        """For whoever connected it, and admins. A private source can be made secret and back; what
        was read already follows when it is read again."""
        refuse_lesser_keys(self.access)
        changes = read_body(request, IntegrationChange)
        changing.change(integration_id, **changes, etag=etags.if_match(request))
        return _answer(integration_id)


class ManagingView(TeamView):
    """What whoever connected a source, or an admin, does with it."""

    def managed(self, integration_id: UUID) -> Connection:
        """Call within `acting_as`."""
        connection = managing.connection_of(integration_id)
        refuse_lesser_keys(self.access)
        managing.guard_managing(connection)
        return connection


class PauseView(ManagingView):
    """Stop collecting. What the service sends meanwhile is kept."""

    @extend_schema(operation_id="pause_integration", request=None, responses=IntegrationDetail)
    def post(self, request: Request, integration_id: UUID) -> Response:
        managing.pause(self.managed(integration_id))
        return Response(detail(integration_id))


class ResumeView(ManagingView):
    @extend_schema(operation_id="resume_integration", request=None, responses=IntegrationDetail)
    def post(self, request: Request, integration_id: UUID) -> Response:
        managing.resume(self.managed(integration_id))
        return Response(detail(integration_id))


class SyncView(ManagingView):
    """Look for changes now, and try again what waits after a failure."""

    @extend_schema(operation_id="sync_integration", request=None, responses={202: HealthItem})
    def post(self, request: Request, integration_id: UUID) -> Response:
        managing.sync_now(self.managed(integration_id))
        integration = Integration.objects.get(id=integration_id)
        health = selectors.health_of([integration])[integration_id]
        return Response(HealthItem(health).data, status=202)


class ChoicesView(ManagingView):
    """The channels, repositories, labels or pages of the account, and which are collected."""

    calls_out = {"GET", "PUT"}

    @extend_schema(operation_id="list_choices", responses=ChoicesItem)
    def get(self, request: Request, integration_id: UUID) -> Response:
        return Response(ChoicesItem(picking.choices_of(self.scope, integration_id)).data)

    @extend_schema(operation_id="choose", request=ChosenBody, responses=IntegrationDetail)
    def put(self, request: Request, integration_id: UUID) -> Response:
        """What is newly chosen is brought in; what is no longer chosen stays."""
        scope = self.scope
        with acting_as(scope.team_id, scope.principal_id):
            self.managed(integration_id)
        picking.choose(scope, integration_id, read_body(request, ChosenBody)["ids"])
        with acting_as(scope.team_id, scope.principal_id):
            return Response(detail(integration_id))


class ProgressView(TeamView):
    """How far a source is."""

    @extend_schema(operation_id="get_progress", responses=ProgressItem)
    def get(self, request: Request, integration_id: UUID) -> Response:
        return Response(_progress(self.scope, integration_id))


class IntegrationEventsView(TeamView):
    """How far a source is, as it changes.

    With `Accept: text/event-stream`, `progress` comes whenever that changes, and `done` once all is
    worked through or waits for a person; `later` after five minutes: ask again. Without it, the
    answer is how far it is now.
    """

    calls_out = {"GET"}
    renderer_classes = [JSONRenderer, EventStreamRenderer]

    @extend_schema(
        operation_id="watch_integration",
        responses={
            (200, "application/json"): ProgressItem,
            (200, EVENT_STREAM): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, integration_id: UUID) -> Response | StreamingHttpResponse:
        look = partial(_progress, self.scope, integration_id)
        now = look()
        if not wants_events(request):
            return Response(now)
        return watch(request, look, lambda told: told["finished"] or told["waits"])


class DeliveriesView(ManagingView):
    """What the service sent of late, the newest first."""

    @extend_schema(
        operation_id="list_deliveries",
        parameters=[PageQuery],
        responses=page_serializer(DeliveryItem),
    )
    def get(self, request: Request, integration_id: UUID) -> Response:
        query = read_query(request, PageQuery)
        rows = Delivery.objects.filter(connection_id=self.managed(integration_id).id)
        return Response(
            page_of(rows.defer("sealed_body"), query,
                    lambda page: list(DeliveryItem(page, many=True).data), by="received_at")
        )  # fmt: skip


class RetryDeliveryView(ManagingView):
    """Give a delivery that was set aside another round of attempts."""

    @extend_schema(operation_id="retry_delivery", request=None, responses={202: DeliveryItem})
    def post(self, request: Request, integration_id: UUID, delivery_id: UUID) -> Response:
        connection = self.managed(integration_id)
        if not managing.retry_delivery(connection, delivery_id):
            raise Http404
        return Response(DeliveryItem(Delivery.objects.get(id=delivery_id)).data, status=202)


def detail(integration_id: UUID) -> dict[str, Any]:
    """A source with its connection. Call within `acting_as`."""
    return _detail(get_object_or_404(Integration.objects.all(), id=integration_id))


def _detail(integration: Integration) -> dict[str, Any]:
    integration.detail = selectors.detail_of(integration)  # type: ignore[attr-defined]
    return dict(IntegrationDetail(integration).data)


def _answer(integration_id: UUID) -> Response:
    integration = get_object_or_404(Integration.objects.all(), id=integration_id)
    # The version is what people set, and the answer has more: nobody goes on showing it.
    headers = {etags.HEADER: changing.etag_of(integration)}
    return Response(_detail(integration), headers=headers)


def _progress(scope: Scope, integration_id: UUID) -> dict[str, Any]:
    with acting_as(scope.team_id, scope.principal_id):
        found = selectors.progress_of(managing.connection_of(integration_id))
    fields = {name: getattr(found, name) for name in found.__dataclass_fields__}
    return dict(ProgressItem(fields | {"pipeline": shown(found.backlog)}).data)


_ONE = "integrations/<uuid:integration_id>"
urlpatterns = [
    path(_ONE, IntegrationView.as_view(), name="integration"),
    path(f"{_ONE}/pause", PauseView.as_view(), name="pause-integration"),
    path(f"{_ONE}/resume", ResumeView.as_view(), name="resume-integration"),
    path(f"{_ONE}/sync", SyncView.as_view(), name="sync-integration"),
    path(f"{_ONE}/choices", ChoicesView.as_view(), name="choices"),
    path(f"{_ONE}/progress", ProgressView.as_view(), name="integration-progress"),
    path(f"{_ONE}/events", IntegrationEventsView.as_view(), name="integration-events"),
    path(f"{_ONE}/deliveries", DeliveriesView.as_view(), name="deliveries"),
    path(
        f"{_ONE}/deliveries/<uuid:delivery_id>/retry",
        RetryDeliveryView.as_view(),
        name="retry-delivery",
    ),
]
