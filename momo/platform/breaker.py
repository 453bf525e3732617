"""A circuit breaker: after repeated failures, fail at once for a while, then try with one call.

Written here because the libraries do not suit calls that take seconds on many threads: pybreaker
holds its lock during the call, so calls queue up behind each other; circuitbreaker and purgatory
have no lock and let every thread through when the circuit is half open.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

FAILURES_TO_OPEN = 5  # consecutive failed requests
SECONDS_OPEN = 30.0  # before one request may try again


class CircuitOpen(Exception):
    """The server failed too often of late. `retry_after` is in seconds."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"circuit open for another {retry_after:.0f} s")
        self.retry_after = retry_after


class Circuit(StrEnum):
    """Closed lets calls through, open none, and half open one that tries again."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a server does, as far as one process knows. `failures` are those in a row; `last_failure`
    is the kind of the last one, by its exception's name, and is kept once it went well again."""

    circuit: Circuit
    failures: int = 0
    retry_after: float = 0.0  # seconds, while it is open
    last_failure: str = ""


class CircuitBreaker:
    """Counts consecutive failures of one server and model. Safe to share between threads."""

    def __init__(
        self,
        *,
        failures_to_open: int = FAILURES_TO_OPEN,
        seconds_open: float = SECONDS_OPEN,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._failures_to_open = failures_to_open
        self._seconds_open = seconds_open
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._retry_at = 0.0
        self._last_failure = ""

    @property
    def standing(self) -> Standing:
        with self._lock:
            wait, circuit = max(0.0, self._retry_at - self._clock()), Circuit.CLOSED
            if self._failures >= self._failures_to_open:
                circuit = Circuit.OPEN if wait else Circuit.HALF_OPEN
            left = wait if circuit == Circuit.OPEN else 0.0
            return Standing(circuit, self._failures, left, self._last_failure)

    @contextmanager
    def guard(self, is_outage: Callable[[BaseException], bool]) -> Iterator[None]:
        """Run the block if the circuit allows it. Raises CircuitOpen.

        Only exceptions for which `is_outage` is true count: a refusal is an answer too.
        """
        self._admit()
        try:
            yield
        except BaseException as error:
            self._settle(type(error).__name__ if is_outage(error) else "")
            raise
        self._settle("")

    def _admit(self) -> None:
        with self._lock:
            if self._failures < self._failures_to_open:
                return
            wait = self._retry_at - self._clock()
            if wait > 0:
                raise CircuitOpen(wait)
            # This caller is the probe; the others wait until it has settled or timed out.
            self._retry_at = self._clock() + self._seconds_open

    def _settle(self, failure: str) -> None:
        with self._lock:
            self._failures = self._failures + 1 if failure else 0
            self._last_failure = failure or self._last_failure
            self._retry_at = self._clock() + self._seconds_open


_breakers: dict[tuple[str, str], CircuitBreaker] = {}
_breakers_lock = threading.Lock()


def breaker_for(base_url: str, model: str) -> CircuitBreaker:
    """Return the breaker that this process shares for one server and model."""
    with _breakers_lock:
        return _breakers.setdefault((base_url, model), CircuitBreaker())


def forget_all() -> None:
    """Let every server be tried again at once."""
    with _breakers_lock:
        _breakers.clear()
