"""What is judged, and what comes of it, whoever judges. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Pair:
    """A commitment, and a later message that may say that it is done.

    `owner` and `author` are what the two people are called, case-folded; without an owner whoever
    made the commitment has it. `owes` is how much else that person has open in the thread.
    """

    memory_id: UUID
    item_id: UUID
    promised: str  # its title and quote
    owner: frozenset[str]
    message: str
    author: frozenset[str]
    same_thread: bool
    owes: int = 1
    similarity: float = 0.0  # a cosine; 0 where it is not known


@dataclass(frozen=True, slots=True)
class Done:
    """That a message says a commitment is done, in its own words."""

    memory_id: UUID
    item_id: UUID
    quote: str
    rule: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """`ignored` is how many answers of a model were about nothing that it was shown."""

    done: Sequence[Done] = field(default_factory=tuple)
    ignored: int = 0


class Judge(Protocol):
    """Says which messages close which commitments."""

    def judge(self, pairs: Sequence[Pair]) -> Judgement:
        """Raises momo.platform.ai.ProviderError where a model cannot be reached."""
        ...
