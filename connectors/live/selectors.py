"""What people see of a connection: whether it is in order, what is left, and what to do next."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from connectors.live import catalog
from connectors.live.models import Connection, SyncTask
from connectors.models import Integration, SyncRun
from connectors.registry import LIVE_CONNECTORS
from connectors.selectors import Backlog, backlog_of

_STEPS = {
    Connection.State.NEEDS_ATTENTION: "Connect it again. What arrives meanwhile is kept.",
    Connection.State.PAUSED: "Resume it to go on. What arrives meanwhile is kept.",
    Connection.State.DISCONNECTED: "Connect it again to go on collecting.",
}


@dataclass(frozen=True, slots=True)
class Health:
    """How a connection is. `next_step` is empty where a person need not do anything."""

    state: str
    problem: str
    account_name: str
    heard_at: datetime | None
    next_step: str


@dataclass(frozen=True, slots=True)
class Detail(Health):
    """All that is known of a connection. `run` counts the backfill, the last one there was."""

    scopes: Sequence[str]
    connected_by: UUID
    connected_at: datetime
    tasks: Sequence[SyncTask]
    run: SyncRun | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a source is. `finished`: all is brought in and worked through. `waits`: a person must
    do something first."""

    state: str
    run: SyncRun | None
    backlog: Backlog
    finished: bool
    waits: bool
    next_step: str


def health_of(integrations: Iterable[Integration]) -> dict[UUID, Health]:
    """By integration; none for a source of files. Two queries for all of them."""
    ids = [integration.id for integration in integrations]
    connections = list(Connection.objects.filter(integration_id__in=ids)) if ids else []
    failing: dict[UUID, list[SyncTask]] = {}
    if connections:
        for task in SyncTask.objects.filter(
            connection_id__in=[each.id for each in connections], failures__gt=0
        ):
            failing.setdefault(task.connection_id, []).append(task)
    return {each.integration_id: _health(each, failing.get(each.id, ())) for each in connections}


def detail_of(integration: Integration) -> Detail | None:
    """None for a source of files."""
    connection = Connection.objects.filter(integration_id=integration.id).first()
    if connection is None:
        return None
    tasks = list(SyncTask.objects.filter(connection_id=connection.id).order_by("task"))
    health = _health(connection, [task for task in tasks if task.failures])
    return Detail(
        **asdict(health), scopes=connection.scopes, connected_by=connection.connected_by,
        connected_at=connection.connected_at, tasks=tasks, run=_run(connection),
    )  # fmt: skip


def progress_of(connection: Connection) -> Progress:
    run, backlog = _run(connection), backlog_of(connection.integration_id)
    is_reading = run is not None and run.state == SyncRun.State.RUNNING
    failing = SyncTask.objects.filter(connection_id=connection.id, failures__gt=0)
    health = _health(connection, list(failing))
    return Progress(
        state=connection.state,
        run=run,
        backlog=backlog,
        finished=not is_reading and not backlog.waiting.total(),
        waits=is_reading and connection.state != Connection.State.CONNECTED,
        next_step=health.next_step,
    )


def _run(connection: Connection) -> SyncRun | None:
    found: SyncRun | None = SyncRun.objects.filter(id=connection.run_id).first()
    return found


def _health(connection: Connection, failing: Sequence[SyncTask]) -> Health:
    return Health(
        state=connection.state,
        problem=connection.problem or next((task.error for task in failing), ""),
        account_name=connection.account_name,
        heard_at=connection.heard_at,
        next_step=_next_step(connection, failing),
    )


def _next_step(connection: Connection, failing: Sequence[SyncTask]) -> str:
    if step := _STEPS.get(Connection.State(connection.state)):
        return step
    connector = LIVE_CONNECTORS.get(connection.kind)
    if connector is None:
        return "This version of Momo has no such source: disconnect it."
    if lacking := catalog.missing(connector):
        return f"Whoever runs Momo sets {', '.join(lacking)}."
    due = [task.due_at for task in failing if task.due_at]
    return f"Nothing: it is tried again at {min(due):%Y-%m-%d %H:%M} UTC." if due else ""
