"""Adding the bot to a server, and learning who did.

One consent page does both: `bot` adds it and `identify` tells who. The person's token is used once
and dropped; from then on the bot speaks with its own, which is the app's.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from connectors.contract import Person
from connectors.discord.client import exchange, who_is
from connectors.discord.places import CONNECT, READ_MESSAGE_HISTORY, VIEW_CHANNEL, user_name
from connectors.discord.snowflakes import as_id
from connectors.files.json_input import as_object, as_text
from connectors.files.people import chat_member, shown_name
from connectors.live.app import App
from connectors.live.contract import AuthorizationRequest, Connected, Purpose
from connectors.live.errors import Refused

SCOPES = ("bot", "identify", "applications.commands")
PERMISSIONS = VIEW_CHANNEL | READ_MESSAGE_HISTORY | CONNECT
_AGAIN = "Begin to connect Discord again"


def authorization_url(app: App, request: AuthorizationRequest) -> str:
    linking = request.purpose is Purpose.LINK
    query = {
        "client_id": app["client_id"],
        "response_type": "code",
        "redirect_uri": request.redirect_uri,
        "scope": "identify" if linking else " ".join(SCOPES),
        "state": request.state,
    }
    if not linking:
        query["permissions"] = str(PERMISSIONS)
    return f"{app['web_url']}/oauth2/authorize?{urlencode(query)}"


def authorize(app: App, request: AuthorizationRequest, answer: Mapping[str, str]) -> Connected:
    """Raises errors.Refused, Unavailable."""
    if "error" in answer:
        raise Refused("Discord was not allowed to connect. " + _AGAIN + ", and choose Authorize.")
    if not answer.get("code"):
        raise Refused(f"Discord's answer holds no code. {_AGAIN}.")
    token = exchange(app, answer["code"], request.redirect_uri)
    person = _person(who_is(app, as_text(token.get("access_token"))))
    scopes = tuple(as_text(token.get("scope")).split())
    if request.purpose is Purpose.LINK:
        return Connected(person.handle, person.name, {}, scopes, person)
    guild = as_object(token.get("guild"))
    key = _added_to(guild, answer)
    return Connected(key, shown_name(as_text(guild.get("name"))) or key, {}, scopes, person)


def _person(told: Mapping[str, object]) -> Person:
    key = as_id(told.get("id"))
    if not key:
        raise Refused(f"Discord did not say who you are. {_AGAIN}.")
    return chat_member(user_name(told), key)


def _added_to(guild: Mapping[str, object], answer: Mapping[str, str]) -> str:
    """The server, as Discord told us; what the browser brought is anybody's to write."""
    key = as_id(guild.get("id"))
    if not key:
        raise Refused(f"The bot was added to no server. {_AGAIN}, and choose the server.")
    if answer.get("guild_id", key) != key:
        raise Refused(f"Discord's answer is about another server. {_AGAIN}.")
    return key
