"""How often a principal or a machine may ask, counted in Redis.

Without Redis nobody is held back: the service stays up, and the database is the limit.
"""

import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from momo.platform.accounts.sign_in.rates import MACHINE_FACTOR

if TYPE_CHECKING:  # the framework loads this module while it loads its views
    from rest_framework.views import APIView

log = logging.getLogger(__name__)

HEADER, POLICY_HEADER = "RateLimit", "RateLimit-Policy"


class CountingThrottle(SimpleRateThrottle):
    """Counts in fixed windows: one counter a key, so constant space and no lost update."""

    name: str
    factor = 1
    num_requests: int | None
    duration: int | None
    counted: int | None = None  # requests in this window, this one too; None: not counted

    def allow_request(self, request: Request, view: "APIView") -> bool:
        who = self.get_cache_key(request, view)
        if who is None or not self.num_requests or not self.duration:
            return True
        window = int(time.time() // self.duration)
        try:
            self.counted = self._count(f"{who}:{window}")
        except (RedisError, ValueError):  # ValueError: it came back, and the counter was lost
            log.warning("Redis is away: requests are not counted.")
            return True
        return self.counted <= self.quota

    @property
    def quota(self) -> int:
        """Requests a window."""
        return (self.num_requests or 0) * self.factor

    def _count(self, key: str) -> int:
        # Twice the window: a counter that is asked for does not run out before it is counted up.
        cache.add(key, 0, timeout=2 * (self.duration or 1))
        return cache.incr(key)

    def wait(self) -> float:
        """Seconds until the next window."""
        duration = self.duration or 1
        return duration - time.time() % duration


class PrincipalThrottle(CountingThrottle):
    name = scope = "principal"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        principal = getattr(request.user, "id", None)
        return f"throttle:principal:{principal}" if principal else None


class MachineThrottle(CountingThrottle):
    """Tries of a secret from one network address, of whoever is not signed in."""

    name = "machine"
    scope = "sign_in"
    factor = MACHINE_FACTOR

    def get_cache_key(self, request: Request, view: "APIView") -> str:
        return f"throttle:machine:{self.get_ident(request)}"


class LetterThrottle(PrincipalThrottle):
    """Mails to addresses of one's own choosing, in words that are partly one's own."""

    name = scope = "letters"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        key = super().get_cache_key(request, view)
        return f"{key}:letters" if key else None


def headers_of(throttles: Iterable[object]) -> dict[str, str]:
    """What the throttles counted, as `RateLimit-Policy` and `RateLimit`; empty if nothing.

    Structured fields as draft-ietf-httpapi-ratelimit-headers-10 has them: `q` requests a window of
    `w` seconds, of which `r` are left for the `t` seconds until the next one.
    """
    counting = [each for each in throttles if isinstance(each, CountingThrottle)]
    counted = [each for each in counting if each.counted is not None]
    if not counted:
        return {}
    return {
        POLICY_HEADER: ", ".join(f'"{t.name}";q={t.quota};w={t.duration}' for t in counted),
        HEADER: ", ".join(
            f'"{t.name}";r={max(0, t.quota - (t.counted or 0))};t={max(1, round(t.wait()))}'
            for t in counted
        ),
    }
