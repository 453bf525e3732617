"""Fetch: storing what a connector reads, and the work that follows from it."""

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from datetime import timedelta
from operator import attrgetter
from pathlib import Path
from typing import Any
from uuid import UUID

from django.utils import timezone

from connectors.contract import Audience as SourceAudience
from connectors.contract import FileConnector, Refusal, SourceRecord, UnreadableSource
from connectors.models import (
    Integration,
    PipelineJob,
    PipelineTurn,
    Queue,
    SourceItem,
    Stage,
    SyncRun,
)
from connectors.runs import default_name, finish_run, is_private, open_run, reopen_run, update_run
from connectors.wake import wake
from momo.platform.accounts import audiences
from momo.platform.tenancy.bulk import insert_rows, on_conflict_update, update_rows
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault import services as vault

log = logging.getLogger(__name__)

BATCH = 200  # records stored in one transaction, fewer if they are large:
BATCH_BYTES = 32 * 1024**2  # of their raw bytes; bounds memory and a statement's size
KEPT_REFUSALS = 200  # refusals whose text is kept on the run; all are counted
ITEM_TABLE = "source_item"
FETCH_GRACE = timedelta(minutes=10)  # what a killed backfill had taken waits no longer than this


@dataclass(frozen=True, slots=True)
class Storing:
    """Where records of one run go, and as whom they are stored and worked on.

    `scope` is the person who brought them in, for what only that person may see, or the
    integration's agent, for what the team or an audience may.
    """

    integration: Integration
    scope: Scope
    queue: Queue
    audience_ids: dict[str, UUID] = field(
        default_factory=dict
    )  # by key, brought in line once a run


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
) -> SyncRun:
    """Read a path into the team's source items, batch by batch, and queue each for the pipeline.

    `run_id` is a run that `open_run` opened. Reading the same path again changes nothing; after an
    interruption it takes what is missing. Raises UnreadableSource (also noted on the run) where the
    path is not what the connector reads.
    """
    with acting_as(scope.team_id, scope.principal_id):
        if run_id:
            run = reopen_run(run_id)
        else:
            name = name or default_name(connector, str(path))
            run = open_run(connector, name=name, visibility=visibility)
        integration = Integration.objects.get(id=run.integration_id)
    agent = Scope(scope.team_id, integration.agent_id)
    own, common = Storing(integration, scope, queue), Storing(integration, agent, queue)
    try:
        update_run(scope, run, expected=connector.count(path))
        for batch in _batches(connector.read(path)):
            _take(own, common, run, batch)
            on_progress(run)
    except UnreadableSource as error:
        finish_run(scope, run, SyncRun.State.FAILED, str(error))
        raise
    release(own, common)
    finish_run(scope, run, SyncRun.State.DONE)
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
    parts: dict[bool, list[SourceRecord]] = {True: [], False: []}
    for record in records.values():
        parts[is_private(visibility_of(own.integration, record))].append(record)
    counts = [0, 0, len(batch) - len(refusals) - len(records)]  # a repeated record is unchanged
    for storing, part in ((own, parts[True]), (common, parts[False])):
        if part:
            with acting_as(storing.scope.team_id, storing.scope.principal_id):
                counts = [sum(pair) for pair in zip(counts, store(storing, part), strict=True)]
    _count(own.scope, run, len(batch), counts, refusals)


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


_NARROWNESS = [Visibility.SHARED, Visibility.RESTRICTED, Visibility.PRIVATE, Visibility.SECRET]


def visibility_of(integration: Integration, record: SourceRecord) -> Visibility:
    """The narrowest of what the integration, the record and its channel ask for: nothing that a
    source holds may make it wider."""
    wanted = [Visibility(integration.default_visibility)]
    if record.visibility:
        wanted.append(Visibility(record.visibility))
    if record.audience:
        wanted.append(Visibility.RESTRICTED)
    return max(wanted, key=_NARROWNESS.index)


def store(storing: Storing, records: Collection[SourceRecord]) -> tuple[int, int, int]:
    """Upsert records and queue what is new or changed. Returns added, updated, unchanged.

    Call within `acting_as(storing.scope)`.
    """
    items = [_to_item(storing, record) for record in records]
    known = {
        row.external_id: row
        for row in SourceItem.objects.filter(
            integration_id=storing.integration.id,
            external_id__in=[item.external_id for item in items],
        ).only("team_id", "id", "external_id", "content_hash", "deleted_at")
    }
    new: list[SourceItem] = []
    changed: list[SourceItem] = []
    for item, record in zip(items, records, strict=True):
        old = known.get(item.external_id)
        if old and bytes(old.content_hash) == item.content_hash:
            continue
        item.id = old.id if old else item.id
        item.sealed_raw = vault.seal(
            record.raw, table=ITEM_TABLE, row_id=item.id, field="sealed_raw"
        )
        (changed if old else new).append(item)
    insert_rows(SourceItem, _COLUMNS, [attrgetter(*_COLUMNS)(item) for item in new])
    update_rows(SourceItem, _CHANGEABLE, [attrgetter(*_CHANGEABLE)(item) for item in changed])
    enqueue(storing, [item.id for item in (*new, *changed)])
    return len(new), len(changed), len(items) - len(new) - len(changed)


_COLUMNS = tuple(
    field.column
    for field in SourceItem._meta.concrete_fields
    if field.column and field.column != "team_id"
)
_CHANGEABLE = ("id", *(
    name for name in _COLUMNS if name not in {"id", "integration_id", "external_id", "received_at"}
))  # fmt: skip
_JOB_COLUMNS = (
    "id", "item_id", "created_at", "principal_id", "queue", "stage", "attempts", "due_at",
    "locked_until", "claim", "parked_at", "error",
)  # fmt: skip
_STARTED_AGAIN = on_conflict_update(("team_id", "item_id"), _JOB_COLUMNS[3:])


def enqueue(storing: Storing, item_ids: Sequence[UUID]) -> None:
    """Queue items from the first stage on; a job already there starts again, unclaimed.

    A backfill's are due when all of it is there (`release`), so that a reply is not read before
    the message it answers. Call within `acting_as(storing.scope)`.
    """
    now = timezone.now()
    due = now + FETCH_GRACE if storing.queue == Queue.BACKFILL else now
    insert_rows(
        PipelineJob,
        _JOB_COLUMNS,
        [
            (uuid7(), item_id, now, storing.scope.principal_id, storing.queue, Stage.NORMALIZE, 0,
             due, None, None, None, "")
            for item_id in item_ids
        ],
        conflict=_STARTED_AGAIN,
    )  # fmt: skip
    if item_ids:
        PipelineTurn.objects.bulk_create(
            [PipelineTurn(team_id=storing.scope.team_id, queue=storing.queue, served_at=now)],
            ignore_conflicts=True,
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


def _to_item(storing: Storing, record: SourceRecord) -> SourceItem:
    integration = storing.integration
    visibility = visibility_of(integration, record)
    audience = record.audience if visibility == Visibility.RESTRICTED else None
    audience_id = _audience_id(storing, audience) if audience else None
    item = SourceItem(
        id=uuid7(),
        integration_id=integration.id,
        external_id=record.external_id,
        source=integration.source,
        kind=record.kind,
        media_type=record.media_type,
        title=record.title,
        container=record.container,
        thread_key=record.thread_key,
        reply_to=record.reply_to,
        url=record.url,
        author=_fields_of(record.author) if record.author else None,
        participants=[_fields_of(person) for person in record.participants],
        names=dict(record.names),
        declared=json.loads(json.dumps(asdict(record.declared))) if record.declared else None,
        tags=list(record.tags),
        received_at=timezone.now(),
        occurred_at=record.occurred_at,
        dated=record.dated,
        edited_at=record.edited_at,
        deleted_at=timezone.now() if record.deleted else None,
        visibility=visibility,
        owner_id=storing.scope.principal_id if is_private(visibility) else None,
        audience_id=audience_id,
    )
    item.content_hash = content_hash(record, visibility, audience_id)
    return item


def content_hash(record: SourceRecord, visibility: str, audience_id: UUID | None) -> bytes:
    """SHA-256 of all that makes an item what it is: another value means an edit."""
    digest = hashlib.sha256(record.raw)
    stated = _fields_of(record) | {"raw": None, "visibility": visibility, "audience": audience_id}
    digest.update(json.dumps(stated, sort_keys=True, default=_as_json).encode())
    return digest.digest()


def _fields_of(value: Any) -> dict[str, Any]:
    """A dataclass as a dict, its values as they are: `asdict` copies every one of them."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _as_json(value: Any) -> Any:
    return _fields_of(value) if is_dataclass(value) else str(value)


def _audience_id(storing: Storing, audience: SourceAudience) -> UUID:
    """The audience of a private channel, with the integration's agent and the members in it."""
    if audience.key not in storing.audience_ids:
        integration = storing.integration
        storing.audience_ids[audience.key] = audiences.ensure(
            source=integration.source,
            key=f"{integration.id}:{audience.key}",
            name=audience.name,
            emails=frozenset(p.email.lower() for p in audience.members if p.email),
            agent_id=integration.agent_id,
        )
    return storing.audience_ids[audience.key]
