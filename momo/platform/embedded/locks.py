"""Locks that the kernel drops when their holder dies, however it dies."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusively(path: Path) -> Iterator[None]:
    """Wait until no other process or thread holds `path`, and hold it meanwhile."""
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextmanager
def present(path: Path) -> Iterator[None]:
    """Count as one of the holders of `path`, until the end or this process' death."""
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield


def is_deserted(path: Path) -> bool:
    """Whether nobody is `present` at `path`."""
    with path.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
