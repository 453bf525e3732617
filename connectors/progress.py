"""How far the pipeline has come for a team."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from connectors.selectors import backlog_by_queue, visible_jobs
from connectors.wake import wake
from momo.platform.tenancy.context import Scope, acting_as


@dataclass(frozen=True, slots=True)
class Left:
    """What is left to do of what the principal can see."""

    waiting: int
    parked: int
    by_stage: dict[str, int]


@dataclass(frozen=True, slots=True)
class Parked:
    """An item that was set aside, and why."""

    item_id: UUID
    stage: str
    error: str
    attempts: int
    parked_at: datetime | None


def left(scope: Scope) -> Left:
    """Count the team's jobs on items that the principal can see."""
    with acting_as(scope.team_id, scope.principal_id):
        backlogs = backlog_by_queue().values()
    by_stage = sum((backlog.waiting for backlog in backlogs), Counter[str]())
    parked = sum(backlog.parked for backlog in backlogs)
    return Left(by_stage.total(), parked, dict(by_stage))


def parked(scope: Scope, *, limit: int = 100) -> list[Parked]:
    with acting_as(scope.team_id, scope.principal_id):
        jobs = visible_jobs().filter(parked_at__isnull=False).order_by("-parked_at")[:limit]
        return [Parked(j.item_id, j.stage, j.error, j.attempts, j.parked_at) for j in jobs]


def retry_parked(scope: Scope, item_id: UUID | None = None) -> int:
    """Give parked jobs that the principal can see another round of attempts. Returns how many."""
    with acting_as(scope.team_id, scope.principal_id):
        jobs = visible_jobs().filter(parked_at__isnull=False)
        if item_id:
            jobs = jobs.filter(item_id=item_id)
        queues = set(jobs.values_list("queue", flat=True).distinct())
        count: int = jobs.update(parked_at=None, attempts=0, error="", due_at=timezone.now())
        for queue in queues:
            wake(queue)
    return count
