"""The cache in Redis, where a Redis that is away is like an empty one.

What counts sign-ins asks the cache itself; without Redis nobody is held back, as in `throttles`.
"""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

_T = TypeVar("_T")


class LenientRedisCache(RedisCache):
    """Reads nothing and writes nothing while Redis is away. `incr` and `ping` raise RedisError."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _leniently(
            lambda: super(LenientRedisCache, self).get(key, default, version), default
        )

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        _leniently(lambda: super(LenientRedisCache, self).set(key, value, *args, **kwargs), None)

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the key was not there; what nobody can know is taken for yes."""
        return _leniently(
            lambda: super(LenientRedisCache, self).add(key, value, *args, **kwargs), True
        )

    def delete(self, key: Any, version: int | None = None) -> bool:
        return _leniently(lambda: super(LenientRedisCache, self).delete(key, version), False)

    def ping(self) -> None:
        """Raises RedisError where Redis does not answer."""
        super().get("ping")


def _leniently(ask: Callable[[], _T], otherwise: _T) -> _T:
    try:
        return ask()
    except RedisError:
        log.warning("Redis is away: nothing is cached or counted.")
        return otherwise
