"""Clusters from nearest neighbors. Pure.

Star clustering (Aslam, Pelekhov and Rus, "The star clustering algorithm for static and dynamic
information organization", 2004): the decision with the most neighbors that are still free becomes
a center and takes them, and so on. Each member lies near its center, so one thing leading to
another never makes one cluster of everything, as connected components do.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Links:
    """Undirected links between decisions, which are numbered in the order of `ids`.

    Those of number n are `ends[first[n]:first[n + 1]]`, nearest first, with their `cosines`.
    """

    ids: Sequence[UUID]
    first: NDArray[np.int64]
    ends: Ints
    cosines: Floats

    def of(self, number: int) -> tuple[Ints, Floats]:
        at = slice(self.first[number], self.first[number + 1])
        return self.ends[at], self.cosines[at]


@dataclass(frozen=True, slots=True)
class Cluster:
    """A center with what lies near it, nearest first: decisions and their cosines to it."""

    center: UUID
    members: tuple[tuple[UUID, float], ...]


def links(ids: Sequence[UUID], sources: Ints, targets: Ints, cosines: Floats) -> Links:
    """Links of `ids`, sorted, from pairs of their numbers in either direction, or in both."""
    count = len(ids)
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    _, once = np.unique(low.astype(np.int64) * count + high, return_index=True)
    low, high, cosines = low[once], high[once], cosines[once]
    starts, ends = np.concatenate([low, high]), np.concatenate([high, low])
    both = np.concatenate([cosines, cosines])
    order = np.lexsort((ends, -both, starts))
    first = np.searchsorted(starts[order], np.arange(count + 1))
    return Links(ids, first, ends[order], both[order])


def joining(found: Links, room: Mapping[UUID, int]) -> list[Cluster]:
    """What joins a center that there is: the nearest one with `room`, nearest pairs first."""
    numbers = {each: number for number, each in enumerate(found.ids)}
    centers = {numbers[each]: size for each, size in room.items() if each in numbers}
    pairs = sorted(
        (-float(cosine), int(member), center)
        for center in centers
        for member, cosine in zip(*found.of(center), strict=True)
        if int(member) not in centers
    )
    taken: set[int] = set()
    joined: dict[int, list[tuple[UUID, float]]] = {}
    for distance, member, center in pairs:
        members = joined.setdefault(center, [])
        if member not in taken and len(members) < centers[center]:
            taken.add(member)
            members.append((found.ids[member], -distance))
    return [Cluster(found.ids[c], tuple(members)) for c, members in joined.items() if members]


def stars(found: Links, taken: Sequence[UUID], *, at_least: int, at_most: int) -> Iterator[Cluster]:
    """Clusters of `at_least` to `at_most` decisions, the center counted, largest first.

    None is in two of them, nor any of `taken`. Of equals the one with the smaller id comes first,
    so the same links give the same clusters.
    """
    free = np.ones(len(found.ids), dtype=bool)
    if taken:
        gone = set(taken)
        free = np.array([each not in gone for each in found.ids], dtype=bool)
    waiting = [
        (-size, number)
        for number, size in enumerate(np.diff(found.first).tolist())
        if size + 1 >= at_least and free[number]
    ]
    heapq.heapify(waiting)
    while waiting:
        size, center = heapq.heappop(waiting)
        if not free[center]:
            continue
        ends, cosines = found.of(center)
        open_ends = free[ends]
        left = int(np.count_nonzero(open_ends))
        if left + 1 < at_least:
            continue
        if left < -size:  # others took some meanwhile: it waits for its new turn
            heapq.heappush(waiting, (-left, center))
            continue
        members = ends[open_ends][: at_most - 1]
        near = cosines[open_ends][: at_most - 1]
        free[members] = False
        free[center] = False
        yield Cluster(
            found.ids[center],
            tuple((found.ids[m], float(c)) for m, c in zip(members.tolist(), near, strict=True)),
        )
