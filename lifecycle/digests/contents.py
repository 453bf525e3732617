"""What a digest says, before anything is worded for a mail or a channel. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from uuid import UUID

from lifecycle.scheduling.slots import Period


class Part(StrEnum):
    """The sections, in the order in which they are told."""

    DECIDED = "decided"
    CHANGED = "changed"
    OVERDUE = "overdue"
    DUE = "due"
    PENDING = "pending"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Linked:
    """A decision by its title, with its address where it has one."""

    id: UUID
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. Texts that do not apply are empty.

    `about` is the decision; `now` what took its place, in what changed. `people` decided it, or
    for what is due must do it; `yours` says that the reader is that person. `where` is its source.
    `times` is how often it came up in the period, `in_all` ever. `day` is when it was said, for
    what is due when it is.
    """

    about: Linked
    day: date
    people: Sequence[str]
    where: str
    reason: str = ""
    now: Linked | None = None
    yours: bool = False
    days: int = 0  # late, until it is due, or waiting
    times: int = 0
    in_all: int = 0
    recurring: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """`total` is how many there are, of which the first are shown."""

    part: Part
    entries: Sequence[Entry]
    total: int

    @property
    def more(self) -> int:
        return self.total - len(self.entries)


@dataclass(frozen=True, slots=True)
class Digest:
    """What one reader is told of a period. `is_news` is false where nothing came that is new:
    it is not worth a mail then."""

    team: str
    reader: str  # a person's name; empty where it is the team
    period: Period
    sections: Sequence[Section]
    is_news: bool

    @property
    def counts(self) -> dict[str, int]:
        return {section.part.value: section.total for section in self.sections}
