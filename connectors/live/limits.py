"""Counting requests in Redis, so that all workers together keep to what a service allows."""

import hashlib
import random
import time
from functools import cache

import limits
import redis
from django.conf import settings
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter

from connectors.live.errors import RateLimited, Unavailable

PREFIX = "momo:limit"
JITTER_SECONDS = 1.0  # added to a wait, so that the workers that wait do not all come at once


class RedisLimiter:
    """The limits of one account at one service, which count for all teams that share it."""

    def __init__(self, kind: str, account_id: str) -> None:
        account = hashlib.sha256(account_id.encode()).hexdigest()[:32]
        self._key = f"{kind}:{account}"

    def acquire(self, name: str, *, times: int, seconds: int) -> None:
        """Count one request. Raises RateLimited; Unavailable where Redis does not answer, since
        then nobody knows how many there were."""
        limit = limits.RateLimitItemPerSecond(times, seconds)
        try:
            paused = _redis().pttl(self._pause(name))
            if paused > 0:
                raise RateLimited(paused / 1000 + random.uniform(0, JITTER_SECONDS))  # noqa: S311
            if not _limiter().hit(limit, self._key, name):
                until = _limiter().get_window_stats(limit, self._key, name).reset_time
                raise RateLimited(max(until - time.time(), 0.05))
        except redis.RedisError as error:
            raise Unavailable("Redis does not answer, which counts the requests.") from error

    def pause(self, name: str, seconds: float) -> None:
        """Let no worker ask again before the service wants it."""
        try:
            _redis().set(self._pause(name), b"", px=max(1, int(seconds * 1000)))
        except redis.RedisError as error:
            raise Unavailable("Redis does not answer, which counts the requests.") from error

    def _pause(self, name: str) -> str:
        return f"{PREFIX}:pause:{self._key}:{name}"


@cache
def _limiter() -> MovingWindowRateLimiter:
    # A pool of our own, since the library does not read a socket's address as Redis writes it.
    storage = RedisStorage("redis://", connection_pool=_redis().connection_pool, key_prefix=PREFIX)
    return MovingWindowRateLimiter(storage)


@cache
def _redis() -> "redis.Redis":
    return redis.Redis.from_url(settings.URLS.redis_url)


def forget_all() -> None:
    """Begin to count anew, for all accounts."""
    for key in _redis().scan_iter(f"{PREFIX}*"):
        _redis().delete(key)
