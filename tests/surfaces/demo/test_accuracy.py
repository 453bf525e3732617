"""How many of the demo's decisions the rules find, and which types they take for which."""

import pytest

from decisions.extraction.contract import DecisionType
from momo.surfaces.demo.accuracy import measure
from momo.surfaces.demo.reading import load_story


@pytest.fixture(scope="module")
def accuracy():
    return measure()


def test_every_stated_decision_is_counted_once(accuracy):
    stated = [decision.type for _, decision in load_story().stated()]
    assert accuracy.confusion.stated == len(stated)
    for kind in DecisionType:
        assert sum(accuracy.confusion.matrix[kind].values()) == stated.count(kind)


def test_nine_in_ten_are_found_with_their_type_and_little_beside(accuracy):
    counts = accuracy.confusion
    assert counts.right >= 0.9 * counts.stated
    assert sum(counts.matrix["none"].values()) <= 0.1 * counts.stated
    assert all(score["recall"] >= 0.75 for score in counts.by_type.values())


def test_what_is_missed_or_mistaken_is_named(accuracy):
    counts = accuracy.confusion
    assert len(accuracy.missed) == counts.stated - counts.found
    assert len(accuracy.mistaken) == counts.found - counts.right


def test_high_is_right_more_often_than_medium_and_medium_than_low(accuracy):
    high, medium, low = (accuracy.confidence[each]["right"] for each in ("high", "medium", "low"))
    assert high > medium > low


def test_the_noise_filter_loses_no_decision(accuracy):
    assert accuracy.noise_filter["recall"] == 1
    assert accuracy.noise_filter["noise_kept_out"] > 0
