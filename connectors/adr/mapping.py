"""An architecture decision record as Momo's record. Pure."""

import re
from dataclasses import dataclass
from datetime import datetime

from connectors.adr.document import Document
from connectors.adr.options import choice, ledger
from connectors.adr.prose import bare, first_sentences, quotable
from connectors.adr.status import RecordIndex, Standing, standing
from connectors.contract import Declared, MediaType, Person, SourceRecord
from connectors.files.people import listed
from connectors.files.times import from_words
from connectors.normalize import normalize

DECISION = frozenset({
    "decision", "decision outcome", "outcome", "the decision", "resolution", "decisions",
    "our decision", "proposed decision", "decision made", "proposal",
})  # fmt: skip
CONTEXT = frozenset({
    "context", "context and problem statement", "problem", "problem statement", "background",
    "issue", "motivation", "context and background", "the problem", "rationale",
})  # fmt: skip
_STATUS = frozenset({"status", "state"})
_DATE = frozenset({"date"})
_RELATIONS = frozenset({"links", "related decisions", "more information", "related"})
_LABELS_OF_DATES = ("date", "decision-date", "decided-on", "last-updated", "created")
_LABELS_OF_PEOPLE = {
    "deciders": "decider", "decision-makers": "decider", "decider": "decider",
    "decision-maker": "decider", "approvers": "decider", "consulted": "mentioned",
    "informed": "mentioned", "owner": "mentioned",
}  # fmt: skip
_NUMBERED_TITLE = re.compile(r"(?:ADR[-_ #]*)?\d{1,6}\s*[.:)–—-]+\s*|ADR[-_ #]*\d{1,6}\s+", re.I)
_PLACEHOLDER = re.compile(r"^\{|^\[short title|^NUMBER\b|\bTITLE\b|<title>")
MAX_SUMMARY_CHARS = 400
MAX_RATIONALE_CHARS = 800


@dataclass(frozen=True, slots=True)
class File:
    """Where a record's text was found. `folder` is its path below the folder given, or `.`."""

    external_id: str
    folder: str
    container: str
    modified: datetime


def is_record(document: Document) -> bool:
    """Whether a page is a filled-in decision record, rather than a template or an overview."""
    if not document.title or _PLACEHOLDER.search(document.title):
        return False
    has_status = "status" in document.labels or document.find(_STATUS) is not None
    return document.find(DECISION) is not None or (
        has_status and document.find(CONTEXT) is not None
    )


def adr_record(raw: bytes, document: Document, file: File, index: RecordIndex) -> SourceRecord:
    """Map one record, believing what it declares."""
    status = _status(document)
    found = standing(status, _relations(document), index, file.folder, file.external_id)
    stated = _stated_date(document, status)
    text = normalize(raw, MediaType.MARKDOWN, {}).text
    authors = listed(document.labels.get("author", document.labels.get("authors", "")), "author")
    title = _NUMBERED_TITLE.sub("", bare(document.title), count=1) or bare(document.title)
    return SourceRecord(
        external_id=file.external_id,
        kind="adr",
        raw=raw.replace(b"\0", b""),
        media_type=MediaType.MARKDOWN,
        occurred_at=stated or file.modified,
        dated=stated is not None,
        title=title,
        author=authors[0] if authors else None,
        participants=(*authors[1:], *_participants(document)),
        container=file.container,
        declared=_declared(document, title, found, text),
        tags=tuple(filter(None, re.split(r"[,\n]\s*", document.labels.get("tags", "")))),
    )


def _declared(document: Document, title: str, found: Standing, text: str) -> Declared:
    section = document.find(DECISION)
    decision = section.text if section else ""
    chosen = choice(decision)
    summary = first_sentences(decision, MAX_SUMMARY_CHARS)
    return Declared(
        status=found.status,
        title=title,
        summary=f"Rejected: {summary or title}" if found.rejected else summary,
        rationale=chosen.reason or _context(document),
        quote=quotable(decision, text),
        options=ledger(document, chosen, rejected=found.rejected),
        supersedes=found.supersedes,
        superseded_by=found.superseded_by,
    )


def _status(document: Document) -> str:
    section = document.find(_STATUS)
    texts = [document.labels.get("status", ""), section.text if section else ""]
    return "\n".join(filter(None, texts))


def _relations(document: Document) -> list[str]:
    """Lines outside the status that say what replaced what."""
    labels = document.labels
    lines = [
        f"superseded by {labels[key]}"
        for key in ("superseded-by", "replaced-by")
        if labels.get(key)
    ]
    lines += [f"supersedes {labels[key]}" for key in ("supersedes", "replaces") if labels.get(key)]
    section = document.find(_RELATIONS)
    return [*lines, section.text] if section else lines


def _context(document: Document) -> str:
    section = document.find(CONTEXT)
    return first_sentences(section.text, MAX_RATIONALE_CHARS) if section else ""


def _stated_date(document: Document, status: str) -> datetime | None:
    section = document.find(_DATE)
    texts = [document.labels.get(key, "") for key in _LABELS_OF_DATES]
    dates = (from_words(text) for text in (*texts, section.text if section else "", status))
    return next(filter(None, dates), None)


def _participants(document: Document) -> tuple[Person, ...]:
    found = (
        person
        for key, role in _LABELS_OF_PEOPLE.items()
        for person in listed(document.labels.get(key, ""), role)
    )
    return tuple(dict.fromkeys(found))
