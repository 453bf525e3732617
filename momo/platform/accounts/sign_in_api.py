"""Signing up, in and out, and choosing a team."""

from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException, PermissionDenied
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from momo.platform.accounts import services
from momo.platform.accounts.models import Agent, User
from momo.platform.accounts.serializers import ChooseTeamBody, Me, SignInBody, SignUpBody
from momo.platform.accounts.services import AccountError, TeamOf
from momo.platform.rest.access import EVERYTHING, Access
from momo.platform.rest.authentication import (
    TEAM_IN_SESSION,
    UserSessionAuthentication,
    chosen_team,
)
from momo.platform.rest.openapi import ProblemSchema
from momo.platform.rest.serializers import read_body
from momo.platform.rest.throttles import AddressThrottle, MachineThrottle
from momo.platform.rest.views import AccountView
from momo.platform.tenancy.context import acting_as

_BACKEND = "django.contrib.auth.backends.ModelBackend"


class NotATeamOfYours(APIException):
    status_code = 404
    default_code = "not_found"


class SignUpView(APIView):
    """Make an account, and either a team or, with an invitation, a place in one."""

    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]
    throttle_classes = [MachineThrottle]
    schema = ProblemSchema()

    @extend_schema(operation_id="sign_up", request=SignUpBody, responses={201: Me}, auth=[])
    def post(self, request: Request) -> Response:
        body = read_body(request, SignUpBody)
        token = body.pop("invitation", None)
        if token:
            user, team = services.sign_up_invited(token=token, **body)
        elif settings.MOMO_OPEN_SIGN_UP:
            user, team = services.sign_up(**body)
        else:
            raise PermissionDenied("Sign-up is by invitation: ask a member to invite you.")
        login(request._request, user, backend=_BACKEND)
        request.session[TEAM_IN_SESSION] = str(team.id)
        return Response(Me(_person(user, team)).data, status=201)


class SignInView(APIView):
    """Begin a session. Whoever is in one team alone has it chosen."""

    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]
    throttle_classes = [AddressThrottle, MachineThrottle]
    schema = ProblemSchema()

    @extend_schema(operation_id="sign_in", request=SignInBody, responses=Me, auth=[])
    def post(self, request: Request) -> Response:
        body = read_body(request, SignInBody)
        user = authenticate(request._request, username=body["email"], password=body["password"])
        if not isinstance(user, User):
            raise _WrongPassword
        login(request._request, user, backend=_BACKEND)
        teams = services.teams_of(user.id)
        team = teams[0] if len(teams) == 1 else None
        if team:
            request.session[TEAM_IN_SESSION] = str(team.id)
        return Response(Me(_person(user, team)).data)


class _WrongPassword(APIException):
    """Alike for an address that nobody has."""

    status_code = 401
    default_code = "wrong_password"
    default_detail = "The address or the password is wrong."
    auth_header = 'Session realm="momo"'


class SignOutView(AccountView):
    authentication_classes = [UserSessionAuthentication]

    @extend_schema(operation_id="sign_out", request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        logout(request._request)
        return Response(status=204)


class MeView(AccountView):
    """Who asks; a session also gets the cookie that its writes send back."""

    @extend_schema(operation_id="me", responses=Me)
    def get(self, request: Request) -> Response:
        if isinstance(request.auth, Access):
            return Response(Me(_key_holder(request.auth)).data)
        get_token(request._request)
        user = request.user
        assert isinstance(user, User)
        return Response(Me(_person(user, chosen_team(request, user))).data)


class ChooseTeamView(AccountView):
    """Choose the team that the session's requests act in."""

    authentication_classes = [UserSessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="choose_team", request=ChooseTeamBody, responses=Me)
    def post(self, request: Request) -> Response:
        user = request.user
        assert isinstance(user, User)
        try:
            team = services.team_of(user.id, read_body(request, ChooseTeamBody)["team"])
        except AccountError as error:
            raise NotATeamOfYours(str(error)) from None
        request.session[TEAM_IN_SESSION] = str(team.id)
        return Response(Me(_person(user, team)).data)


def _person(user: User, team: TeamOf | None) -> dict[str, Any]:
    teams = services.teams_of(user.id)
    return {
        "id": user.id, "kind": "user", "name": user.name, "email": user.email, "team": team,
        "scopes": sorted(EVERYTHING), "teams": teams,
    }  # fmt: skip


def _key_holder(access: Access) -> dict[str, Any]:
    """A key sees its own team alone, even where the person behind it has others."""
    who = access.scope.principal_id
    with acting_as(access.scope.team_id, who):
        team = services.own_team(access.role)
        user = User.objects.filter(id=who).first()
        name = user.name if user else Agent.objects.get(id=who).name
    return {
        "id": who, "kind": "user" if user else "agent", "name": name,
        "email": user.email if user else None, "team": team, "scopes": sorted(access.allowed),
        "teams": [team],
    }  # fmt: skip
