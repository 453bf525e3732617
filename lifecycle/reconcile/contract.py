"""What reconciling takes and gives, whichever resolver does it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from lifecycle.reconcile.references import number_of


class Verdict(StrEnum):
    """What a newer statement does to an older one. Whatever has none of these is simply added."""

    SKIP = "skip"  # it says the same again
    INVALIDATE = "invalidate"  # it replaces it
    CONFLICT = "conflict"  # both cannot hold, and nothing says which one does


@dataclass(frozen=True, slots=True)
class Statement:
    """A memory that states something, as resolvers see it.

    `key` is its id, `fingerprint` what puts two of one moment in an order that does not depend on
    which came first, `item` where it was found, and `readers` who sees it: '' for the whole team.
    """

    key: str
    at: datetime
    title: str
    text: str = ""  # summary, quote and reasons, each once
    quote: str = ""
    type: str = ""
    status: str = ""
    chosen: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    replaces: str = ""
    deciders: frozenset[str] = field(default_factory=frozenset)
    thread: str = ""
    item: str = ""
    readers: str = ""
    before: str = ""  # what its source says just before the quote, of a new one alone
    fingerprint: str = ""

    @property
    def place(self) -> tuple[datetime, int, str, str, str]:
        """Its place in the order of what was stated, whatever came first.

        Numbered records of one moment are in the order of their numbers.
        """
        return self.at, number_of(self.title), self.fingerprint, self.title, self.key

    @property
    def whole(self) -> str:
        return f"{self.title}. {self.text}"


@dataclass(frozen=True, slots=True)
class Finding:
    """That `newer` repeats, replaces or contradicts `older`; `evidence` quotes the newer one."""

    verdict: Verdict
    older: str
    newer: str
    rule: str
    reason: str = ""
    evidence: str = ""
    sentiment: str = "neutral"


@dataclass(frozen=True, slots=True)
class Nearby:
    """A new statement with the older ones nearest to it, best first."""

    new: Statement
    older: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What was found, and how much of an answer was left out because it named nothing known."""

    findings: tuple[Finding, ...]
    ignored: int = 0


class Resolver(Protocol):
    """Decides what new statements do to older ones."""

    @property
    def again(self) -> bool:
        """Whether it may be asked again about what it has seen: costs nothing, answers the same."""
        ...

    def resolve(self, nearby: Sequence[Nearby]) -> Resolution:
        """Judge all new statements together. Raises momo.platform.ai.ProviderError."""
        ...
