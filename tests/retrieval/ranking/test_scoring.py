"""The numbers that the product is defined by, and that better is never scored worse."""

import math
from uuid import uuid4

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval import tuning
from retrieval.ranking import scoring
from retrieval.ranking.cues import CUES
from retrieval.ranking.gate import is_relevant, with_evidence
from retrieval.ranking.scoring import (
    PARTS,
    combine,
    contributions,
    recency,
    relevance_weights,
)
from retrieval.ranking.signals import Signals
from retrieval.understanding.query import Intent, Named
from tests.retrieval.builders import a_candidate, a_query, candidates_of, landed_of
from tests.retrieval.conftest import NOW, days_ago

SHARE = st.floats(0, 1)


def _ranked(candidates, query=None, calibrate=abs, **landed):
    landed = landed_of(list(candidates), **landed)
    return scoring.rank(landed, query or a_query(), now=NOW, calibrate=calibrate)


def _scores(candidates, query=None, **landed):
    return {s.candidate.title: s.score for s in _ranked(candidates, query, **landed).scored}


def _coverages(candidates, **landed):
    return list(scoring.words_of(landed_of(list(candidates), **landed))[1])


def test_a_score_is_70_percent_relevance_and_30_percent_recency():
    assert combine(1, 0, 1) == pytest.approx(0.7)
    assert combine(0, 1, 1) == pytest.approx(0.3)


def test_recency_decays_over_14_days_to_a_low_floor():
    assert recency(NOW, now=NOW) == 1
    assert recency(days_ago(14), now=NOW) == pytest.approx(math.exp(-1))
    assert recency(days_ago(4_000), now=NOW) == tuning.RECENCY_FLOOR == 0.1
    assert recency(days_ago(-3), now=NOW) == 1


def test_a_superseded_memory_scores_0_3_of_what_it_would():
    memory = a_candidate("new", cosine=0.5, strengths=(0.7,))
    old = memory._replace(title="old", successor_key=uuid4().bytes)
    assert scoring.factors_of(candidates_of([old]), a_query()) == pytest.approx(0.3)
    scores = _scores([old, memory])
    assert scores["old"] == pytest.approx(0.3 * scores["new"])


def test_a_decision_is_preferred_a_little_to_a_message():
    same = a_candidate(cosine=0.5, strengths=(0.7,))
    scores = _scores([same._replace(title="said", kind="observation"), same._replace(title="made")])
    assert 0.9 < scores["said"] / scores["made"] < 1


def test_a_message_counts_less_where_a_decision_is_asked_for():
    said, made = a_candidate(kind="observation"), a_candidate()
    for decided, factor in ((True, 0.9), (False, 0.97)):
        lesser, whole = scoring.factors_of(candidates_of([said, made]), a_query(decided=decided))
        assert (lesser, whole) == (factor, 1)


@given(SHARE, SHARE, SHARE, SHARE)
def test_more_relevance_or_recency_never_scores_less(relevance, age, factor, more):
    assert combine(max(relevance, more), age, factor) >= combine(relevance, age, factor)
    assert combine(relevance, max(age, more), factor) >= combine(relevance, age, factor)
    assert 0 <= combine(relevance, age, factor) <= 1.0000001


@given(st.floats(0, 1_000), st.floats(0, 1_000))
def test_older_is_never_more_recent(one, other):
    newer, older = sorted((one, other))
    assert recency(days_ago(newer), now=NOW) >= recency(days_ago(older), now=NOW)


VALUES = st.lists(
    st.tuples(*[st.floats(0, 1, width=16)] * 4, *[st.floats(0, 6, width=16)] * len(CUES)),
    min_size=1,
    max_size=12,
)


@given(VALUES)
def test_relevance_lies_in_0_to_1_and_what_is_no_worse_in_any_signal_is_not_less(rows):
    values = np.array(rows)
    weights, floor = relevance_weights(values)
    found = floor + values @ weights
    assert ((found >= -1e-9) & (found <= 1 + 1e-9)).all()
    better = values * np.where(weights < 0, -1, 1)
    for one, its in zip(better, found, strict=True):
        for other, theirs in zip(better, found, strict=True):
            if (one >= other).all():
                assert its >= theirs - 1e-9


def test_a_leg_without_difference_says_nothing():
    rows = np.zeros((2, len(PARTS)))
    rows[:, 0] = 0.2, 0.8
    noisy = rows.copy()
    noisy[:, 1] = 1e-12, 0.0
    assert relevance_weights(noisy)[0][1] == 0
    assert (noisy @ relevance_weights(noisy)[0] == rows @ relevance_weights(rows)[0]).all()


def test_nothing_landed_is_nothing_scored():
    assert not _ranked([]).scored
    assert contributions(_ranked([])) == []


def test_of_two_that_are_much_alike_neither_is_far_behind():
    one, other = (a_candidate(str(s), cosine=s, strengths=(s,)) for s in (0.60, 0.61))
    scores = _scores([one, other])
    assert 0 < scores["0.61"] - scores["0.6"] < 0.1


CANDIDATES = st.lists(
    st.builds(
        a_candidate,
        age=st.floats(0, 300),
        kind=st.sampled_from(["decision", "observation"]),
        superseded=st.booleans(),
        cosine=st.none() | SHARE,
        strengths=st.tuples(SHARE, SHARE),
        word_count=st.integers(0, 300),
        is_question=st.booleans(),
        tells_time=st.booleans(),
        gives_reason=st.booleans(),
        decision_type=st.sampled_from(["", "rejection", "approval"]),
    ),
    min_size=1,
    max_size=8,
)


@given(CANDIDATES, st.sampled_from(Intent))
def test_what_a_score_is_made_of_adds_up_to_it(candidates, intent):
    ranking = _ranked(candidates, a_query("when was postgres rejected?", intent=intent))
    for each, parts in zip(ranking.scored, contributions(ranking), strict=True):
        assert sum(part.contribution for part in parts) == pytest.approx(each.score)
        assert -1e-9 <= each.score <= 1 + 1e-9


def test_forms_of_one_word_are_one_word():
    wrote = a_candidate("wrote", strengths=(0.0, 0.7, 0.0), kind="observation")
    both = a_candidate("both", strengths=(0.7, 0.7, 0.0), kind="observation")
    asked = {"lexemes": ("write", "wrote", "report"), "frequencies": (1, 2, 1), "indexed": 50}
    lexical, _ = scoring.words_of(landed_of([wrote, both], **asked))
    assert lexical[0] == lexical[1]


def test_a_word_that_many_of_the_team_say_tells_less():
    common, rare = (a_candidate(t, strengths=s) for t, s in (("a", (0.7, 0)), ("b", (0, 0.7))))
    scores = _scores([common, rare], frequencies=(900, 2), lexemes=("a", "b"), indexed=1_000)
    assert scores["b"] > scores["a"]


def test_a_long_text_needs_more_of_a_word():
    short = a_candidate("short", strengths=(0.7,), word_count=20, kind="observation")
    long = short._replace(title="long", word_count=400)
    lexical, coverage = scoring.words_of(landed_of([short, long]))
    assert lexical[0] > lexical[1]
    assert coverage[0] == coverage[1]


def test_two_of_one_name_count_as_one_person():
    janes = tuple(Named(a_candidate().id, "person", "Jane", frozenset({"jane"})) for _ in "ab")
    found = scoring.involvement(candidates_of([a_candidate(involvement=1.0)]), a_query(named=janes))
    assert list(found) == [1]


def test_a_memory_without_an_embedding_is_ranked_by_its_words():
    meant = [a_candidate(str(c), cosine=c, strengths=(0.0,)) for c in (0.1, 0.4)]
    scores = _scores([a_candidate("worded", strengths=(0.9,)), *meant])
    assert scores["worded"] > scores["0.1"]


def test_rare_words_cover_more_than_common_ones():
    common = [a_candidate(strengths=(0.7, 0.0, 0.0)) for _ in range(9)]
    shares = _coverages([*common, a_candidate(strengths=(0.0, 0.7, 0.0))])
    assert shares[-1] > shares[0]
    assert max(shares) < 0.6  # the third word was found nowhere


def test_words_said_around_a_message_are_not_its_own():
    around = a_candidate(kind="observation", strengths=(0.3,))
    itself = a_candidate(kind="observation", strengths=(0.7,))
    assert _coverages([around, itself]) == [0, 1]


def test_what_nothing_speaks_for_but_its_date_is_left_out():
    fresh = a_candidate("fresh", age=0, cosine=0.0)
    close = a_candidate("close", cosine=0.9)
    found = _ranked([fresh, close]).scored
    assert [s.candidate.title for s in with_evidence(found)] == ["close"]


def test_an_answer_needs_meaning_and_words_or_nearly_all_words():
    assert not is_relevant(Signals(similarity=0.58))
    assert is_relevant(Signals(similarity=0.58, coverage=0.4))
    assert is_relevant(Signals(similarity=0.7))
    assert is_relevant(Signals(coverage=0.8))
    assert not is_relevant(Signals(coverage=0.5, similarity=0.5))
