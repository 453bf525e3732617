"""Setting jobs aside for a while, and letting them go on."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from connectors.models import PipelineJob
from connectors.wake import wake
from decisions.models import HeldBack
from decisions.pipeline import claims
from decisions.pipeline.claims import Batch, Job
from momo.platform.ai import BudgetExceeded, metering
from momo.platform.ai.config import EMBEDDING
from momo.platform.tenancy.context import NotAMember, Scope

Why = HeldBack.Why


def hold(batch: Batch, error: str, why: HeldBack.Why) -> None:
    """Park a batch's jobs, as far as they are still held, and note what they wait for."""
    now = timezone.now()
    with transaction.atomic():
        held = claims.still_held(batch)
        part = batch.of([job for job in batch.jobs if job.item_id in held])
        claims.park(part, error)
        rows = [
            HeldBack(
                team_id=batch.scope.team_id, job_id=job.id,
                principal_id=batch.scope.principal_id, why=why, since=now,
            )
            for job in part.jobs
        ]  # fmt: skip
        HeldBack.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["team_id", "job_id"],
            update_fields=["principal_id", "why", "batch_id", "since"],
        )


def known_as(why: HeldBack.Why, scope: Scope, jobs: Iterable[Job]) -> set[UUID]:
    """Which of these jobs are noted as such."""
    rows = HeldBack.objects.filter(
        team_id=scope.team_id, job_id__in=[job.id for job in jobs], why=why
    )
    return set(rows.values_list("job_id", flat=True))


def parked(rows: QuerySet[HeldBack], team_id: UUID) -> QuerySet[PipelineJob]:
    """The jobs of these rows that are still set aside."""
    return PipelineJob.objects.filter(
        team_id=team_id, id__in=rows.values("job_id"), parked_at__isnull=False
    )


def release(team_id: UUID, job_ids: Collection[UUID], *, live: bool = False) -> None:
    """Let parked jobs go on, with all their attempts. `live` ones are not gathered again."""
    rows = HeldBack.objects.filter(team_id=team_id, job_id__in=job_ids)
    with transaction.atomic():
        jobs = parked(rows, team_id).select_for_update().order_by("item_id")
        queues = dict(jobs.values_list("id", "queue"))
        PipelineJob.objects.filter(id__in=queues).update(
            parked_at=None, attempts=0, error="", due_at=timezone.now()
        )
        if live:
            rows.filter(job_id__in=queues).update(why=Why.LIVE, batch_id=None)
            rows.exclude(job_id__in=queues).delete()
        else:
            rows.delete()
    for queue in set(queues.values()):
        wake(queue)


def release_within_budget() -> int:
    """Let go on what waits for a budget that was renewed or raised. Returns how many jobs."""
    waiting = HeldBack.objects.filter(why=Why.BUDGET)
    released = 0
    for team_id, principal_id in waiting.values_list("team_id", "principal_id").distinct():
        scope = Scope(team_id, principal_id)
        try:
            metering.check(scope, metering.EXTRACT)
            metering.check(scope, EMBEDDING)
        except (BudgetExceeded, NotAMember):
            continue
        mine = waiting.filter(team_id=team_id, principal_id=principal_id)
        jobs = list(mine.values_list("job_id", flat=True))
        release(team_id, jobs)
        released += len(jobs)
    return released


def forget_done() -> None:
    """Drop what is noted of jobs that are done."""
    jobs = PipelineJob.objects.values("id")
    HeldBack.objects.exclude(job_id__in=jobs).delete()
