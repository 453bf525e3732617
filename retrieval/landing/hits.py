"""Which of the memories that have words of a query are looked at: those that have most of the rarer
words, and the threads that do between their messages. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from momo.platform.tenancy.packed import PackedIds
from retrieval.landing.candidate import KEY

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]
_THREAD = np.dtype(">i8")
HITS_COMPARED = 200_000  # of a query; chosen: it takes .03 s
_DIGITS = 9  # of a sum of weights: the same words weigh the same in whatever order they are added


@dataclass(frozen=True, slots=True)
class Hits:
    """For each lexeme, in its order, the memories that have it, and the threads they are in, as
    momo_hits gives them."""

    memories: Sequence[bytes | None]
    threads: Sequence[bytes | None]

    @property
    def frequencies(self) -> tuple[int, ...]:
        """In how many memories each lexeme is."""
        return tuple(len(ids or b"") // KEY.itemsize for ids in self.memories)


@dataclass(frozen=True, slots=True)
class Best:
    """`memories` that have most themselves, and one memory for each thread that has most."""

    memories: PackedIds
    of_threads: PackedIds


def rarity(frequencies: Floats, indexed: int) -> Floats:
    """How much words count that are in so many of `indexed` memories: always more than 0."""
    seen = np.minimum(frequencies, indexed)
    return np.log(1 + (indexed - seen + 0.5) / (seen + 0.5))


def best_of(
    hits: Hits,
    indexed: int,
    *,
    aside: bytes = b"",
    allowed: tuple[bytes, bytes] | None = None,
    memories: int,
    threads: int,
) -> Best:
    """At most so many `memories` and `threads`, without what is `aside`; where there are those that
    are `allowed` (their ids, and the threads they are in) these memories, and threads with one.

    Of equals the newest, by their ids: those are what is asked about most.
    """
    frequencies = hits.frequencies
    compared = _compared(frequencies)
    ids = _last(hits.memories, compared, KEY)
    thread = _last(hits.threads, compared, _THREAD)
    word = np.repeat(np.arange(len(frequencies)), compared)
    said, about = _eligible(ids, thread, aside, allowed)
    if not (said.any() or about.any()):
        return Best(PackedIds(), PackedIds())
    weights = rarity(np.array(frequencies, dtype=np.float64), indexed)
    # Asked for the places too, numpy sorts so that the runs in which hits come cost little.
    in_order, _, memory = np.unique(ids, return_index=True, return_inverse=True)
    _, thread = np.unique(thread, return_inverse=True)
    newest = np.zeros(thread.max() + 1, np.intp)
    np.maximum.at(newest, thread[about], memory[about])
    itself = np.arange(len(in_order))
    return Best(
        _packed(in_order[_heaviest(memory[said], word[said], weights, itself, memories)]),
        _packed(in_order[_heaviest(thread[about], word[about], weights, newest, threads)]),
    )


def _compared(frequencies: Sequence[int]) -> list[int]:
    """Of each word's hits how many are compared, HITS_COMPARED in all: the rarer words' first, as
    those of a word that very many memories have tell little and take long."""
    compared, left = [0] * len(frequencies), HITS_COMPARED
    for word in sorted(range(len(frequencies)), key=frequencies.__getitem__):
        compared[word] = min(left, frequencies[word])
        left -= compared[word]
    return compared


def _last(
    packed: Sequence[bytes | None], compared: Sequence[int], type_: np.dtype[Any]
) -> NDArray[Any]:
    """So many of each word's: as a rule the newest are written last."""
    sizes = [number * type_.itemsize for number in compared]
    parts = [(each or b"")[-size:] for each, size in zip(packed, sizes, strict=True) if size]
    return np.frombuffer(b"".join(parts), type_)


def _eligible(
    ids: NDArray[np.bytes_],
    thread: NDArray[np.int64],
    aside: bytes,
    allowed: tuple[bytes, bytes] | None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which hits count for the memories they are, and which for their threads; shape (rows,)."""
    if allowed:
        memories, threads = np.frombuffer(allowed[0], KEY), np.frombuffer(allowed[1], _THREAD)
        return np.isin(ids, memories), np.isin(thread, threads)
    kept = ~np.isin(ids, np.frombuffer(aside, KEY)) if aside else np.ones(len(ids), np.bool_)
    return kept, kept


def _heaviest(
    group: Numbers, word: Numbers, weights: Floats, newest: Numbers, most: int
) -> Numbers:
    """The newest memory of each of at most so many groups, those first whose words weigh most: one
    of several rows counts once. Shapes: (rows,) of `group` and `word`, (groups,) of `newest`."""
    has = np.zeros((len(newest), len(weights)), np.bool_)
    has[group, word] = True
    there = np.flatnonzero(has.any(axis=1))
    weight = np.round(has[there] @ weights, _DIGITS)
    if len(there) > most:  # the others need no order
        enough = weight >= np.partition(weight, -most)[-most]
        there, weight = there[enough], weight[enough]
    return newest[there[np.lexsort((newest[there], weight))[::-1][:most]]]


def _packed(ids: NDArray[np.bytes_]) -> PackedIds:
    return PackedIds(ids.tobytes())
