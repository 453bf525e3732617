"""Erasing a batch of items with all that stands on them alone, in the caller's transaction."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection

from connectors import holds, tombstones
from connectors.live import deliveries
from connectors.models import Integration, PipelineJob, SourceItem
from decisions.histories import lineage, restated
from decisions.models import Edge, EdgeKind, Memory, Occurrence
from decisions.pipeline import context
from lifecycle.digests import outbox
from lifecycle.retention import echoes, names, rebasing, references
from lifecycle.retention.references import Gone
from momo.platform.audit import services as audit
from momo.platform.rest import idempotency
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.visibility import Visibility

SIZE = 100  # items a transaction: half a second, for which others of the team wait to link; chosen


@dataclass(frozen=True, slots=True)
class Erased:
    """What a batch erased: rows by table, their ids, and what became of what stays."""

    counts: Counter[str]
    gone: Gone
    rebased: int = 0
    read_again: int = 0
    reinstated: frozenset[UUID] = field(default_factory=frozenset)


# How often something was said, and when last, without what is gone.
_RECOUNT = """
UPDATE decisions_memory m SET occurrence_count = 1 + times.number,
    last_seen_at = COALESCE(times.last, m.source_date), updated_at = clock_timestamp()
FROM (
    SELECT older.id, count(o.id) AS number, max(o.at) AS last
    FROM unnest(%(ids)s::uuid[]) AS older (id)
    LEFT JOIN decisions_occurrence o ON o.team_id = %(team)s AND o.memory_id = older.id
    GROUP BY older.id
) times
WHERE m.team_id = %(team)s AND m.id = times.id
"""


def erase(items: Sequence[SourceItem], **details: Any) -> Erased:
    """Erase items, with all that hangs on them; what they had replaced stands again.

    `details` go into the audit event: ids and settings, no text.
    """
    later = echoes.after(items)
    stopped, busy = _stop_work(items, later)
    found = Memory.objects.filter(source_item_id__in=[item.id for item in items]).defer("search")
    held = holds.among(SourceItem.objects.filter(id__in=later)).values_list("id", flat=True)
    heard = echoes.of(items, later, held=set(held))
    read_again = busy | {item.id for item in heard.items}
    going = {memory.id: memory for memory in [*found, *heard.memories]}
    threads = {item.thread_key for item in items}
    context.lock(threads | {memory.thread_key for memory in going.values()})
    lineage.lock()
    stands_for = rebasing.rebase(list(going))
    gone = Gone([item.id for item in items], [*going, *_summaries(going)], names.named_by(going))
    counts = references.count(Gone(gone.items, gone.memories))
    replaced = Memory.objects.filter(superseded_by__in=going).exclude(id__in=going)
    stood_aside = set(replaced.values_list("id", flat=True))
    _remove(items, going)
    rebasing.settle(stands_for.values())
    unnamed = names.forget(gone.entities, items, going.values())
    counts["pipeline_jobs"], counts["entities"] = stopped, len(unnamed)
    counts["kept_answers"] = idempotency.forget_answers([*gone.items, *gone.memories])
    echoes.read_again(read_again)
    holding = Memory.objects.filter(id__in=stood_aside, superseded_by=None)
    erased = Erased(
        +counts, Gone(gone.items, gone.memories, unnamed), len(stands_for), len(read_again),
        frozenset(holding.values_list("id", flat=True)),
    )  # fmt: skip
    _record(items, erased, details)
    _forget_mails(items)
    return erased


def verify(gone: Gone) -> Counter[str]:
    """What is left of what was erased: counted anew, and nothing where all went well."""
    left = references.count(gone)
    left["kept_answers"] = idempotency.answers_telling_of([*gone.items, *gone.memories])
    return +left


def _stop_work(items: Collection[SourceItem], later: Collection[UUID]) -> tuple[int, set[UUID]]:
    """Take the items from the pipeline: a worker that stores one of them is waited for, and one
    that comes later finds nothing. Jobs are locked before all else, in the order of their items.

    Returns how many jobs there were, and which of the `later` items have one.
    """
    ids = {item.id for item in items}
    mine = PipelineJob.objects.filter(team_id=current_team_id(), item_id__in={*ids, *later})
    locked = mine.select_for_update().order_by("item_id")
    jobs = dict(locked.values_list("item_id", "id"))
    stopped = [job for item, job in jobs.items() if item in ids]
    PipelineJob.objects.filter(id__in=stopped).delete()
    return len(stopped), jobs.keys() - ids


def _summaries(memory_ids: Collection[UUID]) -> list[UUID]:
    """Summaries that tell of these; they go with them, and the next compaction makes them anew."""
    edges = Edge.objects.filter(kind=EdgeKind.COMPACTS, dst_memory_id__in=memory_ids)
    return list(edges.values_list("src_memory_id", flat=True).distinct())


def _remove(items: Collection[SourceItem], memory_ids: Collection[UUID]) -> None:
    ids = [item.id for item in items]
    said_here = Occurrence.objects.filter(source_item_id__in=ids)
    counted = dict(said_here.values_list("id", "memory_id"))
    restated.release(occurrence_ids=list(counted))
    lineage.remove(list(memory_ids))
    Occurrence.objects.filter(id__in=list(counted)).delete()
    with connection.cursor() as cursor:
        cursor.execute(
            _RECOUNT,
            {"team": current_team_id(), "ids": sorted(set(counted.values()) - set(memory_ids))},
        )
    integrations = Integration.objects.filter(id__in={item.integration_id for item in items})
    for integration in integrations:
        mine = [item for item in items if item.integration_id == integration.id]
        tombstones.mark(integration, mine)
    deliveries.forget_bodies([integration.id for integration in integrations])
    SourceItem.objects.filter(id__in=ids).delete()  # the database cascades


def _record(items: Sequence[SourceItem], erased: Erased, details: dict[str, Any]) -> None:
    """In the audit chain: ids and counts of what all of the team saw. Of what one person or a
    private channel had that there was some, and no more: others read the chain."""
    told: dict[str, Any] = {"items": seen_by_all(items)}
    if len(told["items"]) == len(items):
        told["counts"] = dict(erased.counts)
    else:
        told["private"] = True
    audit.record("items.erased", **told, **details)


def seen_by_all(items: Sequence[SourceItem]) -> list[str]:
    """The ids of those that the audit chain may name."""
    return [str(item.id) for item in items if item.visibility == Visibility.SHARED]


def _forget_mails(items: Sequence[SourceItem]) -> None:
    """Digests that stay here as files may quote it. Before the commit, so that none is left where
    the process dies; what else they tell is told again on request."""
    team_id = current_team_id()
    if any(item.visibility in _OF_SEVERAL for item in items):
        outbox.forget(team_id)
    for owner_id in {item.owner_id for item in items if item.owner_id}:
        outbox.forget(team_id, owner_id)


_OF_SEVERAL = frozenset({Visibility.SHARED.value, Visibility.RESTRICTED.value})
