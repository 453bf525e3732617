"""Running the pipeline in this process until nothing is left to do now."""

from collections.abc import Callable
from uuid import UUID

from decisions.pipeline.claims import claim
from decisions.pipeline.process import process


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
