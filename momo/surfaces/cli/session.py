"""What a command needs before it can work: servers, Django, and who is asking."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
from django.conf import settings

from momo.platform.accounts.models import User
from momo.platform.accounts.services import AccountError, TeamOf, team_of
from momo.platform.embedded import EmbeddedError, Services
from momo.platform.tenancy.context import Scope
from momo.surfaces.cli import schema

PROFILE = "cli.json"  # in the data folder: the team and user that commands act as by default


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the command line acts as, and in which team."""

    scope: Scope
    team: TeamOf
    email: str


@contextmanager
def servers() -> Iterator[None]:
    """Embedded servers running, where they are the configured ones.

    Raises click.ClickException saying what to do where that fails.
    """
    try:
        with Services(settings.DATA_DIR, settings.URLS).session():
            yield
    except EmbeddedError as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def ready() -> Iterator[None]:
    """`servers`, with the database's tables there."""
    with servers():
        schema.ensure()
        yield


@contextmanager
def acting(team: str | None, email: str | None) -> Iterator[Identity]:
    """`ready`, and who is asking: from the options, the environment or the profile."""
    with ready():
        yield identify(team, email)


def identify(team: str | None, email: str | None) -> Identity:
    """Raises click.UsageError where nobody is named, or the named one is not of the team."""
    profile = read_profile()
    email = email or os.environ.get("MOMO_USER") or profile.get("user", "")
    team = team or os.environ.get("MOMO_TEAM") or profile.get("team", "")
    if not email or not team:
        raise click.UsageError(
            "Who is asking? Give --team and --as, set MOMO_TEAM and MOMO_USER, "
            "or choose once with: momo team use TEAM --as EMAIL"
        )
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user is None:
        raise click.UsageError(f"There is no user {email!r}. Create one: momo team create --help")
    try:
        membership = team_of(user.id, team)
    except AccountError:
        raise click.UsageError(f"{email} is in no team called {team!r}.") from None
    return Identity(Scope(membership.id, user.id), membership, user.email)


def read_profile() -> dict[str, str]:
    path = _profile_path()
    return dict(json.loads(path.read_text())) if path.exists() else {}


def write_profile(*, team: str, user: str) -> None:
    _profile_path().write_text(json.dumps({"team": team, "user": user}))


def _profile_path() -> Path:
    return Path(settings.DATA_DIR) / PROFILE
