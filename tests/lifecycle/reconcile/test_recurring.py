"""Topics that come up again and again, and how often."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from decisions.histories import lineage, restated
from decisions.models import Edge, EdgeKind, Memory, Occurrence
from lifecycle.reconcile.models import Restatement
from lifecycle.reconcile.recurring import recurring
from lifecycle.reconcile.tuning import SNIPPETS
from lifecycle.reconcile.work import reconcile
from momo.platform.tenancy.visibility import Visibility
from tests.api import session
from tests.lifecycle.reconcile.test_work import SAID, START, holds, state, waiting

UNTIL = START + timedelta(days=100)


def topics(world, who="owner", since=START, until=UNTIL, **given):
    with world.acting_as(who):
        return {each.title: each.times for each in recurring(since, until, **given)}


def test_what_was_said_three_times_is_recurring(world):
    for day in (0, 5, 9):
        state(world, "Moved the office", SAID, day=day)
    state(world, "Painted the boat", "We paint the boat blue, as always.", day=6)
    reconcile(world.team.id)
    assert topics(world) == {"Moved the office": 3}
    assert topics(world, at_least=4) == {}
    assert topics(world, since=START + timedelta(days=1), at_least=2) == {"Moved the office": 2}
    with world.acting_as("owner"):
        (topic,) = recurring(START, UNTIL)
    assert (topic.first_at, topic.last_at) == (START, START + timedelta(days=9))
    assert topic.snippets == (SAID, SAID, SAID)
    assert topic.sentiments == {"neutral": 3}


def test_what_is_nearly_the_same_counts_with_the_oldest(world):
    ids = [state(world, title, day=day) for day, title in enumerate(("Tide", "Flood", "Ebb"))]
    with world.acting_as("owner"):
        Edge.objects.filter(kind=EdgeKind.SIMILAR).delete()
        for newer in ids[1:]:
            Edge.objects.create(
                kind=EdgeKind.SIMILAR, src_memory_id=newer, dst_memory_id=ids[0], weight=0.8
            )
    assert topics(world) == {"Tide": 3}


def test_what_others_keep_private_makes_no_topic(world):
    for day in range(4):
        state(
            world, "Leave the team", SAID, day=day, who="private_owner",
            visibility=Visibility.PRIVATE,
        )  # fmt: skip
    reconcile(world.team.id)
    assert topics(world) == topics(world, "stranger") == {}
    assert topics(world, "private_owner") == {"Leave the team": 4}


@pytest.fixture
def said_thrice(world):
    ids = [state(world, "Moved the office", SAID, day=day) for day in (0, 5, 9)]
    reconcile(world.team.id)
    return ids


def test_deleting_one_that_said_it_again_takes_its_occurrence_away(world, said_thrice):
    first, second, third = said_thrice
    with world.acting_as("owner"):
        lineage.remove([third])
        memory = Memory.objects.get(id=first)
        assert (memory.occurrence_count, memory.last_seen_at) == (2, START + timedelta(days=5))
        assert Occurrence.objects.count() == 1
    assert not holds(world, second)


def test_deleting_the_first_lets_the_next_stand_and_count_the_others(world, said_thrice):
    first, second, third = said_thrice
    with world.acting_as("owner"):
        lineage.remove([first])
    assert set(waiting(world)) == {second, third}
    reconcile(world.team.id)
    assert (holds(world, second), holds(world, third)) == (True, False)
    with world.acting_as("owner"):
        assert Memory.objects.get(id=second).occurrence_count == 2


def test_an_occurrence_that_goes_by_itself_lets_what_said_it_stand(world, said_thrice):
    first, second, third = said_thrice
    with world.acting_as("owner"):
        occurrence = Restatement.objects.get(newer_id=third).occurrence_id
        restated.release(occurrence_ids=[occurrence])
        assert Memory.objects.get(id=first).occurrence_count == 2
    assert (holds(world, second), holds(world, third)) == (False, True)


def test_nobody_of_another_team_takes_anything_back(world, said_thrice):
    with world.acting_as("stranger"):
        restated.release(said_thrice)
    with world.acting_as("owner"):
        assert Restatement.objects.count() == 2


def test_the_api_has_those_of_the_last_90_days_as_far_as_one_sees_them(world):
    today = (timezone.now() - START).days
    for days_ago in (200, 8, 7, 6, 5, 4, 3):
        state(world, "Moved the office", SAID, day=today - days_ago)
    for day in range(4):
        state(
            world, "Leave the team", "I leave the team after the summer regatta.", day=today - day,
            who="private_owner", visibility=Visibility.PRIVATE,
        )  # fmt: skip
    reconcile(world.team.id)

    def told(who, query=""):
        answer = session(world, who).get(reverse("recurring") + query)
        return {each["title"]: each for each in answer.json()["items"]}

    assert {title: each["times"] for title, each in told("owner").items()} == {
        "Moved the office": 6
    }
    assert len(told("owner")["Moved the office"]["snippets"]) == SNIPPETS == 5
    assert told("owner", "?days=365")["Moved the office"]["times"] == 7
    assert told("owner", "?times=7") == {}
    assert set(told("private_owner")) == {"Moved the office", "Leave the team"}
    assert told("stranger") == {}
