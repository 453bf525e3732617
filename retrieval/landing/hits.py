"""Which of the memories that have words of a query are looked at: those that have most of the rarer
words, and the threads that do between their messages. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from momo.platform.tenancy.packed import PackedIds
from retrieval.landing.candidate import KEY

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]
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
    hits: Hits, indexed: int, *, aside: bytes = b"", memories: int | None, threads: int | None
) -> Best:
    """At most so many `memories` and `threads` (all for None), without those in `aside`.

    Of equals the newest, by their ids: those are what is asked about most.
    """
    frequencies = hits.frequencies
    ids = np.frombuffer(b"".join(filter(None, hits.memories)), KEY)
    thread = np.frombuffer(b"".join(filter(None, hits.threads)), np.int64)
    word = np.repeat(np.arange(len(frequencies)), frequencies)
    if aside:
        kept = ~np.isin(ids, np.frombuffer(aside, KEY))
        ids, thread, word = ids[kept], thread[kept], word[kept]
    if not len(ids):
        return Best(PackedIds(), PackedIds())
    weights = rarity(np.array(frequencies, dtype=np.float64), indexed)
    in_order, memory = np.unique(ids, return_inverse=True)
    _, thread = np.unique(thread, return_inverse=True)
    newest = np.zeros(thread.max() + 1, np.intp)
    np.maximum.at(newest, thread, memory)
    itself = np.arange(len(in_order))
    return Best(
        _packed(in_order[_heaviest(memory, word, weights, itself)[:memories]]),
        _packed(in_order[_heaviest(thread, word, weights, newest)[:threads]]),
    )


def _heaviest(group: Numbers, word: Numbers, weights: Floats, newest: Numbers) -> Numbers:
    """The newest memory of each group, those first whose words weigh most: one of several rows
    counts once. Shapes: (rows,) of `group` and `word`, (groups,) of `newest`."""
    has = np.zeros((len(newest), len(weights)), np.bool_)
    has[group, word] = True
    order = np.lexsort((newest, np.round(has @ weights, _DIGITS)))[::-1]
    return newest[order]


def _packed(ids: NDArray[np.bytes_]) -> PackedIds:
    return PackedIds(ids.tobytes())
