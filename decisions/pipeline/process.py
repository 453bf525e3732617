"""Normalize, Extract, Embed, Store, Link: one batch through the stages.

Each stage ends in a short transaction that stores its result and moves the jobs on, if the claim
still stands; what a local extractor finds is not stored, as finding it again costs less. No
transaction is open while a model is asked.
"""

import logging
from collections.abc import Collection, Sequence
from operator import attrgetter
from uuid import UUID

from django.utils import timezone

from connectors.contract import MediaType
from connectors.models import SourceItem, Stage
from connectors.normalize import normalize
from decisions.editing import sharing
from decisions.entities.judge import judge
from decisions.extraction.contract import Extraction, Extractor
from decisions.extraction.rules import is_noise
from decisions.histories import lineage
from decisions.models import Memory
from decisions.pipeline import batching, claims, tally
from decisions.pipeline.claims import Batch, Job
from decisions.pipeline.held import Why, hold
from decisions.pipeline.lease import kept
from decisions.pipeline.link import link
from decisions.pipeline.plan import NewMemory, memories_of
from decisions.pipeline.store import store
from decisions.pipeline.threads import threads_of
from decisions.pipeline.work import (
    Work,
    found_in,
    open_field,
    open_found,
    seal_field,
    seal_found,
)
from decisions.providers import Providers, providers
from momo.platform.ai import BudgetExceeded, ProviderError, QuotaExceeded, metering
from momo.platform.faults import where
from momo.platform.tenancy.bulk import Columns, update_rows
from momo.platform.tenancy.context import acting_as
from momo.platform.vault.envelope import SealError

log = logging.getLogger(__name__)


def process(batch: Batch) -> None:
    """Take a batch through all its stages; give back or park what fails."""
    with kept(batch), metering.charged_to(batch.scope):
        _attempt(batch)


def _attempt(batch: Batch) -> None:
    if len(batch.jobs) > 1 and any(job.attempts > claims.ISOLATE_AFTER for job in batch.jobs):
        _one_by_one(batch)
        return
    if batch.jobs[0].attempts > claims.MAX_WAITS:  # it never came to say what was wrong
        claims.park(batch, "Its worker died each time.")
        return
    try:
        _run(batch, providers())
    except BudgetExceeded as error:
        hold(batch, str(error), Why.BUDGET)
    except QuotaExceeded as error:
        claims.park(batch, str(error))
    except ProviderError as error:
        _after_provider_error(batch, error)
    except Exception as error:  # noqa: BLE001  (the boundary: any bug parks a job, none loses it)
        if len(batch.jobs) > 1:
            _one_by_one(batch)
        elif isinstance(error, SealError):
            claims.park(batch, str(error))
        else:
            _after_failure(batch, error)


def _one_by_one(batch: Batch) -> None:
    for job in batch.jobs:
        _attempt(batch.of([job]))


def _after_provider_error(batch: Batch, error: ProviderError) -> None:
    log.warning("Pipeline batch of %d waits: %s", len(batch.jobs), error)
    if error.retryable:
        claims.retry_later(batch, str(error), limit=claims.MAX_WAITS, wait=error.retry_after)
    else:
        claims.park(batch, str(error))


def _after_failure(batch: Batch, error: Exception) -> None:
    """Log where, never what: an exception's message may quote the item."""
    reason = f"{type(error).__name__} in {where(error)}"
    log.error("Pipeline item %s failed: %s", batch.jobs[0].item_id, reason)
    claims.retry_later(batch, reason)


def _run(batch: Batch, models: Providers) -> None:
    works, gone = _load(batch)
    if gone:
        _forget(batch, gone)
    stage_of = {job.item_id: job.stage for job in batch.jobs}

    def at(*stages: Stage) -> list[Work]:
        return [w for w in works if stage_of[w.item.id] in stages]

    if fresh := at(Stage.NORMALIZE):
        _normalize(_part(batch, fresh), fresh)
    if clean := at(Stage.NORMALIZE, Stage.EXTRACT):
        works = _extract(_part(batch, clean), clean, models.extractor) + at(Stage.EMBED, Stage.LINK)
    if found := at(Stage.NORMALIZE, Stage.EXTRACT, Stage.EMBED):
        _embed_and_store(_part(batch, found), found, models)
    if works:
        _link(_part(batch, works), works)
        _judge_names(batch, models)


def _judge_names(batch: Batch, models: Providers) -> None:
    """Ask of names that no rule decides; the items are done, so what fails waits for the next."""
    try:
        judge(batch.scope, embeddings=models.embeddings, chat=models.chat)
    except ProviderError as error:
        log.warning("Names wait to be judged: %s", error)


def _part(batch: Batch, works: Sequence[Work]) -> Batch:
    wanted = {work.item.id for work in works}
    return batch.of([job for job in batch.jobs if job.item_id in wanted])


def _load(batch: Batch) -> tuple[list[Work], list[Job]]:
    """The batch's items with what earlier stages found, and the jobs whose item is gone."""
    with acting_as(batch.scope.team_id, batch.scope.principal_id):
        items = {
            item.id: item
            for item in SourceItem.objects.filter(id__in=[job.item_id for job in batch.jobs])
        }
        works = []
        for job in batch.jobs:
            item = items.get(job.item_id)
            if item is None or item.deleted_at:
                continue
            work = Work(item)
            if job.stage != Stage.NORMALIZE:
                work.text = open_field(item, "sealed_text").decode()
            if job.stage == Stage.EMBED:
                work.found = open_found(item)
            works.append(work)
    alive = {work.item.id for work in works}
    return works, [job for job in batch.jobs if job.item_id not in alive]


def _forget(batch: Batch, jobs: Sequence[Job]) -> None:
    """Items deleted at their source: what stood on them alone goes, edited by a person or not."""
    part = batch.of(jobs)
    with acting_as(batch.scope.team_id, batch.scope.principal_id):
        held = claims.still_held(part)
        gone = Memory.objects.filter(source_item_id__in=held).values_list("id", flat=True)
        lineage.remove(list(gone))
        claims.finish(part, held)


def _normalize(batch: Batch, works: Sequence[Work]) -> None:
    with acting_as(batch.scope.team_id, batch.scope.principal_id):
        for work in works:
            item = work.item
            raw = open_field(item, "sealed_raw")
            work.text = normalize(raw, MediaType(item.media_type), item.names).text
            seal_field(item, "sealed_text", work.text)
            item.noise = is_noise(work.message)
        held = claims.still_held(batch)
        _update_items(works, held, ("id", "sealed_text", "noise"))
        claims.advance(batch, Stage.EXTRACT)


def _update_items(works: Sequence[Work], held: Collection[UUID], columns: Columns) -> None:
    items = [work.item for work in works if work.item.id in held]
    update_rows(SourceItem, columns, [attrgetter(*columns)(item) for item in items])


def _extract(batch: Batch, works: Sequence[Work], extractor: Extractor) -> list[Work]:
    """Returns those that go on now; what is read in a batch does so later."""
    later = batching.gather(batch, works) if extractor.costly else set()
    works = [work for work in works if work.item.id not in later]
    if not works:
        return []
    batch = _part(batch, works)
    heard = [work for work in works if not work.item.noise]
    with acting_as(batch.scope.team_id, batch.scope.principal_id):
        threads = threads_of(works)
    extraction = extractor.extract(threads)
    for work in heard:
        work.found = found_in(work, extraction, extractor.version)
    if extractor.costly:
        _keep_found(batch, works, extraction, extractor.version)
    return works


def _keep_found(batch: Batch, works: Sequence[Work], extraction: Extraction, version: str) -> None:
    """What was paid for is not asked for again, whatever becomes of this process."""
    with acting_as(batch.scope.team_id, batch.scope.principal_id):
        for work in works:
            seal_found(work)
        held = claims.still_held(batch)
        _update_items(works, held, ("id", "sealed_extraction"))
        claims.advance(batch, Stage.EMBED)
        if held:
            noise = sum(work.item.noise for work in works)
            tally.count(
                version, messages=len(works) - noise, noise=noise,
                decisions=len(extraction.decisions), dropped=extraction.dropped,
            )  # fmt: skip


def _embed_and_store(batch: Batch, works: Sequence[Work], models: Providers) -> None:
    planned: dict[object, list[NewMemory]] = {
        work.item.id: memories_of(work, work.found.extractor or models.extractor.version)
        for work in works
    }
    to_embed = [new for news in planned.values() for new in news if new.embedded_text]
    vectors = models.embeddings.embed([new.embedded_text for new in to_embed])
    for new, vector in zip(to_embed, vectors, strict=True):
        new.vector = vector
    with acting_as(batch.scope.team_id, batch.scope.principal_id):
        held = claims.still_held(batch)
        kept = {item_id: news for item_id, news in planned.items() if item_id in held}
        store(
            [work for work in works if work.item.id in held],
            kept,  # type: ignore[arg-type]
            model=models.embeddings.model,
        )
        _narrow_edited([work.item for work in works if work.item.id in held])
        claims.advance(batch, Stage.LINK)
        if not models.extractor.costly:
            _count_local(batch, [work for work in works if work.item.id in held], models.extractor)


def _count_local(batch: Batch, works: Sequence[Work], extractor: Extractor) -> None:
    """Count what was found without being kept, with what is stored of it: so each time once."""
    read = {job.item_id for job in batch.jobs if job.stage != Stage.EMBED}  # by it, and just now
    mine = [work for work in works if work.item.id in read]
    if mine:
        noise = sum(work.item.noise for work in mine)
        tally.count(
            extractor.version, messages=len(mine) - noise, noise=noise,
            decisions=sum(len(work.found.decisions) for work in mine), dropped=0,
        )  # fmt: skip


def _narrow_edited(items: Sequence[SourceItem]) -> None:
    """What a person edited keeps their words, but is not shown to more than its source is."""
    source = {item.id: item for item in items}
    edited = Memory.objects.filter(source_item_id__in=source, edited_at__isnull=False)
    for memory in edited.defer("search"):
        item = source[memory.source_item_id]
        seen_by = (item.visibility, item.owner_id, item.audience_id)
        if (memory.visibility, memory.owner_id, memory.audience_id) != seen_by:
            sharing.narrow([memory.id], *seen_by)


def _link(batch: Batch, works: Sequence[Work]) -> None:
    with acting_as(batch.scope.team_id, batch.scope.principal_id):
        held = claims.still_held(batch)
        link([work for work in works if work.item.id in held])
        SourceItem.objects.filter(id__in=held).update(
            processed_at=timezone.now(), sealed_extraction=None
        )
        claims.finish(batch, held)
