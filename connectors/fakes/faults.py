"""What goes wrong at a fake service, in the order in which it was asked for."""

import threading
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """An error for the next request whose path holds `path`. `retry_after` is in seconds."""

    name: str
    status: int
    retry_after: float = 0.0
    path: str = ""


@dataclass(slots=True)
class Faults:
    """Faults that wait for their requests. Safe between threads."""

    waiting: list[Fault] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, fault: Fault, times: int = 1) -> None:
        with self._lock:
            self.waiting += [fault] * times

    def next(self, path: str) -> Fault | None:
        """Take the first fault that is for this path."""
        with self._lock:
            for at, fault in enumerate(self.waiting):
                if fault.path in path:
                    return self.waiting.pop(at)
        return None
