"""Who is signed in, and the team that they act in. Signing in itself is django-allauth's."""

from typing import Any

from django.middleware.csrf import get_token
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import APIException
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts import services
from momo.platform.accounts.models import Agent, User
from momo.platform.accounts.serializers import ChooseTeamBody, Me, ProfileBody
from momo.platform.accounts.services import AccountError, TeamOf
from momo.platform.accounts.sign_in.events import choose_team
from momo.platform.rest.access import EVERYTHING, Access
from momo.platform.rest.authentication import UserSessionAuthentication, chosen_team
from momo.platform.rest.serializers import read_body
from momo.platform.rest.views import AccountView
from momo.platform.tenancy.context import acting_as


class NotATeamOfYours(APIException):
    status_code = 404
    default_code = "not_found"


class NotAPerson(APIException):
    status_code = 403
    default_code = "not_a_person"
    default_detail = "A key has no profile: sign in to change yours."


class MeView(AccountView):
    """Who asks; a session also gets the cookie that its writes send back."""

    @extend_schema(operation_id="me", summary="Who asks", responses=Me)
    def get(self, request: Request) -> Response:
        if isinstance(request.auth, Access):
            return Response(Me(_key_holder(request.auth)).data)
        get_token(request._request)
        user = request.user
        assert isinstance(user, User)
        return Response(Me(_person(user, chosen_team(request, user))).data)

    @extend_schema(
        operation_id="update_me",
        summary="Change one's own name",
        request=ProfileBody,
        responses=Me,
        examples=[OpenApiExample("A name", {"name": "Grace Hopper"}, request_only=True)],
    )
    def patch(self, request: Request) -> Response:
        user = request.user
        if not isinstance(user, User):
            raise NotAPerson
        services.rename_user(user, read_body(request, ProfileBody)["name"])
        return Response(Me(_person(user, chosen_team(request, user))).data)


class ChooseTeamView(AccountView):
    """Choose the team that the session's requests act in."""

    authentication_classes = [UserSessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="choose_team",
        summary="Switch team",
        request=ChooseTeamBody,
        responses=Me,
        examples=[OpenApiExample("By short name", {"team": "ottermoor"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        user = request.user
        assert isinstance(user, User)
        try:
            team = services.team_of(user.id, read_body(request, ChooseTeamBody)["team"])
        except AccountError as error:
            raise NotATeamOfYours(str(error)) from None
        choose_team(request._request, team)
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
