"""Sending calls: with the key, again where that is safe, and page by page."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from momo.client.calls import Call, failure_of, pause_before
from momo.client.errors import Unreachable
from momo.client.events import Event, EventReader

T = TypeVar("T")

JSON, EVENTS, ANYTHING = "application/json", "text/event-stream", "*/*"
TIMEOUT = httpx.Timeout(30.0, connect=5.0)  # seconds; a question may take a model that long
STREAM_TIMEOUT = httpx.Timeout(60.0, connect=5.0)  # between two events; the server says it is there


def _settings(url: str, key: str, timeout: httpx.Timeout | float) -> dict[str, Any]:
    return {
        "base_url": url.rstrip("/"),
        "headers": {"Authorization": f"Bearer {key}", "User-Agent": "momo-client"},
        "timeout": timeout,
    }


def _accept(call: Call[Any]) -> str:
    return ANYTHING if call.answers in (str, bytes) else JSON


class Transport:
    """Calls that wait for their answers."""

    def __init__(
        self, url: str, key: str, *, timeout: httpx.Timeout | float = TIMEOUT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:  # fmt: skip
        """`url` is the server's, such as https://momo.example; `timeout` in seconds."""
        self._http = httpx.Client(**_settings(url, key, timeout), transport=transport)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    def _send(self, call: Call[T]) -> T:
        response = self._answered(call.request(self._http, _accept(call)))
        return call.read(response)

    def _pages(self, call: Call[Any]) -> Iterator[Any]:
        while True:
            page = self._send(call)
            yield from page.items
            if not page.next:
                return
            call = replace(call, query={**call.query, "cursor": page.next})

    def _events(self, call: Call[Any], kinds: Mapping[str, Any]) -> Iterator[Event[Any]]:
        request, reader = call.request(self._http, EVENTS), EventReader(kinds)
        request.extensions["timeout"] = STREAM_TIMEOUT.as_dict()
        response = self._answered(request, stream=True)
        try:
            for line in response.iter_lines():
                yield from reader.take(line)
        except httpx.TransportError as error:
            raise Unreachable(_told(error)) from error
        finally:
            response.close()

    def _answered(self, request: httpx.Request, *, stream: bool = False) -> httpx.Response:
        attempt = 0
        while True:
            attempt += 1
            try:
                response = self._http.send(request, stream=stream)
            except httpx.TransportError as error:
                pause = pause_before(attempt, request, None)
                if pause is None:
                    raise Unreachable(_told(error)) from error
            else:
                if response.is_success:
                    return response
                response.read()
                failed = failure_of(response)
                pause = pause_before(attempt, request, failed)
                if pause is None:
                    raise failed
            time.sleep(pause)


class AsyncTransport:
    """The same with `await`."""

    def __init__(
        self, url: str, key: str, *, timeout: httpx.Timeout | float = TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:  # fmt: skip
        """`url` is the server's, such as https://momo.example; `timeout` in seconds."""
        self._http = httpx.AsyncClient(**_settings(url, key, timeout), transport=transport)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        await self.close()

    async def _send(self, call: Call[T]) -> T:
        response = await self._answered(call.request(self._http, _accept(call)))
        return call.read(response)

    async def _pages(self, call: Call[Any]) -> AsyncIterator[Any]:
        while True:
            page = await self._send(call)
            for item in page.items:
                yield item
            if not page.next:
                return
            call = replace(call, query={**call.query, "cursor": page.next})

    async def _events(self, call: Call[Any], kinds: Mapping[str, Any]) -> AsyncIterator[Event[Any]]:
        request, reader = call.request(self._http, EVENTS), EventReader(kinds)
        request.extensions["timeout"] = STREAM_TIMEOUT.as_dict()
        response = await self._answered(request, stream=True)
        try:
            async for line in response.aiter_lines():
                for event in reader.take(line):
                    yield event
        except httpx.TransportError as error:
            raise Unreachable(_told(error)) from error
        finally:
            await response.aclose()

    async def _answered(self, request: httpx.Request, *, stream: bool = False) -> httpx.Response:
        attempt = 0
        while True:
            attempt += 1
            try:
                response = await self._http.send(request, stream=stream)
            except httpx.TransportError as error:
                pause = pause_before(attempt, request, None)
                if pause is None:
                    raise Unreachable(_told(error)) from error
            else:
                if response.is_success:
                    return response
                await response.aread()
                failed = failure_of(response)
                pause = pause_before(attempt, request, failed)
                if pause is None:
                    raise failed
            await asyncio.sleep(pause)


def _told(error: httpx.TransportError) -> str:
    return f"No answer: {type(error).__name__}: {error}"
