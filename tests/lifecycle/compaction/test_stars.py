"""Clusters: each member near its center, none in two, and the same for the same links."""

from uuid import UUID

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lifecycle.compaction.stars import joining, links, stars

IDS = [UUID(int=n) for n in range(30)]


def linked(*pairs):
    """Links of (one, other) pairs, or of (one, other, cosine)."""
    full = [pair if len(pair) == 3 else (*pair, 0.7) for pair in pairs]
    columns = zip(*full, strict=True) if full else ([], [], [])
    sources, targets, cosines = (list(column) for column in columns)
    return links(
        IDS, np.array(sources, np.int32), np.array(targets, np.int32),
        np.array(cosines, np.float32),
    )  # fmt: skip


def clusters(found, taken=(), at_least=3, at_most=50):
    made = stars(found, [IDS[n] for n in taken], at_least=at_least, at_most=at_most)
    return [(each.center.int, [member.int for member, _ in each.members]) for each in made]


def test_the_one_with_most_neighbors_is_the_center():
    assert clusters(linked((1, 2), (1, 3), (4, 1))) == [(1, [2, 3, 4])]


def test_a_chain_is_not_one_cluster():
    chain = linked(*((n, n + 1) for n in range(9)))
    assert all(len(members) == 2 for _, members in clusters(chain))


def test_a_link_counts_once_whichever_end_noted_it():
    assert clusters(linked((1, 2), (2, 1))) == []


def test_what_is_taken_is_left_alone():
    assert clusters(linked((1, 2), (1, 3), (1, 4)), taken=[4]) == [(1, [2, 3])]
    assert clusters(linked((1, 2), (1, 3), (1, 4)), taken=[1]) == []


def test_the_nearest_come_first_and_the_farthest_are_left_out_of_a_full_cluster():
    found = linked((1, 2, 0.5), (1, 3, 0.9), (1, 4, 0.7))
    assert clusters(found, at_most=3) == [(1, [3, 4])]


def test_each_joins_the_nearest_center_with_room():
    found = linked((1, 5, 0.9), (2, 5, 0.8), (1, 6, 0.8), (2, 6, 0.7), (2, 7, 0.6))
    joined = joining(found, {IDS[1]: 1, IDS[2]: 9})
    assert {each.center.int: [m.int for m, _ in each.members] for each in joined} == {
        1: [5], 2: [6, 7],
    }  # fmt: skip


@given(st.sets(st.tuples(st.integers(0, 29), st.integers(0, 29)).filter(lambda p: p[0] != p[1])))
def test_clusters_are_apart_large_enough_and_around_their_center(pairs):
    found = linked(*sorted(pairs))
    made = clusters(found, at_most=6)
    members = [each for center, others in made for each in (center, *others)]
    assert len(members) == len(set(members))
    assert all(3 <= 1 + len(others) <= 6 for _, others in made)
    for center, others in made:
        assert all((center, each) in pairs or (each, center) in pairs for each in others)
    # Nothing more comes of what is left.
    assert clusters(found, taken=members) == []
    assert clusters(linked(*sorted((b, a) for a, b in pairs)), at_most=6) == made
