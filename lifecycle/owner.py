"""The database's owner, for moving teams between partitions: an operator's job."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

OWNER = "owner"
_ALONE = 0x6D6F6D6F70617274  # "momopart": the number of the lock that one mover at a time holds

Row = tuple[Any, ...]


class NoOwner(Exception):
    """Only the serving role is configured here, and it may not move tables."""

    def __init__(self) -> None:
        super().__init__(
            "Set MOMO_OWNER_DATABASE_URL: moving a team to a partition of its own is done as "
            "momo_owner, not as the serving role."
        )


class AlreadyMoving(Exception):
    """Another process is moving teams just now."""

    def __init__(self) -> None:
        super().__init__("Another process is moving teams just now: try again later.")


def owner() -> BaseDatabaseWrapper:
    """Raises NoOwner where only the serving role is configured."""
    if OWNER not in settings.DATABASES:
        raise NoOwner
    return connections[OWNER]


def rows(sql: str, params: Sequence[Any] = ()) -> list[Row]:
    """What a query as the owner gives."""
    with owner().cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def execute(*statements: str) -> None:
    """Run statements as the owner, one after the other. The literal text, without parameters."""
    with owner().cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def changed(sql: str, params: Sequence[Any] = ()) -> int:
    """How many rows a statement as the owner changed."""
    with owner().cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)


@contextmanager
def in_transaction(*, lock_wait_ms: int) -> Iterator[None]:
    """A transaction of the owner's that gives up waiting for a lock after `lock_wait_ms`."""
    with transaction.atomic(using=OWNER):
        execute(f"SET LOCAL lock_timeout = {lock_wait_ms}")
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Raises AlreadyMoving where another process is here. The lock ends with the connection."""
    if not rows("SELECT pg_try_advisory_lock(%s)", [_ALONE])[0][0]:
        raise AlreadyMoving
    try:
        yield
    finally:
        rows("SELECT pg_advisory_unlock(%s)", [_ALONE])
