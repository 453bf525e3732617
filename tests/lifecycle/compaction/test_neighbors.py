"""What lies near what is found as by comparing all, and each decision is compared once."""

import numpy as np
import pytest
from django.db import connections
from django.utils import timezone

from decisions.models import MemoryEmbedding
from lifecycle.compaction.links import read
from lifecycle.compaction.models import Neighbors
from lifecycle.compaction.run import plan
from lifecycle.compaction.tuning import NEAREST, SIMILARITY
from lifecycle.promotion import promote
from lifecycle.reindex import holders
from tests.bench.compaction import _ALL_DECISIONS
from tests.bench.generate import MODEL

DECISIONS = 1_000
ROUNDING = 1e-3  # of a cosine of halves


@pytest.fixture
def team(cleared, fill):
    fill(DECISIONS)
    with connections["owner"].cursor() as cursor:
        cursor.execute(_ALL_DECISIONS, [cleared.team.id])
    return cleared


def exact(world):
    """All pairs that are near enough, of the nearest of each."""
    with world.acting_as("owner"):
        rows = MemoryEmbedding.objects.order_by("memory_id").values_list("memory_id", "embedding")
        ids, vectors = zip(*rows, strict=True)
    vectors = np.array(vectors, dtype=np.float32)
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -1)
    nearest = np.argsort(-cosines, axis=1)[:, :NEAREST]
    return {
        (ids[one], ids[other])
        for one, near in enumerate(nearest)
        for other in near
        if cosines[one, other] >= SIMILARITY + ROUNDING
    }


def noted(world):
    with world.acting_as("owner"):
        rows = Neighbors.objects.values_list("memory_id", "ids")
        return {(one, other) for one, near in rows for other in near}


@pytest.mark.parametrize("walked", [False, True], ids=["compared with all", "in an index"])
def test_99_of_100_of_the_exact_neighbors_are_noted(team, monkeypatch, walked):
    if walked:
        promote(team.team.id)
        monkeypatch.setattr("lifecycle.compaction.neighbors.EXACT_UP_TO", 0)
    plan(team.scope("owner"))
    wanted = exact(team)
    assert len(wanted) > DECISIONS
    assert len(wanted & noted(team)) >= 0.99 * len(wanted)


def test_what_was_compared_is_not_compared_again(team):
    told = []
    plan(team.scope("owner"), report=lambda what, done, total: told.append(total))
    assert set(told) == {DECISIONS}
    with team.acting_as("owner"):
        Neighbors.objects.filter(memory_id=Neighbors.objects.first().memory_id).delete()
    told.clear()
    plan(team.scope("owner"), report=lambda what, done, total: told.append(total))
    assert told == [1]


def test_links_are_what_was_noted_in_both_directions_nearest_first(team):
    plan(team.scope("owner"))
    found = read(holders(team.scope("owner"))[0], MODEL, timezone.now())
    pairs = {
        (each, found.ids[other])
        for number, each in enumerate(found.ids)
        for other in found.of(number)[0]
    }
    assert pairs == {pair for one, other in noted(team) for pair in ((one, other), (other, one))}
    for number in range(len(found.ids)):
        cosines = found.of(number)[1]
        assert (np.diff(cosines) <= 0).all()
        assert cosines.min() >= SIMILARITY - ROUNDING
