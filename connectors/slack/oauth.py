"""Being let in: Slack's OAuth v2 for a workspace, and Sign in with Slack for who somebody is."""

from collections.abc import Mapping
from datetime import datetime
from urllib.parse import urlencode

from connectors.contract import Person
from connectors.files.json_input import as_object, as_text
from connectors.files.people import chat_member
from connectors.live.app import App
from connectors.live.contract import AuthorizationRequest, Connected, Purpose
from connectors.live.errors import Forbidden, Refused, Revoked
from connectors.slack.client import ask, exchange, identify, tokens_in
from connectors.slack.workspace import person_of

SCOPES = (
    ("channels:history", "read what is written in public channels"),
    ("channels:read", "list public channels, to choose from and to name them"),
    ("channels:join", "enter the public channels that are collected"),
    ("groups:history", "read private channels that Momo was invited to"),
    ("groups:read", "know who is in them, since only they may see what was decided there"),
    ("users:read", "name the people who decide"),
    ("users:read.email", "know which of your team they are"),
)
_SIGN_IN_SCOPES = "openid profile email"


def authorization_url(app: App, request: AuthorizationRequest) -> str:
    values = {
        "client_id": app["client_id"],
        "redirect_uri": request.redirect_uri,
        "state": request.state,
    }
    if request.purpose == Purpose.LINK:
        values |= {"response_type": "code", "scope": _SIGN_IN_SCOPES}
        return f"{app['sign_in_url']}?{urlencode(values)}"
    return f"{app['authorize_url']}?{urlencode(values | {'scope': ','.join(wanted_scopes(app))})}"


def wanted_scopes(app: App) -> list[str]:
    leave_out = {"channels:join"} if app["join"] == "none" else set()
    return [scope for scope, _ in SCOPES if scope not in leave_out]


def authorize(
    app: App, request: AuthorizationRequest, answer: Mapping[str, str], now: datetime
) -> Connected:
    """Raises Refused, SourceError."""
    if answer.get("error") or not answer.get("code"):
        raise Refused("Slack was not allowed to let Momo in: begin again, and allow it.")
    try:
        if request.purpose == Purpose.LINK:
            return _who(app, request, answer["code"])
        return _workspace(app, request, answer["code"], now)
    except Forbidden:
        raise Refused("Slack did not take the answer of its own page: begin again.") from None
    except Revoked:
        raise Refused(
            "Slack does not accept Momo's app: its client id and secret must be checked."
        ) from None


def _workspace(app: App, request: AuthorizationRequest, code: str, now: datetime) -> Connected:
    granted = exchange(app, code=code, redirect_uri=request.redirect_uri)
    if granted.get("is_enterprise_install") is True:
        raise Refused("Momo was installed for a whole organization: choose one workspace instead.")
    tokens = tokens_in(granted, now.timestamp())
    team, user = as_object(granted.get("team")), as_object(granted.get("authed_user"))
    # Which address messages have is told here, without a scope.
    about = ask(app, "auth.test", token=tokens["token"])
    own = {name: as_text(granted.get(name)) for name in ("app_id", "bot_user_id")}
    account_id = as_text(team.get("id"))
    if not (tokens["token"] and account_id):
        raise Refused("Slack did not say which workspace this is: begin again.")
    return Connected(
        account_id=account_id,
        account_name=as_text(team.get("name")) or account_id,
        credentials={**tokens, **own, "address": as_text(about.get("url"))},
        scopes=tuple(as_text(granted.get("scope")).split(",")),
        identity=_authorizer(app, tokens["token"], as_text(user.get("id"))),
    )


def _authorizer(app: App, token: str, user_id: str) -> Person | None:
    if not user_id:
        return None
    try:
        found = as_object(ask(app, "users.info", token=token, user=user_id).get("user"))
    except Forbidden:
        found = {}
    return person_of({"id": user_id, **found})


def _who(app: App, request: AuthorizationRequest, code: str) -> Connected:
    about = identify(app, code=code, redirect_uri=request.redirect_uri)
    user_id = as_text(about.get("https://slack.com/user_id"))
    team_id = as_text(about.get("https://slack.com/team_id"))
    if not (user_id and team_id):
        raise Refused("Slack did not say who you are: begin again.")
    is_sure = about.get("email_verified") is True
    email = as_text(about.get("email")) if is_sure else ""
    return Connected(
        account_id=team_id,
        account_name=as_text(about.get("https://slack.com/team_name")) or team_id,
        credentials={},
        identity=chat_member(as_text(about.get("name")), user_id, email=email),
    )
