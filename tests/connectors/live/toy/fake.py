"""The service that the toy connector speaks to: rooms, messages, one account."""

import json
import secrets
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from aiohttp import web

from connectors.fakes.server import FakeProvider, json_answer
from tests.connectors.live.toy.connector import sign


@dataclass
class Message:
    id: str
    number: int
    room: str
    by: str
    text: str
    at: float
    version: float
    thread: str = ""
    deleted: bool = False


@dataclass
class Room:
    id: str
    name: str
    private: bool = False
    members: list[str] = field(default_factory=list)


class FakeToy(FakeProvider):
    unlimited = frozenset({"/consent", "/token"})

    def __init__(self, port: int = 0, **how: Any) -> None:
        super().__init__(port, **how)
        self.account, self.user, self.secret = "acme", "ada", "toy-secret"
        self.rooms = {"general": Room("general", "general")}
        self.messages: dict[str, Message] = {}
        self.names: dict[str, str] = {}
        self.tokens: set[str] = set()
        self.codes: dict[str, str] = {}
        self.oldest_version = 0.0
        self.clock = time.time() - 3600.0

    def app_settings(self) -> dict[str, str]:
        return {"MOMO_APP_TOY_URL": self.url, "MOMO_APP_TOY_SECRET": self.secret}

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        return [
            web.get("/consent", self._consent),
            web.post("/token", self._token),
            web.post("/revoke", self._revoke),
            web.post("/renew", self._renew),
            web.get("/rooms", self._rooms),
            web.get("/messages", self._messages),
            web.get("/version", self._version),
            web.get("/changes", self._changes),
        ]

    async def _consent(self, request: web.Request) -> web.Response:
        code = secrets.token_hex(8)
        self.codes[code] = request.query["code_challenge"]
        back = f"{request.query['redirect_uri']}?code={code}&state={request.query['state']}"
        raise web.HTTPFound(back)

    async def _token(self, request: web.Request) -> web.Response:
        body = await request.json()
        if self.codes.pop(body["code"], None) is None:
            return json_answer({"error": "bad_code"}, 400)
        return json_answer({
            "token": self._new_token(), "account": self.account, "name": "Acme",
            "user": self.user.title(), "user_id": self.user,
        })  # fmt: skip

    async def _revoke(self, request: web.Request) -> web.Response:
        self.tokens.clear()
        return json_answer({})

    async def _renew(self, request: web.Request) -> web.Response:
        if refusal := self._for(request):
            return refusal
        self.tokens.discard(_token_of(request))
        return json_answer({"token": self._new_token()})

    async def _rooms(self, request: web.Request) -> web.Response:
        rooms = [asdict(room) for room in self.rooms.values()]
        return self._for(request) or json_answer({"rooms": rooms})

    async def _messages(self, request: web.Request) -> web.Response:
        after, limit = int(request.query["after"]), int(request.query["limit"])
        there = [m for m in self.messages.values() if m.number > after and not m.deleted]
        page = [asdict(message) for message in there[:limit]]
        more = len(there) > limit
        answer = {"messages": page, "more": more, "total": len(self.messages)}
        return self._for(request) or json_answer(answer)

    async def _version(self, request: web.Request) -> web.Response:
        return self._for(request) or json_answer({"version": self.clock})

    async def _changes(self, request: web.Request) -> web.Response:
        since = float(request.query["since"])
        changed = [asdict(m) for m in self.messages.values() if m.version > since]
        answer: dict[str, Any] = {"messages": changed, "version": self.clock}
        if since < self.oldest_version:
            answer = {"expired": True}
        return self._for(request) or json_answer(answer)

    def _for(self, request: web.Request) -> web.Response | None:
        return None if _token_of(request) in self.tokens else json_answer({"error": "token"}, 401)

    def _new_token(self) -> str:
        token = secrets.token_hex(8)
        self.tokens.add(token)
        return token

    def do_room(self, name: str, private: bool = False, members: Iterable[str] = ()) -> None:
        self.rooms[name] = Room(name, name, private, list(members))

    def do_join(self, room: str, who: str) -> None:
        self.rooms[room].members.append(who)
        self._send("members", room=room)

    def do_leave(self, room: str, who: str) -> None:
        self.rooms[room].members.remove(who)
        self._send("members", room=room)

    def do_message(
        self, text: str, by: str = "ada", room: str = "general", name: str = "", to: str = ""
    ) -> None:
        number = len(self.messages) + 1
        thread = self.names.get(to, "")
        self.clock += 1
        message = Message(f"m{number}", number, room, by, text, self.clock, self.clock, thread)
        self.messages[message.id] = message
        self.names[name or message.id] = message.id
        self._tell(message)

    def do_edit(self, of: str, text: str) -> None:
        message = self._change(of)
        message.text = text
        self._tell(message)

    def do_delete(self, of: str) -> None:
        message = self._change(of)
        message.deleted, message.text = True, ""
        self._tell(message)

    def do_revoke_token(self) -> None:
        self.tokens.clear()

    def do_forget(self) -> None:
        self.oldest_version = self.clock

    def _change(self, of: str) -> Message:
        message = self.messages[self.names[of]]
        self.clock += 1
        message.version = self.clock
        return message

    def _tell(self, message: Message) -> None:
        self._send("message", message=asdict(message))

    def _send(self, kind: str, **what: Any) -> None:
        if self.webhook_url:
            self.post(self.delivery(kind, **what))

    def delivery(self, kind: str, **what: Any) -> bytes:
        event = {"account": self.account, "id": secrets.token_hex(8), "type": kind, **what}
        return json.dumps(event).encode()

    def post(self, body: bytes) -> int:
        headers = {"X-Toy-Signature": sign(self.secret, body), "Content-Type": "application/json"}
        return self.deliver(self.webhook_url, headers, body)


def _token_of(request: web.Request) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ")
