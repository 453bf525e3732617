"""Webhooks out: where a team's events go, and what was delivered. For owners and admins."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from lifecycle.hooks import endpoints, send
from lifecycle.hooks.addresses import BadAddress
from lifecycle.hooks.models import WebhookDelivery, WebhookEndpoint
from lifecycle.hooks.serializers import (
    EndpointBody,
    EndpointChange,
    EndpointItem,
    EndpointSecret,
    WebhookDeliveryItem,
    WebhookDeliveryQuery,
)
from momo.platform.accounts.keys import KeyScope
from momo.platform.rest import etags
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import acting_as

answer_with(400, BadAddress)

_ADMIN = dict.fromkeys(("GET", "POST", "PATCH", "DELETE"), KeyScope.ADMIN)


class AdminView(TeamView):
    needs = _ADMIN


class EndpointsView(AdminView):
    shows_once = True

    @extend_schema(
        operation_id="list_webhook_endpoints",
        summary="List webhook endpoints",
        parameters=[PageQuery],
        responses=page_serializer(EndpointItem),
    )
    def get(self, request: Request) -> Response:
        """Where this team's events go, newest first."""
        query = read_query(request, PageQuery)
        return Response(
            page_of(WebhookEndpoint.objects.all(), query,
                    lambda page: list(EndpointItem(page, many=True).data), by="created_at")
        )  # fmt: skip

    @extend_schema(
        operation_id="create_webhook_endpoint",
        summary="Add a webhook endpoint",
        request=EndpointBody,
        responses={201: EndpointSecret},
    )
    def post(self, request: Request) -> Response:
        """From now on, what the whole team shares is told there. The secret is shown this once."""
        endpoint, secret = endpoints.create(**read_body(request, EndpointBody))
        return Response(_with(endpoint, secret), status=201)


class EndpointView(AdminView):
    @extend_schema(
        operation_id="get_webhook_endpoint",
        summary="Get a webhook endpoint",
        responses=EndpointItem,
    )
    def get(self, request: Request, endpoint_id: UUID) -> Response:
        """Where it goes, what it listens to, and whether what is sent is taken."""
        return _answer(get_object_or_404(WebhookEndpoint.objects.all(), id=endpoint_id))

    @extend_schema(
        operation_id="update_webhook_endpoint",
        summary="Change a webhook endpoint",
        parameters=[etags.IF_MATCH],
        request=EndpointChange,
        responses=EndpointItem,
    )
    def patch(self, request: Request, endpoint_id: UUID) -> Response:
        """What is left out stays. One that was switched off is told of what happens from when it
        is switched on again."""
        fields = read_body(request, EndpointChange)
        return _answer(endpoints.change(endpoint_id, fields, etag=etags.if_match(request)))

    @extend_schema(
        operation_id="delete_webhook_endpoint",
        summary="Remove a webhook endpoint",
        parameters=[etags.IF_MATCH],
        responses={204: None},
    )
    def delete(self, request: Request, endpoint_id: UUID) -> Response:
        """It goes with the list of what was delivered to it."""
        endpoints.remove(endpoint_id, etag=etags.if_match(request))
        return Response(status=204)


class RotateView(AdminView):
    shows_once = True

    @extend_schema(
        operation_id="rotate_webhook_secret",
        summary="Give a webhook endpoint a new secret",
        request=None,
        responses=EndpointSecret,
    )
    def post(self, request: Request, endpoint_id: UUID) -> Response:
        """Shown this once. For 24 hours messages are signed with both, the one before included."""
        return Response(_with(*endpoints.rotate(endpoint_id)))


class TestView(AdminView):
    calls_out = {"POST"}

    @extend_schema(
        operation_id="test_webhook_endpoint",
        summary="Send a test message",
        request=None,
        responses=WebhookDeliveryItem,
    )
    def post(self, request: Request, endpoint_id: UUID) -> Response:
        """Sends `webhook.test` now, and answers what came of it."""
        scope = self.scope
        with acting_as(scope.team_id, scope.principal_id):
            delivery = endpoints.test(endpoint_id)
        send.send_one(scope, delivery.id)
        with acting_as(scope.team_id, scope.principal_id):
            delivery = WebhookDelivery.objects.get(id=delivery.id)
        return Response(WebhookDeliveryItem(delivery).data)


class DeliveriesView(AdminView):
    @extend_schema(
        operation_id="list_webhook_deliveries",
        summary="List what was delivered to a webhook endpoint",
        parameters=[WebhookDeliveryQuery],
        responses=page_serializer(WebhookDeliveryItem),
    )
    def get(self, request: Request, endpoint_id: UUID) -> Response:
        """The newest first, of the last 30 days: which event, and what the receiver answered."""
        query = read_query(request, WebhookDeliveryQuery)
        endpoint = get_object_or_404(WebhookEndpoint.objects.all(), id=endpoint_id)
        rows = WebhookDelivery.objects.filter(endpoint_id=endpoint.id)
        if "state" in query:
            rows = rows.filter(state=query["state"])
        return Response(
            page_of(rows, query, lambda page: list(WebhookDeliveryItem(page, many=True).data),
                    by="created_at")
        )  # fmt: skip


class RedeliverView(AdminView):
    @extend_schema(
        operation_id="redeliver_webhook",
        summary="Send a message again",
        request=None,
        responses={202: WebhookDeliveryItem},
    )
    def post(self, request: Request, endpoint_id: UUID, delivery_id: UUID) -> Response:
        """A worker sends it within seconds, under the same id as before."""
        delivery = endpoints.redeliver(endpoint_id, delivery_id)
        return Response(WebhookDeliveryItem(delivery).data, status=202)


def _answer(endpoint: WebhookEndpoint) -> Response:
    # The version is what people set, and the answer has more: nobody goes on showing it.
    headers = {etags.HEADER: endpoints.etag_of(endpoint)}
    return Response(EndpointItem(endpoint).data, headers=headers)


def _with(endpoint: WebhookEndpoint, secret: str) -> dict[str, object]:
    return {**EndpointItem(endpoint).data, "secret": secret}


_ONE = "webhook-endpoints/<uuid:endpoint_id>"
urlpatterns = [
    path("webhook-endpoints", EndpointsView.as_view(), name="webhook-endpoints"),
    path(_ONE, EndpointView.as_view(), name="webhook-endpoint"),
    path(f"{_ONE}/rotate-secret", RotateView.as_view(), name="rotate-webhook-secret"),
    path(f"{_ONE}/test", TestView.as_view(), name="test-webhook"),
    path(f"{_ONE}/deliveries", DeliveriesView.as_view(), name="webhook-deliveries"),
    path(
        f"{_ONE}/deliveries/<uuid:delivery_id>/redeliver",
        RedeliverView.as_view(),
        name="redeliver-webhook",
    ),
]
