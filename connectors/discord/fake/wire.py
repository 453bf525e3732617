"""The gateway's websocket at the fake Discord: sessions, their numbered events, RESUME."""

import asyncio
import copy
import json
import secrets
import zlib
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from connectors.discord.fake.world import Json, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
WAY_SECONDS = 0.01  # of an answer: clients count from when they have sent, and expect it later
HEARTBEAT_MILLISECONDS = 41_250
BAD_TOKEN, BAD_INTENTS = 4004, 4014
MEMBERS_INTENT, CONTENT_INTENT = 1 << 1, 1 << 15


@dataclass
class Wire:
    """One connection. Compressed as a stream where the client asked for zlib; plain otherwise."""

    socket: web.WebSocketResponse
    request: web.Request
    stream: Any = None

    async def send(self, op: int, data: Any = None, **more: Any) -> None:
        text = json.dumps({"op": op, "d": data, "s": None, "t": None} | more)
        if self.socket.closed:
            return
        if self.stream is None:
            await self.socket.send_str(text)
        else:
            packed = self.stream.compress(text.encode()) + self.stream.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(packed)


@dataclass
class GatewaySession:
    """What was sent to one client, whether it is there or will come back."""

    id: str
    wire: Wire | None
    sent: list[Json] = field(default_factory=list)

    async def dispatch(self, name: str, data: Any) -> None:
        event = {"t": name, "s": len(self.sent) + 1, "d": copy.deepcopy(data)}
        self.sent.append(event)
        await self.replay([event])

    async def replay(self, events: list[Json]) -> None:
        for event in events:
            if self.wire:
                await self.wire.send(DISPATCH, event["d"], t=event["t"], s=event["s"])


@dataclass
class Gateway:
    """All sessions. `intents` are those privileged ones that the app has turned on."""

    world: World
    token: str
    url: str = ""
    intents: int = MEMBERS_INTENT | CONTENT_INTENT
    sessions: dict[str, GatewaySession] = field(default_factory=dict)
    identified: int = 0
    resumed: int = 0

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        stream = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        wire = Wire(socket, request, stream)
        await wire.send(HELLO, {"heartbeat_interval": HEARTBEAT_MILLISECONDS})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._answer(wire, json.loads(message.data))
        for session in self.sessions.values():
            if session.wire is wire:
                session.wire = None
        return socket

    async def dispatch(self, name: str, data: Any) -> None:
        for session in self.sessions.values():
            await session.dispatch(name, data)

    async def drop(self, *, resumable: bool) -> None:
        """Cut every connection, as a network does."""
        wires = [session.wire for session in self.sessions.values() if session.wire]
        for session in self.sessions.values():
            session.wire = None
        if not resumable:
            self.sessions.clear()
        for wire in wires:
            assert wire.request.transport is not None
            wire.request.transport.abort()
        await asyncio.sleep(0)

    async def tell(self, op: int, data: Any) -> None:
        for session in list(self.sessions.values()):
            if session.wire:
                await session.wire.send(op, data)

    async def _answer(self, wire: Wire, said: Json) -> None:
        if said["op"] == HEARTBEAT:
            await asyncio.sleep(WAY_SECONDS)
            await wire.send(HEARTBEAT_ACK)
        elif said["op"] == IDENTIFY:
            await self._identify(wire, said["d"])
        elif said["op"] == RESUME:
            await self._resume(wire, said["d"])

    async def _identify(self, wire: Wire, told: Json) -> None:
        wanted = told["intents"] & (MEMBERS_INTENT | CONTENT_INTENT)
        if told["token"] != self.token:
            await wire.socket.close(code=BAD_TOKEN, message=b"Authentication failed.")
        elif wanted & ~self.intents:
            await wire.socket.close(code=BAD_INTENTS, message=b"Disallowed intent(s).")
        else:
            self.identified += 1
            await self._begin(wire)

    async def _begin(self, wire: Wire) -> None:
        session = GatewaySession(secrets.token_hex(16), wire)
        self.sessions[session.id] = session
        guild = self.world.full_guild()
        ready = {
            "v": 10, "user": self.world.bot, "session_id": session.id, "session_type": "normal",
            "resume_gateway_url": self.url, "application": {"id": self.world.bot["id"], "flags": 0},
            "guilds": [{"id": guild["id"], "unavailable": True}],
        }  # fmt: skip
        await session.dispatch("READY", ready)
        held = self.world.channels.values()
        await session.dispatch("GUILD_CREATE", guild | {
            "joined_at": self.world.now(), "large": False, "unavailable": False, "presences": [],
            "member_count": len(self.world.members), "members": list(self.world.members.values()),
            "channels": [each for each in held if "thread_metadata" not in each],
            "threads": [each for each in held if "thread_metadata" in each],
            "voice_states": [], "stage_instances": [], "guild_scheduled_events": [],
        })  # fmt: skip

    async def _resume(self, wire: Wire, told: Json) -> None:
        session = self.sessions.get(told["session_id"])
        if session is None or told["token"] != self.token:
            await wire.send(INVALID_SESSION, False)
            return
        self.resumed += 1
        session.wire = wire
        await session.replay(session.sent[told["seq"] :])
        await session.dispatch("RESUMED", {})
