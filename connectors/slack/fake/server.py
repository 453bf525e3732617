"""The fake's doors: what is asked of it over HTTP."""

import base64
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import web

from connectors.fakes.faults import Fault
from connectors.fakes.server import FakeProvider, json_answer
from connectors.slack.fake.access import Access
from connectors.slack.fake.workspace import BOT, ApiError, Json, Room, Workspace

MAX_PAGE = 999
UNLISTED_PAGE = 15
DEFAULT_PAGE = 100
WINDOW = 60.0  # seconds


class SlackDoors(FakeProvider):
    """The Web API and the pages of consent.

    `enforced` are real limits, in requests a minute by method; `unlisted` also cuts pages of
    messages to 15, as for apps outside the Marketplace.
    """

    unlimited = frozenset({"/oauth/v2/authorize", "/openid/connect/authorize"})

    def __init__(self, port: int = 0, **how: Any) -> None:
        super().__init__(port, **how)
        self.workspace = Workspace()
        self.workspace.add_user("momo", bot=True)
        self.access = Access(self.workspace)
        self.signing_secret = "fake-signing-secret"  # noqa: S105  (of nothing)
        self.enforced: dict[str, int] = {}
        self.unlisted = False
        self.opens_here = False  # links to messages lead here, not to where Slack would have them
        self.calls: list[tuple[str, dict[str, str]]] = []
        self._asked: dict[str, list[float]] = defaultdict(list)
        self._numbers = count(1)

    def app_settings(self) -> dict[str, str]:
        values = {
            "client_id": self.access.client_id,
            "client_secret": self.access.client_secret,
            "signing_secret": self.signing_secret,
            "tier": "unlisted" if self.unlisted else "internal",
            "api_url": f"{self.url}/api/",
            "authorize_url": f"{self.url}/oauth/v2/authorize",
            "sign_in_url": f"{self.url}/openid/connect/authorize",
        }
        return {f"MOMO_APP_SLACK_{name.upper()}": value for name, value in values.items()}

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        pages = sorted(self.unlimited)
        return [
            web.post("/api/{method}", self._api),
            web.get("/archives/{channel}/p{digits}", self._message),
            *(web.get(path, self._consent) for path in pages),
            *(web.post(path, self._decided) for path in pages),
        ]

    def error(self, fault: Fault) -> web.Response:
        if fault.status == 429:
            return _limited(fault.retry_after)
        return web.Response(status=fault.status, text="<html><body>Slack is down</body></html>")

    async def _consent(self, request: web.Request) -> web.Response:
        return web.Response(text=self.access.page(request.query), content_type="text/html")

    async def _decided(self, request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        raise web.HTTPFound(self.access.decide(form))

    async def _api(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        form = dict(parse_qsl((await request.read()).decode()))
        self.calls.append((method, form))
        if wait := self._over_limit(method):
            return _limited(wait)
        try:
            answer = self._answer(method, request.headers.get("Authorization", ""), form)
        except ApiError as error:
            return json_answer({"ok": False, "error": str(error)})
        return json_answer({"ok": True, **answer})

    async def _message(self, request: web.Request) -> web.Response:
        """What a link to a message opens: its text, in the place of Slack's page."""
        digits, channel = request.match_info["digits"], request.match_info["channel"]
        for room in self.workspace.rooms.values():
            message = room.messages.get(f"{digits[:-6]}.{digits[-6:]}")
            if room.id == channel and message:
                return web.Response(text=f"#{room.name}\n\n{message['text']}")
        raise web.HTTPNotFound

    def _home(self) -> str:
        return f"https://{self.workspace.domain}.slack.com"

    def _over_limit(self, method: str) -> float:
        """How many seconds to wait, if at all."""
        now, most = self.workspace.clock(), self.enforced.get(method)
        asked = self._asked[method] = [at for at in self._asked[method] if at > now - WINDOW]
        if most is not None and len(asked) >= most:
            return max(1.0, asked[0] + WINDOW - now)
        asked.append(now)
        return 0.0

    def _answer(self, method: str, authorization: str, form: dict[str, str]) -> Json:
        token = authorization.removeprefix("Bearer ")
        if method == "oauth.v2.access":
            return self.access.exchange(_client(authorization), form)
        if method == "openid.connect.token":
            return self.access.sign_in(form)
        if method == "openid.connect.userInfo":
            return self.access.user_info(token)
        handler = getattr(self, f"api_{method.replace('.', '_')}", None)
        if handler is None:
            raise ApiError("unknown_method")
        self.access.check(token)
        answer: Json = handler(form)
        return answer

    def api_auth_test(self, form: Mapping[str, str]) -> Json:
        return {
            "url": f"{self.url if self.opens_here else self._home()}/", "team": self.workspace.name,
            "team_id": self.workspace.id, "user": "momo", "user_id": BOT, "bot_id": "BMOMO",
        }  # fmt: skip

    def api_auth_revoke(self, form: Mapping[str, str]) -> Json:
        self.access.end()
        for room in self.workspace.rooms.values():
            room.members = [member for member in room.members if member != BOT]
        return {"revoked": True}

    def api_conversations_list(self, form: Mapping[str, str]) -> Json:
        types = form.get("types", "public_channel").split(",")
        rooms = [
            room.shown()
            for room in self.workspace.rooms.values()
            if ("private_channel" if room.private else "public_channel") in types
            and (not room.private or BOT in room.members)
            and not (room.archived and form.get("exclude_archived") == "1")
        ]
        return _paged("channels", rooms, form)

    def api_conversations_info(self, form: Mapping[str, str]) -> Json:
        return {"channel": self.workspace.room_of(form.get("channel", "")).shown()}

    def api_conversations_members(self, form: Mapping[str, str]) -> Json:
        room = self.workspace.room_of(form.get("channel", ""))
        return _paged("members", room.members, form)

    def api_conversations_join(self, form: Mapping[str, str]) -> Json:
        room = self.workspace.room_of(form.get("channel", ""))
        if room.archived:
            raise ApiError("is_archived")
        if BOT not in room.members:
            self.enter(room, BOT)
        return {"channel": room.shown()}

    def api_conversations_history(self, form: Mapping[str, str]) -> Json:
        """Newest first. With `oldest` alone, the page is the one closest to that."""
        there, size = _between(self._read(form).in_channel(), form), self._limit(form)
        page = there[-size:] if "oldest" in form and "latest" not in form else there[:size]
        return {"messages": page, "has_more": len(there) > len(page)}

    def api_conversations_replies(self, form: Mapping[str, str]) -> Json:
        """Oldest first, and the root before them, which counts for the limit too."""
        root_ts = form.get("ts", "")
        root, *replies = self._read(form).thread(root_ts) or [{}]
        if root.get("ts") != root_ts:
            raise ApiError("thread_not_found")
        there = _between(replies, form)
        page = there[: self._limit(form) - 1]
        return {"messages": [root, *page], "has_more": len(there) > len(page)}

    def api_users_list(self, form: Mapping[str, str]) -> Json:
        return _paged("members", list(self.workspace.users.values()), form)

    def api_users_info(self, form: Mapping[str, str]) -> Json:
        for user in self.workspace.users.values():
            if user["id"] == form.get("user"):
                return {"user": user}
        raise ApiError("user_not_found")

    @abstractmethod
    def enter(self, room: Room, user_id: str, inviter: str = "") -> None:
        """Somebody joins a channel, and it is told."""

    def _read(self, form: Mapping[str, str]) -> Room:
        room = self.workspace.room_of(form.get("channel", ""))
        if BOT not in room.members:
            raise ApiError("not_in_channel")
        return room

    def _limit(self, form: Mapping[str, str]) -> int:
        wanted = int(form.get("limit", DEFAULT_PAGE))
        return min(wanted, UNLISTED_PAGE if self.unlisted else MAX_PAGE)


def _limited(seconds: float) -> web.Response:
    body = {"ok": False, "error": "ratelimited"}
    return json_answer(body, 429, **{"Retry-After": f"{seconds:.0f}"})


def _client(authorization: str) -> tuple[str, str]:
    text = base64.b64decode(authorization.removeprefix("Basic ")).decode()
    name, _, secret = text.partition(":")
    return name, secret


def _between(messages: list[Json], form: Mapping[str, str]) -> list[Json]:
    oldest, latest = float(form.get("oldest", 0)), float(form.get("latest", "inf"))
    return [message for message in messages if oldest < float(message["ts"]) < latest]


def _paged(key: str, items: list[Any], form: Mapping[str, str]) -> Json:
    """A page by Slack's cursors, which say nothing to anybody but Slack."""
    try:
        start = int(base64.b64decode(form["cursor"])) if "cursor" in form else 0
    except ValueError:
        raise ApiError("invalid_cursor") from None
    end = start + min(int(form.get("limit", DEFAULT_PAGE)), MAX_PAGE)
    following = base64.b64encode(str(end).encode()).decode() if end < len(items) else ""
    return {key: items[start:end], "response_metadata": {"next_cursor": following}}
