"""A Discord of our own, with one server, for the tests and the demo."""

import asyncio
import json
import time
from collections.abc import Coroutine, Iterable
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from connectors.discord.fake.rest import BASE, Rest, answer_json
from connectors.discord.fake.verbs import Verbs
from connectors.discord.fake.wire import INVALID_SESSION, RECONNECT, Gateway
from connectors.discord.fake.world import Json, World
from connectors.fakes.faults import Fault
from connectors.fakes.server import FakeProvider

DELIVERY_SECONDS = 10


class FakeDiscord(FakeProvider, Verbs):
    """The service; `Verbs` is what happens in its server."""

    unlimited = frozenset({"/oauth2/authorize", "/gateway"})

    def __init__(self, port: int = 0, **how: Any) -> None:
        super().__init__(port, **how)
        self.world = World()
        self.rest = Rest(self.world, "4242", "fake-secret", "fake-bot-token")
        self.gateway = Gateway(self.world, self.rest.token)
        self.key = Ed25519PrivateKey.generate()

    def app_settings(self) -> dict[str, str]:
        return {
            "MOMO_APP_DISCORD_CLIENT_ID": self.rest.client_id,
            "MOMO_APP_DISCORD_CLIENT_SECRET": self.rest.client_secret,
            "MOMO_APP_DISCORD_BOT_TOKEN": self.rest.token,
            "MOMO_APP_DISCORD_PUBLIC_KEY": self.key.public_key().public_bytes_raw().hex(),
            "MOMO_APP_DISCORD_API_URL": self.url + BASE,
            "MOMO_APP_DISCORD_WEB_URL": self.url,
            "MOMO_APP_DISCORD_GATEWAY_URL": self.url.replace("http", "ws", 1) + "/gateway",
        }

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        return [web.get("/gateway", self._gateway), *self.rest.routes()]

    def error(self, fault: Fault) -> web.Response:
        """Discord writes how long to wait in the body too, with its fraction."""
        if fault.status != web.HTTPTooManyRequests.status_code:
            return web.Response(text=fault.name, status=fault.status)  # by what stands before it
        body = {"message": "You are being rate limited.", "retry_after": fault.retry_after}
        headers = {"Retry-After": str(int(fault.retry_after + 1)), "Via": "1.1 fake"}
        return answer_json(body | {"global": False}, 429, headers)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        self.gateway.url = self.url.replace("http", "ws", 1) + "/gateway"
        return await self.gateway.handle(request)

    def do_kick(self) -> None:
        self.rest.installed = False
        self._tell("GUILD_DELETE", {"id": self.world.guild["id"]}, guild_id=False)

    def do_unavailable(self) -> None:
        event = {"id": self.world.guild["id"], "unavailable": True}
        self._tell("GUILD_DELETE", event, guild_id=False)

    def do_revoke_token(self) -> None:
        self.rest.token = self.gateway.token = "another-bot-token"  # noqa: S105

    def do_drop_connection(self, resumable: bool = True) -> None:
        self._run(self.gateway.drop(resumable=resumable))

    def do_reconnect(self) -> None:
        self._run(self.gateway.tell(RECONNECT, None))

    def do_invalidate_session(self) -> None:
        wires = self.gateway.tell(INVALID_SESSION, False)
        self._run(wires)
        self.gateway.sessions.clear()

    def do_ping(self) -> int:
        return self.post({"id": self.world.new_id(), "application_id": "4242", "type": 1})

    def do_authorized(self, by: str = "jane") -> int:
        data = {"integration_type": 0, "scopes": ["bot"], "user": self.world.user(by),
                "guild": self.world.full_guild()}  # fmt: skip
        event = {"type": "APPLICATION_AUTHORIZED", "timestamp": self.world.now(), "data": data}
        return self.post({"version": 1, "application_id": "4242", "type": 1, "event": event})

    def post(self, told: Json) -> int:
        body = json.dumps(told).encode()
        return self.deliver(self.webhook_url, self.signed(body), body)

    def signed(self, body: bytes, at: float | None = None) -> dict[str, str]:
        timestamp = str(int(time.time() if at is None else at))
        return {
            "X-Signature-Ed25519": self.key.sign(timestamp.encode() + body).hex(),
            "X-Signature-Timestamp": timestamp,
            "Content-Type": "application/json",
        }

    def _tell(self, name: str, data: Json, *, guild_id: bool = True) -> None:
        more = {"guild_id": self.world.guild["id"]} if guild_id else {}
        self._run(self.gateway.dispatch(name, data | more))

    def _run(self, what: Coroutine[Any, Any, None]) -> None:
        """In the server's own loop; before it runs and once it has stopped, nobody listens."""
        if not self._runs:
            what.close()
            return
        try:
            asyncio.run_coroutine_threadsafe(what, self._loop).result(DELIVERY_SECONDS)
        except TimeoutError:
            if self._runs:
                raise
