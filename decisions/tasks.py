"""Celery tasks of the pipeline. They carry no content and choose no tenant: each batch is
processed as the principal that its jobs name."""

import time

from celery import shared_task

from connectors.models import Queue
from connectors.wake import ADVANCE, wake
from decisions.pipeline import batching, held
from decisions.pipeline.claims import waiting_queues
from decisions.pipeline.drain import drain
from momo.platform.tenancy.tasks import PlatformTask

TURN_SECONDS = 20.0  # then the task hands over to its successor, so that a worker can stop cleanly


@shared_task(base=PlatformTask, name=ADVANCE)
def advance(*, queue: str) -> None:
    """Work a queue until nothing is due, or the turn is over and another message takes over."""
    until = time.monotonic() + TURN_SECONDS
    drain(Queue(queue), go_on=lambda: time.monotonic() < until)
    if queue in waiting_queues():
        wake(queue)


@shared_task(base=PlatformTask, name="decisions.sweep")
def sweep() -> None:
    """Wake the workers for what is due: retries, and work whose message was lost."""
    for queue in waiting_queues():
        wake(queue)


@shared_task(base=PlatformTask, name="decisions.go_on_with_held")
def go_on_with_held() -> None:
    """Let go on what waited for a budget or a batch, and send what was gathered for one."""
    held.release_within_budget()
    batching.send_gathered()
    batching.look_after()
    held.forget_done()
