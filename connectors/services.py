"""Fetch: reading what a connector finds, batch by batch, into the team's source items."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from uuid import UUID

from django.utils import timezone

from connectors.contract import FileConnector, Refusal, SourceRecord, UnreadableSource
from connectors.models import Integration, PipelineJob, Queue, SyncRun
from connectors.runs import (
    default_name,
    finish_run,
    is_private,
    open_run,
    reopen_run,
    update_run,
)
from connectors.store import ITEM_TABLE, Storing, enqueue, store, visibility_of
from connectors.wake import wake
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.models import NOBODY
from momo.platform.tenancy.visibility import Visibility

__all__ = ["ITEM_TABLE", "Storing", "enqueue", "ingest", "release", "store"]

BATCH = 200  # records stored in one transaction, fewer if they are large:
BATCH_BYTES = 32 * 1024**2  # of their raw bytes; bounds memory and a statement's size
KEPT_REFUSALS = 200  # refusals whose text is kept on the run; all are counted


def ingest(
    scope: Scope,
    connector: FileConnector,
    path: Path,
    *,
    name: str = "",
    visibility: Visibility | None = None,
    queue: Queue = Queue.BACKFILL,
    run_id: UUID | None = None,
    on_progress: Callable[[SyncRun], None] = lambda run: None,
    go_on: Callable[[], bool] = lambda: True,
) -> SyncRun:
    """Read a path into the team's source items, batch by batch, and queue each for the pipeline.

    `run_id` is a run that `open_run` opened. Reading the same path again changes nothing; after an
    interruption it takes what is missing. It ends after a batch once it is not to go on. Raises
    UnreadableSource (also noted on the run) where the path is not what the connector reads.
    """
    with acting_as(scope.team_id, scope.principal_id):
        if run_id:
            run = reopen_run(run_id)
        else:
            name = name or default_name(connector, str(path))
            run = open_run(connector, name=name, visibility=visibility)
        integration = Integration.objects.get(id=run.integration_id)
    own = Storing(integration, scope, queue)
    common = Storing(integration, scope, queue, common=True)
    is_wanted = True
    try:
        update_run(scope, run, expected=connector.count(path))
        for batch in _batches(connector.read(path)):
            _take(own, common, run, batch)
            on_progress(run)
            if not (is_wanted := go_on()):
                break
    except UnreadableSource as error:
        finish_run(scope, run, SyncRun.State.FAILED, str(error))
        raise
    release(own, common)
    finish_run(scope, run, SyncRun.State.DONE if is_wanted else SyncRun.State.INTERRUPTED)
    on_progress(run)
    return run


def _batches(
    readings: Iterator[SourceRecord | Refusal],
) -> Iterator[list[SourceRecord | Refusal]]:
    batch: list[SourceRecord | Refusal] = []
    size = 0
    for reading in readings:
        batch.append(reading)
        size += len(reading.raw) if isinstance(reading, SourceRecord) else 0
        if len(batch) == BATCH or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _take(
    own: Storing, common: Storing, run: SyncRun, batch: Sequence[SourceRecord | Refusal]
) -> None:
    """Store one batch, then the run's counts: a crash between the two is made good by reading
    again."""
    records = {r.external_id: r for r in batch if isinstance(r, SourceRecord)}
    refusals = [r for r in batch if isinstance(r, Refusal)]
    private: dict[str, SourceRecord] = {}
    shared: dict[str, SourceRecord] = {}
    for key, record in records.items():
        kept_private = is_private(visibility_of(own.integration, record))
        (private if kept_private else shared)[key] = record
    taken_back = private.keys() if _speaks_for_team(own) else ()
    counts = [0, 0, len(batch) - len(refusals) - len(records)]  # a repeated record is unchanged
    for storing, part, moved in ((own, private, shared.keys()), (common, shared, taken_back)):
        if part or moved:
            stored = store(storing, part.values(), moved=moved)
            counts = [sum(pair) for pair in zip(counts, stored, strict=True)]
    _count(own.scope, run, len(batch), counts, refusals)


def _speaks_for_team(own: Storing) -> bool:
    """Whether what the reader states to be private is taken from the team, to which their own
    earlier reading gave it; anyone else gets a copy."""
    integration = own.integration
    return integration.holder == NOBODY and integration.owner_id == own.reader.principal_id


def _count(
    scope: Scope, run: SyncRun, read: int, counts: Sequence[int], refusals: Sequence[Refusal]
) -> None:
    added, updated, unchanged = counts
    room = KEPT_REFUSALS - len(run.refusals)
    worst_first = sorted(refusals, key=lambda refusal: refusal.skipped)
    update_run(
        scope,
        run,
        read=run.read + read,
        added=run.added + added,
        updated=run.updated + updated,
        unchanged=run.unchanged + unchanged,
        skipped=run.skipped + sum(r.skipped for r in refusals),
        refused=run.refused + sum(not r.skipped for r in refusals),
        refusals=run.refusals + [asdict(refusal) for refusal in worst_first[:room]],
    )


def release(*storings: Storing) -> None:
    """All of a backfill is stored: let the pipeline begin."""
    now = timezone.now()
    for storing in storings:
        PipelineJob.objects.filter(
            team_id=storing.scope.team_id,
            principal_id=storing.scope.principal_id,
            queue=storing.queue,
            attempts=0,
            due_at__gt=now,
        ).update(due_at=now)
        wake(storing.queue)
