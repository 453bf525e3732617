"""How candidates are scored. Pure functions; every number is in `tuning`."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from retrieval.land import Candidate
from retrieval.query import Query
from retrieval.tuning import (
    DECAY_DAYS,
    FLAT,
    LEXICAL_WEIGHT,
    OBSERVATION_FACTOR,
    PERSON_WEIGHT,
    RECENCY_FLOOR,
    RECENCY_WEIGHT,
    RELEVANCE_WEIGHT,
    SUPERSEDED_FACTOR,
    TIME_WEIGHT,
    VECTOR_WEIGHT,
)

Floats = NDArray[np.float64]
SECONDS_A_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Signals:
    """What a score is made of; all but `lexical` in 0..1.

    `similarity` is the calibrated cosine; `coverage` is the share of the query's words found,
    rarer words counting more; `involvement` and `in_time` say how well the people and the time
    named in the query fit; `factor` is what superseded and lesser memories are multiplied by.
    """

    similarity: float = 0.0
    lexical: float = 0.0
    coverage: float = 0.0
    involvement: float = 0.0
    in_time: bool = False
    relevance: float = 0.0
    recency: float = 0.0
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score in 0..1."""

    candidate: Candidate
    score: float
    signals: Signals


def score(
    candidates: Sequence[Candidate],
    query: Query,
    *,
    now: datetime,
    calibrate: Callable[[float], float],
) -> list[Scored]:
    """Score candidates, best first; ties go to the newer, then to the id."""
    shares = coverages(candidates)
    # The root keeps one word said often from outweighing several words said once.
    lexical = [c.rank**0.5 * share for c, share in zip(candidates, shares, strict=True)]
    similarities = [calibrate(c.cosine) if c.cosine is not None else None for c in candidates]
    fused = fuse(similarities, lexical)
    scored = []
    for place, candidate in enumerate(candidates):
        signals = Signals(
            similarity=similarities[place] or 0.0,
            lexical=lexical[place],
            coverage=shares[place],
            involvement=involvement(candidate, query),
            in_time=bool(query.span and query.span.holds(candidate.source_date)),
            recency=recency(candidate.source_date, now=now),
            factor=factor(candidate),
        )
        scored.append(_with_score(candidate, query, signals, float(fused[place])))
    return sorted(scored, key=_best_first)


def _best_first(scored: Scored) -> tuple[float, float, UUID]:
    candidate = scored.candidate
    return -scored.score, -candidate.source_date.timestamp(), candidate.id


def _with_score(candidate: Candidate, query: Query, signals: Signals, fused: float) -> Scored:
    relevance = relevance_of(fused, signals, query)
    total = combine(relevance, signals.recency, signals.factor)
    return Scored(candidate, total, replace(signals, relevance=relevance))


def combine(relevance: float, recency: float, factor: float) -> float:
    """0.7 relevance + 0.3 recency, times the factor; rises with each of them."""
    return (RELEVANCE_WEIGHT * relevance + RECENCY_WEIGHT * recency) * factor


def recency(date: datetime, *, now: datetime) -> float:
    """exp(-age / 14 days), never under the floor; 1 for what lies in the future."""
    age_days = max(0.0, (now - date).total_seconds() / SECONDS_A_DAY)
    return max(RECENCY_FLOOR, math.exp(-age_days / DECAY_DAYS))


def factor(candidate: Candidate) -> float:
    """What a candidate's score is multiplied by for what it is."""
    superseded = SUPERSEDED_FACTOR if candidate.superseded else 1.0
    return superseded * (OBSERVATION_FACTOR if candidate.kind == "observation" else 1.0)


def relevance_of(fused: float, signals: Signals, query: Query) -> float:
    """The fused score, with how well people and time fit where the query names any; in 0..1."""
    total, weight = fused, 1.0
    if query.people:
        total += PERSON_WEIGHT * signals.involvement
        weight += PERSON_WEIGHT
    if query.span:
        total += TIME_WEIGHT * signals.in_time
        weight += TIME_WEIGHT
    return total / weight


def involvement(candidate: Candidate, query: Query) -> float:
    """How far the people named are in it, 0..1. Two people of one name count as one."""
    names = len({person.matched for person in query.people})
    return min(1.0, candidate.involvement / names) if names else 0.0


def coverages(candidates: Sequence[Candidate]) -> list[float]:
    """For each candidate the share of the query's lexemes in it, in 0..1, rarer ones weighing more.

    How rare a lexeme is, is estimated among the candidates: a word that none has is the rarest, so
    a question about something unheard of is covered badly by everything.
    """
    if not candidates or not candidates[0].lexemes:
        return [0.0] * len(candidates)
    found = Counter(place for c in candidates for place in c.matched)
    weights = {
        place: math.log(1 + (len(candidates) - found[place] + 0.5) / (found[place] + 0.5))
        for place in range(1, candidates[0].lexemes + 1)
    }
    whole = sum(weights.values())
    return [sum(weights[place] for place in c.matched) / whole for c in candidates]


def fuse(similarities: Sequence[float | None], lexical: Sequence[float]) -> Floats:
    """Bring both legs to one scale and add them 70/30; shape (n,), in 0..1.

    The lexical scores are shifted and stretched to the mean and deviation of the similarities, then
    both are min-max scaled together. Each leg gets a zero beside its own values, for a memory that
    has nothing to do with the query: among two that are much alike, the lesser is no worse for
    being the last. A leg without any difference in it says nothing and is left out.
    """
    dense = np.array([np.nan if s is None else s for s in (*similarities, 0.0)], dtype=np.float64)
    dense = np.where(np.isnan(dense), 0.0, dense)
    words = np.array((*lexical, 0.0), dtype=np.float64)
    if np.ptp(dense) < FLAT:
        return _min_max(words)[:-1]
    if np.ptp(words) < FLAT:
        return _min_max(dense)[:-1]
    words = (words - words.mean()) / words.std() * dense.std() + dense.mean()
    both = _min_max(np.concatenate([dense, words]))
    fused: Floats = VECTOR_WEIGHT * both[: dense.size] + LEXICAL_WEIGHT * both[dense.size :]
    return fused[:-1]


def _min_max(values: Floats) -> Floats:
    spread = np.ptp(values)
    return (values - values.min()) / spread if spread else np.zeros_like(values)
