"""Telling whoever waits how far something is, as server-sent events.

Between two looks nothing is held: no transaction, no connection to the database and, behind ASGI,
no thread, so that a server has many streams open at once.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import StreamingHttpResponse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from momo.platform.rest.problems import problem_details
from momo.platform.rest.streams import EVENT_STREAM, HEADERS, event

LOOK_SECONDS = 1.0  # between two looks
LOOKS_SHARE = 20  # a look that takes long comes less often: it is a twentieth of the time at most
HEARTBEAT_SECONDS = 15.0  # what stands between cuts off a stream that says nothing for longer
STREAM_SECONDS = 300.0  # of one stream; whoever still wants to know asks again
STREAMS = 8  # that a principal has open at once; chosen: more than a person has pages
_SLOT_SECONDS = round(STREAM_SECONDS) + 60  # then the place of a server that died is free again
_HEARTBEAT = ": still here\n\n"


@dataclass(slots=True)
class Watch:
    """What is looked at, and what was told of it last. `is_over` says after what nothing comes."""

    look: Callable[[], Any]
    is_over: Callable[[Any], bool]
    until: float = field(default_factory=lambda: time.monotonic() + STREAM_SECONDS)
    told_at: float = field(default_factory=time.monotonic)
    told: Any = None
    ended: bool = False
    pause: float = LOOK_SECONDS

    def step(self) -> str:
        """Look once. Returns what to send, which may be nothing."""
        began = time.monotonic()
        try:
            now = self.look()
        except Exception as error:  # noqa: BLE001  (the boundary: the status is sent already)
            self.ended = True
            return event("problem", problem_details(error, {}).data)
        self.pause = max(LOOK_SECONDS, LOOKS_SHARE * (time.monotonic() - began))
        text = event("progress", now) if now != self.told else ""
        self.told = now
        if self.is_over(now):
            self.ended = True
            return text + event("done", now)
        if time.monotonic() >= self.until:
            self.ended = True
            return text + event("later", now)
        return self._or_heartbeat(text)

    def _or_heartbeat(self, text: str) -> str:
        if not text and time.monotonic() - self.told_at < HEARTBEAT_SECONDS:
            return ""
        self.told_at = time.monotonic()
        return text or _HEARTBEAT


def watch(
    request: Request, look: Callable[[], Any], is_over: Callable[[Any], bool]
) -> StreamingHttpResponse:
    """`progress` with what `look` gives whenever that changes, and `done` at the end; `later` where
    it takes longer than a stream may. Raises Throttled where too many are open.

    `look` opens its scope itself. For views that `calls_out`: not to be called in a transaction.
    """
    slot = _take_slot(request.user.id)
    watched = Watch(look, is_over)
    if isinstance(request._request, ASGIRequest):
        connections.close_all()  # the request's own, which would stand as long as the stream does
        return _response(_off_the_loop(watched, slot))
    return _response(_on_the_spot(watched, slot))


def _response(source: Any) -> StreamingHttpResponse:
    return StreamingHttpResponse(source, content_type=EVENT_STREAM, headers=HEADERS)


def _on_the_spot(watched: Watch, slot: str) -> Iterator[str]:
    try:
        while not watched.ended:
            if text := watched.step():
                yield text
            if not watched.ended:
                time.sleep(watched.pause)
    finally:
        cache.delete(slot)


async def _off_the_loop(watched: Watch, slot: str) -> AsyncIterator[str]:
    step = sync_to_async(_step_and_let_go, thread_sensitive=False)
    try:
        while not watched.ended:
            if text := await step(watched):
                yield text
            if not watched.ended:
                await asyncio.sleep(watched.pause)
    finally:  # not awaited: whoever listened may be gone, and this with them
        asyncio.get_running_loop().run_in_executor(None, cache.delete, slot)


def _step_and_let_go(watched: Watch) -> str:
    try:
        return watched.step()
    finally:
        connections.close_all()  # back into the pool


def _take_slot(principal_id: UUID | None) -> str:
    """One of the places that a principal has; without Redis there always is one.

    Raises Throttled where all are taken.
    """
    for number in range(STREAMS):
        slot = f"stream:{principal_id}:{number}"
        if cache.add(slot, True, timeout=_SLOT_SECONDS):
            return slot
    raise Throttled(LOOK_SECONDS, f"At most {STREAMS} streams at once: close one first.")
