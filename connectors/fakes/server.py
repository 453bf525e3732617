"""The base of the fake services: an HTTP server on loopback, with faults and a scenario to play.

Each fake speaks its service's real wire format, consent page included, so that the real client,
over real HTTP, cannot tell. Used by the tests and by the demo that runs without any account.
"""

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Self

import httpx2
from aiohttp import web

from connectors.fakes.faults import Fault, Faults
from connectors.fakes.scenario import Step
from momo.platform.certificates import authorities

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Deliver = Callable[[str, Mapping[str, str], bytes], int]  # address, headers, body -> status

START_SECONDS = 10
DELIVERY_SECONDS = 30.0
MAX_BODY_BYTES = 64 * 1024**2


@dataclass(frozen=True, slots=True)
class Recorded:
    """A request as it came in. Header names are in lower case."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


def post(address: str, headers: Mapping[str, str], body: bytes) -> int:
    """Deliver over HTTP. Returns the status."""
    answer = httpx2.post(
        address, headers=dict(headers), content=body, timeout=DELIVERY_SECONDS,
        verify=authorities(),
    )  # fmt: skip
    return answer.status_code


class FakeProvider(ABC):
    """A service under control: `with FakeSlack() as slack: ... slack.url`.

    A subclass lists its `routes` and has a method `do_<verb>` for each verb of its scenarios.
    `webhook_url` is where it sends events to; `deliver` is how, HTTP unless a test says otherwise.
    """

    unlimited: ClassVar[frozenset[str]] = frozenset()  # paths that no fault touches: consent pages

    def __init__(self, port: int = 0, *, webhook_url: str = "", deliver: Deliver = post) -> None:
        self.webhook_url = webhook_url
        self.deliver = deliver
        self.faults = Faults()
        self.requests: list[Recorded] = []
        self._wanted_port = port
        self._port = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        """Made once it is started, which closes it in the end: many a fake never is."""
        return asyncio.new_event_loop()

    @property
    def _runs(self) -> bool:
        return self._thread.is_alive() and self._loop.is_running()

    @abstractmethod
    def routes(self) -> Iterable[web.AbstractRouteDef]:
        """What it answers to."""

    def error(self, fault: Fault) -> web.Response:
        """How this service words a fault; overridden where it is not by status alone."""
        headers = {"Retry-After": str(fault.retry_after)} if fault.retry_after else {}
        return web.json_response({"error": fault.name}, status=fault.status, headers=headers)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def play(self, steps: Iterable[Step]) -> None:
        """Carry a scenario out, in order. Raises AttributeError for a verb it does not know."""
        for step in steps:
            getattr(self, f"do_{step.verb}")(**step.arguments)

    def do_rate_limit(self, times: int = 1, retry_after: float = 1, path: str = "") -> None:
        self.faults.add(Fault("rate_limited", 429, retry_after, path), times)

    def do_wait(self, seconds: float) -> None:
        """Let time pass before what comes next in the scenario."""
        time.sleep(seconds)

    def do_outage(self, times: int = 1, status: int = 503, path: str = "") -> None:
        self.faults.add(Fault("unavailable", status, path=path), times)

    def start(self) -> Self:
        self._thread.start()
        if not self._ready.wait(START_SECONDS):
            raise RuntimeError(f"{type(self).__name__} did not start")
        return self

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *ended: object) -> None:
        self.stop()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        runner = self._loop.run_until_complete(self._open())
        self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.close()

    async def _open(self) -> web.AppRunner:
        app = web.Application(middlewares=[self._watch], client_max_size=MAX_BODY_BYTES)
        app.add_routes(self.routes())
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self._wanted_port)
        await site.start()
        self._port = runner.addresses[0][1]
        return runner

    @web.middleware
    async def _watch(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        body = await request.read()
        self.requests.append(
            Recorded(request.method, request.path, dict(request.query), headers, body)
        )
        fault = None if request.path in self.unlimited else self.faults.next(request.path)
        return self.error(fault) if fault else await handler(request)


def json_answer(body: Any, status: int = 200, **headers: str) -> web.Response:
    return web.json_response(body, status=status, headers=headers)
