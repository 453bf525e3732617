"""What follows from signing in, and what the audit logs of a person's teams are told."""

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.dispatch import Signal
from django.http import HttpRequest

from momo.platform.accounts import services
from momo.platform.accounts.models import User
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import acting_as

TEAM_IN_SESSION = "momo_team"

_OF_PASSWORD: dict[Signal, str] = {
    account.password_changed: "member.password_changed",
    account.password_set: "member.password_changed",
    account.password_reset: "member.password_reset",
}
_OF_FACTOR: dict[Signal, str] = {
    mfa.authenticator_added: "member.second_factor_added",
    mfa.authenticator_removed: "member.second_factor_removed",
    mfa.authenticator_reset: "member.second_factor_reset",
}


def connect() -> None:
    account.user_logged_in.connect(_choose_only_team)
    for signal in _OF_PASSWORD:
        signal.connect(_tell_of_password)
    for signal in _OF_FACTOR:
        signal.connect(_tell_of_factor)


def choose_team(request: HttpRequest, team: services.TeamOf) -> None:
    """The team that the session's requests act in from now on."""
    request.session[TEAM_IN_SESSION] = str(team.id)


def _choose_only_team(request: HttpRequest, user: User, **kwargs: Any) -> None:
    teams = services.teams_of(user.id)
    if len(teams) == 1:
        choose_team(request, teams[0])


def _tell_of_password(signal: Signal, user: User, **kwargs: Any) -> None:
    _tell(_OF_PASSWORD[signal], user)


def _tell_of_factor(
    signal: Signal, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    _tell(_OF_FACTOR[signal], user, kind=authenticator.type)


def _tell(action: str, user: User, **details: str) -> None:
    for team in services.teams_of(user.id):
        with acting_as(team.id, user.id):
            audit.record(action, subject=str(user.id), **details)
