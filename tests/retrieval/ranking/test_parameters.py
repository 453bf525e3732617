"""What a team may change of the ranking: bounded, and with a meaning."""

from datetime import UTC, datetime

import numpy as np
import pytest

from retrieval import tuning
from retrieval.ranking import scoring
from retrieval.ranking.parameters import DEFAULTS, bounds, chosen

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize("number", bounds(), ids=lambda each: each.name)
def test_every_number_has_a_meaning_and_a_default_within_its_bounds(number):
    assert number.minimum <= number.default <= number.maximum
    assert all((number.label, number.unit, number.meaning))
    assert 0 < number.step <= (number.maximum - number.minimum) / 10


def test_the_defaults_are_those_of_the_product():
    assert chosen({}) == DEFAULTS
    assert DEFAULTS.relevance_weight == pytest.approx(tuning.RELEVANCE_WEIGHT)
    assert DEFAULTS.decay_days == tuning.DECAY_DAYS


def test_a_choice_from_another_release_is_brought_into_its_bounds():
    kept = chosen({"recency_weight": 7.0, "decay_days": -1.0, "gone": 1.0})
    assert (kept.recency_weight, kept.decay_days) == (0.6, 1.0)


def test_a_slower_decay_makes_old_memories_more_recent():
    month_ago = np.array([NOW.timestamp() - 30 * 86_400])
    fast, slow = (
        scoring.recencies(month_ago, now=NOW, parameters=chosen({"decay_days": days}))[0]
        for days in (7, 90)
    )
    assert fast < slow
    floor = chosen({"decay_days": 1, "recency_floor": 0.4})
    assert scoring.recencies(month_ago, now=NOW, parameters=floor)[0] == pytest.approx(0.4)


def test_what_is_not_for_recency_is_for_relevance():
    assert chosen({"recency_weight": 0.6}).relevance_weight == pytest.approx(0.4)
