"""Working on connections: one at a time, in slices, each page stored together with its cursor."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from connectors.live import calling, deliveries, leaving, outcome, turns
from connectors.live.app import NotConfigured
from connectors.live.contract import Task
from connectors.live.errors import CursorExpired, RateLimited, Revoked, SourceError, Unavailable
from connectors.live.models import Connection, SyncTask
from connectors.live.opened import Opened, open_turn, was_renewed
from connectors.live.tuning import (
    ACL_EVERY,
    FIRST_RETRY_SECONDS,
    MAX_RETRY_SECONDS,
    RENEW_AT_MOST_EVERY,
    SLICE_SECONDS,
)
from connectors.live.turns import Lane, Turn
from momo.platform.breaker import CircuitOpen, breaker_for
from momo.platform.faults import where
from momo.platform.tenancy.context import NotAMember, acting_as
from momo.platform.vault.envelope import SealError

log = logging.getLogger(__name__)

LANE_TASKS = {
    Lane.LIVE: (Task.DELIVER, Task.RENEW, Task.POLL, Task.ACL),
    Lane.BACKFILL: (Task.BACKFILL,),
}


def take_turns(lane: Lane, go_on: Callable[[], bool] = lambda: True) -> int:
    """Work on connections that are due until none is, or until told to stop. Returns how many."""
    count = 0
    while go_on() and (turn := turns.claim(lane)):
        take(turn)
        count += 1
    return count


def take(turn: Turn) -> None:
    """Work on one connection for a slice of time, and say when it is due again."""
    next_due: datetime | None = timezone.now() + timedelta(seconds=FIRST_RETRY_SECONDS)
    try:
        opened = open_turn(turn)
        _set_right(opened)
        _slice(opened, turn.lane)
        next_due = _next_due(opened, turn.lane)
    except NotAMember:
        leaving.forget(turn.connection_id)  # whoever connected it has left
    except (Connection.DoesNotExist, SyncTask.DoesNotExist):
        turns.drop(turn.connection_id)
    except outcome.Overtaken:
        log.info("Work on %s was done by another process meanwhile.", turn.connection_id)
    except NotConfigured as problem:
        log.warning("A %s connection waits: %s", turn.kind, problem)
        next_due = timezone.now() + timedelta(seconds=MAX_RETRY_SECONDS)
    except SealError:  # of this team alone: the others' turns come all the same
        log.error("What is sealed of %s does not open.", turn.connection_id)
        next_due = timezone.now() + timedelta(seconds=MAX_RETRY_SECONDS)
    finally:
        turns.finish(turn, next_due)


def _set_right(opened: Opened) -> None:
    """Let go of old deliveries, and be found by new ones, also after the secret key was changed.
    What was not heard is made good by reading again."""
    connection = opened.connection
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        is_lost = turns.renew_route(connection.id, connection.kind, connection.account_id)
        if deliveries.tidy(connection) or is_lost:
            outcome.restart_backfill(connection, opened.integration, None)


def _slice(opened: Opened, lane: Lane) -> None:
    until = time.monotonic() + SLICE_SECONDS
    while time.monotonic() < until and (task := _due(opened, lane)):
        _attempt(opened, task)


def _due(opened: Opened, lane: Lane) -> SyncTask | None:
    """What is due of a lane, in the lane's order."""
    return next((row for row in _ready(opened, lane) if _is_due(opened, row)), None)


def _next_due(opened: Opened, lane: Lane) -> datetime | None:
    return min((row.due_at for row in _ready(opened, lane) if row.due_at), default=None)


def _ready(opened: Opened, lane: Lane) -> list[SyncTask]:
    """The tasks of a lane; none where the connection is not in order.

    The backfill waits for the first poll, which notes where the source stands and then calls it.
    """
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        ids = {"id": opened.connection.id, "state": Connection.State.CONNECTED}
        if not Connection.objects.filter(**ids).exists():
            return []
        rows = SyncTask.objects.filter(connection_id=opened.connection.id)
        found = {row.task: row for row in rows}
    poll = found.get(Task.POLL)
    if lane is Lane.BACKFILL and poll and poll.ran_at is None:
        return []
    return [found[task] for task in LANE_TASKS[lane] if task in found]


def _is_due(opened: Opened, row: SyncTask) -> bool:
    if row.due_at is None:
        return row.task == Task.DELIVER and deliveries.are_waiting(opened)
    return bool(row.due_at <= timezone.now())


def _attempt(opened: Opened, row: SyncTask) -> None:
    """Do a task once, and note how it went."""
    breaker = breaker_for(opened.connection.kind, opened.connection.account_id)
    try:
        with breaker.guard(lambda error: isinstance(error, Unavailable)):
            _TASKS[Task(row.task)](opened, row)
    except CircuitOpen as waiting:
        outcome.put_off(opened, row, "The service does not answer.", waiting.retry_after)
    except RateLimited as limit:
        outcome.wait(opened, row, limit.retry_after)
    except Revoked as revoked:
        if was_renewed(opened):
            raise outcome.Overtaken from revoked
        outcome.needs_attention(opened, str(revoked))
        log.warning("%s needs attention: the service does not let us in.", row.connection_id)
    except CursorExpired as expired:
        outcome.begin_anew(opened, row, str(expired))
    except SourceError as error:
        outcome.put_off(opened, row, str(error))
    except (OperationalError, InterfaceError, outcome.Overtaken, NotAMember):
        raise
    except Exception as error:  # noqa: BLE001  (the boundary: a bug holds up one task, and is told)
        name = type(error).__name__
        log.error("%s of %s failed: %s at %s", row.task, row.connection_id, name, where(error))
        outcome.catch_up(opened, row)
        outcome.put_off(opened, row, f"Failed ({name}); it is tried again.")


def _deliver(opened: Opened, row: SyncTask) -> None:
    deliveries.read_waiting(opened, row)


def _poll(opened: Opened, row: SyncTask) -> None:
    page = opened.connector.poll(opened.session, row.cursor)
    is_first = row.ran_at is None
    pause = timedelta(0) if page.more else opened.connector.poll_every
    outcome.store_page(opened, row, page, cursor=page.cursor, due=timezone.now() + pause)
    if is_first:
        calling.call(opened.connection.id, Lane.BACKFILL)


def _acl(opened: Opened, row: SyncTask) -> None:
    page = opened.connector.refresh_acl(opened.session, row.cursor)
    pause = ACL_EVERY if page.cursor is None else timedelta(0)
    outcome.store_page(opened, row, page, cursor=page.cursor, due=timezone.now() + pause)


def _renew(opened: Opened, row: SyncTask) -> None:
    pause = max(opened.connector.renew(opened.session), RENEW_AT_MOST_EVERY)
    outcome.done(opened, row, due=timezone.now() + pause)


def _backfill(opened: Opened, row: SyncTask) -> None:
    at = (row.cursor or {}).get("at")
    page = opened.connector.backfill(opened.session, at)
    outcome.store_backfill(opened, row, page)


_TASKS: dict[Task, Callable[[Opened, SyncTask], None]] = {
    Task.DELIVER: _deliver,
    Task.POLL: _poll,
    Task.ACL: _acl,
    Task.RENEW: _renew,
    Task.BACKFILL: _backfill,
}
