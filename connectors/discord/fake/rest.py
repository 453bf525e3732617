"""What the fake Discord answers over HTTP: the consent page, tokens, and the API's version 10."""

import html
import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from connectors.discord.fake.world import PRIVATE_THREAD, Json, Unknown, World
from connectors.fakes.server import Handler

BASE = "/api/v10"
Reply = Callable[[web.Request], Any]  # what it holds, as JSON; None for 204
UNAUTHORIZED = Unknown(0, "401: Unauthorized", 401)
MISSING_ACCESS = Unknown(50001, "Missing Access", 403)
LIMIT = {
    "X-RateLimit-Limit": "50", "X-RateLimit-Reset-After": "1.000", "X-RateLimit-Bucket": "fake",
}  # fmt: skip


def answer_json(
    body: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """With Discord's own content type, which names no charset: discord.py reads no other."""
    content = json.dumps(body).encode()
    told = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=content, status=status, headers=told)


@dataclass
class Rest:
    """`me` signs in on the consent page. `remaining` is what each answer says of the limit."""

    world: World
    client_id: str
    client_secret: str
    token: str
    me: str = "jane"
    remaining: int = 49
    installed: bool = True
    shows_content: bool = True
    lists_members: bool = True
    unlisted: set[str] = field(default_factory=set)  # channels that are there and not told of
    codes: dict[str, tuple[str, str]] = field(default_factory=dict)  # -> who, for which scopes
    bearers: dict[str, str] = field(default_factory=dict)  # -> who

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        found = {
            "/users/@me": self._who,
            "/oauth2/applications/@me": self._application,
            "/guilds/{guild}": self._guild,
            "/guilds/{guild}/channels": self._channels,
            "/guilds/{guild}/members": self._members,
            "/guilds/{guild}/threads/active": self._active,
            "/channels/{channel}": self._channel,
            "/channels/{channel}/messages": self._messages,
            "/channels/{channel}/messages/{message}": self._message,
            "/channels/{channel}/thread-members": self._thread_members,
            "/channels/{channel}/threads/archived/public": self._archived,
            "/channels/{channel}/users/@me/threads/archived/private": self._archived_private,
        }
        yield web.get("/oauth2/authorize", self._consent)
        yield web.post("/oauth2/authorize", self._allow)
        yield web.post(f"{BASE}/oauth2/token", self._give_token)
        yield web.delete(BASE + "/users/@me/guilds/{guild}", self._as_bot(self._leave))
        yield from (web.get(BASE + path, self._as_bot(reply)) for path, reply in found.items())

    def shown(self, message: Json) -> Json:
        """A message as the bot gets it."""
        if self.shows_content or message["author"]["id"] == self.world.bot["id"]:
            return message
        empty: Json = {"content": "", "attachments": [], "embeds": [], "components": []}
        return {key: value for key, value in message.items() if key != "poll"} | empty

    def _as_bot(self, reply: Reply) -> Handler:
        async def handle(request: web.Request) -> web.Response:
            try:
                self._check(request)
                body = reply(request)
            except Unknown as error:
                return answer_json({"message": error.words, "code": error.code}, error.status)
            headers = LIMIT | {"X-RateLimit-Remaining": str(self.remaining)}
            if body is None:
                return web.Response(status=204, headers=headers)
            return answer_json(body, headers=headers)

        return handle

    def _check(self, request: web.Request) -> None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        own = request.path.endswith("/users/@me") and scheme == "Bearer" and token in self.bearers
        if not own and (scheme, token) != ("Bot", self.token):
            raise UNAUTHORIZED
        if "/users/@me" in request.path:
            return
        guild = request.match_info.get("guild", self.world.guild["id"])
        if guild != self.world.guild["id"]:
            raise Unknown(10004, "Unknown Guild")
        if not self.installed:
            raise MISSING_ACCESS

    def _who(self, request: web.Request) -> Json:
        _, _, token = request.headers["Authorization"].partition(" ")
        return self.world.user(self.bearers[token]) if token in self.bearers else self.world.bot

    def _application(self, request: web.Request) -> Json:
        return {
            "id": self.client_id, "name": "Momo", "icon": None, "description": "",
            "bot_public": True,
            "bot_require_code_grant": False, "verify_key": "", "owner": self.world.user("olga"),
            "flags": 0, "team": None,
        }  # fmt: skip

    def _guild(self, request: web.Request) -> Json:
        return self.world.full_guild()

    def _channels(self, request: web.Request) -> list[Json]:
        held = self.world.channels.values()
        listed = [each for each in held if each["id"] not in self.unlisted]
        return [each for each in listed if "thread_metadata" not in each]

    def _members(self, request: web.Request) -> list[Json]:
        if not self.lists_members:
            raise MISSING_ACCESS
        after, limit = int(request.query.get("after", 0)), int(request.query.get("limit", 1))
        keys = sorted((key for key in self.world.members if int(key) > after), key=int)
        return [self.world.members[key] for key in keys[:limit]]

    def _threads(self, *, archived: bool) -> list[Json]:
        return [
            each
            for each in self.world.channels.values()
            if "thread_metadata" in each
            and each["thread_metadata"]["archived"] is archived
            and self.world.bot_sees(each)
        ]

    def _active(self, request: web.Request) -> Json:
        return {"threads": self._threads(archived=False), "members": []}

    def _archived(self, request: web.Request) -> Json:
        return self._archive(request, lambda thread: thread["type"] != PRIVATE_THREAD, _archived_at)

    def _archived_private(self, request: web.Request) -> Json:
        return self._archive(request, lambda thread: thread["type"] == PRIVATE_THREAD, _number)

    def _archive(
        self, request: web.Request, which: Callable[[Json], bool], order: Callable[[Json], Any]
    ) -> Json:
        parent, limit = self._channel(request)["id"], int(request.query.get("limit", 50))
        found = [t for t in self._threads(archived=True) if t["parent_id"] == parent and which(t)]
        found.sort(key=order, reverse=True)
        if before := request.query.get("before"):
            mark = int(before) if before.isdecimal() else before
            found = [thread for thread in found if order(thread) < mark]
        return {"threads": found[:limit], "members": [], "has_more": len(found) > limit}

    def _channel(self, request: web.Request) -> Json:
        return self.world.channel(request.match_info["channel"])

    def _messages(self, request: web.Request) -> list[Json]:
        held = self.world.messages[self._channel(request)["id"]]
        after, limit = int(request.query.get("after", 0)), int(request.query.get("limit", 50))
        keys = sorted((key for key in held if int(key) > after), key=int)[:limit]
        return [self.shown(held[key]) for key in reversed(keys)]

    def _message(self, request: web.Request) -> Json:
        channel, key = request.match_info["channel"], request.match_info["message"]
        return self.shown(self.world.message(channel, key))

    def _thread_members(self, request: web.Request) -> list[Json]:
        thread = self._channel(request)["id"]
        return [
            {"id": thread, "user_id": key, "join_timestamp": self.world.now(), "flags": 0}
            for key in sorted(self.world.thread_members[thread])
        ]

    def _leave(self, request: web.Request) -> None:
        self.installed = False

    async def _consent(self, request: web.Request) -> web.Response:
        fields = "".join(
            f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
            for name, value in request.query.items()
        )
        server = html.escape(self.world.guild["name"])
        page = (
            f'<form method="post"><p>Momo, for {server}</p>{fields}<button name="do" value="allow">'
        )
        page += 'Authorize</button> <button name="do" value="cancel">Cancel</button></form>'
        return web.Response(text=page, content_type="text/html")

    async def _allow(self, request: web.Request) -> web.Response:
        form = await request.post()
        told = {name: str(value) for name, value in form.items()}
        if told.get("client_id") != self.client_id:
            return web.Response(status=400, text="Unknown application")
        back: dict[str, str] = {"state": told["state"]}
        if told.get("do") != "allow":
            back |= {"error": "access_denied", "error_description": "The resource owner denied it"}
        else:
            back["code"] = secrets.token_hex(15)
            self.codes[back["code"]] = (self.me, told["scope"])
            if "bot" in told["scope"].split():
                self.installed = True
                back |= {"guild_id": self.world.guild["id"], "permissions": told["permissions"]}
        raise web.HTTPFound(f"{told['redirect_uri']}?{urlencode(back)}")

    async def _give_token(self, request: web.Request) -> web.Response:
        form = await request.post()
        if (form.get("client_id"), form.get("client_secret")) != (
            self.client_id,
            self.client_secret,
        ):
            return answer_json({"error": "invalid_client"}, 401)
        who, scope = self.codes.pop(str(form.get("code")), ("", ""))
        if not who:
            told = {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
            return answer_json(told, 400)
        token = secrets.token_hex(15)
        self.bearers[token] = who
        body: Json = {
            "token_type": "Bearer", "access_token": token, "expires_in": 604_800,
            "refresh_token": secrets.token_hex(15), "scope": scope,
        }  # fmt: skip
        if "bot" in scope.split():
            body["guild"] = self.world.full_guild()
        return answer_json(body)


def _archived_at(thread: Json) -> str:
    return str(thread["thread_metadata"]["archive_timestamp"])


def _number(thread: Json) -> int:
    return int(thread["id"])
