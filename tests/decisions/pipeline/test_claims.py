"""Claims: fair turns, never more than asked for, and never the same job twice."""

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from uuid import UUID

from django.db import connection

from connectors.models import PipelineJob, Queue
from decisions.pipeline.claims import claim
from tests.decisions.pipeline.feeding import fetch, note

JOBS, CLAIMERS, LIMIT = 200, 8, 7


def test_a_team_with_one_job_does_not_wait_behind_another_teams_backlog(world):
    fetch(world, "owner", *(note(f"note {number}", "text") for number in range(500)))
    fetch(world, "stranger", note("alone", "text"))
    turns = [claim(Queue.BACKFILL).scope.team_id for _ in range(2)]
    assert world.other_team.id in turns


def test_turns_alternate_while_both_teams_have_work(world):
    for who in ("owner", "stranger"):
        fetch(world, who, *(note(f"note {number}", "text") for number in range(40)))
    turns = [claim(Queue.BACKFILL, limit=10).scope.team_id for _ in range(8)]
    assert all(one != next_one for one, next_one in pairwise(turns))


def test_queues_do_not_mix(world):
    fetch(world, "owner", note("late", "text"))
    assert claim(Queue.REALTIME) is None
    assert claim(Queue.BACKFILL)


def test_a_batch_is_of_one_principal(world):
    fetch(world, "owner", note("ours", "text"))
    fetch(world, "teammate", note("mine", "text"), default_visibility="private")
    batches = [claim(Queue.BACKFILL), claim(Queue.BACKFILL)]
    assert [len(batch.jobs) for batch in batches] == [1, 1]
    assert len({batch.scope.principal_id for batch in batches}) == 2


def test_claimers_at_the_same_time_never_share_a_job_nor_take_more_than_the_limit(committed_world):
    fetch(committed_world, "owner", *(note(f"note {number}", "text") for number in range(JOBS)))
    together = threading.Barrier(CLAIMERS)

    def work(_: int) -> list[list[UUID]]:
        together.wait()
        batches = []
        try:
            while PipelineJob.objects.filter(claim=None).exists():
                if batch := claim(Queue.BACKFILL, limit=LIMIT):
                    batches.append([job.id for job in batch.jobs])
        finally:
            connection.close()
        return batches

    with ThreadPoolExecutor(CLAIMERS) as pool:
        batches = [batch for each in pool.map(work, range(CLAIMERS)) for batch in each]
    claimed = [job for batch in batches for job in batch]
    assert max(map(len, batches)) == LIMIT
    assert len(claimed) == len(set(claimed)) == JOBS
