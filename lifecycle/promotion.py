"""Moving a team's vectors to a partition of its own and back, while it and all others search.

A move is steps that each see from the catalog what is left to do, so one that was killed anywhere
is taken up by running it again. Until the switch commits, the shared partition is what counts.
"""

import logging
import time
from collections.abc import Callable
from uuid import UUID

from django.db import IntegrityError, OperationalError, transaction
from psycopg.errors import ForeignKeyViolation, LockNotAvailable

from lifecycle import hnsw
from lifecycle.owner import OWNER, alone, changed, execute, in_transaction, rows
from lifecycle.partitions import TABLE, Home, home_of, partitions
from lifecycle.tuning import (
    COPY_ATTEMPTS,
    COPY_ROWS,
    LOCK_WAIT_MS,
    SWITCH_ATTEMPTS,
    SWITCH_PAUSE,
)
from momo.platform.tenancy.row_security import APP_ROLE, policy

log = logging.getLogger(__name__)

_KEY = ("memory_id", "model", "chunk")
_SEEN_BY = ("visibility", "owner_id", "audience_id")
_VALUES = (*_SEEN_BY, "embedding")
_COLUMNS = ", ".join(("team_id", *_KEY, *_VALUES))


class Busy(Exception):
    """The lock for the switch was not to be had; what was done so far is kept."""

    def __init__(self) -> None:
        super().__init__("The tables are too busy for the switch just now: run it again later.")


def promote(team_id: UUID) -> None:
    """Move a team to a partition of its own, with an index. Does nothing where it has one.

    Raises NoOwner, AlreadyMoving and Busy.
    """
    with alone():
        home, known = home_of(team_id), partitions()
        if not known.get(team_id):
            if team_id not in known:
                _when_free(lambda: _create(home))
            _copy(home)
            hnsw.ensure(team_id, online=False)
            since = _now()
            _again_if_deleted(lambda: _make_same(home))
            _switched(lambda: _attach(home, since), team_id)
            execute(f"VACUUM (ANALYZE) {home.shared}")
        hnsw.ensure(team_id, online=True)


def demote(team_id: UUID) -> None:
    """Move a team back among the small ones, or clear away what a broken-off move left.

    Raises NoOwner, AlreadyMoving and Busy.
    """
    with alone():
        home, attached = home_of(team_id), partitions().get(team_id)
        if attached is False:
            execute(f"DROP TABLE {home.own}")
        elif attached:
            _switched(lambda: _merge(home), team_id)


def _create(home: Home) -> None:
    """The table, closed to all from its first moment.

    It has all that attaching would otherwise have to check or make under the lock: a constraint
    that says whose rows these are, and the foreign keys.
    """
    execute(
        f"CREATE TABLE {home.own} (LIKE {TABLE} INCLUDING ALL, "
        f"CONSTRAINT own CHECK (team_id = '{home.team_id}'))",
        f"ALTER TABLE {home.own} ADD FOREIGN KEY (team_id) "
        "REFERENCES tenancy_team (id) ON DELETE CASCADE",
        f"ALTER TABLE {home.own} ADD FOREIGN KEY (team_id, memory_id) "
        "REFERENCES decisions_memory (team_id, id) ON DELETE CASCADE",
        f"ALTER TABLE {home.own} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {home.own} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY tenant ON {home.own} USING ({policy(owned=True)})",
        # The default privileges of the schema gave it some. It is reached through its parent.
        f"REVOKE ALL ON {home.own} FROM {APP_ROLE}, PUBLIC",
        # Who sees few of the rows finds them here and ranks them exactly: walking the graph for
        # those few would take longer and miss some.
        *(f"CREATE INDEX ON {home.own} ({column})" for column in _SEEN_BY),
    )


def _copy(home: Home) -> None:
    """Copy page by page, from the last row that is there on."""
    while _again_if_deleted(lambda: _copied_page(home)):
        pass
    execute(f"ANALYZE {home.own}")


def _copied_page(home: Home) -> int:
    key, backwards = ", ".join(_KEY), ", ".join(f"{column} DESC" for column in _KEY)
    last = rows(f"SELECT {key} FROM {home.own} ORDER BY {backwards} LIMIT 1")  # noqa: S608
    memory, model, chunk = last[0] if last else (UUID(int=0), "", 0)
    sql = f"""
        INSERT INTO {home.own} ({_COLUMNS}) SELECT {_COLUMNS} FROM {home.shared}
        WHERE team_id = %s AND ({key}) > (%s, %s, %s)
        ORDER BY {key} LIMIT {COPY_ROWS} ON CONFLICT DO NOTHING
    """  # noqa: S608
    return changed(sql, [home.team_id, memory, model, chunk])


def _again_if_deleted(write: Callable[[], int]) -> int:
    """A memory that is deleted while its row is copied breaks the foreign key of the copy."""
    for _ in range(COPY_ATTEMPTS - 1):
        try:
            with transaction.atomic(using=OWNER):
                return write()
        except IntegrityError as error:
            if not isinstance(error.__cause__, ForeignKeyViolation):
                raise
    return write()


_SAME_KEY = (
    "(s.team_id, s.memory_id, s.model, s.chunk) = (o.team_id, o.memory_id, o.model, o.chunk)"
)
_DIFFERS = " OR ".join(f"s.{column} IS DISTINCT FROM o.{column}" for column in _VALUES)
_TAKEN = ", ".join(f"{column} = excluded.{column}" for column in _VALUES)
_GIVEN = ", ".join(f"s.{column.strip()}" for column in _COLUMNS.split(","))


def _now() -> str:
    """A transaction number: rows that are not visible yet have this or a later one."""
    return str(rows("SELECT pg_snapshot_xmin(pg_current_snapshot())::xid")[0][0])


def _make_same(home: Home, since: str | None = None) -> int:
    """Bring over what changed since it was copied, or since `since` where the rest is known to be
    the same. Returns how many rows that were."""
    recent = "true" if since is None else f"age(s.xmin) <= age('{since}'::xid)"
    gone = changed(
        f"DELETE FROM {home.own} o WHERE NOT EXISTS "  # noqa: S608
        f"(SELECT FROM {home.shared} s WHERE s.team_id = %s AND {_SAME_KEY})",
        [home.team_id],
    )
    return gone + changed(
        f"INSERT INTO {home.own} ({_COLUMNS}) SELECT {_GIVEN} "  # noqa: S608
        f"FROM {home.shared} s LEFT JOIN {home.own} o ON {_SAME_KEY} "
        f"WHERE s.team_id = %s AND {recent} AND (o.memory_id IS NULL OR {_DIFFERS}) "
        f"ON CONFLICT (team_id, {', '.join(_KEY)}) DO UPDATE SET {_TAKEN}",
        [home.team_id],
    )


def _switched(switch: Callable[[], None], team_id: UUID) -> None:
    """Run a switch as soon as its lock is to be had. Raises Busy."""
    log.info("Team %s moved; its bucket waited %.3f s.", team_id, _when_free(switch))


def _when_free(work: Callable[[], None]) -> float:
    """Run in a transaction what locks tables that others use, a vacuum among them.

    Returns how long the time that it went through took, in seconds. Raises Busy where the locks are
    not to be had for long.
    """
    for attempt in range(SWITCH_ATTEMPTS):
        if attempt:
            time.sleep(SWITCH_PAUSE)
        started = time.perf_counter()
        try:
            with in_transaction(lock_wait_ms=LOCK_WAIT_MS):
                work()
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
        else:
            return time.perf_counter() - started
    raise Busy


def _lock(*tables: str) -> None:
    """In the order in which writers take them, at once in the mode needed: raising one later could
    deadlock with a writer that reads first.

    The bucket is locked too, and first: a query waits there before it has chosen a partition. One
    that waited for the partition would go on to look where the rows no longer are.
    """
    execute(
        "LOCK TABLE tenancy_team, decisions_memory IN SHARE ROW EXCLUSIVE MODE",
        *(f"LOCK TABLE ONLY {table} IN ACCESS EXCLUSIVE MODE" for table in tables),
    )


def _attach(home: Home, since: str) -> None:
    _lock(home.bucket, home.shared)
    _make_same(home, since)
    changed(f"DELETE FROM {home.shared} WHERE team_id = %s", [home.team_id])  # noqa: S608
    execute(
        f"ALTER TABLE {home.bucket} ATTACH PARTITION {home.own} FOR VALUES IN ('{home.team_id}')"
    )


def _merge(home: Home) -> None:
    _lock(home.bucket, home.shared, home.own)
    execute(
        f"ALTER TABLE {home.bucket} DETACH PARTITION {home.own}",
        f"INSERT INTO {home.shared} ({_COLUMNS}) SELECT {_COLUMNS} FROM {home.own}",  # noqa: S608
        f"DROP TABLE {home.own}",
    )
