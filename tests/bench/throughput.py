"""Items a second through the whole offline pipeline, and how far that is from the floor.

From a mailbox on disk through Fetch, Normalize, Extract, Embed, Store and Link until no job is
left: once in this process alone, as `momo ingest` without workers does it, and once with the
workers that the product starts by default. Real Postgres, as the serving role, under row-level
security.
"""

import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from unittest import mock
from uuid import UUID, uuid4

from django.db import connection, connections

from connectors import services
from connectors.models import PipelineJob, Queue
from connectors.registry import FILE_CONNECTORS
from decisions.pipeline import claims
from decisions.pipeline.drain import drain, drain_team
from decisions.providers import providers
from momo.platform.accounts import services as accounts
from momo.platform.accounts.models import User
from momo.platform.tenancy.context import Scope
from tests.bench import floor
from tests.bench.figures import Figure
from tests.bench.mails import write_mailbox

MAILS = int(os.environ.get("MOMO_BENCH_MAILS", "5000"))  # the product's own onboarding size
IDLE_SECONDS = 0.02  # between a worker's looks at an empty queue; a wake-up comes faster
TARGET = 4.0  # times the floor


@dataclass(frozen=True, slots=True)
class Run:
    """A mailbox taken through the pipeline."""

    scope: Scope
    items: int
    fetch_seconds: float
    seconds: float  # all of it
    cpu_seconds: float  # of this process
    jobs: floor.Rows | None = None  # as they stood before the first was done


def measure() -> list[Figure]:
    providers().embeddings.embed(["Loads the model."])
    owner = accounts.create_user(email="bench@momo.example", password=uuid4().hex, name="Bench")
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(services, "wake"):
        mailbox = Path(folder) / "bench.mbox"
        what = write_mailbox(mailbox, MAILS)
        warm_up = Path(folder) / "warm-up.mbox"
        write_mailbox(warm_up, 200)
        _alone(owner, warm_up)
        alone = _alone(owner, mailbox)
        shared = _with_workers(owner, mailbox, default_workers())
    least = _floor(owner, alone)
    return _figures(what, alone, shared, least)


def default_workers() -> int:
    """How many processes `momo up` gives to backfills here."""
    from momo.surfaces.cli.commands.up import up

    return next(int(o.default) for o in up.params if o.name == "workers")  # type: ignore[arg-type]


def _alone(owner: User, mailbox: Path) -> Run:
    scope = _new_team(owner)
    started, cpu = time.perf_counter(), time.process_time()
    items = _fetch(scope, mailbox)
    fetched = time.perf_counter() - started
    paused = time.perf_counter()
    jobs = _jobs(scope)
    paused = time.perf_counter() - paused
    drain_team(scope.team_id)
    seconds = time.perf_counter() - started - paused
    _check(scope)
    return Run(scope, items, fetched, seconds, time.process_time() - cpu, jobs)


def _with_workers(owner: User, mailbox: Path, workers: int) -> Run:
    scope = _new_team(owner)
    with _working(scope.team_id, workers):
        started, cpu = time.perf_counter(), time.process_time()
        items = _fetch(scope, mailbox)
        fetched = time.perf_counter() - started
        drain_team(scope.team_id)
        seconds = time.perf_counter() - started
    _check(scope)
    return Run(scope, items, fetched, seconds, time.process_time() - cpu)


@contextmanager
def _working(team_id: UUID, workers: int) -> Iterator[None]:
    """Forked worker processes, as Celery's are, that have loaded what they need."""
    connections.close_all()
    context = multiprocessing.get_context("fork")
    stop = context.Event()
    started = context.Barrier(workers + 1)
    processes = [
        context.Process(target=_work, args=(team_id, started, stop)) for _ in range(workers)
    ]
    for process in processes:
        process.start()
    started.wait()
    try:
        yield
    finally:
        stop.set()
        for process in processes:
            process.join()


def _work(team_id: UUID, started: "multiprocessing.synchronize.Barrier", stop: Event) -> None:
    connection.ensure_connection()
    started.wait()
    while not stop.is_set():
        if not drain(Queue.BACKFILL, team_id=team_id):
            time.sleep(IDLE_SECONDS)
    connections.close_all()


def _fetch(scope: Scope, mailbox: Path) -> int:
    return services.ingest(scope, FILE_CONNECTORS["mbox"], mailbox).added


def _new_team(owner: User) -> Scope:
    team = accounts.create_team(owner=owner, name=f"Bench {uuid4().hex[:8]}")
    return Scope(team.id, owner.id)


def _jobs(scope: Scope) -> floor.Rows:
    return floor.rows_of(scope, [PipelineJob])[0]


def _check(scope: Scope) -> None:
    """A run that left or dropped something has not been measured but broken."""
    if PipelineJob.objects.filter(team_id=scope.team_id).exists():
        raise RuntimeError("The run parked jobs: its figures mean nothing.")
    if missing := floor.unlisted(scope):
        raise RuntimeError(f"Add to the floor: {', '.join(missing)}")


def _floor(owner: User, run: Run) -> float:
    """Seconds for the rows of a run; the least of three, as the floor is what is possible."""
    beforehand, produced = (floor.rows_of(run.scope, t) for t in (floor.BEFOREHAND, floor.PRODUCED))
    assert run.jobs is not None
    seconds = []
    for _ in range(3):
        scope = _new_team(owner)
        batches = -(-run.items // claims.BATCH)
        floor.insert(scope, beforehand, batch=claims.BATCH, transactions=1)
        seconds.append(
            floor.insert(scope, [*produced, run.jobs], batch=claims.BATCH, transactions=batches)
        )
        PipelineJob.objects.filter(team_id=scope.team_id).delete()
    print("floor", seconds, [(r.table, len(r.values)) for r in produced])
    return min(seconds)


def _figures(what: str, alone: Run, shared: Run, least: float) -> list[Figure]:
    workers = default_workers()
    together = f"momo ingest and {workers} workers on {os.cpu_count()} cores"
    return [
        Figure("one process", alone.items / alone.seconds, "items/s", what),
        Figure("one process", alone.seconds, "s", f"fetch {alone.fetch_seconds:.1f} s cpu {alone.cpu_seconds:.1f}", 2),
        Figure("default workers", shared.items / shared.seconds, "items/s", together),
        Figure("default workers", shared.seconds, "s", f"fetch {shared.fetch_seconds:.1f} s", 2),
        Figure("floor", least, "s", "the same rows by plain batched INSERTs", 2),
        Figure("one process / floor", alone.seconds / least, "times", f"target {TARGET:g}", 2),
        Figure("default workers / floor", shared.seconds / least, "times", f"target {TARGET:g}", 2),
    ]
