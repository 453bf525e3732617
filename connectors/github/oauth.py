"""Installing the app, and learning who installed it.

What the browser brings back is not signed: an installation's number can be made up. So the person
who brings it must be able to see every repository that Momo would read by it.
https://docs.github.com/en/apps/creating-github-apps/registering-a-github-app/about-the-setup-url
"""

import contextlib
from collections.abc import Mapping
from urllib.parse import quote, urlencode

from connectors.contract import Person
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.people import chat_member
from connectors.github.client import UserClient, count_repositories
from connectors.github.tuning import PAGE_SIZE
from connectors.live.app import App
from connectors.live.contract import AuthorizationRequest, Connected, Purpose
from connectors.live.errors import Forbidden, Refused, SourceError

MOST_INSTALLATION_PAGES = 20  # of one person, 2,000
_DENIED = "GitHub was not allowed to tell Momo who you are. Start again and choose Authorize."
_REQUESTED = (
    "An owner of the organization has to approve the Momo app first. Ask them, and connect GitHub "
    "again when they have."
)
_NO_CODE = (
    "GitHub sent no code. Whoever runs Momo turns on 'Request user authorization (OAuth) during "
    "installation' in the app's settings at GitHub."
)
_NOT_YOURS = (
    "You cannot see all repositories of this installation at GitHub. Ask an owner of the "
    "organization to connect it."
)


def authorization_url(app: App, request: AuthorizationRequest) -> str:
    """The page that installs the app; to learn only who somebody is, the one that asks them."""
    web = app["web_url"].rstrip("/")
    if request.purpose is Purpose.CONNECT:
        asked = urlencode({"state": request.state})
        return f"{web}/apps/{quote(app['slug'], safe='')}/installations/new?{asked}"
    asked = urlencode(
        {
            "client_id": app["client_id"], "redirect_uri": request.redirect_uri,
            "state": request.state, "code_challenge": request.code_challenge,
            "code_challenge_method": "S256",
        }
    )  # fmt: skip
    return f"{web}/login/oauth/authorize?{asked}"


def code_of(answer: Mapping[str, str]) -> str:
    """The code that GitHub sent back with. Raises errors.Refused."""
    if answer.get("error"):
        raise Refused(_DENIED)
    if answer.get("setup_action") == "request":
        raise Refused(_REQUESTED)
    code = answer.get("code", "")
    if not code:
        raise Refused(_NO_CODE)
    return code


def linked(user: UserClient) -> Connected:
    """Who somebody is, and nothing else."""
    identity = _identity(user)
    return Connected(identity.handle, identity.name, credentials={}, identity=identity)


def connected(app: App, user: UserClient, installation_id: str, now: float) -> Connected:
    """An installation that the person may connect. Raises errors.Refused, errors.SourceError."""
    identity = _identity(user)
    found = _installation(user, installation_id)
    if not _sees_everything(app, user, installation_id, now):
        raise Refused(_NOT_YOURS)
    permissions = as_object(found.get("permissions"))
    account = as_object(found.get("account"))
    # An account has one installation of an app; installing it anew gives that another number.
    return Connected(
        account_id=as_text(account.get("id")),
        account_name=as_text(account.get("login")),
        credentials={"installation_id": installation_id},
        scopes=tuple(f"{name}:{as_text(level)}" for name, level in sorted(permissions.items())),
        identity=identity,
    )


def give_back(user: UserClient) -> None:
    """The person's token is not needed any more. One that stays ends by itself in eight hours."""
    with contextlib.suppress(SourceError):
        user.drop_token()


def _identity(user: UserClient) -> Person:
    found = as_object(user.get("/user").body)
    login, key = as_text(found.get("login")), as_text(found.get("id"))
    if not key:
        raise Refused("GitHub does not say who you are. Start connecting again.")
    return chat_member(login, key, email=as_text(found.get("email")))


def _installation(user: UserClient, wanted: str) -> dict[str, object]:
    """What the person can see of the installation. Raises errors.Refused."""
    for page in range(1, MOST_INSTALLATION_PAGES + 1):
        answer = user.get("/user/installations", per_page=PAGE_SIZE, page=page)
        for found in objects(as_object(answer.body).get("installations")):
            if as_text(found.get("id")) == wanted:
                return found
        if not answer.more:
            break
    raise Refused(_NOT_YOURS)


def _sees_everything(app: App, user: UserClient, installation_id: str, now: float) -> bool:
    try:
        path = f"/user/installations/{installation_id}/repositories"
        seen = as_object(user.get(path, per_page=1).body).get("total_count")
    except Forbidden:
        return False
    return isinstance(seen, int) and seen >= count_repositories(app, installation_id, now)
