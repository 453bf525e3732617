"""How often a principal, an address or a machine may ask, counted in Redis.

Without Redis nobody is held back: the service stays up, and the database is the limit.
"""

import hashlib
import logging
import time
from typing import TYPE_CHECKING

from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:  # the framework loads this module while it loads its views
    from rest_framework.views import APIView

log = logging.getLogger(__name__)

MACHINE_FACTOR = 5  # sign-ins a network address may try for each that an account may; offices share


class CountingThrottle(SimpleRateThrottle):
    """Counts in fixed windows: one counter a key, so constant space and no lost update."""

    factor = 1
    num_requests: int | None
    duration: int | None

    def allow_request(self, request: Request, view: "APIView") -> bool:
        who = self.get_cache_key(request, view)
        if who is None or not self.num_requests or not self.duration:
            return True
        limit = self.num_requests * self.factor
        window = int(time.time() // self.duration)
        try:
            return self._count(f"{who}:{window}") <= limit
        except RedisError:
            log.warning("Redis is away: requests are not counted.")
            return True

    def _count(self, key: str) -> int:
        # Twice the window: a counter that is asked for does not run out before it is counted up.
        cache.add(key, 0, timeout=2 * (self.duration or 1))
        return cache.incr(key)

    def wait(self) -> float:
        """Seconds until the next window."""
        duration = self.duration or 1
        return duration - time.time() % duration


class PrincipalThrottle(CountingThrottle):
    scope = "principal"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        principal = getattr(request.user, "id", None)
        return f"throttle:principal:{principal}" if principal else None


class AddressThrottle(CountingThrottle):
    """Attempts to sign in as one address, wherever they come from."""

    scope = "sign_in"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        data = request.data if isinstance(request.data, dict) else {}
        address = str(data.get("email", "")).strip().lower()
        digest = hashlib.sha256(address.encode(errors="replace")).hexdigest()[:32]
        return f"throttle:address:{digest}" if address else None


class MachineThrottle(CountingThrottle):
    """Attempts to sign in or up from one network address."""

    scope = "sign_in"
    factor = MACHINE_FACTOR

    def get_cache_key(self, request: Request, view: "APIView") -> str:
        return f"throttle:machine:{self.get_ident(request)}"
