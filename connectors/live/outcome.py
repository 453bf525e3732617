"""What came of a task: its page stored with its cursor, or when it is tried again."""

import random
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from connectors.live import turns
from connectors.live.contract import Cursor, Page, Task
from connectors.live.models import Connection, SyncTask
from connectors.live.opened import Opened
from connectors.live.pages import Stored, keep
from connectors.live.tuning import FIRST_RETRY_SECONDS, KEPT_REFUSALS, MAX_RETRY_SECONDS
from connectors.live.turns import Lane
from connectors.models import Integration, Queue, SyncRun
from connectors.runs import finish_run
from connectors.services import release
from connectors.store import Storing
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import acting_as
from momo.platform.tenancy.models import NOBODY


class Overtaken(Exception):
    """Another process has worked on the task meanwhile: what this one read is thrown away."""


def store_page(
    opened: Opened,
    row: SyncTask,
    page: Page,
    *,
    cursor: Cursor | None,
    due: datetime | None,
    queue: Queue = Queue.REALTIME,
) -> Stored:
    """Store a page and the cursor after it in one transaction. Raises Overtaken."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        done(opened, row, due=due, cursor=cursor)
        stored = keep(opened.integration, opened.scope, queue, [page])
        note_heard(opened, stored)
        follow(opened, page)
    return stored


def store_backfill(opened: Opened, row: SyncTask, page: Page) -> None:
    """Store a page of the backfill, count it on the run, and end the run after the last one."""
    left = list((row.cursor or {}).get("next", ()))
    is_last = page.cursor is None and not left
    at = left.pop(0) if page.cursor is None and left else page.cursor
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        cursor = None if is_last else {"at": at, "next": left}
        due = None if is_last else timezone.now()
        stored = store_page(opened, row, page, cursor=cursor, due=due, queue=Queue.BACKFILL)
        _count(opened, stored, page.expected)
        if is_last:
            end_backfill(opened)


def done(
    opened: Opened, row: SyncTask, *, due: datetime | None, cursor: Cursor | None = None
) -> None:
    """Note that a task went well. Raises Overtaken where another process did it meanwhile."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        _update(row, due_at=due, cursor=cursor, failures=0, error="", ran_at=timezone.now())


def catch_up(opened: Opened, row: SyncTask) -> None:
    """Take a task as it is stored: what failed left no trace there. Raises Overtaken where it was
    disconnected meanwhile."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        stored = SyncTask.objects.filter(id=row.id).first()
    if stored is None:
        raise Overtaken
    row.ran_at = stored.ran_at


def wait(opened: Opened, row: SyncTask, seconds: float) -> None:
    """Try again when the service allows it: no failure, so nothing is shown as wrong."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        _update(row, due_at=timezone.now() + timedelta(seconds=seconds))


def put_off(opened: Opened, row: SyncTask, error: str, seconds: float | None = None) -> None:
    """Try again later: after growing pauses with jitter, where the service says nothing."""
    pause = min(FIRST_RETRY_SECONDS * 2**row.failures, MAX_RETRY_SECONDS)
    pause = seconds if seconds is not None else pause * random.uniform(0.5, 1)  # noqa: S311
    due = timezone.now() + timedelta(seconds=pause)
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        _update(row, due_at=due, failures=F("failures") + 1, error=error[:500])


def begin_anew(opened: Opened, row: SyncTask, why: str) -> None:
    """The place where a task stood is lost: it begins anew, and the backfill fills the gap."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        anew: dict[str, Any] = {"due_at": timezone.now(), "cursor": None, "error": why[:500]}
        if row.task == Task.POLL:
            anew["ran_at"] = None  # the backfill waits until it has noted where the source stands
        _update(row, **anew)
        if row.task != Task.BACKFILL:
            restart_backfill(opened.connection, opened.integration, None)


def needs_attention(opened: Opened, problem: str) -> None:
    """Stop until a person connects again. What arrives meanwhile is kept."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        Connection.objects.filter(id=opened.connection.id).update(
            state=Connection.State.NEEDS_ATTENTION, problem=problem[:500]
        )
        audit.record("connection.needs_attention", subject=str(opened.connection.id))


def follow(opened: Opened, page: Page) -> None:
    """Make due what a page calls for. Call within `acting_as`."""
    now = timezone.now()
    if page.then:
        rows = SyncTask.objects.filter(connection_id=opened.connection.id, task__in=page.then)
        rows.update(due_at=now)
        list_members_anew(rows.filter(task=Task.ACL))
    if page.account_name:
        name = page.account_name[:200]
        Connection.objects.filter(id=opened.connection.id).update(account_name=name)
    if page.restart is not None:
        restart_backfill(opened.connection, opened.integration, page.restart)
    for lane in _lanes(page):
        transaction.on_commit(partial(turns.call, opened.connection.id, lane, now))


def restart_backfill(
    connection: Connection, integration: Integration, cursor: Cursor | None
) -> None:
    """Read again from a cursor, after what is being read already. Call within `acting_as`.

    A page that another process is reading just now is thrown away: stored, it would put the cursor
    back to where nobody knows of this. Raises SyncTask.DoesNotExist where it was disconnected.
    """
    now = timezone.now()
    rows = SyncTask.objects.select_for_update()
    row = rows.get(connection_id=connection.id, task=Task.BACKFILL)
    if row.due_at is None:
        row.cursor = {"at": cursor, "next": []}
        begin_run(connection, integration)
    else:
        going_on: dict[str, Any] = row.cursor or {"at": None, "next": []}
        if cursor not in going_on["next"]:
            row.cursor = {**going_on, "next": [*going_on["next"], cursor]}
    _update(row, cursor=row.cursor, due_at=now, ran_at=now)
    transaction.on_commit(lambda: turns.call(connection.id, Lane.BACKFILL, now))


def list_members_anew(rows: QuerySet[SyncTask]) -> None:
    """Begin tasks that list members from the start, since what they have read may be stale, also
    what another process is reading just now. Call within `acting_as`."""
    now = timezone.now()
    rows.update(due_at=now, cursor=None, ran_at=now)


def begin_run(connection: Connection, integration: Integration) -> None:
    """Open the run that counts a backfill. Call within `acting_as`."""
    run = SyncRun.objects.create(
        integration_id=integration.id,
        visibility=integration.visibility,
        owner_id=integration.owner_id,
    )
    connection.run_id = run.id
    Connection.objects.filter(id=connection.id).update(run_id=run.id)


def end_backfill(opened: Opened) -> None:
    """Let the pipeline begin with what is not worked on yet. Call within `acting_as`."""
    run = SyncRun.objects.filter(id=_run_id(opened)).first()
    if run:
        finish_run(opened.scope, run, SyncRun.State.DONE)
    common = opened.integration.holder == NOBODY
    storing = Storing(opened.integration, opened.scope, Queue.BACKFILL, common=common)
    transaction.on_commit(lambda: release(storing))


def _lanes(page: Page) -> Iterable[Lane]:
    if page.then - {Task.BACKFILL}:
        yield Lane.LIVE
    if Task.BACKFILL in page.then:
        yield Lane.BACKFILL


def _update(row: SyncTask, **fields: Any) -> None:
    """Change a task that nobody else has changed since it was read. Raises Overtaken."""
    rows = SyncTask.objects.filter(id=row.id, ran_at=row.ran_at)
    if not rows.update(**fields):
        raise Overtaken
    row.ran_at = fields.get("ran_at", row.ran_at)


def _run_id(opened: Opened) -> Any:
    return Connection.objects.values_list("run_id", flat=True).get(id=opened.connection.id)


def _count(opened: Opened, stored: Stored, expected: int | None) -> None:
    run = SyncRun.objects.filter(id=_run_id(opened)).first()
    if run is None:
        return
    room = KEPT_REFUSALS - len(run.refusals)
    run.read += stored.read
    # What a service says of all that there is counts private places, too.
    is_known = expected is not None and opened.integration.holder != NOBODY
    run.expected = expected if is_known else max(run.expected, run.read)
    run.added += stored.added
    run.updated += stored.updated
    run.unchanged += stored.unchanged
    run.skipped += sum(refusal.skipped for refusal in stored.refusals)
    run.refused += sum(not refusal.skipped for refusal in stored.refusals)
    run.refusals += [asdict(refusal) for refusal in stored.refusals[:room]]
    run.save()


def note_heard(opened: Opened, stored: Stored) -> None:
    """Note when the source last brought something. Call within `acting_as`."""
    if stored.added or stored.updated:
        now = timezone.now()
        Connection.objects.filter(id=opened.connection.id).update(heard_at=now)
        Integration.objects.filter(id=opened.integration.id).update(last_synced_at=now)
