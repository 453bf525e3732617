"""Deliveries past the web framework, straight into the inbox.

Services count on an answer at once, and a burst comes all at a time: through the framework each
would cost several times what its verifying and storing does. A body is refused as soon as it is
larger than the source's ever are, before it is held anywhere.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from django.db import connections

from connectors.live.api import webhook
from connectors.live.api.webhook import Answer

ASGI = Callable[..., Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

THREADS = 12  # deliveries stored at once: each waits for the disk; the pool has 20 connections
HELD_BYTES = 64 * 1024**2  # of deliveries that are not stored yet: nobody may fill the memory
FULL_SECONDS = 2  # until a service that found the door full comes again
_ADDRESS = re.compile(r"/api/v1/webhooks/([-\w]+)")


class Gone(Exception):
    """The service hung up before all of its delivery was here."""


class Full(Exception):
    """Too much of other deliveries is held at the moment."""


@dataclass(slots=True)
class Room:
    """How much is held of all deliveries together. Used by one event loop, so it needs no lock."""

    held: int = 0

    def take(self, size: int) -> None:
        if self.held + size > HELD_BYTES:
            raise Full
        self.held += size


@dataclass(slots=True)
class Share:
    """What one delivery holds of the room, given back at its end."""

    room: Room
    size: int = 0

    def grow(self, size: int) -> None:
        """Raises Full."""
        self.room.take(size)
        self.size += size

    def __enter__(self) -> "Share":
        return self

    def __exit__(self, *ended: object) -> None:
        self.room.held -= self.size


def webhook_door(application: ASGI) -> ASGI:
    """Answer deliveries, and leave everything else to the application."""
    threads = ThreadPoolExecutor(THREADS, thread_name_prefix="webhook")
    room = Room()

    async def enter(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        found = _ADDRESS.fullmatch(scope.get("path", "")) if scope["type"] == "http" else None
        if found is None or scope["method"] != "POST":
            await application(scope, receive, send)
            return
        try:
            with Share(room) as share:
                answer = await _answer(threads, found[1], scope["headers"], receive, share)
        except Gone:
            return
        except Full:
            told = "Too much arrives at once: send it again in a moment."
            answer = webhook.problem(503, told, retry_after=FULL_SECONDS)
        await _write(answer, send)

    return enter


async def _answer(
    threads: ThreadPoolExecutor, kind: str, raw: Iterable[tuple[bytes, bytes]], receive: Receive,
    share: Share,
) -> Answer:  # fmt: skip
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in raw}
    body = await _read(headers, receive, share, limit=webhook.largest(kind))
    if body is None:
        return webhook.problem(413, "The delivery is larger than its service's ever are.")
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(threads, _take, kind, headers, body)


async def _read(
    headers: Mapping[str, str], receive: Receive, share: Share, *, limit: int
) -> bytes | None:
    """The body; None where it is larger than allowed. Raises Gone, Full."""
    declared = headers.get("content-length", "")
    if limit and declared.isdecimal() and int(declared) > limit:
        return None
    body, more = bytearray(), True  # many small parts cost no more than a few large ones
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        part = message.get("body", b"")
        share.grow(len(part))
        body += part
        more = message.get("more_body", False)
        if len(body) > limit > 0:
            return None
        if not limit:
            return b""
    return bytes(body)


def _take(kind: str, headers: Mapping[str, str], body: bytes) -> Answer:
    try:
        return webhook.answer(kind, headers, body)
    finally:
        connections.close_all()  # back into the pool


async def _write(answer: Answer, send: Send) -> None:
    listed = [(name.lower().encode(), value.encode()) for name, value in answer.headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": listed})
    await send({"type": "http.response.body", "body": answer.body})
