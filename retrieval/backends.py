"""Backends: what a search stands on, and how its legs become one order. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.landing.legs import Legs
from retrieval.tuning import RRF_CONSTANT

Floats = NDArray[np.float64]


class Backend(StrEnum):
    """Meaning alone, words alone (which asks no model), both by how far they stand out, or both by
    reciprocal rank."""

    VECTOR = "vector"
    LEXICAL = "lexical"
    HYBRID = "hybrid"
    RRF = "rrf"


class Way(Protocol):
    """What a backend is: the legs that bring memories, and what each leg's values, of shape (n,),
    count as before they are weighed and added. Values are over 0, or 0 for what a leg has not."""

    @property
    def legs(self) -> Legs: ...

    @property
    def counted(self) -> Callable[[Floats], Floats]: ...


@dataclass(frozen=True, slots=True)
class _Way:
    legs: Legs
    counted: Callable[[Floats], Floats]


def as_measured(values: Floats) -> Floats:
    """By how far each stands out."""
    return values


def by_rank(values: Floats) -> Floats:
    """1 / (60 + rank), equals sharing the better one; 0 for what the leg has not.

    Reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009.
    """
    order = np.sort(values)[::-1]
    ranks = 1 + np.searchsorted(-order, -values, side="left")
    return np.where(values > 0, 1.0 / (RRF_CONSTANT + ranks), 0.0)


WAYS: Mapping[Backend, Way] = {
    Backend.VECTOR: _Way(Legs(words=False), as_measured),
    Backend.LEXICAL: _Way(Legs(vector=False), as_measured),
    Backend.HYBRID: _Way(Legs(), as_measured),
    Backend.RRF: _Way(Legs(), by_rank),
}
