"""API keys, and sessions with CSRF protection."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, CSRFCheck, SessionAuthentication
from rest_framework.exceptions import APIException, AuthenticationFailed, NotFound, PermissionDenied
from rest_framework.request import Request

from momo.platform.accounts import keys
from momo.platform.accounts.models import User
from momo.platform.accounts.services import AccountError, TeamOf, role_of, scope_of, team_of
from momo.platform.accounts.sign_in.events import TEAM_IN_SESSION
from momo.platform.rest.access import Access, KeyHolder
from momo.platform.tenancy.context import NotAMember, acting_as

TEAM_HEADER = "X-Momo-Team"
_SCHEME = "bearer"


class ChooseTeam(APIException):
    status_code = 400
    default_code = "choose_team"
    default_detail = (
        f"Say which team: send the header {TEAM_HEADER} with a team's short name or id, "
        "or choose one with POST /api/v1/auth/team. GET /api/v1/teams lists yours."
    )


class ApiKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer momo_...`; the key says which team."""

    def authenticate(self, request: Request) -> tuple[KeyHolder, Access] | None:
        """Raises AuthenticationFailed, alike for an unknown, wrong, expired or revoked key."""
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != _SCHEME:
            raise AuthenticationFailed("Send an API key as `Authorization: Bearer momo_...`.")
        try:
            found = keys.authenticate(key.strip())
            if found is None:
                raise AuthenticationFailed("This API key is not valid: make a new one.")
            with acting_as(found.scope.team_id, found.scope.principal_id):
                role = role_of(found.scope.principal_id)
        except NotAMember:
            raise AuthenticationFailed("This API key is not valid: make a new one.") from None
        access = Access(found.scope, role, found.key_scopes)
        return KeyHolder(found.scope.principal_id), access

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="momo"'


class UserSessionAuthentication(SessionAuthentication):
    """Someone who signed in, whichever team they mean. `request.auth` is None."""

    def authenticate(self, request: Request) -> tuple[User, Any] | None:
        user = getattr(request._request, "user", None)
        if not isinstance(user, User) or not user.is_active:
            return None
        self.enforce_csrf(request)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return 'Session realm="momo"'

    def enforce_csrf(self, request: Request) -> None:
        """Raises PermissionDenied. The token is read from the X-CSRFToken header alone."""
        check = CSRFCheck(lambda _: None)  # type: ignore[arg-type]
        check.process_request(request._request)
        if reason := check.process_view(_Unread(request._request), None, (), {}):  # type: ignore[arg-type]
            raise PermissionDenied(f"{reason} Send the csrftoken cookie's value as X-CSRFToken.")


class TeamSessionAuthentication(UserSessionAuthentication):
    """Someone who signed in, and the team that the header or the session names."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        """Raises ChooseTeam, and NotFound alike for a stranger's team and for no team."""
        found = super().authenticate(request)
        if found is None:
            return None
        user = found[0]
        team = chosen_team(request, user)
        if team is None:
            raise ChooseTeam
        return user, Access(scope_of(user, team), team.role)


def chosen_team(request: Request, user: User) -> TeamOf | None:
    """The team that the header names, else the session's, else None. Raises NotFound."""
    if named := request.headers.get(TEAM_HEADER):
        try:
            return team_of(user.id, named)
        except AccountError as error:
            raise NotFound(str(error)) from None
    try:
        return team_of(user.id, request.session.get(TEAM_IN_SESSION, ""))
    except AccountError:
        return None  # none chosen yet, or no member of it any more


class _Unread:
    """A request whose body nobody reads: an upload must not begin before its sender is known."""

    POST: Mapping[str, str] = {}

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __getattr__(self, name: str) -> Any:
        return getattr(self._request, name)
