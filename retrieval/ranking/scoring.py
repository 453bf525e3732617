"""How candidates are scored. Pure, over arrays with a row a candidate; numbers are in `tuning`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from retrieval.backends import as_measured
from retrieval.landing.candidate import Candidates, Landed
from retrieval.landing.hits import rarity
from retrieval.ranking.contributions import Contribution
from retrieval.ranking.cues import CUES, SECONDS_A_DAY, cues, timeliness
from retrieval.ranking.parameters import DEFAULTS, Parameters
from retrieval.ranking.signals import AsAsked, Scored
from retrieval.ranking.succession import lifted
from retrieval.tuning import (
    ASIDE_FACTOR,
    CUE_WEIGHTS,
    FLAT,
    LONG_TEXT,
    SAID_ITSELF,
    WORD_SATURATION,
)
from retrieval.understanding.forms import groups_of
from retrieval.understanding.query import Query

Floats = NDArray[np.float64]

# What relevance is made of: the columns of `Ranking.values`.
PARTS = ("meaning", "words", "people", "time", *CUES)
WEIGHTS: Mapping[str, float] = {**DEFAULTS.weights, **CUE_WEIGHTS}


@dataclass(frozen=True, slots=True)
class Ranking:
    """Candidates, best first, and what their relevance is made of.

    `values` has shape (n, len(PARTS)); the relevance of a row is `floor` and the sum of its values
    times `weights`, which have shape (len(PARTS),). `relevance_weight` and `recency_weight` are
    those of relevance and recency; `observation_factor` is what a plain message's score is
    multiplied by, `superseded_factor` that of what was replaced.
    """

    scored: Sequence[Scored]
    values: Floats
    weights: Floats
    floor: float
    relevance_weight: float
    recency_weight: float
    observation_factor: float
    superseded_factor: float


def score(
    landed: Landed, query: Query, *, now: datetime, calibrate: Callable[[float], float]
) -> list[Scored]:
    """Score what landed, best first; ties go to the newer, then by id."""
    return list(rank(landed, query, now=now, calibrate=calibrate).scored)


def rank(
    landed: Landed,
    query: Query,
    *,
    now: datetime,
    calibrate: Callable[[float], float],
    weights: Mapping[str, float] = WEIGHTS,
    counted: Callable[[Floats], Floats] = as_measured,
    parameters: Parameters = DEFAULTS,
) -> Ranking:
    """As `score`, with what explains it (see `contributions`).

    `weights` has one for each of PARTS and for recency; `counted` is what the values of a leg count
    as (see `backends`). `parameters` are those of the team; its weights are in `weights` already.
    """
    candidates = landed.candidates
    cosines = np.where(np.isnan(candidates.cosines), 0.0, candidates.cosines)
    moments = candidates.numbers["moment"].astype(np.float64)
    lexical, coverage = words_of(landed, query.terms)
    wording = cues(candidates, query)
    people, time = involvement(candidates, query), timeliness(moments, query.span)
    values = _columns(counted(cosines), counted(lexical), people, time, *wording.T)
    scales, floor = relevance_weights(values, weights)
    relevance = floor + values @ scales
    fresh = recencies(moments, now=now, parameters=parameters)
    factors = factors_of(candidates, query, parameters)
    scale = parameters.relevance_weight, weights["recency"]
    alone = combine(relevance, fresh, factors, *scale)
    scores = alone if query.former else lifted(candidates, alone, parameters.superseded_factor)
    signals = _columns(
        cosines, lexical, coverage, people, time, wording @ _CUE_WEIGHTS, relevance, fresh, factors,
        scores - alone,
    )  # fmt: skip
    order = np.lexsort((-moments, -scores)).tolist()
    scored = AsAsked(candidates, scores, signals, order, calibrate, query)
    return Ranking(
        scored, values[order], scales, floor, *scale, observation_factor(query, parameters),
        superseded_factor(query, parameters),
    )  # fmt: skip


def combine(
    relevance: Floats,
    recency: Floats,
    factor: Floats,
    relevance_weight: float = DEFAULTS.relevance_weight,
    recency_weight: float = DEFAULTS.recency_weight,
) -> Floats:
    """0.7 relevance + 0.3 recency, times the factor; rises with each of them."""
    return (relevance_weight * relevance + recency_weight * recency) * factor


def recency(date: datetime, *, now: datetime) -> float:
    """Of one memory alone; see `recencies`."""
    return float(recencies(np.array([date.timestamp()]), now=now)[0])


def recencies(moments: Floats, *, now: datetime, parameters: Parameters = DEFAULTS) -> Floats:
    """exp(-age / 14 days), never under the floor; 1 for what lies in the future.

    `moments` are in seconds since 1970, shape (n,).
    """
    age_days = np.maximum(0.0, (now.timestamp() - moments) / SECONDS_A_DAY)
    return np.maximum(parameters.recency_floor, np.exp(-age_days / parameters.decay_days))


def factors_of(candidates: Candidates, query: Query, parameters: Parameters = DEFAULTS) -> Floats:
    """What each candidate's score is multiplied by for what it is, shape (n,)."""
    return np.where(candidates.superseded, superseded_factor(query, parameters), 1.0) * np.where(
        candidates.messages, observation_factor(query, parameters), 1.0
    )


def superseded_factor(query: Query, parameters: Parameters) -> float:
    """What the score of something replaced is multiplied by: nothing is taken where what was before
    is asked for, as what holds now is no answer to that."""
    return 1.0 if query.former else parameters.superseded_factor


def observation_factor(query: Query, parameters: Parameters) -> float:
    """What a plain message's score is multiplied by: less where what was decided is asked for."""
    return min(ASIDE_FACTOR if query.decided else 1.0, parameters.observation_factor)


def involvement(candidates: Candidates, query: Query) -> Floats:
    """How far the people named are in them, 0..1. Two people of one name count as one."""
    names = len({person.matched for person in query.people})
    return np.minimum(1.0, candidates.involvements / max(1, names))


def words_of(landed: Landed, terms: Sequence[str] = ()) -> tuple[Floats, Floats]:
    """How much of the query's words is in memories and around them, and the share they have
    themselves, in 0..1; both of shape (n,), rarer words counting more.

    A word that none has is the rarest, so a question about something unheard of is covered badly by
    everything.
    """
    strengths, frequencies = _by_word(landed, terms)
    if not strengths.shape[1]:
        return np.zeros(len(strengths)), np.zeros(len(strengths))
    weights = rarity(frequencies, landed.indexed or len(strengths))
    length = landed.candidates.numbers["word_count"][:, None] / LONG_TEXT
    lexical = strengths / (strengths + WORD_SATURATION * np.maximum(1.0, length))
    return lexical @ weights, _said(strengths, landed.candidates) @ weights / weights.sum()


def _by_word(landed: Landed, terms: Sequence[str]) -> tuple[Floats, Floats]:
    """The strength of each of the query's words, shape (n, words), and in how many each is.

    Forms of one word, and what means much the same, are one, and as strong as the strongest.
    """
    candidates = landed.candidates
    given = candidates.strengths
    lexemes = landed.lexemes or tuple(map(str, range(given.shape[1])))
    groups, shares = groups_of(lexemes, terms)
    strengths = np.zeros((groups.max(initial=-1) + 1, len(candidates)))
    for group, strength in zip(groups, (given * shares).T, strict=True):
        np.maximum(strengths[group], strength, out=strengths[group])
    if landed.frequencies:
        counted = np.bincount(groups, weights=landed.frequencies * (shares == 1))
        return strengths.T, np.asarray(counted, dtype=np.float64)
    return strengths.T, _said(strengths.T, candidates).sum(axis=0)


def _said(strengths: Floats, candidates: Candidates) -> Floats:
    """1 where a memory has a word itself, else 0; a decision's message speaks for it too."""
    least = np.where(candidates.messages, SAID_ITSELF, FLAT)
    return (strengths >= least[:, None]).astype(np.float64)


_CUE_WEIGHTS = np.array([CUE_WEIGHTS[name] for name in CUES])


def relevance_weights(values: Floats, given: Mapping[str, float] = WEIGHTS) -> tuple[Floats, float]:
    """The weight of each part, and the floor, that bring relevance into 0..1; it rises with each.

    Both legs count in their standard deviations, and a leg without any difference in it nothing.
    A memory that has nothing to do with the query counts among them: of two that are much alike,
    the lesser is no worse for being the last.
    """
    weights = np.array([given[name] for name in PARTS])
    for leg in (0, 1):
        column = values[:, leg]
        low, high = _range(column)
        weights[leg] = weights[leg] / _deviation(column) if high - low >= FLAT else 0.0
    low, high = _range(values @ weights)
    spread = high - low if high - low >= FLAT else 1.0
    return weights / spread, -low / spread


def _range(values: Floats) -> tuple[float, float]:
    """The least and the most of them and 0."""
    return float(values.min(initial=0.0)), float(values.max(initial=0.0))


def _deviation(values: Floats) -> float:
    """The standard deviation of them and 0, by two passes, as values may lie close together."""
    count = len(values) + 1
    mean = float(values.sum()) / count
    apart = values - mean
    return sqrt((float(apart @ apart) + mean * mean) / count)


def _columns(*columns: Floats) -> Floats:
    """Side by side, shape (n, len(columns)): as np.column_stack, in a third of its time."""
    return np.array(columns).T


def contributions(ranking: Ranking) -> list[tuple[Contribution, ...]]:
    """What each score is made of, in the order of the ranking; each adds up to its score."""
    return [
        _contributions(each, values, ranking)
        for each, values in zip(ranking.scored, ranking.values, strict=True)
    ]


def _contributions(each: Scored, values: Floats, ranking: Ranking) -> tuple[Contribution, ...]:
    weights = ranking.relevance_weight * ranking.weights
    parts = [
        Contribution(name, float(value), float(weight), float(value * weight))
        for name, value, weight in zip(PARTS, values, weights, strict=True)
        if value * weight
    ]
    base = ranking.relevance_weight * ranking.floor
    if abs(base) > FLAT:
        parts.append(Contribution("base", base, 1.0, base))
    recent = each.signals.recency
    parts.append(
        Contribution("recency", recent, ranking.recency_weight, ranking.recency_weight * recent)
    )
    candidate = each.candidate
    if candidate.superseded and ranking.superseded_factor < 1:
        parts.append(_lessened("superseded", ranking.superseded_factor, parts))
    if candidate.kind == "observation":
        parts.append(_lessened("observation", ranking.observation_factor, parts))
    if each.signals.lift:
        parts.append(Contribution("successor", 1.0, 0.0, each.signals.lift))
    return tuple(parts)


def _lessened(name: str, by: float, parts: Sequence[Contribution]) -> Contribution:
    """What multiplying the sum of the parts takes away."""
    return Contribution(name, 1.0, 0.0, (by - 1) * sum(part.contribution for part in parts))
