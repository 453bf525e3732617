"""The numbers that the product is defined by, and that better is never scored worse."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval import scoring, tuning
from retrieval.gate import is_relevant, with_evidence
from retrieval.scoring import Signals, combine, coverages, fuse, recency, relevance
from tests.retrieval.builders import a_candidate, a_query
from tests.retrieval.conftest import NOW, days_ago

SHARE = st.floats(0, 1)
SHARES = st.lists(st.floats(0, 1, width=16), min_size=2, max_size=20)


def _scores(candidates, query=None, calibrate=abs):
    found = scoring.score(candidates, query or a_query(), now=NOW, calibrate=calibrate)
    return {s.candidate.title: s.score for s in found}


def test_a_score_is_70_percent_relevance_and_30_percent_recency():
    assert combine(1, 0, 1) == pytest.approx(0.7)
    assert combine(0, 1, 1) == pytest.approx(0.3)


def test_recency_decays_over_14_days_to_a_low_floor():
    assert recency(NOW, now=NOW) == 1
    assert recency(days_ago(14), now=NOW) == pytest.approx(math.exp(-1))
    assert recency(days_ago(4_000), now=NOW) == tuning.RECENCY_FLOOR == 0.1
    assert recency(days_ago(-3), now=NOW) == 1


def test_a_superseded_memory_scores_0_3_of_what_it_would():
    memory = a_candidate(cosine=0.5, strengths=(0.7,))
    assert scoring.factor(replace(memory, superseded=True)) == pytest.approx(0.3)
    scores = _scores([replace(memory, title="old", superseded=True), replace(memory, title="new")])
    assert scores["old"] == pytest.approx(0.3 * scores["new"])


def test_a_decision_is_preferred_a_little_to_a_message():
    same = a_candidate(cosine=0.5, strengths=(0.7,))
    scores = _scores([replace(same, title="said", kind="observation"), replace(same, title="made")])
    assert 0.8 < scores["said"] / scores["made"] < 1


@given(SHARE, SHARE, SHARE, SHARE)
def test_more_relevance_or_recency_never_scores_less(relevance, age, factor, more):
    assert combine(max(relevance, more), age, factor) >= combine(relevance, age, factor)
    assert combine(relevance, max(age, more), factor) >= combine(relevance, age, factor)
    assert 0 <= combine(relevance, age, factor) <= 1.0000001


@given(st.floats(0, 1_000), st.floats(0, 1_000))
def test_older_is_never_more_recent(one, other):
    newer, older = sorted((one, other))
    assert recency(days_ago(newer), now=NOW) >= recency(days_ago(older), now=NOW)


SIGNALS = st.builds(
    Signals, cosine=SHARE, lexical=SHARE, involvement=SHARE, timeliness=SHARE,
    cues=st.floats(-1, 6),
)  # fmt: skip
COUNTED = ("cosine", "lexical", "involvement", "timeliness", "cues")


@given(st.lists(SIGNALS, min_size=2, max_size=12))
def test_relevance_lies_in_0_to_1_and_what_is_no_worse_in_any_signal_is_not_less(signals):
    found = relevance(signals)
    assert ((found >= -1e-9) & (found <= 1 + 1e-9)).all()
    for one, its in zip(signals, found, strict=True):
        for other, theirs in zip(signals, found, strict=True):
            if all(getattr(one, name) >= getattr(other, name) for name in COUNTED):
                assert its >= theirs - 1e-9


@given(SHARES, st.data())
def test_fused_scores_keep_the_order_of_both_legs(similar, data):
    lexical = data.draw(st.lists(SHARE, min_size=len(similar), max_size=len(similar)))
    fused = fuse(similar, lexical)
    for i, j in zip(range(len(similar)), range(1, len(similar)), strict=False):
        if similar[i] >= similar[j] and lexical[i] >= lexical[j]:
            assert fused[i] >= fused[j] - 1e-9


def test_a_leg_without_difference_says_nothing():
    assert list(fuse([0.2, 0.8], [0.0, 0.0])) == list(fuse([0.2, 0.8], [1e-12, 0.0]))
    assert list(fuse([0.0, 0.0], [0.0, 0.0])) == [0, 0, 0]
    assert relevance([]).shape == (0,)


def test_of_two_that_are_much_alike_neither_is_far_behind():
    one, other = relevance([Signals(cosine=s, lexical=s) for s in (0.60, 0.61)])
    assert other - one < 0.1
    assert one > 0.8


def test_a_memory_without_an_embedding_is_ranked_by_its_words():
    meant = [a_candidate(str(c), cosine=c, strengths=(0.0,)) for c in (0.1, 0.4)]
    scores = _scores([a_candidate("worded", strengths=(0.9,)), *meant])
    assert scores["worded"] > scores["0.1"]


def test_rare_words_cover_more_than_common_ones():
    common = [a_candidate(strengths=(0.7, 0.0, 0.0)) for _ in range(9)]
    shares = coverages([*common, a_candidate(strengths=(0.0, 0.7, 0.0))])
    assert shares[-1] > shares[0]
    assert max(shares) < 0.6  # the third word was found nowhere


def test_words_said_around_a_message_are_not_its_own():
    around = a_candidate(kind="observation", strengths=(0.3,))
    itself = a_candidate(kind="observation", strengths=(0.7,))
    assert coverages([around, itself]) == [0, 1]


def test_what_nothing_speaks_for_but_its_date_is_left_out():
    fresh = a_candidate("fresh", age=0, cosine=0.0)
    close = a_candidate("close", cosine=0.9)
    found = scoring.score([fresh, close], a_query(), now=NOW, calibrate=lambda cosine: cosine)
    assert [s.candidate.title for s in with_evidence(found)] == ["close"]


def test_an_answer_needs_meaning_and_words_or_nearly_all_words():
    assert not is_relevant(Signals(similarity=0.58))
    assert is_relevant(Signals(similarity=0.58, coverage=0.4))
    assert is_relevant(Signals(similarity=0.7))
    assert is_relevant(Signals(coverage=0.8))
    assert not is_relevant(Signals(coverage=0.5, similarity=0.5))
