"""Scores on segments that people labelled with dialogue acts."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict

from decisions.extraction.contract import (
    ExtractedDecision,
    Extractor,
    Message,
    Status,
    Thread,
)
from decisions.extraction.evaluation.confidence import Certainty, accuracy_by_confidence
from decisions.extraction.evaluation.cross_validation import CrossValidated, cross_validated
from decisions.extraction.evaluation.noise import Filtered, noise_filter
from decisions.extraction.evaluation.scores import Score, score, share
from decisions.extraction.rules import RulesExtractor, leads_to_decision

_STATES = frozenset({"StateDecision"})
_LEADS = _STATES | {"ProposeAction", "Agreement", "Disagreement"}
_NOISE = frozenset({"Social", "Thanking", "Apologising"})
_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)

Segment = Mapping[str, Any]


class ExtractionScores(TypedDict):
    """`false_decisions` is the share of segments with none of the labels that gave a decision,
    pending ones included. `cross_validated` has what is fitted, fitted anew without the segments
    it is tried on; `confidence` is of the decisions found that are not pending, right where their
    segment states one."""

    states_decision: Score
    leads_to_decision: Score
    false_decisions: float
    cross_validated: CrossValidated
    confidence: dict[str, Certainty]
    noise_filter: Filtered


def evaluate(path: Path, extractor: Extractor | None = None) -> ExtractionScores:
    """Scores against JSON lines of `text` and `labels` (dialogue acts), and maybe `sid`.

    A segment states a decision when the extractor finds one in it that is not pending. Raises
    OSError, or KeyError and json.JSONDecodeError on a file of another shape.
    """
    segments = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines() if line]
    found = _found(segments, extractor or RulesExtractor())
    states = [_has(segment, _STATES) for segment in segments]
    leads = [_has(segment, _LEADS) for segment in segments]
    settled = [[each for each in some if each.status is not Status.PENDING] for some in found]
    return {
        "states_decision": score(map(bool, settled), states),
        "leads_to_decision": score((leads_to_decision(s["text"]) for s in segments), leads),
        "false_decisions": share(
            bool(some) for some, lead in zip(found, leads, strict=True) if not lead
        ),
        "cross_validated": cross_validated(segments, states, leads),
        "confidence": accuracy_by_confidence(
            (each.confidence, stated)
            for some, stated in zip(settled, states, strict=True)
            for each in some
        ),
        "noise_filter": noise_filter(
            (_message("", s["text"]) for s, stated in zip(segments, states, strict=True) if stated),
            (
                _message("", s["text"])
                for s in segments
                if s["labels"] and _NOISE.issuperset(s["labels"])
            ),
        ),
    }


def _found(segments: Sequence[Segment], extractor: Extractor) -> list[list[ExtractedDecision]]:
    """The decisions found in each segment, every segment a thread of its own."""
    threads = [_thread(str(number), segment["text"]) for number, segment in enumerate(segments)]
    found: list[list[ExtractedDecision]] = [[] for _ in segments]
    for decision in extractor.extract(threads).decisions:
        found[int(decision.message_key)].append(decision)
    return found


def _thread(key: str, text: str) -> Thread:
    return Thread((_message(key, text),), frozenset({key}))


def _message(key: str, text: str) -> Message:
    return Message(key=key, text=text, sent_at=_UNDATED)


def _has(segment: Segment, labels: frozenset[str]) -> bool:
    return not labels.isdisjoint(segment["labels"])
