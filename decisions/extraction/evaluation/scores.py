"""Precision, recall and F1."""

from collections.abc import Iterable
from typing import TypedDict


class Score(TypedDict):
    """Shares from 0 to 1."""

    precision: float
    recall: float
    f1: float


def score(found: Iterable[bool], labelled: Iterable[bool]) -> Score:
    """Precision, recall and F1 of verdicts against labels in the same order; 0 where undefined."""
    pairs = list(zip(found, labelled, strict=True))
    hits = sum(a and b for a, b in pairs)
    precision = hits / max(1, sum(a for a, _ in pairs))
    recall = hits / max(1, sum(b for _, b in pairs))
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def share(hits: Iterable[bool]) -> float:
    """The share of true values; 0 of none."""
    values = list(hits)
    return sum(values) / len(values) if values else 0.0
