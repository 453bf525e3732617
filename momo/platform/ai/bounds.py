"""How much of an answer is read, and for how long: a server that never ends is cut off.

The timeouts of an HTTP client are for silence; one that trickles on, or sends without end, passes
them all.
"""

import time
from collections.abc import Callable, Iterator

import httpx2


class Endless(ValueError):
    """An answer that went over its bounds."""


def bounded(*, max_bytes: int, max_seconds: float) -> Callable[[httpx2.Response], None]:
    """Return a hook for a client's responses. Reading one that goes over raises Endless."""

    def bound(response: httpx2.Response) -> None:
        # What is compressed could be a thousand times as large; it was not asked for either.
        if response.headers.get("content-encoding", "identity") != "identity":
            raise Endless
        until = time.monotonic() + max_seconds
        stream = response.stream
        assert isinstance(stream, httpx2.SyncByteStream)
        response.stream = _Bounded(stream, max_bytes, until)

    return bound


class _Bounded(httpx2.SyncByteStream):
    def __init__(self, stream: httpx2.SyncByteStream, left: int, until: float) -> None:
        self._stream = stream
        self._left = left
        self._until = until

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._stream:
            self._left -= len(piece)
            if self._left < 0 or time.monotonic() > self._until:
                raise Endless
            yield piece

    def close(self) -> None:
        self._stream.close()
