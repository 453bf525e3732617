"""Personalized PageRank, and its blend with meaning."""

from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval import tuning
from retrieval.graph.ppr import blend, personalized_pagerank

A, B, C, D = (UUID(int=n) for n in range(1, 5))
nodes = st.sampled_from([UUID(int=n) for n in range(1, 9)])
weights = st.floats(0.05, 1)
links = st.lists(st.tuples(nodes, nodes, weights), max_size=20)
starts = st.dictionaries(nodes, weights, min_size=1, max_size=5)


def test_it_is_damped_by_three_quarters_over_25_steps():
    assert (tuning.DAMPING, tuning.ITERATIONS) == (0.75, 25)
    rank = personalized_pagerank([(A, B, 1.0)], {A: 1.0})
    # In the limit a = 0.25 + 0.75 b and b = 0.75 a, so a = 4/7.
    assert rank == {A: pytest.approx(4 / 7, abs=1e-3), B: pytest.approx(3 / 7, abs=1e-3)}


@given(links, starts)
def test_ranks_sum_to_one(links, starts):
    rank = personalized_pagerank(links, starts)
    assert sum(rank.values()) == pytest.approx(1)
    assert all(value >= 0 for value in rank.values())


@settings(max_examples=50)
@given(links, starts, st.data())
def test_more_weight_on_a_start_never_lowers_its_rank(links, starts, data):
    node = data.draw(st.sampled_from(sorted(starts, key=str)))
    more = starts | {node: starts[node] * 2}
    before, after = personalized_pagerank(links, starts), personalized_pagerank(links, more)
    assert after[node] >= before[node] - 1e-9


def test_what_is_nearer_and_more_strongly_linked_ranks_higher():
    rank = personalized_pagerank([(A, B, 1.0), (A, C, 0.2), (C, D, 1.0)], {A: 1.0})
    assert rank[B] > rank[C]
    assert rank[C] > rank[D]


def test_without_a_start_there_is_no_rank():
    assert personalized_pagerank([(A, B, 1.0)], {}) == {}
    assert personalized_pagerank([(A, B, 1.0)], {A: 0.0}) == {}


def test_a_score_is_half_structure_half_meaning():
    scores = blend({A: 0.5, B: 0.25}, {A: 0.2, B: 0.8, C: 1.0})
    assert scores == {A: pytest.approx(0.6), B: pytest.approx(0.65), C: pytest.approx(0.5)}
    assert blend({}, {A: 0.4}) == {A: pytest.approx(0.2)}
