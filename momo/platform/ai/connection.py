"""One server and model: retries, the circuit breaker and readable errors around every request."""

import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
import openai
from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception,
    stop_after_attempt,
    wait_random,
    wait_random_exponential,
)

from momo.platform.ai.bounds import bounded
from momo.platform.ai.config import AIConfig
from momo.platform.ai.contract import ProviderError
from momo.platform.ai.failures import Refused, explain, is_outage
from momo.platform.breaker import CircuitOpen, breaker_for
from momo.platform.certificates import authorities

FIRST_WAIT = 0.5  # seconds; doubles with each attempt, drawn at random between 0 and that
JITTER = (
    0.25  # seconds at most on top of Retry-After, so that waiting workers do not return at once
)

Answer = TypeVar("Answer")


class Connection:
    """Sends requests for one model. Safe to share between threads."""

    def __init__(self, config: AIConfig, model: str) -> None:
        self.model = model
        self.client = _client(config)
        weakref.finalize(self, self.client.close)
        self.who = f"{urlsplit(config.url).netloc.rpartition('@')[2]} (model {model})"
        self._max_wait = config.max_wait
        self._breaker = breaker_for(config.url, model)
        self._retrying = Retrying(
            stop=stop_after_attempt(config.max_attempts),
            retry=retry_if_exception(self._worth_retrying),
            wait=self._wait,
            reraise=True,
        )

    def call(self, request: Callable[[dict[str, Any]], Answer], optional: dict[str, Any]) -> Answer:
        """Return what `request` returns, given the optional parts the server is known to take.

        A part that the server refuses by name is removed from `optional` for good. Raises
        ProviderError, of which Refused where the request itself is at fault.
        """
        parts = dict(optional)
        try:
            answer: Answer = self._retrying(self._once, request, parts)
            return answer
        except Refused as refusal:
            refused = refusal.about & parts.keys()
            if not refused:
                raise
        for part in refused:
            optional.pop(part, None)
        return self.call(request, optional)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Run one exchange with the server. Raises ProviderError, at once if it is known down."""
        try:
            with self._breaker.guard(is_outage):
                yield
        except CircuitOpen as circuit:
            raise _KnownDown(
                f"{self.who} failed repeatedly and is left alone for a while: check that it runs.",
                retry_after=circuit.retry_after,
            ) from None
        except (openai.OpenAIError, ValueError, RecursionError, httpx2.TransportError) as error:
            # `from None`: the server's text may quote the prompt, and would show in a traceback.
            raise explain(error, self.who) from None

    def _once(self, request: Callable[[dict[str, Any]], Answer], parts: dict[str, Any]) -> Answer:
        with self.guarded():
            return request(parts)

    def _worth_retrying(self, error: BaseException) -> bool:
        if not isinstance(error, ProviderError) or isinstance(error, _KnownDown):
            return False
        return error.retryable and (error.retry_after or 0) <= self._max_wait

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, ProviderError) and error.retry_after is not None:
            return error.retry_after + wait_random(0, JITTER)(state)
        return wait_random_exponential(multiplier=FIRST_WAIT, max=self._max_wait)(state)


class _KnownDown(ProviderError):
    """The circuit is open."""


def _client(config: AIConfig) -> openai.OpenAI:
    client = openai.OpenAI(
        base_url=config.url,
        api_key=config.api_key or "unused",
        timeout=openai.Timeout(config.timeout, connect=config.connect_timeout),
        max_retries=0,
        default_headers={"accept-encoding": "identity"},
        http_client=openai.DefaultHttpxClient(
            verify=authorities(),
            event_hooks={
                "response": [bounded(max_bytes=config.max_bytes, max_seconds=config.max_seconds)]
            },
        ),
    )
    # The package fills these from the environment; they are not for whatever server this is.
    client.organization = None
    client.project = None
    return client
