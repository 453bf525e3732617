"""The figures that hold for conversations that were not seen.

The points of the speech signs are the rounded weights of a logistic regression. Here they are
fitted anew for each fold on the conversations of the other folds, threshold included, so that no
segment is judged by weights that saw its conversation. The cues of decisions are written, not
fitted, yet by people who may have read these very segments: here a cue counts in a fold only where
it was right in another, which is a lower bound, as most cues are too rare to be seen twice.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from decisions.extraction.contract import Message, Status
from decisions.extraction.evaluation.scores import Score, score
from decisions.extraction.rules.cues.grammar import Cue
from decisions.extraction.rules.reading import read
from decisions.extraction.rules.sentences import split
from decisions.extraction.rules.speech import SIGNS, points

FOLDS = 5
SAME_CONVERSATION = 15  # segment ids no further apart belong to one conversation
SEGMENTS_A_GROUP = 20  # consecutive segments kept together where they have no ids
RIDGE = 0.005  # penalty on squared weights; keeps rare signs from being overrated
STEPS = 400  # of gradient ascent; the fit is flat well before
RATE = 0.5  # of each step

_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class CrossValidated(TypedDict):
    """`groups` conversations, each wholly in one of `folds`."""

    folds: int
    groups: int
    states_decision: Score
    leads_to_decision: Score


def cross_validated(
    segments: Sequence[Mapping[str, Any]], states: Sequence[bool], leads: Sequence[bool]
) -> CrossValidated:
    """Cues chosen, and weights of signs fitted, on other conversations than they are judged on."""
    groups = _groups(segments)
    texts = [str(segment["text"]) for segment in segments]
    return {
        "folds": FOLDS,
        "groups": len(np.unique(groups)),
        "states_decision": score(_by_proven_cues(texts, states, groups % FOLDS), states),
        "leads_to_decision": score(_by_fitted_signs(texts, leads, groups % FOLDS), leads),
    }


def _by_proven_cues(
    texts: Sequence[str], states: Sequence[bool], folds: NDArray[np.int64]
) -> list[bool]:
    """Whether a cue fires in each text that was right in some other fold."""
    fired = [_settling_cues(text) for text in texts]
    right_in: dict[Cue, set[int]] = {}
    for cues, stated, fold in zip(fired, states, folds, strict=True):
        for cue in cues if stated else ():
            right_in.setdefault(cue, set()).add(int(fold))
    return [
        any(right_in.get(cue, set()) - {int(fold)} for cue in cues)
        for cues, fold in zip(fired, folds, strict=True)
    ]


def _settling_cues(text: str) -> set[Cue]:
    message = Message(key="", text=text, sent_at=_UNDATED)
    readings = read(message, split(text))
    return {each.found.cue for each in readings if each.status is not Status.PENDING}


def _by_fitted_signs(
    texts: Sequence[str], leads: Sequence[bool], folds: NDArray[np.int64]
) -> list[bool]:
    """Whether each text leads to a decision by weights fitted on the other folds."""
    signs = np.array([_signs(text) for text in texts]).reshape(-1, len(SIGNS))
    labels = np.array(leads, dtype=np.bool_)
    verdicts = np.zeros(len(texts), dtype=np.bool_)
    for fold in range(FOLDS):
        held_out = folds == fold
        if held_out.any() and not held_out.all():
            weights = _fitted(signs[~held_out], labels[~held_out])
            at = _threshold(_sums(signs[~held_out], weights), labels[~held_out])
            verdicts[held_out] = _sums(signs[held_out], weights) >= at
    return [bool(verdict) for verdict in verdicts]


def _groups(segments: Sequence[Mapping[str, Any]]) -> NDArray[np.int64]:
    """The number of each segment's conversation."""
    if not all("sid" in segment for segment in segments):
        return np.arange(len(segments)) // SEGMENTS_A_GROUP
    ids = np.array([int(segment["sid"]) for segment in segments])
    ordered = np.unique(ids)
    starts = np.concatenate([[0], np.cumsum(np.diff(ordered) > SAME_CONVERSATION)])
    found: NDArray[np.int64] = starts[np.searchsorted(ordered, ids)]
    return found


def _signs(text: str) -> list[float]:
    shown = points(text)
    return [float(sign.name in shown) for sign in SIGNS]


def _fitted(signs: Floats, labels: Bools) -> Floats:
    """Weights of a ridge logistic regression, the intercept last."""
    inputs = _with_intercept(signs)
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-inputs @ weights))
        weights += RATE * (inputs.T @ (labels - likely) / len(labels) - RIDGE * weights)
    return weights


def _sums(signs: Floats, weights: Floats) -> Floats:
    sums: Floats = _with_intercept(signs) @ weights
    return sums


def _with_intercept(signs: Floats) -> Floats:
    return np.column_stack([signs, np.ones(len(signs))])


def _threshold(sums: Floats, labels: Bools) -> float:
    """Where the F1 on what was fitted is best."""
    candidates = np.unique(sums)
    return float(
        max(candidates, key=lambda at: score((sums >= at).tolist(), labels.tolist())["f1"])
    )
