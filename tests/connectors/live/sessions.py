"""A session to drive a connector by hand: no database, limits counted in memory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from connectors.live.app import read_app
from connectors.live.contract import LiveConnector
from connectors.live.errors import RateLimited
from connectors.live.session import Session


@dataclass
class CountingLimiter:
    """Counts what is asked for, and lets all of it through unless told to pause."""

    acquired: list[str] = field(default_factory=list)
    paused: dict[str, float] = field(default_factory=dict)

    def acquire(self, name: str, *, times: int, seconds: int) -> None:
        if name in self.paused:
            raise RateLimited(self.paused[name])
        self.acquired.append(name)

    def pause(self, name: str, seconds: float) -> None:
        self.paused[name] = seconds


def make_session(
    connector: LiveConnector,
    environment: Mapping[str, str],
    *,
    account_id: str = "account",
    credentials: Mapping[str, str] | None = None,
    chosen: frozenset[str] | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Session:
    """`environment` is what the fake's `app_settings()` gives."""
    return Session(
        app=read_app(connector.kind, connector.app_settings, environment),
        key=f"{connector.kind}:{account_id}",
        account_id=account_id,
        credentials=dict(credentials or {}),
        limiter=CountingLimiter(),
        now=now,
        visibility=connector.default_visibility,
        chosen=chosen,
    )
