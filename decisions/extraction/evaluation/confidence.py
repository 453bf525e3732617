"""Whether an extractor that says it is sure is right more often."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from decisions.extraction.contract import Confidence


class Certainty(TypedDict):
    """`found` decisions were given a confidence; `right` is the share of them that were right."""

    found: int
    right: float


def accuracy_by_confidence(
    judged: Iterable[tuple[Confidence, bool]],
) -> dict[str, Certainty]:
    """By confidence, surest first: how many there were, and how many of them were right."""
    verdicts: dict[Confidence, list[bool]] = {each: [] for each in Confidence}
    for confidence, right in judged:
        verdicts[confidence].append(right)
    return {confidence.value: _certainty(given) for confidence, given in verdicts.items()}


def _certainty(verdicts: Sequence[bool]) -> Certainty:
    right = sum(verdicts) / len(verdicts) if verdicts else 0.0
    return {"found": len(verdicts), "right": right}
