"""What a person states or edits, as the pipeline's writer wants it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from connectors.contract import Person
from connectors.models import SourceItem
from decisions.extraction.contract import Confidence, DecisionType, Mention, Status
from decisions.models import Kind, Memory
from decisions.people import people_json
from decisions.pipeline.plan import EMBEDDED_CHARACTERS, INDEXED_CHARACTERS, NewMemory
from decisions.pipeline.work import open_field
from momo.platform.tenancy.context import Scope
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility

MANUAL_SOURCE = "manual"
MANUAL_IMPORTANCE = 0.8  # 0..1; whoever writes a decision down means it, as a clear one in a mail


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory that a person or an agent states themselves."""

    title: str
    kind: str = Kind.DECISION
    summary: str = ""
    rationale: str = ""
    quote: str = ""
    decision_type: str = ""
    confidence: str = Confidence.HIGH
    status: str = Status.DECIDED
    options: tuple[Mapping[str, Any], ...] = ()
    people: tuple[Person, ...] = ()
    entities: tuple[Mention, ...] = ()
    owner_name: str = ""
    due_on: date | None = None
    importance: float = MANUAL_IMPORTANCE
    tags: tuple[str, ...] = ()
    source_url: str = ""
    decided_at: datetime | None = None
    visibility: str = field(default=Visibility.SHARED)


def memory_of(draft: Draft, scope: Scope, now: datetime) -> Memory:
    """A row for what a principal states, still without its index."""
    at = draft.decided_at or now
    is_decision = draft.kind == Kind.DECISION
    return Memory(
        team_id=scope.team_id, id=uuid7(), owner_id=scope.principal_id,
        kind=draft.kind, title=draft.title, summary=draft.summary, rationale=draft.rationale,
        quote=draft.quote, options=[dict(option) for option in draft.options],
        people=people_json(draft.people),
        decision_type=draft.decision_type or (DecisionType.DIRECTION if is_decision else ""),
        confidence=draft.confidence if is_decision else "",
        status=draft.status if is_decision else "",
        owner_name=draft.owner_name, due_on=draft.due_on, importance=draft.importance,
        tags=list(draft.tags), source=MANUAL_SOURCE, source_url=draft.source_url, source_date=at,
        valid_from=at, first_seen_at=at, last_seen_at=at, visibility=draft.visibility,
    )  # fmt: skip


def texts_of(memory: Memory, body: str = "") -> NewMemory:
    """What of a memory is indexed and embedded; nothing of a secret one."""
    secret = memory.visibility == Visibility.SECRET
    middle = " ".join(filter(None, (memory.summary, memory.quote, memory.rationale)))
    if memory.kind == Kind.OBSERVATION:
        embedded = f"{memory.title}\n{body or memory.summary}"
        middle, body = body or memory.summary, ""
    else:
        embedded = f"{memory.title}\n{memory.summary}\n{memory.quote}"
    return NewMemory(
        fields={},
        indexed=("", "", "") if secret else (memory.title, middle, body[:INDEXED_CHARACTERS]),
        embedded_text="" if secret else embedded[:EMBEDDED_CHARACTERS],
    )


def body_of(memory: Memory) -> str:
    """The text that a memory was found in, where those who see the one see the other."""
    item = SourceItem.objects.filter(
        id=memory.source_item_id,
        visibility=memory.visibility,
        owner_id=memory.owner_id,
        audience_id=memory.audience_id,
    ).first()
    return open_field(item, "sealed_text").decode() if item else ""
