"""Items a second through the whole offline pipeline, and how far that is from the floor.

From a mailbox on disk through Fetch, Normalize, Extract, Embed, Store and Link until no job is
left: in one process, as `momo ingest` does it alone, and together with the workers that the
product starts by default. Real Postgres, as the serving role, under row-level security.
"""

import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from typing import Any
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

MAILS = int(os.environ.get("MOMO_BENCH_MAILS", "5000"))  # what a mailbox's first sync takes in
WARM_UP_MAILS = 200
REPEATS = 3  # of which the fastest counts, for the pipeline as for the floor
IDLE_SECONDS = 0.02  # between a worker's looks at an empty queue; a wake-up comes no later
TARGET = "target: at most 4"


@dataclass(frozen=True, slots=True)
class Run:
    """A mailbox taken through the pipeline by a team of its own."""

    scope: Scope
    items: int
    fetch_seconds: float
    seconds: float  # from the first byte read to the last job done
    jobs: floor.Rows  # as they stood before the first was done


def measure() -> list[Figure]:
    owner = accounts.create_user(email="bench@momo.example", password=uuid4().hex, name="Bench")
    providers().embeddings.embed(["Loads the model."])
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(services, "wake"):
        warm_up, mailbox = Path(folder) / "warm-up.mbox", Path(folder) / "bench.mbox"
        write_mailbox(warm_up, WARM_UP_MAILS)
        what = write_mailbox(mailbox, MAILS)
        _run(owner, warm_up)
        alone = _fastest([_run(owner, mailbox) for _ in range(REPEATS)])
        workers = default_workers()
        shared = _fastest([_run(owner, mailbox, workers=workers) for _ in range(REPEATS)])
    least = {form: _floor(owner, alone, form) for form in (floor.as_values, floor.as_arrays)}
    together = f"{what}; {workers} workers and momo ingest, {os.cpu_count()} cores"
    return [
        *_figures("one process", alone, least, what),
        *_figures("default workers", shared, least, together),
        Figure("floor", least[floor.as_values], "s", "the same rows by INSERT ... VALUES", 2),
        Figure("floor, arrays", least[floor.as_arrays], "s", "the same rows by unnest", 2),
    ]


def _figures(how: str, run: Run, least: Mapping[Any, float], note: str) -> Sequence[Figure]:
    plain, arrays = least[floor.as_values], least[floor.as_arrays]
    return [
        Figure(how, run.items / run.seconds, "items/s", note),
        Figure(f"{how}: all", run.seconds, "s", f"Fetch by itself {run.fetch_seconds:.2f} s", 2),
        Figure(f"{how}: of the floor", run.seconds / plain, "times", TARGET, 2),
        Figure(f"{how}: of the floor by arrays", run.seconds / arrays, "times", TARGET, 2),
    ]


def default_workers() -> int:
    """How many processes `momo up` gives to backfills on this machine."""
    from momo.surfaces.cli.commands.up import up

    return next(int(str(o.default)) for o in up.params if o.name == "workers")


def _fastest(runs: Sequence[Run]) -> Run:
    return min(runs, key=lambda run: run.seconds)


def _run(owner: User, mailbox: Path, *, workers: int = 0) -> Run:
    scope = _new_team(owner)
    with _working(scope.team_id, workers):
        started = time.perf_counter()
        items = services.ingest(scope, FILE_CONNECTORS["mbox"], mailbox).added
        fetched = time.perf_counter()
        jobs = floor.rows_of(scope, [PipelineJob])[0]
        looked = time.perf_counter() - fetched
        drain_team(scope.team_id)
        seconds = time.perf_counter() - started - looked
    _check(scope)
    return Run(scope, items, fetched - started, seconds, jobs)


@contextmanager
def _working(team_id: UUID, workers: int) -> Iterator[None]:
    """Forked worker processes, as Celery's are, that have loaded what they need."""
    connections.close_all()
    context = multiprocessing.get_context("fork")
    started, stop = context.Barrier(workers + 1), context.Event()
    processes = [
        context.Process(target=_work, args=(team_id, started, stop)) for _ in range(workers)
    ]
    for process in processes:
        process.start()
    connection.ensure_connection()
    started.wait()
    try:
        yield
    finally:
        stop.set()
        for process in processes:
            process.join()


def _work(team_id: UUID, started: Barrier, stop: Event) -> None:
    connection.ensure_connection()
    started.wait()
    while not stop.is_set():
        if not drain(Queue.BACKFILL, team_id=team_id):
            time.sleep(IDLE_SECONDS)
    connections.close_all()


def _new_team(owner: User) -> Scope:
    team = accounts.create_team(owner=owner, name=f"Bench {uuid4().hex[:8]}")
    return Scope(team.id, owner.id)


def _check(scope: Scope) -> None:
    """A run that set something aside, or wrote what the floor does not, measures nothing."""
    if PipelineJob.objects.filter(team_id=scope.team_id).exists():
        raise RuntimeError("The run parked jobs.")
    if missing := floor.uncounted(scope):
        raise RuntimeError(f"The floor must count the rows of {', '.join(missing)}.")


def _floor(owner: User, run: Run, form: floor.Form) -> float:
    """Seconds for the rows of a run."""
    beforehand, produced = (floor.rows_of(run.scope, t) for t in (floor.BEFOREHAND, floor.PRODUCED))
    size = {"batch": claims.BATCH, "transactions": -(-run.items // claims.BATCH)}
    seconds = []
    for _ in range(REPEATS):
        scope = _new_team(owner)
        floor.insert(scope, beforehand, form, **size)
        seconds.append(floor.insert(scope, [*produced, run.jobs], form, **size))
        PipelineJob.objects.filter(team_id=scope.team_id).delete()
    return min(seconds)
