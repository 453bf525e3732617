"""Teams, members and invitations."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts import services
from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.models import Invitation, Membership, Role, User
from momo.platform.accounts.serializers import (
    AcceptBody,
    InvitationBody,
    InvitationItem,
    Member,
    NewInvitation,
    NewTeamBody,
    RoleBody,
    TeamChange,
    TeamDetail,
    TeamItem,
    TeamList,
)
from momo.platform.accounts.services import TeamOf
from momo.platform.rest.access import Access
from momo.platform.rest.authentication import UserSessionAuthentication
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

    @extend_schema(operation_id="create_team", request=NewTeamBody, responses={201: TeamItem})
    def post(self, request: Request) -> Response:
        if not isinstance(request.user, User):
            raise PermissionDenied("A key belongs to one team: sign in to create another.")
        team = services.create_team(owner=request.user, **read_body(request, NewTeamBody))
        return Response(TeamItem(team).data, status=201)


def _team_of_key(access: Access) -> list[TeamOf]:
    with acting_as(access.scope.team_id, access.scope.principal_id):
        return [services.own_team(access.role)]


class OneTeamView(TeamView):
    """The team that the request acts in; any other is not found."""

    needs = {"PATCH": KeyScope.ADMIN}

    @extend_schema(operation_id="get_team", responses=TeamDetail)
    def get(self, request: Request, team_id: UUID) -> Response:
        return Response(TeamDetail(get_object_or_404(Team, id=team_id)).data)

    @extend_schema(operation_id="update_team", request=TeamChange, responses=TeamDetail)
    def patch(self, request: Request, team_id: UUID) -> Response:
        get_object_or_404(Team, id=team_id)
        return Response(TeamDetail(services.update_team(**read_body(request, TeamChange))).data)


class MembersView(TeamView):
    @extend_schema(
        operation_id="list_members", parameters=[PageQuery], responses=page_serializer(Member)
    )
    def get(self, request: Request) -> Response:
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

    @extend_schema(operation_id="change_role", request=RoleBody, responses=Member)
    def patch(self, request: Request, user_id: UUID) -> Response:
        member = get_object_or_404(Membership.objects.all(), id=user_id)
        role = read_body(request, RoleBody)["role"]
        _only_owners_touch_owners(self.access, member.role, role)
        services.change_role(user_id=user_id, role=role)
        member.refresh_from_db()
        return Response(_members([member])[0])

    @extend_schema(operation_id="remove_member", responses={204: None})
    def delete(self, request: Request, user_id: UUID) -> Response:
        member = get_object_or_404(Membership.objects.all(), id=user_id)
        if user_id != self.scope.principal_id:
            if not self.access.is_admin:
                raise PermissionDenied("Only the team's owners and admins may do this.")
            _only_owners_touch_owners(self.access, member.role)
        services.remove_member(user_id=user_id)
        return Response(status=204)


def _only_owners_touch_owners(access: Access, *roles: str) -> None:
    if Role.OWNER in roles and not access.is_owner:
        raise PermissionDenied("Only an owner makes, changes or removes an owner.")


class InvitationsView(TeamView):
    """Open invitations, for admins."""

    needs = {"GET": KeyScope.ADMIN, "POST": KeyScope.ADMIN}
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

    @extend_schema(operation_id="invite", request=InvitationBody, responses={201: NewInvitation})
    def post(self, request: Request) -> Response:
        body = read_body(request, InvitationBody)
        return Response(NewInvitation({"token": services.invite(**body)}).data, status=201)


class InvitationView(TeamView):
    needs = {"DELETE": KeyScope.ADMIN}

    @extend_schema(operation_id="revoke_invitation", responses={204: None})
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        if not Invitation.objects.filter(id=invitation_id).exists():
            raise Http404
        services.revoke_invitation(invitation_id)
        return Response(status=204)


class AcceptInvitationView(AccountView):
    """Join the team that a token invites to, as the person who is signed in."""

    authentication_classes = [UserSessionAuthentication]

    @extend_schema(operation_id="accept_invitation", request=AcceptBody, responses=TeamItem)
    def post(self, request: Request) -> Response:
        assert isinstance(request.user, User)
        token = read_body(request, AcceptBody)["token"]
        team = services.accept_invitation(user=request.user, token=token)
        return Response(TeamItem(team).data)
