"""What extraction takes and gives, whichever extractor does it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from connectors.contract import Declared, Person


class DecisionType(StrEnum):
    """The ten kinds of decision Momo recognizes."""

    APPROVAL = "approval"
    REJECTION = "rejection"
    SELECTION = "selection"
    DELEGATION = "delegation"
    COMMITMENT = "commitment"
    DIRECTION = "direction"
    CONFIRMATION = "confirmation"
    CANCELLATION = "cancellation"
    NEGOTIATION = "negotiation"
    PRIORITIZATION = "prioritization"


class StatementKind(StrEnum):
    """What a message states. Rules find decisions alone."""

    DECISION = "decision"
    FACT = "fact"
    PREFERENCE = "preference"


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Status(StrEnum):
    DECIDED = "decided"
    PENDING = "pending"
    REVERSED = "reversed"


class EntityType(StrEnum):
    PERSON = "person"
    ORGANIZATION = "organization"
    PROJECT = "project"
    TECHNOLOGY = "technology"
    LOCATION = "location"
    EVENT = "event"
    CONCEPT = "concept"
    THREAD = "thread"


@dataclass(frozen=True, slots=True)
class Message:
    """One normalized message. `key` identifies it in the answer."""

    key: str
    text: str
    sent_at: datetime
    title: str = ""
    author: Person | None = None
    participants: tuple[Person, ...] = ()
    source: str = ""
    kind: str = ""
    declared: Declared | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """The messages of one conversation, oldest first. `fresh` keys are the ones to extract from;
    the others are there as context."""

    messages: tuple[Message, ...]
    fresh: frozenset[str]


@dataclass(frozen=True, slots=True)
class Mention:
    """Something a decision names."""

    name: str
    type: EntityType


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of a decision's options ledger. `by` is the name of who argued for the outcome."""

    option: str
    chosen: bool
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class ExtractedDecision:
    """A decision found in one message; `quote` is `message.text[quote_start:quote_end]`.

    A lasting fact or preference has the same fields, but for its type and status.
    """

    message_key: str
    title: str
    summary: str
    type: DecisionType
    confidence: Confidence
    status: Status
    quote: str
    quote_start: int
    quote_end: int
    rationale: str = ""
    people: tuple[Person, ...] = ()
    entities: tuple[Mention, ...] = ()
    options: tuple[Option, ...] = ()
    owner: str = ""  # who must do it, for a commitment or a delegation
    due_on: date | None = None
    replaces: str = ""  # what it says it replaces, in its own words
    tags: tuple[str, ...] = ()
    kind: StatementKind = StatementKind.DECISION
    holds_since: datetime | None = None  # where that was before the message


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was found in one call. `mentions` holds what each message names, decision or not."""

    decisions: tuple[ExtractedDecision, ...]
    mentions: dict[str, tuple[Mention, ...]]
    dropped: int = 0  # decisions whose quote is not in their source


class Extractor(Protocol):
    """Finds decisions in threads. Pure as far as the database goes."""

    @property
    def version(self) -> str:
        """Name and version, stored on each memory: `rules/2`, `gpt-4o-mini/decisions-v2`."""
        ...

    @property
    def costly(self) -> bool:
        """Whether a call costs money or seconds, so that its result is kept before it is used."""
        ...

    def extract(self, threads: Sequence[Thread]) -> Extraction:
        """Raises momo.platform.ai.ProviderError when the model cannot be reached."""
        ...
