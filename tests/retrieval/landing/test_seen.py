"""How many memories one sees is counted once a minute, for each reader by itself."""

import numpy as np
import pytest
from django.core.cache import caches

from momo.platform.tenancy.visibility import Visibility
from retrieval.filters import Filters
from retrieval.landing import seen
from retrieval.landing.hits import rarity
from retrieval.landing.land import land
from retrieval.landing.legs import Legs
from retrieval.understanding.understand import understand
from tests.retrieval.conftest import NOW

WORDS_ALONE = Legs(vector=False, people=False, times=False)


@pytest.fixture(autouse=True)
def many(monkeypatch):
    """Three are as many as a thousand."""
    monkeypatch.setattr(seen, "MANY", 3)
    caches["counts"].clear()


def landed(world, who):
    with world.acting_as(who):
        query = understand("crane", now=NOW)
        return land(query, lambda: None, model="", filters=Filters(), legs=WORDS_ALONE)


def test_a_count_is_kept_where_there_are_many(world, remember):
    remember("The crane stays")
    remember("The pilot boat stays")
    assert landed(world, "owner").indexed == 2
    remember("The tug stays")
    assert landed(world, "owner").indexed == 3
    remember("Another crane comes")
    kept = landed(world, "owner")
    assert (kept.indexed, kept.frequencies, len(kept.candidates)) == (3, (2,), 2)
    caches["counts"].clear()  # as a minute does
    assert landed(world, "owner").indexed == 4


def test_what_was_known_is_not_kept_for_longer(world, remember, monkeypatch):
    for number in range(4):
        remember(f"The crane stays {number}")
    monkeypatch.setattr(seen, "known", lambda: 3)  # until a moment ago
    assert landed(world, "owner").indexed == 3
    monkeypatch.undo()
    assert landed(world, "owner").indexed == 4


def test_nobody_is_told_how_many_another_one_sees(world, remember):
    for number in range(3):
        remember(f"The crane stays {number}")
    remember("The crane goes", visibility=Visibility.PRIVATE, who="private_owner")
    for _ in range(2):
        assert landed(world, "private_owner").indexed == 4
        assert landed(world, "teammate").indexed == 3
        assert not landed(world, "stranger").candidates


def test_a_word_of_more_memories_than_were_known_still_counts(world, remember, monkeypatch):
    for number in range(4):
        remember(f"The crane stays {number}", thread_key=f"quay {number}")
    monkeypatch.setattr(seen, "known", lambda: 1)
    found = landed(world, "owner")
    assert (found.indexed, found.frequencies, len(found.candidates)) == (1, (4,), 4)
    assert all(word_weights > 0 for word_weights in rarity(np.array(found.frequencies), 1))
