"""Celery tasks of the lifecycle: thin, named verbs."""

import logging
import time
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from connectors.live.turns import SYNC
from lifecycle.commitments import follow_up
from lifecycle.compaction import run as compaction
from lifecycle.compaction.tuning import TURN_SECONDS as COMPACTION_SECONDS
from lifecycle.digests.send import send_due
from lifecycle.hooks import send as hooks
from lifecycle.hooks import tuning as hook_tuning
from lifecycle.maintenance import balance
from lifecycle.owner import NoOwner
from lifecycle.reconcile import work as reconciling
from lifecycle.reconcile.waiting import due_teams
from lifecycle.reindex import go_on_with_next
from lifecycle.retention import policies
from lifecycle.scheduling import claims
from lifecycle.scheduling.models import Job
from momo.platform.tenancy.tasks import PlatformTask

log = logging.getLogger(__name__)

TURN_SECONDS = 20.0  # of reindexing, so that a worker can stop cleanly and teams take turns


@shared_task(base=PlatformTask, name="lifecycle.balance_partitions")
def balance_partitions() -> None:
    """Move teams that have grown or shrunk. Only where the owner's database URL is configured."""
    try:
        balance()
    except NoOwner as error:
        log.warning("%s", error)


@shared_task(base=PlatformTask, name="lifecycle.go_on_reindexing")
def go_on_reindexing() -> None:
    """Go on with a reindexing that was begun and that nobody is at."""
    until = time.monotonic() + TURN_SECONDS
    go_on_with_next(lambda: time.monotonic() < until)


@shared_task(base=PlatformTask, name="lifecycle.reconcile")
def reconcile() -> None:
    """Compare what came or changed with what its team knows, a team at a time."""
    until = time.monotonic() + TURN_SECONDS
    for team_id in due_teams():
        if time.monotonic() < until:
            reconciling.reconcile(team_id)


@shared_task(base=PlatformTask, name="lifecycle.go_on_compacting")
def go_on_compacting() -> None:
    """Go on with the compaction of the team that waits longest, if any is due this week."""
    until = time.monotonic() + COMPACTION_SECONDS
    if compaction.go_on_with_next(lambda: time.monotonic() < until):
        go_on_compacting.apply_async(queue="backfill")  # behind what waits there


@shared_task(base=PlatformTask, name="lifecycle.send_digests")
def send_digests() -> None:
    """Send the digests that are due, each period once."""
    until = time.monotonic() + TURN_SECONDS
    send_due(timezone.now(), lambda: time.monotonic() < until)


@shared_task(base=PlatformTask, name="lifecycle.follow_up_commitments")
def follow_up_commitments() -> None:
    """See what new messages say is done, a team at a time."""
    until = time.monotonic() + TURN_SECONDS
    follow_up.follow_up_due(timezone.now(), lambda: time.monotonic() < until)


@shared_task(base=PlatformTask, name="lifecycle.wake_webhooks")
def wake_webhooks() -> None:
    """Wake a worker for each webhook endpoint whose turn has come."""
    for schedule_id in claims.due(Job.WEBHOOK, timezone.now())[: hook_tuning.AT_ONCE]:
        # Among those who wait for services: one that does not answer holds nobody else up.
        tell_webhook.apply_async(
            kwargs={"schedule_id": str(schedule_id)}, queue=SYNC,
            expires=hook_tuning.MESSAGE_SECONDS,
        )  # fmt: skip


@shared_task(base=PlatformTask, name="lifecycle.tell_webhook")
def tell_webhook(*, schedule_id: str) -> None:
    """Tell one webhook endpoint what there is."""
    hooks.take_turn(UUID(schedule_id), due=timezone.now())


@shared_task(base=PlatformTask, name="lifecycle.carry_out_retention")
def carry_out_retention() -> None:
    """Erase what teams keep no longer; each policy once a day."""
    until = time.monotonic() + TURN_SECONDS
    policies.carry_out_due(lambda: time.monotonic() < until)
