"""Storing records as source items, and queueing each that is new, changed or gone."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from operator import attrgetter
from uuid import UUID

from django.utils import timezone

from connectors import holds, tombstones
from connectors.contract import Audience as SourceAudience
from connectors.contract import SourceRecord
from connectors.files.text import fingerprint
from connectors.models import Integration, PipelineJob, PipelineTurn, Queue, SourceItem, Stage
from connectors.runs import is_private
from connectors.versions import content_hash, fields_of
from momo.platform.accounts import audiences
from momo.platform.tenancy.bulk import insert_rows, on_conflict_update, update_rows
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import holder_of
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault import services as vault

ITEM_TABLE = "source_item"
FETCH_GRACE = timedelta(minutes=10)  # what a killed backfill had taken waits no longer than this
MAX_KEY_CHARS = 100  # of a channel's key; a longer one is kept as its fingerprint


@dataclass(frozen=True, slots=True)
class Storing:
    """Where records of one run go, and as whom they are stored and worked on.

    `reader` is who brought them in; what is `common` to the team or an audience is stored as the
    integration's agent instead.
    """

    integration: Integration
    reader: Scope
    queue: Queue
    common: bool = False
    audience_ids: dict[str, UUID] = field(default_factory=dict)  # by key, ensured once a run

    @property
    def scope(self) -> Scope:
        if self.common:
            return Scope(self.reader.team_id, self.integration.agent_id)
        return self.reader


def store(
    storing: Storing, records: Collection[SourceRecord], *, moved: Collection[str] = ()
) -> tuple[int, int, int]:
    """Upsert records, and queue what is new or changed. Returns added, updated, unchanged.

    An item is found again whether its record is shared or for an audience now, so that its
    memories follow it. Those in `moved` are withdrawn: external ids whose records are now held on
    the other side, privately or in common. What was erased stays so, and what is under a legal
    hold is not deleted, and what is an older version than the one stored changes nothing: such
    records count as unchanged.
    """
    count = len(records)
    with acting_as(storing.scope.team_id, storing.scope.principal_id):
        known = _known(storing, {*(record.external_id for record in records), *moved})
        records = _taken(storing, records, known)
        items = [_to_item(storing, record) for record in records]
        new: list[SourceItem] = []
        changed: list[SourceItem] = []
        confirmed: list[SourceItem] = []
        for item, record in zip(items, records, strict=True):
            old = _taken_from(known.get(item.external_id, []), item.holder)
            item.id = old.id if old else item.id
            if old and _is_newer(old, item):
                continue
            if old and bytes(old.content_hash) == item.content_hash:
                if _is_newer(item, old):
                    confirmed.append(item)
                continue
            item.sealed_raw = vault.seal(
                record.raw, table=ITEM_TABLE, row_id=item.id, field="sealed_raw"
            )
            (changed if old else new).append(item)
        stale = [row.id for rows in known.values() for row in rows if row.deleted_at is None]
        added = _insert(new)
        # A job before its item, as the pipeline locks them.
        enqueue(storing, [*added, *(item.id for item in changed), *stale])
        _update(changed)
        update_rows(SourceItem, ("id", "as_of"), [(item.id, item.as_of) for item in confirmed])
        withdraw(stale)
    return len(added), len(changed), count - len(added) - len(changed)


def _taken(
    storing: Storing, records: Collection[SourceRecord], known: Mapping[str, list[SourceItem]]
) -> list[SourceRecord]:
    """Without what was erased, and without deletions of what is under a legal hold.

    Read after `known`: what is being erased meanwhile is known there, or marked here.
    """
    reader = storing.reader.principal_id
    left_out = tombstones.erased(
        storing.integration, reader, [record.external_id for record in records]
    )
    deleted = [row.id for r in records if r.deleted for row in known.get(r.external_id, ())]
    if deleted:
        holds.lock()
        kept = holds.among(SourceItem.objects.filter(id__in=deleted))
        left_out |= set(kept.values_list("external_id", flat=True))
    for external_id in left_out:
        known.get(external_id, []).clear()  # nor is it withdrawn
    return [record for record in records if record.external_id not in left_out]


def _known(storing: Storing, external_ids: Collection[str]) -> dict[str, list[SourceItem]]:
    """What is there of these ids on this side: in common, or the reader's own.

    Of a record in common that is one row, unless two readings at once did not agree on its holder.
    """
    rows = SourceItem.objects.filter(
        integration_id=storing.integration.id, external_id__in=external_ids
    ).only("team_id", "id", "external_id", "holder", "content_hash", "deleted_at", "as_of")
    if storing.common:
        rows = rows.filter(owner_id__isnull=True)
    else:
        rows = rows.filter(holder=storing.scope.principal_id)
    known: dict[str, list[SourceItem]] = {}
    for row in rows:
        known.setdefault(row.external_id, []).append(row)
    return known


def _taken_from(rows: list[SourceItem], holder: UUID) -> SourceItem | None:
    """Take the row that an item goes to, its holder's own if there is one."""
    rows.sort(key=lambda row: row.holder == holder)
    return rows.pop() if rows else None


def _is_newer(one: SourceItem, other: SourceItem) -> bool:
    """Whether one is a later version than the other, as far as both say which they are."""
    return bool(one.as_of and other.as_of and one.as_of > other.as_of)


def _insert(items: Collection[SourceItem]) -> list[UUID]:
    """Insert items, but for those that another reading brought in meanwhile. Returns their ids."""
    ordered = sorted(items, key=attrgetter("external_id"))  # two readings wait in one order
    ids = [item.id for item in ordered]
    count = insert_rows(SourceItem, _COLUMNS, [attrgetter(*_COLUMNS)(item) for item in ordered])
    if count == len(ids):
        return ids
    return list(SourceItem.objects.filter(id__in=ids).values_list("id", flat=True))


def _update(items: Collection[SourceItem]) -> None:
    ordered = sorted(items, key=attrgetter("id"))
    update_rows(SourceItem, _CHANGEABLE, [attrgetter(*_CHANGEABLE)(item) for item in ordered])


def withdraw(item_ids: Collection[UUID]) -> None:
    """Leave nothing of what an item said to its old holder. It may come back as a change."""
    if item_ids:
        SourceItem.objects.filter(id__in=item_ids).update(
            deleted_at=timezone.now(), content_hash=b"", title="", url="", author=None,
            participants=[], names={}, declared=None, tags=[],
            sealed_raw=None, sealed_text=None, sealed_extraction=None,
        )  # fmt: skip


_COLUMNS = tuple(
    field.column
    for field in SourceItem._meta.concrete_fields
    if field.column and field.column != "team_id"
)
_FIXED = {"id", "integration_id", "external_id", "received_at"}
_CHANGEABLE = ("id", *(name for name in _COLUMNS if name not in _FIXED))
_JOB_COLUMNS = (
    "id", "item_id", "created_at", "principal_id", "queue", "stage", "attempts", "due_at",
    "locked_until", "claim", "parked_at", "error",
)  # fmt: skip
_STARTED_AGAIN = on_conflict_update(("team_id", "item_id"), _JOB_COLUMNS[3:])


def enqueue(storing: Storing, item_ids: Sequence[UUID]) -> None:
    """Queue items from the first stage on; a job already there starts again, unclaimed.

    A backfill's are due when all of it is there, so that a reply is not read before the message
    it answers. Jobs are locked in the order of their items. Call within `acting_as`.
    """
    now = timezone.now()
    due = now + FETCH_GRACE if storing.queue == Queue.BACKFILL else now
    insert_rows(
        PipelineJob,
        _JOB_COLUMNS,
        [
            (uuid7(), item_id, now, storing.scope.principal_id, storing.queue, Stage.NORMALIZE, 0,
             due, None, None, None, "")
            for item_id in sorted(item_ids)
        ],
        conflict=_STARTED_AGAIN,
    )  # fmt: skip
    if item_ids:
        PipelineTurn.objects.bulk_create(
            [PipelineTurn(team_id=storing.scope.team_id, queue=storing.queue, served_at=now)],
            ignore_conflicts=True,
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


def _to_item(storing: Storing, record: SourceRecord) -> SourceItem:
    integration = storing.integration
    visibility = visibility_of(integration, record)
    audience = record.audience if visibility == Visibility.RESTRICTED else None
    audience_id = ensure_audience(storing, audience) if audience else None
    owner_id = storing.scope.principal_id if is_private(visibility) else None
    return SourceItem(
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
        author=fields_of(record.author) if record.author else None,
        participants=[fields_of(person) for person in record.participants],
        names=dict(record.names),
        declared=json.loads(json.dumps(asdict(record.declared))) if record.declared else None,
        tags=list(record.tags),
        received_at=timezone.now(),
        occurred_at=record.occurred_at,
        dated=record.dated,
        edited_at=record.edited_at,
        as_of=record.as_of,
        deleted_at=timezone.now() if record.deleted else None,
        visibility=visibility,
        owner_id=owner_id,
        audience_id=audience_id,
        holder=holder_of(visibility, owner_id, audience_id),
        content_hash=content_hash(record, visibility, audience_id),
    )


def ensure_audience(storing: Storing, audience: SourceAudience) -> UUID:
    """The audience of a private channel, with the integration's agent and the members in it.

    Call within `acting_as`.
    """
    if audience.key not in storing.audience_ids:
        integration = storing.integration
        storing.audience_ids[audience.key] = audiences.ensure(
            source=integration.source,
            key=_stored_key(integration, audience),
            name=audience.name,
            emails=frozenset(p.email.lower() for p in audience.members if p.email),
            agent_id=integration.agent_id,
            brought_by=storing.reader.principal_id,
            as_of=audience.as_of,
        )
    return storing.audience_ids[audience.key]


def those_known(storing: Storing, listed: Collection[SourceAudience]) -> list[SourceAudience]:
    """Of some audiences those that something was collected for. Call within `acting_as`."""
    integration = storing.integration
    keys = {_stored_key(integration, audience): audience for audience in listed}
    return [keys[key] for key in audiences.known(source=integration.source, keys=keys)]


def _stored_key(integration: Integration, audience: SourceAudience) -> str:
    key = audience.key
    short = key if len(key) <= MAX_KEY_CHARS else fingerprint(key.encode())
    return f"{integration.id}:{short}"
