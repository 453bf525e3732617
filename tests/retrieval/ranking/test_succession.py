"""Who asks about what was replaced hears of what replaced it."""

import numpy as np
import pytest

from retrieval.ranking.scoring import contributions, rank
from retrieval.ranking.succession import lifted
from retrieval.tuning import SUCCESSOR_SHARE, SUPERSEDED_FACTOR
from tests.retrieval.builders import a_candidate, a_query, candidates_of, landed_of
from tests.retrieval.conftest import NOW


def _replaced(older, newer):
    return older._replace(successor_key=newer.key)


def test_a_successor_stands_where_what_it_replaced_would():
    newer = a_candidate("Ferrypenny", age=10)
    older = _replaced(a_candidate("Coinbight", age=90), newer)
    raised = lifted(candidates_of([older, newer]), np.array([0.27, 0.4]))
    assert raised == pytest.approx([0.27, 0.9 * SUCCESSOR_SHARE])


def test_none_becomes_less():
    newer = a_candidate("Ferrypenny", age=10)
    older = _replaced(a_candidate("Coinbight", age=90), newer)
    assert lifted(candidates_of([newer, older]), np.array([0.8, 0.03])) == pytest.approx(
        [0.8, 0.03]
    )


def test_of_a_chain_the_last_rises_with_the_first():
    last = a_candidate("Third", age=1)
    second = _replaced(a_candidate("Second", age=20), last)
    first = _replaced(a_candidate("First", age=90), second)
    scores = np.array([0.1, 0.03, 0.3])
    raised = lifted(candidates_of([last, second, first]), scores)
    assert raised[1] == pytest.approx(SUPERSEDED_FACTOR * SUCCESSOR_SHARE)
    assert raised[0] == pytest.approx(SUCCESSOR_SHARE**2)


def test_a_successor_that_did_not_land_changes_nothing():
    older = _replaced(a_candidate("Coinbight", age=90), a_candidate("Elsewhere"))
    assert lifted(candidates_of([older]), np.array([0.2])) == pytest.approx([0.2])


def test_what_it_gained_is_a_part_of_the_score():
    newer = a_candidate("Ferrypenny", cosine=0.1)
    older = _replaced(a_candidate("Coinbight", cosine=0.9), newer)
    ranking = rank(
        landed_of([older, newer, a_candidate("Other")]), a_query(), now=NOW, calibrate=abs
    )
    assert ranking.scored[0].candidate.title == "Ferrypenny"
    for each, parts in zip(ranking.scored, contributions(ranking), strict=True):
        assert sum(part.contribution for part in parts) == pytest.approx(each.score)
    assert contributions(ranking)[0][-1].name == "successor"


def test_who_asks_for_what_was_before_is_not_given_what_holds_now():
    newer = a_candidate("Ferrypenny", cosine=0.3)
    older = _replaced(a_candidate("Coinbight", cosine=0.9), newer)
    landed = landed_of([older, newer, a_candidate("Other")])
    ranking = rank(landed, a_query(former=True), now=NOW, calibrate=abs)
    assert ranking.scored[0].candidate.title == "Coinbight"
    assert ranking.scored[0].signals.factor == 1
    for each, parts in zip(ranking.scored, contributions(ranking), strict=True):
        assert sum(part.contribution for part in parts) == pytest.approx(each.score)
        assert not {part.name for part in parts} & {"superseded", "successor"}
