"""Listening where a service tells of changes over a connection that we open.

A source that has one has a module `gateway` with `run_gateway(app, take)`, a coroutine that hands
over what it hears until it is cancelled. One process listens for all teams.
"""

import asyncio
import logging
import signal
import time
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec

from django.db import InterfaceError, OperationalError, close_old_connections, connection

from connectors.live import catalog, inbox
from connectors.live.app import NotConfigured
from connectors.live.contract import Incoming, LiveConnector
from connectors.live.errors import Malformed
from connectors.live.opened import app_of
from connectors.registry import LIVE_CONNECTORS

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0  # between two looks whether we are still, or now, the one that listens
RETRY_SECONDS = 2.0  # while the database is away; what is heard meanwhile waits
BAD_SETTINGS_SECONDS = 900.0  # before a source is tried again whose settings it refuses
_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('momo gateway', 0))"
_IS_LOCKED = """
    SELECT EXISTS (
        SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND (classid::bigint << 32 | objid::bigint) = hashtextextended('momo gateway', 0)
    )
"""


class Lost(Exception):
    """The database let go of us: another process may listen now."""


def listening() -> list[LiveConnector]:
    """The sources that have a gateway and are set up."""
    return [
        connector
        for connector in LIVE_CONNECTORS.values()
        if _has_gateway(connector) and not catalog.missing(connector)
    ]


def _has_gateway(connector: LiveConnector) -> bool:
    try:
        return find_spec(f"connectors.{connector.kind}.gateway") is not None
    except ModuleNotFoundError:  # it is defined elsewhere
        return False


def is_running() -> bool:
    """Whether a process listens, on this machine or another."""
    with connection.cursor() as cursor:
        cursor.execute(_IS_LOCKED)
        return bool(cursor.fetchone()[0])


def run() -> None:
    """Listen until told to stop, as soon as no other process does. Raises Lost."""
    asyncio.run(_run())


async def _run() -> None:
    task = asyncio.current_task()
    assert task is not None
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, task.cancel)
    lock = Lock()
    with suppress(asyncio.CancelledError):
        while not await asyncio.to_thread(lock.take):
            await asyncio.sleep(LOOK_SECONDS)
        log.info("Listening.")
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_watch(lock))
            for connector in listening():
                tasks.create_task(_listen(connector))


class Lock:
    """Held for as long as a connection of its own to the database stands."""

    def __init__(self) -> None:
        self._connection = connection.copy()
        self._connection.inc_thread_sharing()  # the threads take turns

    def take(self) -> bool:
        with self._connection.cursor() as cursor:
            cursor.execute(_LOCK)
            return bool(cursor.fetchone()[0])

    def is_held(self) -> bool:
        """Whether the connection still stands; a new one would not hold it."""
        if self._connection.connection is None:
            return False
        try:
            with self._connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except (OperationalError, InterfaceError):
            return False
        return True

    def close(self) -> None:
        self._connection.close()


async def _watch(lock: Lock) -> None:
    while await asyncio.to_thread(lock.is_held):
        await asyncio.sleep(LOOK_SECONDS)
    raise Lost("The connection to the database was lost.")


async def _listen(connector: LiveConnector) -> None:
    run_gateway = import_module(f"connectors.{connector.kind}.gateway").run_gateway
    while True:
        try:
            await run_gateway(app_of(connector), lambda incoming: take(connector.kind, incoming))
        except NotConfigured as problem:
            log.error("%s", problem)
            await asyncio.sleep(BAD_SETTINGS_SECONDS)


def take(kind: str, incoming: Incoming) -> None:
    """Store what was heard, however long the database is away: the service does not repeat it."""
    while True:
        close_old_connections()
        try:
            inbox.take(kind, incoming)
        except (OperationalError, InterfaceError):
            time.sleep(RETRY_SECONDS)
            continue
        except Malformed as error:
            log.warning("%s told something unreadable: %s", kind, error)
        return
