"""Work that keeps failing: it waits for what will come back, and parks what will not."""

import math
from datetime import timedelta

import pytest
from django.utils import timezone

from connectors.models import PipelineJob, Queue
from decisions.pipeline import claims, process
from decisions.pipeline.claims import MAX_RETRY_SECONDS, claim, retry_later
from decisions.pipeline.drain import drain
from tests.decisions.pipeline.feeding import fetch, note


class Killed(BaseException):
    """The worker is gone, without a word."""


@pytest.fixture
def deadly(world, monkeypatch):
    """One job, and a worker that dies of it each time."""
    fetch(world, "owner", note("a", "We decided to use Postgres."))

    def die(*arguments):
        raise Killed

    monkeypatch.setattr(process, "_run", die)


def test_a_job_that_kills_its_worker_each_time_parks(world, deadly):
    for _ in range(claims.MAX_WAITS):
        with pytest.raises(Killed):
            drain(Queue.BACKFILL)
        assert PipelineJob.objects.get().parked_at is None
        PipelineJob.objects.update(locked_until=timezone.now() - timedelta(seconds=1))
    drain(Queue.BACKFILL)
    assert PipelineJob.objects.get().error == "Its worker died each time."


@pytest.mark.parametrize("asked", [1e12, math.inf, math.nan, -5.0, None])
def test_no_provider_can_ask_for_a_longer_wait_than_ours(world, asked):
    fetch(world, "owner", note("a", "We decided to use Postgres."))
    batch = claim(Queue.BACKFILL)
    retry_later(batch, "busy", wait=asked)
    wait = PipelineJob.objects.get().due_at - timezone.now()
    assert wait <= timedelta(seconds=MAX_RETRY_SECONDS * 1.5)


def test_a_model_that_is_away_for_half_an_hour_parks_nothing():
    seconds = sum(claims._delay(attempt, None) for attempt in range(1, claims.MAX_WAITS))
    assert seconds > 1800
