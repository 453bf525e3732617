"""Reading LoCoMo, a public set of long conversations with questions about them. Pure.

https://github.com/snap-research/locomo. A turn becomes a message, its session a thread.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from connectors.contract import MediaType, Person, SourceRecord
from retrieval.evaluation.measure import Asked

UNANSWERABLE = 5  # the category of questions whose answer nobody said
TURN = timedelta(seconds=30)  # between turns; the data dates sessions alone

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D\d+:\d+")


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation as messages, and the questions about it."""

    name: str
    records: tuple[SourceRecord, ...]
    questions: tuple[Asked, ...]


def read(path: Path) -> list[Conversation]:
    """The conversations of a file. Raises ValueError or KeyError where it is not of that form."""
    content = json.loads(path.read_text())
    if not isinstance(content, list):
        raise ValueError("it must be a list of conversations")
    return [_conversation(each) for each in content]


def _conversation(given: dict[str, Any]) -> Conversation:
    name = str(given["sample_id"])
    records = tuple(_records(name, given["conversation"]))
    known = {record.external_id for record in records}
    questions = (_asked(name, question, known) for question in given["qa"])
    return Conversation(name, records, tuple(q for q in questions if q.finds))


def _records(name: str, sessions: dict[str, Any]) -> Iterator[SourceRecord]:
    for key, turns in sessions.items():
        if not _SESSION.fullmatch(key):
            continue
        start = _moment(sessions[f"{key}_date_time"])
        for place, turn in enumerate(turns):
            text = "\n".join(filter(None, (turn["text"], turn.get("blip_caption", ""))))
            yield SourceRecord(
                external_id=f"{name}/{turn['dia_id']}",
                kind="message",
                raw=text.encode(),
                media_type=MediaType.PLAIN,
                occurred_at=start + place * TURN,
                author=Person(name=turn["speaker"]),
                thread_key=f"{name}/{key}",
                container=name,
            )


def _moment(written: str) -> datetime:
    """As in: 1:56 pm on 8 May, 2023."""
    return datetime.strptime(f"{written} UTC", "%I:%M %p on %d %B, %Y %Z").replace(tzinfo=UTC)


def _asked(name: str, question: dict[str, Any], known: set[str]) -> Asked:
    """The question; it finds nothing where it has no answer or its evidence names no turn."""
    turns = {
        f"{name}/{turn}"
        for evidence in question["evidence"]
        for turn in _EVIDENCE.findall(evidence)
    }
    finds = turns & known if question["category"] != UNANSWERABLE else set()
    return Asked(question["question"], frozenset(finds), str(question["category"]))
