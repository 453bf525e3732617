"""Running the pipeline in this process until nothing is left to do now."""

import time
from collections.abc import Callable
from uuid import UUID

from connectors.models import PipelineJob, Queue
from decisions.pipeline.claims import claim
from decisions.pipeline.process import process

POLL_SECONDS = 0.5  # between looks at jobs that another process holds or that wait for a retry


def drain(
    queue: str,
    *,
    team_id: UUID | None = None,
    go_on: Callable[[], bool] = lambda: True,
    on_batch: Callable[[int], None] = lambda size: None,
) -> int:
    """Claim and process until nothing is due or `go_on` says no. Returns the jobs handled.

    Other processes may work on the same queue meanwhile.
    """
    handled = 0
    while go_on() and (batch := claim(queue, team_id=team_id)):
        process(batch)
        handled += len(batch.jobs)
        on_batch(len(batch.jobs))
    return handled


def drain_team(team_id: UUID, *, on_batch: Callable[[int], None] = lambda size: None) -> None:
    """Work until every job of a team is done or parked, waiting for what others hold."""
    jobs = PipelineJob.objects.filter(team_id=team_id, parked_at=None)
    while True:
        handled = sum(drain(queue, team_id=team_id, on_batch=on_batch) for queue in Queue.values)
        if not jobs.exists():
            return
        if not handled:
            time.sleep(POLL_SECONDS)
