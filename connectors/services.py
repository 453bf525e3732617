"""Fetch: storing what a connector reads, and the work that follows from it."""

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from connectors.contract import Audience as SourceAudience
from connectors.contract import FileConnector, Refusal, SourceRecord, UnreadableSource
from connectors.models import Integration, PipelineJob, PipelineTurn, Queue, SourceItem, SyncRun
from connectors.wake import wake
from momo.platform.accounts import audiences
from momo.platform.accounts.models import Agent
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import Scope, acting_as, current
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import NOBODY, Visibility
from momo.platform.vault import services as vault

log = logging.getLogger(__name__)

BATCH = 200  # records stored in one transaction
KEPT_REFUSALS = 200  # refusals whose text is kept on the run; all are counted
ITEM_TABLE = "source_item"


@dataclass(frozen=True, slots=True)
class Storing:
    """Where records of one run go."""

    integration: Integration
    run_id: UUID
    scope: Scope  # the principal that owns, or may see, all that is stored
    queue: Queue
    audience_ids: dict[str, UUID] = field(default_factory=dict)  # by key, brought in line once a run


def open_integration(
    connector: FileConnector, *, name: str = "", visibility: Visibility | None = None
) -> Integration:
    """Find or create the integration that a file of this kind goes to, for the current principal.

    A private one is the principal's own; any other is the team's.
    """
    scope = current()
    visibility = visibility or Visibility(connector.default_visibility)
    private = visibility in (Visibility.PRIVATE, Visibility.SECRET)
    holder = scope.principal_id if private else NOBODY
    key = {"kind": connector.kind, "name": name or connector.title, "holder": holder}
    found: Integration | None = Integration.objects.filter(**key).first()
    if found:
        return found
    agent = Agent.objects.create(name=key["name"], kind=Agent.Kind.CONNECTOR)
    integration: Integration = Integration.objects.create(
        **key,
        source=connector.source,
        agent_id=agent.id,
        default_visibility=visibility,
        visibility=Visibility.PRIVATE if private else Visibility.SHARED,
        owner_id=scope.principal_id,
    )
    audit.record("integration.created", subject=str(integration.id), kind=connector.kind)
    return integration


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
            run = _reopen_run(run_id)
        else:
            run = open_run(connector, name=name, visibility=visibility)
        integration = Integration.objects.get(id=run.integration_id)
    private = integration.visibility == Visibility.PRIVATE
    actor = scope if private else Scope(scope.team_id, integration.agent_id)
    storing = Storing(integration, run.id, actor, queue)
    try:
        _update(scope, run, expected=connector.count(path))
        for batch in _batches(connector.read(path)):
            _take(storing, run, batch)
            on_progress(run)
    except UnreadableSource as error:
        _finish(scope, run, SyncRun.State.FAILED, str(error))
        raise
    _finish(scope, run, SyncRun.State.DONE)
    on_progress(run)
    return run


def open_run(
    connector: FileConnector, *, name: str = "", visibility: Visibility | None = None
) -> SyncRun:
    """Note that a file is about to be read, for the current principal."""
    integration = open_integration(connector, name=name, visibility=visibility)
    SyncRun.objects.filter(integration_id=integration.id, state=SyncRun.State.RUNNING).update(
        state=SyncRun.State.INTERRUPTED, finished_at=timezone.now()
    )
    run: SyncRun = SyncRun.objects.create(
        integration_id=integration.id,
        visibility=integration.visibility,
        owner_id=integration.owner_id,
    )
    return run


def _reopen_run(run_id: UUID) -> SyncRun:
    """Count a run's reading from nothing: its process may have died half way."""
    run: SyncRun = SyncRun.objects.get(id=run_id)
    run.state, run.error, run.refusals, run.finished_at = SyncRun.State.RUNNING, "", [], None
    run.read = run.added = run.updated = run.unchanged = run.skipped = run.refused = 0
    run.save()
    return run


def _batches(
    readings: Iterator[SourceRecord | Refusal],
) -> Iterator[list[SourceRecord | Refusal]]:
    while batch := list(islice(readings, BATCH)):
        yield batch


def _take(storing: Storing, run: SyncRun, batch: Sequence[SourceRecord | Refusal]) -> None:
    """Store one batch and the run's counts in one transaction."""
    records = {r.external_id: r for r in batch if isinstance(r, SourceRecord)}
    refusals = [r for r in batch if isinstance(r, Refusal)]
    with acting_as(storing.scope.team_id, storing.scope.principal_id):
        added, updated, unchanged = store(storing, records.values())
        repeated = len(batch) - len(refusals) - len(records)
        run.read += len(batch)
        run.added += added
        run.updated += updated
        run.unchanged += unchanged + repeated
        run.skipped += sum(r.skipped for r in refusals)
        run.refused += sum(not r.skipped for r in refusals)
        room = KEPT_REFUSALS - len(run.refusals)
        run.refusals += [asdict(r) for r in sorted(refusals, key=lambda r: r.skipped)[:room]]
        run.save()
    if added or updated:
        wake(storing.queue)


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
    new = [item for item in items if item.external_id not in known]
    changed = []
    for item in items:
        old = known.get(item.external_id)
        if old and bytes(old.content_hash) != item.content_hash:
            item.id = old.id
            changed.append(item)
    for item, record in zip(items, records, strict=True):
        if item in new or item in changed:
            item.sealed_raw = vault.seal(
                record.raw, table=ITEM_TABLE, row_id=item.id, field="sealed_raw"
            )
    SourceItem.objects.bulk_create(new, ignore_conflicts=True)
    SourceItem.objects.bulk_update(changed, _CHANGEABLE)
    enqueue(storing, [item.id for item in (*new, *changed)])
    return len(new), len(changed), len(items) - len(new) - len(changed)


_CHANGEABLE = [
    field.attname
    for field in SourceItem._meta.concrete_fields
    if field.attname not in {"team_id", "id", "integration_id", "external_id", "received_at"}
]


def enqueue(storing: Storing, item_ids: Sequence[UUID]) -> None:
    """Queue items from the first stage on; a job already there starts again, unclaimed."""
    now = timezone.now()
    PipelineJob.objects.bulk_create(
        [
            PipelineJob(
                team_id=storing.scope.team_id,
                item_id=item_id,
                principal_id=storing.scope.principal_id,
                queue=storing.queue,
                due_at=now,
            )
            for item_id in item_ids
        ],
        update_conflicts=True,
        unique_fields=["team_id", "item_id"],
        update_fields=[
            "principal_id", "queue", "stage", "attempts", "due_at", "locked_until", "claim",
            "parked_at", "error",
        ],
    )
    if item_ids:
        PipelineTurn.objects.bulk_create(
            [PipelineTurn(team_id=storing.scope.team_id, queue=storing.queue, served_at=now)],
            ignore_conflicts=True,
        )


def _to_item(storing: Storing, record: SourceRecord) -> SourceItem:
    integration = storing.integration
    audience_id = _audience_id(storing, record.audience) if record.audience else None
    visibility = Visibility.RESTRICTED if audience_id else integration.default_visibility
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
        author=asdict(record.author) if record.author else None,
        participants=[asdict(person) for person in record.participants],
        names=dict(record.names),
        declared=json.loads(json.dumps(asdict(record.declared))) if record.declared else None,
        tags=list(record.tags),
        occurred_at=record.occurred_at,
        dated=record.dated,
        edited_at=record.edited_at,
        deleted_at=timezone.now() if record.deleted else None,
        visibility=visibility,
        owner_id=None if audience_id else integration.owner_id,
        audience_id=audience_id,
    )
    item.content_hash = content_hash(record, visibility, audience_id)
    return item


def content_hash(record: SourceRecord, visibility: str, audience_id: UUID | None) -> bytes:
    """SHA-256 of all that makes an item what it is: another value means an edit."""
    digest = hashlib.sha256(record.raw)
    fields = asdict(record) | {"raw": None, "visibility": visibility, "audience": audience_id}
    digest.update(json.dumps(fields, sort_keys=True, default=str).encode())
    return digest.digest()


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


def _update(scope: Scope, run: SyncRun, **fields: object) -> None:
    with acting_as(scope.team_id, scope.principal_id):
        for name, value in fields.items():
            setattr(run, name, value)
        run.save(update_fields=list(fields))


def fail_run(scope: Scope, run_id: UUID, error: str) -> None:
    """End a run that cannot go on."""
    with acting_as(scope.team_id, scope.principal_id):
        _finish(scope, SyncRun.objects.get(id=run_id), SyncRun.State.FAILED, error)


def _finish(scope: Scope, run: SyncRun, state: str, error: str = "") -> None:
    now = timezone.now()
    with acting_as(scope.team_id, scope.principal_id), transaction.atomic():
        _update(scope, run, state=state, error=error, finished_at=now)
        Integration.objects.filter(id=run.integration_id).update(last_synced_at=now)
        audit.record(
            "source.synced", subject=str(run.id), state=state, added=run.added,
            updated=run.updated, refused=run.refused,
        )
