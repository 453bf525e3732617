"""Extraction of backfills in batches: cheaper, and answered within a day.

Jobs of a backfill that need a model are set aside until there are enough, or a while has passed;
then one batch asks for all of them. Its answers are applied to the jobs that are still set aside
for it, so each at most once. Who gets no valid answer, for whatever reason, is asked for at once.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from connectors.models import PipelineJob, Queue, SourceItem, Stage
from decisions.extraction.contract import Extraction, Thread
from decisions.extraction.llm import LLMExtractor, Unanswered, schema
from decisions.extraction.llm.extractor import PURPOSE
from decisions.models import HeldBack
from decisions.pipeline import claims, held, tally
from decisions.pipeline.claims import Batch
from decisions.pipeline.held import Why
from decisions.pipeline.threads import threads_of
from decisions.pipeline.work import Work, found_in, open_field, seal_found
from decisions.providers import providers
from momo.platform.ai import BudgetExceeded, ProviderError, budgets, metering
from momo.platform.ai.batches import MAX_REQUESTS, OpenAIBatches
from momo.platform.ai.models import ModelBatch
from momo.platform.tenancy.bulk import update_rows
from momo.platform.tenancy.context import NotAMember, Scope, acting_as

log = logging.getLogger(__name__)

ENOUGH = MAX_REQUESTS  # jobs that are sent without waiting for more
GATHERED_FOR = timedelta(minutes=2)  # then what there is is sent
LOOK_EVERY = timedelta(minutes=1)
SENDING_FOR = timedelta(minutes=10)  # then whoever was sending has died
GIVEN_UP_AFTER = timedelta(hours=26)  # the server had 24; then all is asked for at once
APPLIED_AT_ONCE = 64  # threads in one transaction

WAITS = "Waits for a batch: what is imported is read within a day, for less."


def gather(batch: Batch, works: Sequence[Work]) -> set[UUID]:
    """Set aside the jobs of a backfill whose items a model is to read. Returns their items."""
    heard = {work.item.id for work in works if not work.item.noise}
    if batch.queue != Queue.BACKFILL or not heard:
        return set()
    with acting_as(batch.scope.team_id, batch.scope.principal_id):
        if not budgets.batch_backfills():
            return set()
    jobs = [job for job in batch.jobs if job.item_id in heard]
    live = held.known_as(Why.LIVE, batch.scope, jobs)
    later = [job for job in jobs if job.id not in live]
    # A person had them tried again; an edit would have brought them back to the first stage.
    tried = held.known_as(Why.BATCH, batch.scope, [j for j in later if j.stage == Stage.EXTRACT])
    claims.park(batch.of([job for job in later if job.id in tried]), WAITS)
    held.hold(batch.of([job for job in later if job.id not in tried]), WAITS, Why.GATHERING)
    return {job.item_id for job in later}


def send_gathered() -> int:
    """Send what was gathered, a batch for each person or agent who acts. Returns how many."""
    sent = 0
    for scope in _ready():
        while batch := _begin(scope):
            _send(batch)
            sent += 1
    return sent


def look_after() -> int:
    """Ask after batches, and apply those that were answered. Returns how many ended."""
    ended = 0
    while batch := _next_due():
        try:
            ended += _look_after(batch)
        except ProviderError as error:
            log.warning("Batch %s waits: %s", batch.id, error)
            if not error.retryable or timezone.now() > batch.created_at + GIVEN_UP_AFTER:
                _give_up(batch)
        except NotAMember:
            _give_up(batch)
    return ended


def _ready() -> list[Scope]:
    """Whose gathered jobs are enough, or have waited long enough."""
    waited = timezone.now() - GATHERED_FOR
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT team_id, principal_id FROM decisions_heldback WHERE why = 'gathering' "
            "GROUP BY team_id, principal_id HAVING count(*) >= %s OR min(since) < %s",
            [ENOUGH, waited],
        )
        return [Scope(*row) for row in cursor.fetchall()]


def _begin(scope: Scope) -> ModelBatch | None:
    """Note a batch with the jobs that it is to hold, before anything is sent."""
    with transaction.atomic():
        rows = HeldBack.objects.select_for_update(skip_locked=True).filter(
            team_id=scope.team_id, principal_id=scope.principal_id, why=Why.GATHERING
        )
        jobs = list(rows.order_by("since", "job_id").values_list("job_id", flat=True)[:ENOUGH])
        if not jobs:
            return None
        batch: ModelBatch = ModelBatch.objects.create(
            team_id=scope.team_id, principal_id=scope.principal_id,
            due_at=timezone.now() + SENDING_FOR,
        )  # fmt: skip
        HeldBack.objects.filter(team_id=scope.team_id, job_id__in=jobs).update(
            why=Why.BATCH, batch_id=batch.id
        )
    return batch


def _send(batch: ModelBatch) -> None:
    """What cannot be sent is asked for at once, or waits for the team's budget."""
    scope, extractor = _scope(batch), _extractor()
    try:
        metering.check(scope, metering.EXTRACT)
        prompts = extractor.prompts(_threads(scope, _works(batch))) if extractor else {}
        if not prompts:
            _end(batch, live=True)
            return
        remote_id = _server().send(prompts, schema=schema(), name=PURPOSE, label=str(batch.id))
    except BudgetExceeded as error:
        _wait_for_budget(batch, str(error))
        return
    except (ProviderError, NotAMember) as error:
        log.warning("Batch %s was not taken, and is asked for at once: %s", batch.id, error)
        _end(batch, live=True)
        return
    ModelBatch.objects.filter(id=batch.id).update(
        remote_id=remote_id, state=ModelBatch.State.SENT, due_at=timezone.now() + LOOK_EVERY
    )
    log.info("Batch %s of %d requests was sent.", batch.id, len(prompts))


def _next_due() -> ModelBatch | None:
    """A batch that nobody looks after now; it is looked after again a while later."""
    now = timezone.now()
    with transaction.atomic():
        due = ModelBatch.objects.select_for_update(skip_locked=True).filter(due_at__lte=now)
        batch: ModelBatch | None = due.order_by("due_at").first()
        if batch:
            wait = LOOK_EVERY if batch.state == ModelBatch.State.SENT else SENDING_FOR
            ModelBatch.objects.filter(id=batch.id).update(due_at=now + wait)
    return batch


def _look_after(batch: ModelBatch) -> bool:
    extractor = _extractor()
    if extractor is None:
        _end(batch, live=True)
        return True
    if batch.state == ModelBatch.State.SENDING and not _adopted(batch):
        _end(batch, live=False)
        return False
    polled = _server().poll(batch.remote_id)
    if not polled.ended:
        if timezone.now() > batch.created_at + GIVEN_UP_AFTER:
            _give_up(batch)
        return False
    # Applying may take longer than a look: nobody else begins meanwhile.
    ModelBatch.objects.filter(id=batch.id).update(due_at=timezone.now() + SENDING_FOR)
    answers = _server().read(polled, schema())
    with transaction.atomic():
        rows = ModelBatch.objects.filter(id=batch.id, state=ModelBatch.State.SENT)
        if rows.update(state=ModelBatch.State.CHARGED):
            with metering.charged_to(_scope(batch)):
                metering.charge(answers.usage, PURPOSE)
    _apply(batch, extractor, answers.by_key)
    _server().delete(polled)  # first, so that whoever is killed here leaves none of them
    _end(batch, live=True)
    return True


def _adopted(batch: ModelBatch) -> bool:
    """Whether the server took a batch whose sender died before it could say so."""
    remote_id = _server().find(str(batch.id))
    if remote_id:
        batch.remote_id, batch.state = remote_id, ModelBatch.State.SENT
        batch.save(update_fields=["remote_id", "state"])
    return bool(remote_id)


def _apply(batch: ModelBatch, extractor: LLMExtractor, answers: Mapping[str, Any]) -> None:
    works = _works(batch)
    by_key = {str(work.item.id): work for work in works}
    answered: list[tuple[Thread, Extraction]] = []
    for thread in _threads(_scope(batch), works):
        try:
            answered.append((thread, extractor.from_answers([thread], answers)))
        except Unanswered:
            continue
    for at in range(0, len(answered), APPLIED_AT_ONCE):
        part = answered[at : at + APPLIED_AT_ONCE]
        done = [by_key[key] for thread, _ in part for key in sorted(thread.fresh)]
        found = {key: each for thread, each in part for key in thread.fresh}
        for work in done:
            work.found = found_in(work, found[str(work.item.id)], extractor.version)
        _keep(batch, done, sum(each.dropped for _, each in part))


def _keep(batch: ModelBatch, works: Sequence[Work], dropped: int) -> None:
    """Store what was found for the jobs that still wait for this batch, and let these go on."""
    scope = _scope(batch)
    with acting_as(scope.team_id, scope.principal_id):
        jobs = held.parked(_held(batch), batch.team_id).select_for_update().order_by("item_id")
        ids = {item: job for job, item in jobs.values_list("id", "item_id")}
        mine = [work for work in works if work.item.id in ids]
        for work in mine:
            seal_found(work)
        columns = ("id", "sealed_extraction")
        update_rows(SourceItem, columns, [attrgetter(*columns)(work.item) for work in mine])
        going = [ids[work.item.id] for work in mine]
        PipelineJob.objects.filter(id__in=going).update(stage=Stage.EMBED)
        if mine:
            decisions = sum(len(work.found.decisions) for work in mine)
            tally.count(
                mine[0].found.extractor, messages=len(mine), noise=0, decisions=decisions,
                dropped=dropped,
            )  # fmt: skip
        held.release(batch.team_id, going)


def _give_up(batch: ModelBatch) -> None:
    """Nobody waits for it any more, so the server is to keep nothing of what it was shown."""
    if batch.remote_id:
        _server().drop(batch.remote_id)
    _end(batch, live=True)


def _end(batch: ModelBatch, *, live: bool) -> None:
    """Let go on whatever still waits for a batch: asked for at once, or gathered again."""
    with transaction.atomic():
        if live:
            jobs = list(_held(batch).values_list("job_id", flat=True))
            held.release(batch.team_id, jobs, live=True)
        else:
            _held(batch).update(why=Why.GATHERING, batch_id=None)
        batch.delete()


def _wait_for_budget(batch: ModelBatch, error: str) -> None:
    with transaction.atomic():
        held.parked(_held(batch), batch.team_id).update(error=error)
        _held(batch).update(why=Why.BUDGET, batch_id=None)
        batch.delete()


def _held(batch: ModelBatch) -> Any:
    return HeldBack.objects.filter(team_id=batch.team_id, batch_id=batch.id)


def _works(batch: ModelBatch) -> list[Work]:
    """The items whose jobs still wait for a batch, oldest first."""
    scope = _scope(batch)
    jobs = held.parked(_held(batch), batch.team_id)
    with acting_as(scope.team_id, scope.principal_id):
        items = SourceItem.objects.filter(
            id__in=jobs.values("item_id"), deleted_at=None, sealed_text__isnull=False
        )
        ordered = items.defer("sealed_raw", "sealed_extraction").order_by("occurred_at", "id")
        return [Work(item, open_field(item, "sealed_text").decode()) for item in ordered]


def _threads(scope: Scope, works: Sequence[Work]) -> list[Thread]:
    with acting_as(scope.team_id, scope.principal_id):
        return threads_of(works)


def _scope(batch: ModelBatch) -> Scope:
    return Scope(batch.team_id, batch.principal_id)


def _extractor() -> LLMExtractor | None:
    chat = providers().chat
    return LLMExtractor(chat) if chat else None


def _server() -> OpenAIBatches:
    return OpenAIBatches(settings.MOMO_AI)
