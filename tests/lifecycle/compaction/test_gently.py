"""Compacting is not in the way of searches."""

import pytest
from django.db import connection

from decisions.models import Edge, EdgeKind, Memory
from lifecycle.compaction import neighbors
from lifecycle.compaction.gently import gently_as
from lifecycle.compaction.neighbors import is_compared_exactly
from lifecycle.compaction.run import compact
from tests.lifecycle.compaction.conftest import DATABASE, OFFICE, SINGLE


def workers():
    with connection.cursor() as cursor:
        cursor.execute("SHOW max_parallel_workers_per_gather")
        return int(cursor.fetchone()[0])


def test_its_statements_take_one_processor_and_others_as_many_as_before(world):
    with world.acting_as("owner"):
        before = workers()
    with gently_as(world.scope("owner")):
        assert workers() == 0
    with world.acting_as("owner"):
        assert before > 0


@pytest.mark.parametrize(
    ("left", "total", "exactly"),
    [
        (4_000, 4_000, True),
        (4_001, 10_000, False),
        (10_000, 100_000, True),  # all but a few are summed up
        (30_000, 100_000, False),
        (20_000, 1_000_000, False),
    ],
)
def test_few_that_are_left_are_compared_exactly(left, total, exactly):
    assert is_compared_exactly(left, total) == exactly


@pytest.mark.usefixtures("small_teams_too")
def test_slices_of_any_size_end_in_the_same_and_lose_no_original(world, decide, monkeypatch):
    ids = decide(world, (*DATABASE, *OFFICE, *SINGLE))
    monkeypatch.setattr(neighbors, "SEARCHED", 1)
    assert compact(world.scope("owner")).made == 2
    with world.acting_as("owner"):
        assert Memory.objects.filter(id__in=ids, archived_at=None).count() == len(ids)
        summed_up = Edge.objects.filter(kind=EdgeKind.COMPACTS).values_list("dst", flat=True)
        assert set(summed_up) == set(ids[:6])


def test_what_lies_near_what_was_compared_last_comes_next(monkeypatch):
    monkeypatch.setattr(neighbors, "SEARCHED", 3)
    left, near, others = set(range(8)), dict[int, None](), iter(range(8))
    assert neighbors._next(left, near, others) == [0, 1, 2]
    near |= dict.fromkeys([5, 7])
    assert neighbors._next(left, near, others) == [7, 5, 3]
    near |= dict.fromkeys([6])
    assert neighbors._next(left, near, others) == [6, 4]
    assert not left
    assert neighbors._next(left, near, others) == []
