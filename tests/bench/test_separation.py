"""Samples of one distribution look alike, shifted ones do not."""

import numpy as np
import pytest

from tests.bench.separation import alike_below, apart, told

DRAW = np.random.default_rng(1)


def test_samples_of_one_distribution_cannot_be_told_apart():
    a, b = DRAW.lognormal(size=(2, 1000))
    assert apart(a, b) < alike_below(1000, 1000)
    assert told(a, b) == pytest.approx(0.5, abs=0.04)


def test_a_shift_of_a_tenth_shows_in_a_thousand_times():
    a, b = DRAW.normal(10, 1, size=(2, 1000))
    assert apart(a, b + 1) > alike_below(1000, 1000)
    assert told(a, b + 1) == pytest.approx(0.76, abs=0.04)


@pytest.mark.parametrize(("b", "distance", "area"), [([1, 2], 0, 0.5), ([3, 4], 1, 1), ([0], 1, 0)])
def test_small_samples_by_hand(b, distance, area):
    assert (apart(np.array([1, 2]), np.array(b)), told(np.array([1, 2]), np.array(b))) == (
        distance,
        area,
    )
