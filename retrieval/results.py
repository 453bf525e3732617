"""What a search gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from retrieval.ranking.contributions import Contribution
from retrieval.ranking.signals import Scored, Signals
from retrieval.understanding.query import Query
from retrieval.understanding.questions import Intent


class Holds(StrEnum):
    """Whether what a memory says is still so."""

    HOLDS = "holds"
    SUPERSEDED = "superseded"
    REVERSED = "reversed"
    PENDING = "pending"


@dataclass(slots=True)  # not frozen: that takes three times as long, for each result
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


@dataclass(slots=True)  # not frozen: that takes four times as long
class Result:
    """A memory that was found. `superseded_by` is None too where the successor may not be seen;
    `replaced` are those that it superseded, newest first. `via` says how it hangs together with a
    better one, where that is followed or asked for: "via Jane, who decided X"."""

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
    via: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """What a search went through, kept so that it can be explained.

    `lexemes` are the words searched for, in the order of a candidate's strengths. `scored` is all
    that landed, best first, and `parts` what each of their scores is made of, in the same order;
    `ranked` is what went on after the gate and the graph, best first; `best` what was distilled
    from it, `limit` of them at most. `read` says how the query was understood.
    """

    query: Query
    now: datetime
    limit: int
    lexemes: Sequence[str]
    scored: Sequence[Scored]
    parts: Sequence[tuple[Contribution, ...]]
    ranked: Sequence[Scored]
    best: Sequence[Scored]
    read: tuple[str, ...] = ()


class Reason(StrEnum):
    """Why a memory that landed is not among the results."""

    NO_EVIDENCE = "no_evidence"  # nothing but its being recent speaks for it
    REPEATS = "repeats"  # it says what a better one says
    SAME_SOURCE = "same_source"  # a better one is from the same message
    LIMIT = "limit"  # as many as asked for are better


@dataclass(frozen=True, slots=True)
class Dropped:
    """A memory that landed and is not among the results; `repeats` is the better one that it
    repeats, or that is from the same message."""

    id: UUID
    title: str
    reason: Reason
    score: float
    repeats: UUID | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Why a result is where it is. `contributions` add up to its score; `behind` compares it with
    the result before it, and is empty for the first."""

    id: UUID
    sentence: str
    contributions: tuple[Contribution, ...]
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a search went: for those who wonder at it or tune it.

    `read` says how the query was understood, a line each; `question` what kind of answer it asks
    for. `ties` says of results how they hang together with better ones: "via Jane, who decided X".
    `why` is in the order of the results; `dropped` counts what is not among them by reason, and
    `nearest` are the best of those. `candidates` landed, and `reached` more were found by relations
    to them.
    """

    terms: tuple[str, ...]
    names: tuple[str, ...]
    dense_text: str
    candidates: int
    read: tuple[str, ...] = ()
    question: str = ""
    reached: int = 0
    ties: dict[UUID, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)  # by stage
    why: tuple[Why, ...] = ()
    dropped: dict[Reason, int] = field(default_factory=dict)
    nearest: tuple[Dropped, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found, best first. `degraded` says why part of the search was left out, if it was:
    without embeddings the words alone decide. `texts` holds what the recent ones say in full, by
    memory id, if that was asked for."""

    query: str
    intent: Intent
    results: tuple[Result, ...]
    now: datetime
    degraded: str = ""
    explanation: Explanation | None = None
    texts: Mapping[UUID, str] = field(default_factory=dict)
