"""How well decisions are found, measured on what people labelled or wrote down."""

from decisions.extraction.evaluation.confidence import Certainty, accuracy_by_confidence
from decisions.extraction.evaluation.confusion import Confusion, Judged, confusion
from decisions.extraction.evaluation.noise import Filtered, noise_filter
from decisions.extraction.evaluation.scores import Score, score
from decisions.extraction.evaluation.segments import ExtractionScores, evaluate

__all__ = [
    "Certainty",
    "Confusion",
    "ExtractionScores",
    "Filtered",
    "Judged",
    "Score",
    "accuracy_by_confidence",
    "confusion",
    "evaluate",
    "noise_filter",
    "score",
]
