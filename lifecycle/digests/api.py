"""Digests: what one would say, what was sent, and who gets them when."""

from uuid import UUID

from django.core.signing import BadSignature
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from lifecycle.digests import send, subscriptions
from lifecycle.digests.models import DigestRun, DigestSubscription
from lifecycle.digests.rendering import BeyondCalendar, preview, rendered
from lifecycle.digests.serializers import (
    DigestDetail,
    DigestItem,
    DigestQuery,
    PreviewQuery,
    SubscriptionBody,
    SubscriptionChange,
    SubscriptionItem,
)
from lifecycle.scheduling.claims import Taken
from lifecycle.scheduling.slots import Cadence
from momo.platform.rest import etags
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.problems import NOTHING_THERE, answer_with
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import NotAMember, Scope, acting_as
from momo.platform.tenancy.zones import zone_of_team

answer_with(409, Taken)
answer_with(400, BeyondCalendar)


class DigestsView(TeamView):
    """What was told, newest first: one's own, and the team's."""

    @extend_schema(
        operation_id="list_digests",
        parameters=[DigestQuery],
        responses=page_serializer(DigestItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, DigestQuery)
        rows = DigestRun.objects.all()
        if "subscription" in query:
            rows = rows.filter(subscription_id=query["subscription"])
        return Response(
            page_of(rows, query, lambda page: list(DigestItem(page, many=True).data),
                    by="created_at")
        )  # fmt: skip


class DigestPreviewView(TeamView):
    """What a digest would say now, as far as the reader may see it. Nothing is sent."""

    @extend_schema(operation_id="preview_digest", parameters=[PreviewQuery], responses=DigestDetail)
    def get(self, request: Request) -> Response:
        query = read_query(request, PreviewQuery)
        digest = preview(
            Cadence(query["period"]), zone_of_team(), timezone.now(),
            for_team=query["reader"] == "team", before=query.get("before"),
        )  # fmt: skip
        return Response(rendered(digest, query["rendering"]))


class SubscriptionsView(TeamView):
    """One's own digests and the team's, newest first."""

    @extend_schema(
        operation_id="list_digest_subscriptions",
        parameters=[PageQuery],
        responses=page_serializer(SubscriptionItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)
        return Response(
            page_of(DigestSubscription.objects.all(), query,
                    lambda page: list(SubscriptionItem(page, many=True).data), by="created_at")
        )  # fmt: skip

    @extend_schema(
        operation_id="subscribe_digest",
        request=SubscriptionBody,
        responses={201: SubscriptionItem},
    )
    def post(self, request: Request) -> Response:
        fields = read_body(request, SubscriptionBody)
        for_team = fields.pop("reader") == "team"
        row = subscriptions.subscribe(fields, for_team=for_team, is_admin=self.access.is_admin)
        return Response(SubscriptionItem(row).data, status=201)


class SubscriptionView(TeamView):
    @extend_schema(operation_id="get_digest_subscription", responses=SubscriptionItem)
    def get(self, request: Request, subscription_id: UUID) -> Response:
        """One digest that is sent regularly: when, and to whom."""
        row = get_object_or_404(DigestSubscription.objects.all(), id=subscription_id)
        return _subscription(row)

    @extend_schema(
        operation_id="update_digest_subscription",
        parameters=[etags.IF_MATCH],
        request=SubscriptionChange,
        responses=SubscriptionItem,
    )
    def patch(self, request: Request, subscription_id: UUID) -> Response:
        """Change when a digest is sent, and to whom."""
        fields = read_body(request, SubscriptionChange)
        row = subscriptions.change(
            subscription_id, fields, is_admin=self.access.is_admin, etag=etags.if_match(request)
        )
        return _subscription(row)

    @extend_schema(
        operation_id="delete_digest_subscription",
        parameters=[etags.IF_MATCH],
        responses={204: None},
    )
    def delete(self, request: Request, subscription_id: UUID) -> Response:
        """Send this digest no more."""
        subscriptions.remove(
            subscription_id, is_admin=self.access.is_admin, etag=etags.if_match(request)
        )
        return Response(status=204)


def _subscription(row: DigestSubscription) -> Response:
    headers = {etags.HEADER: subscriptions.etag_of(row)}
    return Response(SubscriptionItem(row).data, headers=headers)


class SendDigestView(TeamView):
    """Send the latest period now unless it was sent, and try what was parked again."""

    calls_out = {"POST"}

    @extend_schema(operation_id="send_digest", request=None, responses=DigestItem)
    def post(self, request: Request, subscription_id: UUID) -> Response:
        scope = self.scope
        with acting_as(scope.team_id, scope.principal_id):
            subscriptions.guard(subscription_id, is_admin=self.access.is_admin)
        run = send.send_now(scope, subscription_id, timezone.now())
        return Response(DigestItem(run).data)


class UnsubscribeView(APIView):
    """Where the link of a mail leads: a page with a button, as mail scanners follow links. Mail
    programs that know one click (RFC 8058) send the POST themselves. No sign-in."""

    authentication_classes = []
    permission_classes = []

    @extend_schema(exclude=True)
    def get(self, request: Request, ticket: str) -> HttpResponse:
        _read(ticket)
        return _page(request, done=False)

    @extend_schema(exclude=True)
    def post(self, request: Request, ticket: str) -> HttpResponse:
        scope, subscription_id, whose = _read(ticket)
        try:
            with acting_as(scope.team_id, scope.principal_id):
                subscriptions.stop(subscription_id, whose)
        except NotAMember:  # whoever left the team gets none any more
            return _page(request, done=True)
        return _page(request, done=True)


def _read(ticket: str) -> tuple[Scope, UUID, str]:
    try:
        return subscriptions.read_ticket(ticket)
    except BadSignature:
        raise NotFound(NOTHING_THERE) from None


def _page(request: Request, *, done: bool) -> HttpResponse:
    page = TemplateResponse(request._request, "lifecycle/unsubscribe.html", {"done": done})
    return page.render()


urlpatterns = [
    path("digests", DigestsView.as_view(), name="digests"),
    path("digests/preview", DigestPreviewView.as_view(), name="digest-preview"),
    path("digests/unsubscribe/<str:ticket>", UnsubscribeView.as_view(), name="unsubscribe"),
    path("digest-subscriptions", SubscriptionsView.as_view(), name="digest-subscriptions"),
    path(
        "digest-subscriptions/<uuid:subscription_id>",
        SubscriptionView.as_view(),
        name="digest-subscription",
    ),
    path(
        "digest-subscriptions/<uuid:subscription_id>/send",
        SendDigestView.as_view(),
        name="send-digest",
    ),
]
