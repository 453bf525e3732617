"""Notion's consent page and what it gives. Pure."""

from collections.abc import Mapping
from urllib.parse import urlencode

from connectors.files.json_input import as_object, as_text
from connectors.files.people import shown_name
from connectors.live.app import App
from connectors.live.contract import AuthorizationRequest, Connected
from connectors.live.errors import Refused
from connectors.notion.client import tokens
from connectors.notion.ids import compact
from connectors.notion.people import person_of


def authorization_url(app: App, request: AuthorizationRequest) -> str:
    """Notion takes no scopes here: they are the capabilities that the app was registered with,
    and people choose the pages on the consent page."""
    asked = {
        "client_id": app["client_id"],
        "response_type": "code",
        "owner": "user",
        "redirect_uri": request.redirect_uri,
        "state": request.state,
    }
    return f"{app['api_url'].rstrip('/')}/v1/oauth/authorize?{urlencode(asked)}"


def code_of(request: AuthorizationRequest, answer: Mapping[str, str]) -> str:
    """The code that the browser brought back. Raises errors.Refused."""
    if answer.get("state", request.state) != request.state:
        raise Refused("This answer belongs to another attempt. Connect once more.")
    if answer.get("error") == "access_denied":
        raise Refused("Access was declined in Notion. Connect once more to allow it.")
    code = answer.get("code", "")
    if answer.get("error") or not code:
        raise Refused("Notion reported an error. Connect once more.")
    return code


def connected(given: Mapping[str, object]) -> Connected:
    """What the token endpoint answered. A delivery names the workspace; the bot is this
    authorization's own, of which a workspace may have several. Raises errors.Refused."""
    workspace = compact(given.get("workspace_id"))
    credentials = tokens(given)
    if not workspace or "access_token" not in credentials:
        raise Refused("Notion gave no access. Connect once more.")
    user = as_object(as_object(given.get("owner")).get("user"))
    return Connected(
        account_id=workspace,
        account_name=shown_name(as_text(given.get("workspace_name"))) or "Notion workspace",
        credentials=credentials | {"bot_id": compact(given.get("bot_id"))},
        identity=person_of(user),
    )
