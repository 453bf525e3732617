"""Claiming pipeline jobs, and saying what became of them.

Jobs are claimed for one team and one principal at a time, the team that was served longest ago
first, so a large backfill delays nobody else's message. A claim is a token with a lease: whoever
finishes after the lease, or after a newer edit, changes no row and its work is rolled back.
"""

import math
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from connectors.models import PipelineJob, Queue, Stage
from momo.platform.tenancy.context import Scope
from momo.platform.tenancy.ids import uuid7

BATCH = 64  # jobs a claim takes: enough to share a model call, few enough to redo cheaply
LEASE = timedelta(seconds=15)  # how long a killed worker keeps what it held; see lease.py
ISOLATE_AFTER = 3  # attempts; from then on a batch goes one by one, as one may be failing the rest
MAX_ATTEMPTS = 6  # of a job that fails here, then it parks: after about 3 minutes
MAX_WAITS = 12  # of a job whose model is away, or whose worker dies: after about an hour
FIRST_RETRY_SECONDS = 5.0  # doubles with each attempt
MAX_RETRY_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Job:
    id: UUID
    item_id: UUID
    stage: Stage
    attempts: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Jobs of one principal, held under one claim."""

    scope: Scope
    claim: UUID
    jobs: tuple[Job, ...]
    queue: str = ""

    def of(self, jobs: Sequence[Job]) -> "Batch":
        return replace(self, jobs=tuple(jobs))


# The CTEs are MATERIALIZED because a plain `id IN (SELECT ... LIMIT n FOR UPDATE SKIP LOCKED)`
# may be evaluated more than once and then claims more than n.
_CLAIM = """
WITH turn AS MATERIALIZED (
    SELECT t.id, t.team_id FROM connectors_pipelineturn t
    WHERE t.queue = %(queue)s AND (%(team)s::uuid IS NULL OR t.team_id = %(team)s)
      AND EXISTS (
        SELECT FROM connectors_pipelinejob j
        WHERE j.queue = t.queue AND j.team_id = t.team_id AND j.parked_at IS NULL
          AND j.due_at <= %(now)s AND (j.locked_until IS NULL OR j.locked_until < %(now)s))
    ORDER BY t.served_at LIMIT 1 FOR UPDATE SKIP LOCKED
), due AS MATERIALIZED (
    SELECT j.id, j.principal_id, j.due_at FROM connectors_pipelinejob j JOIN turn USING (team_id)
    WHERE j.queue = %(queue)s AND j.parked_at IS NULL AND j.due_at <= %(now)s
      AND (j.locked_until IS NULL OR j.locked_until < %(now)s)
    ORDER BY j.due_at, j.id LIMIT %(limit)s FOR UPDATE OF j SKIP LOCKED
), picked AS MATERIALIZED (
    SELECT due.id FROM due
    WHERE due.principal_id = (SELECT principal_id FROM due ORDER BY due_at, id LIMIT 1)
), served AS (
    UPDATE connectors_pipelineturn SET served_at = %(now)s WHERE id = (SELECT id FROM turn)
)
UPDATE connectors_pipelinejob job
SET claim = %(claim)s, locked_until = %(until)s, attempts = attempts + 1
FROM picked WHERE job.id = picked.id
RETURNING job.team_id, job.principal_id, job.id, job.item_id, job.stage, job.attempts
"""


def claim(queue: str, *, team_id: UUID | None = None, limit: int = BATCH) -> Batch | None:
    """Claim the next batch of a queue, of one team if given, or None when nothing is due."""
    token, now = uuid7(), timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(
            _CLAIM,
            {
                "queue": queue,
                "team": team_id,
                "now": now,
                "until": now + LEASE,
                "claim": token,
                "limit": limit,
            },
        )
        rows = cursor.fetchall()
    if not rows:
        return None
    found = (Job(r[2], r[3], Stage(r[4]), r[5]) for r in rows)
    jobs = tuple(sorted(found, key=lambda job: job.id))
    return Batch(Scope(rows[0][0], rows[0][1]), token, jobs, queue)


def renew(batch: Batch) -> None:
    """Hold the batch for another lease, before something slow."""
    _held(batch).update(locked_until=timezone.now() + LEASE)


def still_held(batch: Batch) -> set[UUID]:
    """Lock the batch's jobs for this transaction; the item ids whose claim still stands."""
    held = _held(batch).select_for_update().order_by("item_id")
    return set(held.values_list("item_id", flat=True))


def advance(batch: Batch, stage: Stage) -> None:
    """Move the batch on to a stage, in the transaction that stored the last one's result."""
    _held(batch).update(stage=stage)


def finish(batch: Batch, item_ids: Collection[UUID]) -> None:
    """Nothing is left to do on these items."""
    _held(batch).filter(item_id__in=item_ids).delete()


def retry_later(
    batch: Batch, error: str, *, limit: int = MAX_ATTEMPTS, wait: float | None = None
) -> None:
    """Give the jobs back with a delay; park those that had `limit` attempts.

    `wait` is in seconds, from the provider's own word, and bounded; otherwise the delay doubles,
    with jitter so that jobs that failed together do not come back together.
    """
    now = timezone.now()
    for job in batch.jobs:
        held = _held(batch).filter(id=job.id)
        if job.attempts >= limit:
            held.update(parked_at=now, error=error, claim=None, locked_until=None)
            continue
        due = now + timedelta(seconds=_delay(job.attempts, wait) * random.uniform(1.0, 1.5))  # noqa: S311
        held.update(due_at=due, error=error, claim=None, locked_until=None)


def _delay(attempts: int, wait: float | None) -> float:
    """Seconds, at most MAX_RETRY_SECONDS whatever a provider asks for."""
    asked = wait if wait is not None and math.isfinite(wait) else 0.0
    doubled = FIRST_RETRY_SECONDS * 2.0 ** min(attempts - 1, 20)
    return min(asked or doubled, MAX_RETRY_SECONDS)


def park(batch: Batch, error: str) -> None:
    """Set the jobs aside with their error, until a person retries them."""
    _held(batch).update(parked_at=timezone.now(), error=error, claim=None, locked_until=None)


def _held(batch: Batch) -> QuerySet[PipelineJob]:
    return PipelineJob.objects.filter(id__in=[job.id for job in batch.jobs], claim=batch.claim)


def waiting_queues() -> set[str]:
    """The queues in which something is due and unclaimed."""
    now = timezone.now()
    due = PipelineJob.objects.filter(parked_at=None, due_at__lte=now).filter(
        Q(locked_until=None) | Q(locked_until__lt=now)
    )
    return {queue for queue in Queue.values if due.filter(queue=queue).exists()}
