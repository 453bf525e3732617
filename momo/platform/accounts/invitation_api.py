"""Invitations: made and mailed by admins, shown to whoever has the token, accepted by a person."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from momo.platform.accounts import invitations, services
from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.models import Invitation, User
from momo.platform.accounts.serializers import (
    AcceptBody,
    InvitationBody,
    InvitationItem,
    NewInvitation,
    ShownInvitation,
    TeamItem,
)
from momo.platform.accounts.sign_in.events import choose_team
from momo.platform.rest.authentication import UserSessionAuthentication
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.throttles import LetterThrottle, MachineThrottle
from momo.platform.rest.views import AccountView, TeamView

_TOKEN = OpenApiExample(
    "A token", {"token": "inv_3q2-7wEBAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs"}, request_only=True
)


class MailingView(TeamView):
    """Mails whomever the asker says, and so not too many of them."""

    def get_throttles(self) -> list[BaseThrottle]:
        found = super().get_throttles()
        if self.request.method == "POST":
            found.append(LetterThrottle())
        return found


class InvitationsView(MailingView):
    """Open invitations, for admins."""

    needs = {"GET": KeyScope.ADMIN, "POST": KeyScope.ADMIN}
    calls_out = {"POST"}
    shows_once = True

    @extend_schema(
        operation_id="list_invitations",
        parameters=[PageQuery],
        responses=page_serializer(InvitationItem),
    )
    def get(self, request: Request) -> Response:
        rows = Invitation.objects.filter(accepted_at=None, expires_at__gt=timezone.now())
        query = read_query(request, PageQuery)
        return Response(
            page_of(rows, query, lambda page: list(InvitationItem(page, many=True).data),
                    by="created_at")
        )  # fmt: skip

    @extend_schema(
        operation_id="invite",
        summary="Invite an address, by mail",
        description="The link is mailed, and shown this once: pass it on yourself where the mail "
        "could not be sent (`mailed` is false, `problem` says why).",
        request=InvitationBody,
        responses={201: NewInvitation},
        examples=[
            OpenApiExample(
                "A new member", {"email": "grace@momo.example", "role": "member"}, request_only=True
            )
        ],
    )
    def post(self, request: Request) -> Response:
        body = read_body(request, InvitationBody)
        handed = invitations.send(self.scope, **body, at=request.build_absolute_uri("/"))
        return Response(NewInvitation(handed).data, status=201)


class InvitationView(TeamView):
    needs = {"DELETE": KeyScope.ADMIN}

    @extend_schema(operation_id="revoke_invitation", responses={204: None})
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        """The invitation's link works no more."""
        get_object_or_404(Invitation.objects.all(), id=invitation_id)
        services.revoke_invitation(invitation_id)
        return Response(status=204)


class ResendInvitationView(MailingView):
    """Mail an invitation again. It gets a new token and time; the former link is void."""

    needs = {"POST": KeyScope.ADMIN}
    calls_out = {"POST"}
    shows_once = True

    @extend_schema(operation_id="resend_invitation", request=None, responses=NewInvitation)
    def post(self, request: Request, invitation_id: UUID) -> Response:
        handed = invitations.resend(self.scope, invitation_id, at=request.build_absolute_uri("/"))
        return Response(NewInvitation(handed).data)


class ShownInvitationView(AccountView):
    """What an invitation says, to whoever has its token."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [MachineThrottle]

    @extend_schema(
        operation_id="show_invitation",
        summary="Read an invitation",
        request=AcceptBody,
        responses=ShownInvitation,
        examples=[_TOKEN],
        auth=[],
    )
    def post(self, request: Request) -> Response:
        found = invitations.shown(read_body(request, AcceptBody)["token"])
        if found is None:
            raise NotFound("This invitation is not valid any more: ask for a new one.")
        return Response(ShownInvitation(found).data)


class AcceptInvitationView(AccountView):
    """Join the team that a token invites to, as the person who is signed in."""

    authentication_classes = [UserSessionAuthentication]

    @extend_schema(
        operation_id="accept_invitation",
        description="The session acts in that team from then on.",
        request=AcceptBody,
        responses=TeamItem,
        examples=[_TOKEN],
    )
    def post(self, request: Request) -> Response:
        assert isinstance(request.user, User)
        token = read_body(request, AcceptBody)["token"]
        team = services.accept_invitation(user=request.user, token=token)
        choose_team(request._request, team)
        return Response(TeamItem(team).data)
