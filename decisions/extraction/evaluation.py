"""How well the rules find decisions, measured on segments that people labelled."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict

from decisions.extraction.contract import Extractor, Message, Status, Thread
from decisions.extraction.rules import RulesExtractor, leads_to_decision

_STATES = frozenset({"StateDecision"})
_LEADS = _STATES | {"ProposeAction", "Agreement", "Disagreement"}
_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)


class Score(TypedDict):
    """Shares from 0 to 1."""

    precision: float
    recall: float
    f1: float


class ExtractionScores(TypedDict):
    """`false_decisions` is the share of segments with none of the labels that gave a decision,
    pending ones included."""

    states_decision: Score
    leads_to_decision: Score
    false_decisions: float


def evaluate(path: Path, extractor: Extractor | None = None) -> ExtractionScores:
    """Scores against JSON lines of `text` and `labels` (dialogue acts).

    A segment states a decision when the extractor finds one in it that is not pending. Raises
    OSError, or KeyError and json.JSONDecodeError on a file of another shape.
    """
    segments = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines() if line]
    statuses = _statuses(segments, extractor or RulesExtractor())
    stated = [any(status is not Status.PENDING for status in each) for each in statuses]
    leading = [leads_to_decision(segment["text"]) for segment in segments]
    plain = [bool(s) for s, seg in zip(statuses, segments, strict=True) if not _has(seg, _LEADS)]
    return {
        "states_decision": score(stated, (_has(segment, _STATES) for segment in segments)),
        "leads_to_decision": score(leading, (_has(segment, _LEADS) for segment in segments)),
        "false_decisions": sum(plain) / len(plain) if plain else 0.0,
    }


def score(found: Iterable[bool], labelled: Iterable[bool]) -> Score:
    """Precision, recall and F1 of verdicts against labels in the same order; 0 where undefined."""
    pairs = list(zip(found, labelled, strict=True))
    hits = sum(a and b for a, b in pairs)
    precision = hits / max(1, sum(a for a, _ in pairs))
    recall = hits / max(1, sum(b for _, b in pairs))
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def _statuses(segments: Sequence[Mapping[str, Any]], extractor: Extractor) -> list[list[Status]]:
    """The statuses of the decisions found in each segment, every segment a thread of its own."""
    threads = [_thread(str(number), segment["text"]) for number, segment in enumerate(segments)]
    found: list[list[Status]] = [[] for _ in segments]
    for decision in extractor.extract(threads).decisions:
        found[int(decision.message_key)].append(decision.status)
    return found


def _thread(key: str, text: str) -> Thread:
    return Thread((Message(key=key, text=text, sent_at=_UNDATED),), frozenset({key}))


def _has(segment: Mapping[str, Any], labels: frozenset[str]) -> bool:
    return not labels.isdisjoint(segment["labels"])
