"""What an item becomes: the memories to store, with what they name."""

import hashlib
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from connectors.contract import Person
from connectors.models import SourceItem
from decisions.extraction.contract import (
    Confidence,
    ExtractedDecision,
    Mention,
    StatementKind,
    Status,
)
from decisions.models import Kind
from decisions.people import people_json
from decisions.pipeline.work import Work
from momo.platform.tenancy.visibility import Visibility

SUMMARY_CHARACTERS = 400  # of a message kept as an observation
EMBEDDED_CHARACTERS = 2_000  # of a text that is embedded whole; about 500 tokens
INDEXED_CHARACTERS = 60_000  # of a text that goes into the full-text index (a tsvector holds 1 MB)
IMPORTANCE = {Confidence.HIGH: 0.8, Confidence.MEDIUM: 0.65, Confidence.LOW: 0.5}  # 0..1
PENDING_IMPORTANCE = 0.45
OBSERVATION_IMPORTANCE = 0.2

_SPACE = re.compile(r"\s+")


@dataclass(slots=True)
class NewMemory:
    """A memory about to be stored, with what it names. `fields` are columns of Memory."""

    fields: dict[str, Any]
    indexed: tuple[str, str, str]  # title, own words, and the message that it was found in
    embedded_text: str
    people: tuple[Person, ...] = ()
    mentions: tuple[Mention, ...] = ()
    vector: NDArray[np.float32] | None = field(default=None)


def memories_of(work: Work, extractor: str) -> list[NewMemory]:
    """What an item becomes: its decisions, and itself as an observation.

    Noise becomes nothing. A record of one decision (an ADR) is that decision alone: beside it, an
    observation of the same text would go on standing once the decision is superseded.
    """
    if work.item.noise or not (work.text.strip() or work.item.title):
        return []
    decisions = [_decision(work, found, extractor) for found in work.found.decisions]
    if not (work.item.declared and decisions):
        return [_observation(work), *decisions]
    if len(decisions) == 1:  # whatever its status says by now, which is what it quotes
        decisions[0].fields["fingerprint"] = b"declared"
    return decisions


def _observation(work: Work) -> NewMemory:
    item, text = work.item, work.text
    title = item.title or _SPACE.sub(" ", text)[:80]
    return NewMemory(
        fields={
            "kind": Kind.OBSERVATION,
            "title": title,
            "summary": _SPACE.sub(" ", text)[:SUMMARY_CHARACTERS],
            "importance": OBSERVATION_IMPORTANCE,
            "fingerprint": b"observation",
        },
        indexed=(item.title, text[:INDEXED_CHARACTERS], ""),
        embedded_text=_visible_text(item, f"{item.title}\n{text}".strip()),
        people=_people_of(item),
        mentions=work.found.mentions,
    )


def _decision(work: Work, found: ExtractedDecision, extractor: str) -> NewMemory:
    item = work.item
    pending = found.status == Status.PENDING
    is_decision = found.kind == StatementKind.DECISION
    since = {"valid_from": found.holds_since} if found.holds_since else {}
    return NewMemory(
        fields={
            "kind": Kind(found.kind),
            "title": found.title,
            "summary": found.summary,
            "rationale": found.rationale,
            "quote": found.quote,
            "quote_start": found.quote_start,
            "quote_end": found.quote_end,
            "decision_type": found.type if is_decision else "",
            "confidence": found.confidence if is_decision else "",
            "status": found.status if is_decision else "",
            "options": [
                {"option": o.option, "chosen": o.chosen, "reason": o.reason, "by": o.by}
                for o in found.options
            ],
            "people": people_json(found.people),
            "owner_name": found.owner,
            "due_on": found.due_on,
            "replaces": found.replaces,
            "importance": PENDING_IMPORTANCE if pending else IMPORTANCE[found.confidence],
            "tags": [*item.tags, *found.tags],
            "extractor": extractor,
            "fingerprint": fingerprint(found),
            **since,
        },
        indexed=(
            found.title,
            f"{found.summary} {found.quote} {found.rationale}",
            work.text[:INDEXED_CHARACTERS],
        ),
        embedded_text=_visible_text(item, f"{found.title}\n{found.summary}\n{found.quote}"),
        people=(*_people_of(item), *found.people),
        mentions=found.entities,
    )


def fingerprint(found: ExtractedDecision) -> bytes:
    """What a decision is on a second reading of its message: its quote, but for white space."""
    quote = _SPACE.sub(" ", found.quote or found.title).strip().casefold()
    return hashlib.sha256(quote.encode()).digest()


def _people_of(item: SourceItem) -> tuple[Person, ...]:
    people = [item.author, *item.participants] if item.author else item.participants
    return tuple(Person(**person) for person in people)


def _visible_text(item: SourceItem, text: str) -> str:
    """What may be embedded: nothing of a secret item."""
    return "" if item.visibility == Visibility.SECRET else text[:EMBEDDED_CHARACTERS]
