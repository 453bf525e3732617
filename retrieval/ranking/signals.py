"""What a candidate's score is made of. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from retrieval.landing.candidate import Candidate, Candidates
from retrieval.understanding.query import Query

Floats = NDArray[np.float64]


@dataclass(slots=True)  # not frozen: of hundreds a search, each would take three times as long
class Signals:
    """What a score is made of; all but `cosine`, `lexical` and `cues` in 0..1.

    `similarity` is the calibrated cosine; `coverage` is the share of the query's words found,
    rarer words counting more, and `lexical` counts those around it too; `involvement` and
    `timeliness` say how well the people and the time named in the query fit; `cues` how well its
    wording fits the kind of question; `factor` is what superseded and lesser memories are
    multiplied by, and `lift` what is added for having replaced what the query is about.
    """

    similarity: float = 0.0
    cosine: float = 0.0
    lexical: float = 0.0
    coverage: float = 0.0
    involvement: float = 0.0
    in_time: bool = False
    timeliness: float = 0.0
    cues: float = 0.0
    relevance: float = 0.0
    recency: float = 0.0
    factor: float = 1.0
    lift: float = 0.0


@dataclass(slots=True)
class Scored:
    """A candidate with its score in 0..1."""

    candidate: Candidate
    score: float
    signals: Signals


# Of Signals, in its order; `similarity` and `in_time` say what they do of one candidate alone.
_COLUMNS = (
    "cosine", "lexical", "coverage", "involvement", "timeliness", "cues", "relevance", "recency",
    "factor", "lift",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AsAsked(Sequence[Scored]):
    """Each made as it is looked at: as a rule a few are, of hundreds.

    `scores` has shape (n,), `signals` (n, len(_COLUMNS)), a row a candidate; `order` says which are
    best.
    """

    candidates: Candidates
    scores: Floats
    signals: Floats
    order: Sequence[int]
    calibrate: Callable[[float], float]
    query: Query

    def __len__(self) -> int:
        return len(self.order)

    @overload
    def __getitem__(self, place: int) -> Scored: ...
    @overload
    def __getitem__(self, place: slice) -> list[Scored]: ...
    def __getitem__(self, place: int | slice) -> Scored | list[Scored]:
        if isinstance(place, slice):
            return [self._made(n) for n in self.order[place]]
        return self._made(self.order[place])

    def _made(self, n: int) -> Scored:
        candidate, span = self.candidates[n], self.query.span
        cosine, lexical, coverage, involved, *rest = self.signals[n].tolist()
        signals = Signals(
            0.0 if candidate.cosine is None else self.calibrate(candidate.cosine),
            cosine, lexical, coverage, involved,
            bool(span and span.holds(candidate.source_date)), *rest,
        )  # fmt: skip
        return Scored(candidate, float(self.scores[n]), signals)
