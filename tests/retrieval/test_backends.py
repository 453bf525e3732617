"""Backends and stages: what each takes part in, and that leaving one out leaves the rest."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from retrieval.backends import WAYS, Backend, by_rank
from retrieval.ranking.scoring import WEIGHTS
from retrieval.stages import Stage, legs_of, weights_of


def test_ranks_count_by_reciprocals_and_equals_share_the_better_one():
    counted = by_rank(np.array([0.2, 0.9, 0.0, 0.9]))
    assert_allclose(counted, [1 / 63, 1 / 61, 0, 1 / 61])


def test_of_nothing_there_are_no_ranks():
    assert by_rank(np.array([])).shape == (0,)


def test_a_stage_that_is_left_out_weighs_nothing_and_the_others_what_they_did():
    weights = weights_of({Stage.CUES})
    assert weights["when"] == weights["information"] == 0
    assert weights["meaning"] == WEIGHTS["meaning"]
    assert weights_of(()) == WEIGHTS


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("stage", Stage)
def test_no_stage_brings_back_what_a_backend_does_without(backend, stage):
    way = WAYS[backend]
    legs = legs_of(way, {stage})
    assert way.legs.vector or not legs.vector
    assert way.legs.words or not legs.words
