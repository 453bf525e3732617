"""Holding a claim for as long as its holder lives.

A short lease and a heartbeat: work that takes minutes (a slow model) is not taken over, and what a
killed worker held is free again within seconds.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

from decisions.pipeline.claims import LEASE, Batch, renew

HEARTBEAT_SECONDS = LEASE.total_seconds() / 3


@contextmanager
def kept(batch: Batch) -> Iterator[None]:
    """Renew the batch's lease in the background until the block ends."""
    with beating(lambda: renew(batch)):
        yield


@contextmanager
def beating(renewed: Callable[[], object]) -> Iterator[None]:
    """Call this in the background, a few times a lease, until the block ends."""
    ended = threading.Event()
    heart = threading.Thread(target=_beat, args=(renewed, ended), daemon=True)
    heart.start()
    try:
        yield
    finally:
        ended.set()
        heart.join()


def _beat(renewed: Callable[[], object], ended: threading.Event) -> None:
    try:
        while not ended.wait(HEARTBEAT_SECONDS):
            renewed()
    except DatabaseError:
        return  # the database is gone: so is the lease, and the work will be done again
    finally:
        connection.close()
