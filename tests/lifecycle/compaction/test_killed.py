"""Compaction in a process of its own, killed anywhere: it ends as if it had never been."""

import subprocess
import sys
import time

import pytest
from django.db import connections

from decisions.histories import lineage
from decisions.models import Edge, Memory
from lifecycle.compaction.models import Compaction, Neighbors
from lifecycle.compaction.run import compact
from lifecycle.promotion import promote
from retrieval.pipeline import search
from tests.bench.compaction import _ALL_DECISIONS, _ORIGINALS
from tests.command import environment

DECISIONS = 2_000


@pytest.fixture
def team(cleared, fill):
    fill(DECISIONS)
    with connections["owner"].cursor() as cursor:
        cursor.execute(_ALL_DECISIONS, [cleared.team.id])
    return cleared


def clusters(world):
    with world.acting_as("owner"):
        found = {}
        edges = Edge.objects.filter(kind="COMPACTS")
        for summary, original in edges.values_list("src", "dst"):
            found.setdefault(summary, set()).add(original)
    return sorted(map(sorted, found.values()))


def originals(world):
    with connections["owner"].cursor() as cursor:
        cursor.execute(_ORIGINALS, {"team": world.team.id})
        return cursor.fetchone()


def start_over(world):
    with world.acting_as("owner"):
        lineage.remove(list(Memory.objects.filter(kind="summary").values_list("id", flat=True)))
        Neighbors.objects.all().delete()
    Compaction.objects.all().delete()


def killed_once(world, far_enough):
    who = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
    process = subprocess.Popen(
        [sys.executable, "-m", "momo", "compact"], env=environment(**who),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not far_enough():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    Compaction.objects.update(locked_until=None)  # as if its lease had run out
    assert not Compaction.objects.get().finished_at


def test_killed_twice_it_ends_as_an_undisturbed_run(team):
    before = originals(team)
    compact(team.scope("owner"))
    expected = clusters(team)
    assert sum(map(len, expected)) > DECISIONS / 2
    start_over(team)

    def compared():
        with team.acting_as("owner"):
            return Neighbors.objects.exists()

    killed_once(team, compared)
    killed_once(team, lambda: Compaction.objects.filter(made__gte=1).exists())
    assert 0 < len(clusters(team)) < len(expected)
    assert search(team.scope("owner"), "Which database did Ada choose?") is not None
    compact(team.scope("owner"))
    assert clusters(team) == expected
    assert originals(team) == before


def test_in_an_index_of_its_own_a_team_gets_nearly_the_same_clusters(team, monkeypatch):
    compact(team.scope("owner"))
    exactly = sum(map(len, clusters(team)))
    start_over(team)
    promote(team.team.id)
    monkeypatch.setattr("lifecycle.compaction.neighbors.EXACT_UP_TO", 0)
    compact(team.scope("owner"))
    found = clusters(team)
    assert sum(map(len, found)) > 0.98 * exactly
    members = [each for cluster in found for each in cluster]
    assert len(members) == len(set(members))
    assert compact(team.scope("owner")).made == 0
