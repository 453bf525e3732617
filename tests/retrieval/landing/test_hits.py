"""Which memories and threads are looked at: those that plain sums over the words would choose."""

from uuid import UUID

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from momo.platform.tenancy.packed import PackedIds
from retrieval.landing import hits
from retrieval.landing.hits import Hits, best_of, rarity

INDEXED = 40
MEMORIES = [UUID(int=(n + 1) << 100 | n % 2) for n in range(12)]  # half of them end in zeros
# For each lexeme, the memories that have it; and for each memory its thread.
SAID = st.lists(st.sets(st.sampled_from(MEMORIES)), min_size=1, max_size=4)
THREADS = st.lists(st.integers(-3, 3), min_size=len(MEMORIES), max_size=len(MEMORIES))


def _hits(said, thread_of):
    return Hits(
        [b"".join(m.bytes for m in each) or None for each in said],
        [np.array([thread_of[m] for m in each], ">i8").tobytes() or None for each in said],
    )


def _unpacked(ids):
    return [UUID(bytes=ids[at : at + 16]) for at in range(0, len(ids), 16)]


def _heaviest(words, newest, weights):
    """By what their words weigh, each word once; of equals the newest first."""
    weight = {each: round(sum(weights[w] for w in has), 9) for each, has in words.items()}
    return sorted(words, key=lambda each: (weight[each], newest[each]), reverse=True)


@given(SAID, THREADS, st.sets(st.sampled_from(MEMORIES)), st.sampled_from((1, 3, 99)))
def test_the_heaviest_are_chosen_and_of_equals_the_newest(said, threads, aside, most):
    thread_of = dict(zip(MEMORIES, threads, strict=True))
    told = _hits(said, thread_of)
    assert told.frequencies == tuple(map(len, said))
    weights = rarity(np.array(told.frequencies, float), INDEXED)
    of_memory, of_thread, newest = {}, {}, {}
    for word, memories in enumerate(said):
        for memory in memories - aside:
            of_memory.setdefault(memory, set()).add(word)
            thread = thread_of[memory]
            of_thread.setdefault(thread, set()).add(word)
            newest[thread] = max(memory, newest.get(thread, memory))
    found = best_of(
        told, INDEXED, aside=b"".join(m.bytes for m in aside), memories=most, threads=most
    )
    itself = {memory: memory for memory in of_memory}
    assert _unpacked(found.memories) == _heaviest(of_memory, itself, weights)[:most]
    chosen = _heaviest(of_thread, newest, weights)[:most]
    assert _unpacked(found.of_threads) == [newest[thread] for thread in chosen]


@given(SAID, THREADS, st.sets(st.sampled_from(MEMORIES)))
def test_of_those_allowed_are_the_memories_and_of_each_thread_one(said, threads, allowed):
    """A thread is found by what anybody says in it, for the sake of what is allowed there."""
    thread_of = dict(zip(MEMORIES, threads, strict=True))
    told = _hits(said, thread_of)
    of = b"".join(m.bytes for m in allowed), np.array([thread_of[m] for m in allowed], ">i8")
    found = best_of(told, INDEXED, allowed=(of[0], of[1].tobytes()), memories=99, threads=99)
    hit = set().union(*said)
    assert set(_unpacked(found.memories)) == hit & allowed
    reached = {thread_of[m] for m in hit} & {thread_of[m] for m in allowed}
    assert sorted(thread_of[m] for m in _unpacked(found.of_threads)) == sorted(reached)


def test_of_too_many_hits_those_of_the_rarest_words_are_compared(monkeypatch):
    monkeypatch.setattr(hits, "HITS_COMPARED", 4)
    rare, common = {MEMORIES[0]}, set(MEMORIES)
    told = _hits([common, rare], dict.fromkeys(MEMORIES, 1))
    found = best_of(told, INDEXED, memories=99, threads=99)
    assert told.frequencies == (len(MEMORIES), 1)
    assert len(_unpacked(found.memories)) in (3, 4)  # the rare one may be among the common
    assert _unpacked(found.memories)[0] == MEMORIES[0]


def test_nothing_is_best_of_nothing():
    found = best_of(Hits([None, None], [None, None]), 0, memories=5, threads=5)
    assert (found.memories, found.of_threads) == (PackedIds(), PackedIds())


def test_the_rarer_a_word_the_more_it_counts():
    weights = rarity(np.array([0.0, 1, 20, 40, 50]), 40)
    assert (np.diff(weights[:4]) < 0).all()
    assert (weights > 0).all()
