"""Reading runs and the pipeline's backlog, as far as the current principal may see them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from connectors.models import PipelineJob, Queue, SourceItem
from momo.platform.tenancy.context import current


@dataclass(slots=True)
class Backlog:
    """Jobs by stage that wait, jobs that parked, and items that are done."""

    waiting: Counter[str] = field(default_factory=Counter)
    parked: int = 0
    done: int = 0


def visible_jobs() -> QuerySet[PipelineJob]:
    """Jobs have no row-level security: the items, which have it, are what hides theirs."""
    return PipelineJob.objects.filter(
        team_id=current().team_id, item_id__in=SourceItem.objects.values("id")
    )


def backlog_by_queue() -> dict[str, Backlog]:
    """The team's backlog, for each queue."""
    backlogs = {queue: Backlog() for queue in Queue.values}
    for queue, stage, is_parked, count in _counts(visible_jobs()):
        _add(backlogs[queue], stage, is_parked, count)
    return backlogs


def backlog_of(integration_id: UUID) -> Backlog:
    """How far the pipeline has come with what one source gave."""
    items = SourceItem.objects.filter(integration_id=integration_id)
    backlog = Backlog(done=items.filter(processed_at__isnull=False).count())
    jobs = visible_jobs().filter(item_id__in=items.values("id"))
    for _, stage, is_parked, count in _counts(jobs):
        _add(backlog, stage, is_parked, count)
    return backlog


def _add(backlog: Backlog, stage: str, is_parked: bool, count: int) -> None:
    if is_parked:
        backlog.parked += count
    else:
        backlog.waiting[stage] += count


def _counts(jobs: QuerySet[PipelineJob]) -> Iterable[tuple[str, str, bool, int]]:
    grouped = jobs.values("queue", "stage", is_parked=Q(parked_at__isnull=False))
    counted = grouped.annotate(count=Count("id"))
    return counted.values_list("queue", "stage", "is_parked", "count")
