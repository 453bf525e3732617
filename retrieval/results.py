"""What a search gives back."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from retrieval.query import Intent
from retrieval.scoring import Signals


class Holds(StrEnum):
    """Whether what a memory says is still so."""

    HOLDS = "holds"
    SUPERSEDED = "superseded"
    REVERSED = "reversed"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a memory was found. `source` is gmail, slack and so on; `container` a channel, mailbox
    or repository; `author` a display name; `quote` is verbatim."""

    source: str
    date: datetime
    url: str = ""
    container: str = ""
    author: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Related:
    """Another memory of the same lineage that the principal may see."""

    id: UUID
    title: str
    source: Source


@dataclass(frozen=True, slots=True)
class Result:
    """A memory that was found. `superseded_by` is None too where the successor may not be seen;
    `replaced` are those that it superseded, newest first."""

    id: UUID
    kind: str
    title: str
    summary: str
    rationale: str
    decision_type: str
    confidence: str
    status: str
    options: tuple[dict[str, Any], ...]
    people: tuple[dict[str, str], ...]
    entities: tuple[str, ...]
    owner_name: str
    due_on: date | None
    importance: float
    tags: tuple[str, ...]
    visibility: str
    source: Source
    source_item_id: UUID | None
    holds: Holds
    superseded_by: Related | None
    replaced: tuple[Related, ...]
    occurrences: int
    first_seen_at: datetime
    last_seen_at: datetime
    score: float
    signals: Signals


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a search went: for those who tune it. `ties` says of results how they hang together with
    better ones: "via Jane, who decided X"."""

    terms: tuple[str, ...]
    names: tuple[str, ...]
    dense_text: str
    candidates: int
    ties: dict[UUID, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)  # by stage


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found, best first. `degraded` says why part of the search was left out, if it was:
    without embeddings the words alone decide."""

    query: str
    intent: Intent
    results: tuple[Result, ...]
    degraded: str = ""
    explanation: Explanation | None = None
