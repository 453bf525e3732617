"""What Gmail's history says. Pure.

Only which mails to look at is taken from it, and which were deleted for good; what became of the
others is asked of the mails themselves, so that the order of events does not matter.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from connectors.gmail.mapping import SENT, SPAM, STARRED, TRASH, UNWANTED, is_id

_TELLING = frozenset({SENT, TRASH, SPAM})  # labels whose coming or going matters


@dataclass(slots=True)
class Changes:
    """Ids, each once and in order. `marked` are those of `touched` to which a star, or a label that
    somebody chose to collect, came or from which it went."""

    touched: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    last: str = ""  # id of the last record, or the mailbox's where all is read
    more: bool = False


def read_changes(told: Mapping[str, Any], chosen: Collection[str] = ()) -> Changes:
    """Read one answer of `history.list`; what makes no sense in it is passed over. `chosen` are
    the labels that are collected, where somebody chose."""
    marks = {STARRED, *chosen}
    changes = Changes(more=bool(told.get("nextPageToken")))
    touched: dict[str, None] = {}
    marked: dict[str, None] = {}
    deleted: dict[str, None] = {}
    for record in _dicts(told.get("history")):
        changes.last = _digits(record.get("id")) or changes.last
        for mail_id, labels, _ in _entries(record, "messagesAdded"):
            if not labels & UNWANTED:
                touched[mail_id] = None
        for kind in ("labelsAdded", "labelsRemoved"):
            for mail_id, _, given in _entries(record, kind):
                if given & (marks | _TELLING):
                    touched[mail_id] = None
                if given & marks:
                    marked[mail_id] = None
        for mail_id, labels, _ in _entries(record, "messagesDeleted"):
            if not labels & (UNWANTED - {TRASH}):  # drafts go with every pause in writing
                deleted[mail_id] = None
    changes.deleted = list(deleted)
    changes.touched = [mail_id for mail_id in touched if mail_id not in deleted]
    changes.marked = [mail_id for mail_id in marked if mail_id not in deleted]
    if not changes.more:
        changes.last = _digits(told.get("historyId")) or changes.last
    return changes


def _entries(
    record: Mapping[str, Any], kind: str
) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    """Each mail of a kind of change, its labels, and the labels that came or went."""
    for entry in _dicts(record.get(kind)):
        message = entry.get("message")
        if isinstance(message, dict) and is_id(message.get("id")):
            yield message["id"], _labels(message), _labels(entry)


def _labels(fields: Mapping[str, Any]) -> frozenset[str]:
    labels = fields.get("labelIds")
    return frozenset(
        each for each in (labels if isinstance(labels, list) else ()) if isinstance(each, str)
    )


def _dicts(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _digits(value: object) -> str:
    text = str(value)
    return text if text.isascii() and text.isdecimal() and len(text) <= 20 else ""
