"""Connecting sources, and who people are there."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from connectors.live import authorizing, catalog, identities
from connectors.live.api.details import IntegrationDetail
from connectors.live.api.managing import detail
from connectors.live.api.serializers import (
    AuthorizationBody,
    AuthorizationItem,
    CompleteBody,
    IdentityBody,
    IdentityItem,
    Offers,
)
from connectors.live.api.way_back import way_back
from connectors.live.api.webhook import WebhookView
from connectors.live.app import NotConfigured
from connectors.live.contract import Purpose
from connectors.live.errors import RateLimited, Refused, Revoked, SourceError, Unavailable
from connectors.live.models import Authorization, LinkedIdentity
from connectors.live.refusals import Unknown
from momo.platform.accounts.keys import KeyScope
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.permissions import refuse_lesser_keys
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import acting_as
from momo.platform.tenancy.visibility import Visibility

answer_with(400, Refused)
answer_with(404, Unknown)
answer_with(409, NotConfigured, Revoked)
answer_with(502, SourceError)
answer_with(503, Unavailable, RateLimited)


class ConnectorsView(TeamView):
    """What can be connected, and what for."""

    @extend_schema(operation_id="list_connectors", responses=Offers)
    def get(self, request: Request) -> Response:
        items = [_offered(request, offer) for offer in catalog.offers()]
        return Response(Offers({"items": items, "next": None}).data)


class AuthorizationsView(TeamView):
    """Begin to connect a source. Finished in the browser, or with the code that it shows."""

    @extend_schema(
        operation_id="begin_authorization",
        request=AuthorizationBody,
        responses={201: AuthorizationItem},
    )
    def post(self, request: Request, kind: str) -> Response:
        refuse_lesser_keys(self.access)
        body = read_body(request, AuthorizationBody)
        started = authorizing.begin(
            kind,
            _address(request, "connector-callback", kind),
            purpose=Purpose(body["purpose"]),
            visibility=Visibility(body["visibility"]) if "visibility" in body else None,
            to_page=body["to_page"],
        )
        expires = Authorization.objects.values_list("expires_at", flat=True)
        item = {
            "id": started.authorization_id,
            "url": started.url,
            "expires_at": expires.get(id=started.authorization_id),
        }
        return Response(AuthorizationItem(item).data, status=201)


class CompletionView(TeamView):
    """Finish with the code that the page showed. Answers the source, or who the reader is there."""

    calls_out = {"POST"}

    @extend_schema(
        operation_id="complete_authorization",
        request=CompleteBody,
        responses={(200, "application/json"): IntegrationDetail, 201: IdentityItem},
    )
    def post(self, request: Request, kind: str, authorization_id: UUID) -> Response:
        refuse_lesser_keys(self.access)
        scope, body = self.scope, read_body(request, CompleteBody)
        with acting_as(scope.team_id, scope.principal_id):
            get_object_or_404(Authorization.objects.all(), id=authorization_id, kind=kind)
        answer = authorizing.kept_answer(scope, authorization_id, body["code"])
        done = authorizing.complete(scope, authorization_id, answer)
        if isinstance(done, LinkedIdentity):
            return Response(IdentityItem(done).data, status=201)
        with acting_as(scope.team_id, scope.principal_id):
            return Response(detail(done.integration_id))


class IdentitiesView(TeamView):
    """Who the members are at services that do not tell mail addresses."""

    needs = {"PUT": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_identities",
        parameters=[PageQuery],
        responses=page_serializer(IdentityItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)
        rows = LinkedIdentity.objects.all()
        return Response(
            page_of(rows, query, lambda page: list(IdentityItem(page, many=True).data),
                    by="linked_at")
        )  # fmt: skip

    @extend_schema(operation_id="state_identity", request=IdentityBody, responses=IdentityItem)
    def put(self, request: Request) -> Response:
        """Say who somebody is. Whoever is meant can do so themselves, by signing in there."""
        row = identities.state_identity(**read_body(request, IdentityBody))
        return Response(IdentityItem(row).data)


class IdentityView(TeamView):
    @extend_schema(operation_id="forget_identity", responses={204: None})
    def delete(self, request: Request, identity_id: UUID) -> Response:
        """Take back who an account of a source is."""
        refuse_lesser_keys(self.access)
        identities.forget_identity(identity_id)
        return Response(status=204)


def _address(request: Request, name: str, kind: str) -> str:
    """An address of ours as services are to call it."""
    here = reverse(name, kwargs={"kind": kind})
    if settings.MOMO_PUBLIC_URL:
        return f"{settings.MOMO_PUBLIC_URL}{here}"
    return str(request.build_absolute_uri(here))


def _offered(request: Request, offer: catalog.Offer) -> dict[str, Any]:
    webhook = _address(request, "webhook", offer.kind) if offer.receives else ""
    fields = {name: getattr(offer, name) for name in offer.__dataclass_fields__}
    return fields | {
        "configured": offer.configured,
        "callback": _address(request, "connector-callback", offer.kind),
        "webhook": webhook,
    }


urlpatterns = [
    path("connectors", ConnectorsView.as_view(), name="connectors"),
    path(
        "connectors/<slug:kind>/authorizations",
        AuthorizationsView.as_view(),
        name="authorizations",
    ),
    path(
        "connectors/<slug:kind>/authorizations/<uuid:authorization_id>/complete",
        CompletionView.as_view(),
        name="complete-authorization",
    ),
    path("connectors/<slug:kind>/callback", way_back, name="connector-callback"),
    path("identities", IdentitiesView.as_view(), name="identities"),
    path("identities/<uuid:identity_id>", IdentityView.as_view(), name="identity"),
    path("webhooks/<slug:kind>", WebhookView.as_view(), name="webhook"),
]
