"""What a connector works with while it speaks to a service for one connection."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from connectors.live.app import App
from momo.platform.tenancy.visibility import Visibility


class Limiter(Protocol):
    """The requests of one account, counted for all workers together."""

    def acquire(self, name: str, *, times: int, seconds: int) -> None:
        """Count one request of at most `times` in `seconds`. Raises errors.RateLimited."""
        ...

    def pause(self, name: str, seconds: float) -> None:
        """The service said to wait: so do all workers. Until then `acquire` raises."""
        ...


@dataclass(slots=True)
class Session:
    """One connection while it is worked on.

    `key` is unique to the connection and its team, for what a connector caches. `chosen` are the
    ids of `Choice`s that are collected; None where nobody chose, and all is.
    """

    app: App
    key: str
    account_id: str
    credentials: Mapping[str, str] = field(repr=False)
    limiter: Limiter
    now: Callable[[], datetime]
    visibility: Visibility
    chosen: frozenset[str] | None = None
    keep: Callable[[Mapping[str, str]], None] = field(default=lambda credentials: None, repr=False)

    def renew(self, credentials: Mapping[str, str]) -> None:
        """Keep credentials that the service gave in place of the old ones, before any other call:
        the old ones may be void. Only one process works on a connection at a time."""
        self.credentials = {**self.credentials, **credentials}
        self.keep(self.credentials)

    def collects(self, choice_id: str) -> bool:
        return self.chosen is None or choice_id in self.chosen
