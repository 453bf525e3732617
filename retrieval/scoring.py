"""How candidates are scored. Pure functions; every number is in `tuning`."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from retrieval.cues import SECONDS_A_DAY, cues, timeliness
from retrieval.land import Candidate
from retrieval.query import Query
from retrieval.tuning import (
    DECAY_DAYS,
    FLAT,
    LEXICAL_WEIGHT,
    OBSERVATION_FACTOR,
    OWN_WORDS,
    PERSON_WEIGHT,
    RECENCY_FLOOR,
    RECENCY_WEIGHT,
    RELEVANCE_WEIGHT,
    SAID_ITSELF,
    SUPERSEDED_FACTOR,
    TIME_WEIGHT,
    VECTOR_WEIGHT,
    WORD_SATURATION,
)

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Signals:
    """What a score is made of; all but `cosine`, `lexical` and `cues` in 0..1.

    `similarity` is the calibrated cosine; `coverage` is the share of the query's words found,
    rarer words counting more, and `lexical` counts those around it too; `involvement` and
    `timeliness` say how well the people and the time named in the query fit; `cues` how well its
    wording fits the kind of question; `factor` is what superseded and lesser memories are
    multiplied by.
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
    weights, said = rarity(candidates), coverages(candidates)
    similarities = [calibrate(c.cosine) if c.cosine is not None else None for c in candidates]
    signals = [
        Signals(
            similarity=similarities[place] or 0.0,
            cosine=candidate.cosine or 0.0,
            lexical=words_around(candidate, weights),
            coverage=said[place],
            involvement=involvement(candidate, query),
            in_time=bool(query.span and query.span.holds(candidate.source_date)),
            timeliness=timeliness(candidate.source_date, query.span),
            cues=cues(f"{candidate.title}\n{candidate.summary}", query),
            recency=recency(candidate.source_date, now=now),
            factor=factor(candidate),
        )
        for place, candidate in enumerate(candidates)
    ]
    relevances = relevance(signals)
    scored = [
        Scored(c, combine(float(r), s.recency, s.factor), replace(s, relevance=float(r)))
        for c, s, r in zip(candidates, signals, relevances, strict=True)
    ]
    return sorted(scored, key=_best_first)


def _best_first(scored: Scored) -> tuple[float, float, UUID]:
    candidate = scored.candidate
    return -scored.score, -candidate.source_date.timestamp(), candidate.id


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


def involvement(candidate: Candidate, query: Query) -> float:
    """How far the people named are in it, 0..1. Two people of one name count as one."""
    names = len({person.matched for person in query.people})
    return min(1.0, candidate.involvement / names) if names else 0.0


def coverages(candidates: Sequence[Candidate]) -> list[float]:
    """For each candidate the share of the query's lexemes in it, in 0..1, rarer ones weighing more.

    A word that none has is the rarest, so a question about something unheard of is covered badly by
    everything.
    """
    weights = rarity(candidates)
    whole = sum(weights)
    if not whole:
        return [0.0] * len(candidates)
    return [
        sum(w for w, s in zip(weights, c.strengths, strict=True) if _says(c, s)) / whole
        for c in candidates
    ]


def rarity(candidates: Sequence[Candidate]) -> list[float]:
    """For each lexeme of the query how rare it is among the candidates."""
    count = len(candidates)
    columns = zip(*([_says(c, s) for s in c.strengths] for c in candidates), strict=True)
    found = [sum(column) for column in columns]
    return [math.log(1 + (count - n + 0.5) / (n + 0.5)) for n in found]


def _says(candidate: Candidate, strength: float) -> bool:
    """Whether it has a word itself; a decision's message speaks for it too."""
    return strength >= SAID_ITSELF or (candidate.kind != "observation" and strength > 0)


def words_around(candidate: Candidate, weights: Sequence[float]) -> float:
    """How much of the query's words is in a memory and around it, its own counting more."""
    return sum(
        weight * (s / (s + WORD_SATURATION) + OWN_WORDS * (s >= SAID_ITSELF))
        for weight, s in zip(weights, candidate.strengths, strict=True)
    )


def relevance(signals: Sequence[Signals]) -> Floats:
    """All signals of each candidate on one scale; shape (n,), in 0..1, rising with each of them."""
    legs = fuse([s.cosine for s in signals], [s.lexical for s in signals])
    rest = [PERSON_WEIGHT * s.involvement + TIME_WEIGHT * s.timeliness + s.cues for s in signals]
    # What has nothing to do with the query is the zero of the scale.
    return _min_max(legs + np.array([*rest, 0.0]))[:-1]


def fuse(cosines: Sequence[float], lexical: Sequence[float]) -> Floats:
    """Both legs added in standard deviations; shape (n + 1,).

    The last is of a memory that has nothing to do with the query: among two that are much alike,
    the lesser is no worse for being the last. A leg without any difference in it says nothing.
    """
    dense = np.array((*cosines, 0.0), dtype=np.float64)
    words = np.array((*lexical, 0.0), dtype=np.float64)
    fused: Floats = VECTOR_WEIGHT * _z(dense) + LEXICAL_WEIGHT * _z(words)
    return fused


def _z(values: Floats) -> Floats:
    if np.ptp(values) < FLAT:
        return np.zeros_like(values)
    standard: Floats = (values - values.mean()) / values.std()
    return standard


def _min_max(values: Floats) -> Floats:
    spread = np.ptp(values)
    return (values - values.min()) / spread if spread else np.zeros_like(values)
