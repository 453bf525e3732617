"""Unwrapped data keys, kept in the process for a minute.

Keyed by team, so one team's key never opens another's value.
"""

import threading
import time
from collections import OrderedDict
from uuid import UUID

REFRESH_SECONDS = 60.0  # how long a rotation or a shredding elsewhere may go unseen


class Keyring:
    """A thread-safe LRU of (team, number) -> key, and of each team's newest number."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._keys: OrderedDict[tuple[UUID, int], tuple[bytes, float]] = OrderedDict()
        self._newest: dict[UUID, int] = {}
        self._lock = threading.Lock()

    def get(self, team_id: UUID, number: int) -> bytes | None:
        with self._lock:
            return self._fresh(team_id, number)

    def newest(self, team_id: UUID) -> tuple[int, bytes] | None:
        with self._lock:
            number = self._newest.get(team_id, 0)
            key = self._fresh(team_id, number)
            return (number, key) if key is not None else None

    def put(self, team_id: UUID, number: int, key: bytes, *, newest: bool) -> None:
        with self._lock:
            self._keys[team_id, number] = (key, time.monotonic() + REFRESH_SECONDS)
            if newest:
                self._newest[team_id] = number
            while len(self._keys) > self._capacity:
                (team, _), _ = self._keys.popitem(last=False)
                self._newest.pop(team, None)

    def _fresh(self, team_id: UUID, number: int) -> bytes | None:
        key, until = self._keys.get((team_id, number), (None, 0.0))
        if key is None or time.monotonic() >= until:
            return None
        self._keys.move_to_end((team_id, number))
        return key
