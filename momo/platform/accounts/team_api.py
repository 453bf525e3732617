"""Teams and members."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts import services
from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.models import Membership, Role, User
from momo.platform.accounts.serializers import (
    Member,
    NewTeamBody,
    RoleBody,
    TeamChange,
    TeamDetail,
    TeamItem,
    TeamList,
)
from momo.platform.accounts.services import TeamOf
from momo.platform.accounts.sign_in.events import choose_team
from momo.platform.rest import etags
from momo.platform.rest.access import Access
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import AccountView, TeamView
from momo.platform.tenancy.context import acting_as
from momo.platform.tenancy.models import Team


class TeamsView(AccountView):
    """The teams of whoever asks; a key has one."""

    @extend_schema(operation_id="list_teams", responses=TeamList)
    def get(self, request: Request) -> Response:
        if isinstance(request.auth, Access):
            teams = _team_of_key(request.auth)
        else:
            assert isinstance(request.user, User)
            teams = services.teams_of(request.user.id)
        return Response(TeamList({"items": teams, "next": None}).data)

    @extend_schema(
        operation_id="create_team",
        description="Whoever asks owns it, and their session acts in it from then on.",
        request=NewTeamBody,
        responses={201: TeamItem},
        examples=[OpenApiExample("A team", {"name": "Ottermoor"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        if not isinstance(request.user, User):
            raise PermissionDenied("A key belongs to one team: sign in to create another.")
        team = services.create_team(owner=request.user, **read_body(request, NewTeamBody))
        choose_team(request._request, team)
        return Response(TeamItem(team).data, status=201)


def _team_of_key(access: Access) -> list[TeamOf]:
    with acting_as(access.scope.team_id, access.scope.principal_id):
        return [services.own_team(access.role)]


class OneTeamView(TeamView):
    """The team that the request acts in; any other is not found."""

    needs = {"PATCH": KeyScope.ADMIN}

    @extend_schema(operation_id="get_team", responses=TeamDetail)
    def get(self, request: Request, team_id: UUID) -> Response:
        team = get_object_or_404(Team, id=team_id)
        return Response(TeamDetail(team).data, headers={etags.HEADER: _version_of_team(team)})

    @extend_schema(
        operation_id="update_team",
        summary="Rename the team, or move it to another time zone",
        parameters=[etags.IF_MATCH],
        request=TeamChange,
        responses=TeamDetail,
        examples=[OpenApiExample("Both", {"name": "Otters", "timezone": "Europe/Paris"},
                                 request_only=True)],
    )  # fmt: skip
    def patch(self, request: Request, team_id: UUID) -> Response:
        team = get_object_or_404(Team.objects.select_for_update(), id=team_id)
        etags.require(request, _version_of_team(team))
        team = services.update_team(**read_body(request, TeamChange))
        return Response(TeamDetail(team).data, headers={etags.HEADER: _version_of_team(team)})


def _version_of_team(team: Team) -> str:
    return etags.etag_of(str(team.id), team.name, team.timezone)


class MembersView(TeamView):
    @extend_schema(
        operation_id="list_members", parameters=[PageQuery], responses=page_serializer(Member)
    )
    def get(self, request: Request) -> Response:
        """Who is in the team, and what each may do."""
        query = read_query(request, PageQuery)
        return Response(page_of(Membership.objects.all(), query, _members, by="joined_at"))


def _members(memberships: list[Membership]) -> list[Any]:
    users = User.objects.in_bulk([m.id for m in memberships])
    rows = [
        {
            "id": m.id, "name": users[m.id].name, "email": users[m.id].email, "role": m.role,
            "joined_at": m.joined_at,
        }
        for m in memberships
    ]  # fmt: skip
    return list(Member(rows, many=True).data)


class MemberView(TeamView):
    """Anyone may leave; the rest is for admins, and an owner is changed by owners alone."""

    needs = {"PATCH": KeyScope.ADMIN}

    @extend_schema(operation_id="get_member", responses=Member)
    def get(self, request: Request, user_id: UUID) -> Response:
        member = get_object_or_404(Membership.objects.all(), id=user_id)
        return _answer(member)

    @extend_schema(
        operation_id="change_role",
        parameters=[etags.IF_MATCH],
        request=RoleBody,
        responses=Member,
        examples=[OpenApiExample("An admin", {"role": "admin"}, request_only=True)],
    )
    def patch(self, request: Request, user_id: UUID) -> Response:
        member = get_object_or_404(Membership.objects.select_for_update(), id=user_id)
        etags.require(request, _version_of_member(member))
        role = read_body(request, RoleBody)["role"]
        _only_owners_touch_owners(self.access, member.role, role)
        services.change_role(user_id=user_id, role=role)
        member.refresh_from_db()
        return _answer(member)

    @extend_schema(
        operation_id="remove_member",
        summary="Remove a member, or leave",
        parameters=[etags.IF_MATCH],
        responses={204: None},
    )
    def delete(self, request: Request, user_id: UUID) -> Response:
        member = get_object_or_404(Membership.objects.select_for_update(), id=user_id)
        etags.require(request, _version_of_member(member))
        if user_id != self.scope.principal_id:
            if not self.access.is_admin:
                raise PermissionDenied("Only the team's owners and admins may do this.")
            _only_owners_touch_owners(self.access, member.role)
        services.remove_member(user_id=user_id)
        return Response(status=204)


def _answer(member: Membership) -> Response:
    return Response(_members([member])[0], headers={etags.HEADER: _version_of_member(member)})


def _version_of_member(member: Membership) -> str:
    return etags.etag_of(str(member.id), member.role)


def _only_owners_touch_owners(access: Access, *roles: str) -> None:
    if Role.OWNER in roles and not access.is_owner:
        raise PermissionDenied("Only an owner makes, changes or removes an owner.")
