"""What should hold, by plain Python: told everything that people do, it says what follows.

It knows no table and no rule of the code it checks, only these: a decision is replaced by the
newest of those that are said to replace it, that are not reversed and that everybody who sees it
sees too. Taking back what was said makes it never have been; a reversal has a date.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

PEOPLE = ("owner", "teammate", "private_owner")
MEMBERS = frozenset({"teammate", "private_owner"})  # of the one private channel
WIDTHS = ("shared", "restricted", "private")


@dataclass(slots=True, eq=False)
class Said:
    """A decision; `owner` is None where it is its channel's. `statuses` are since when."""

    id: UUID
    date: datetime
    visibility: str
    owner: str | None
    statuses: list[tuple[datetime, str]] = field(default_factory=list)
    item: str = ""
    decider: str = ""
    second: str = ""  # who decided it, too
    # What its deciders say of it, the earliest first, and whether that is why it is reversed.
    words: dict[str, tuple[str, bool]] = field(default_factory=dict)

    @property
    def status(self) -> str:
        return self.statuses[-1][1]

    def status_at(self, moment: datetime) -> str:
        """The first one is what it was from the beginning."""
        known = [status for since, status in self.statuses[1:] if since <= moment]
        return known[-1] if known else self.statuses[0][1]

    def restore(self, moment: datetime) -> None:
        earlier = [status for _, status in self.statuses]
        while earlier and earlier[-1] == "reversed":
            earlier.pop()
        self.statuses.append((moment, earlier[-1] if earlier else "decided"))

    def take_back(self, who: str, moment: datetime) -> None:
        """A rejection taken back is as if it were never said, unless another one says so too."""
        _, reversed_it = self.words.pop(who)
        others = [each for each, (verdict, _) in self.words.items() if verdict == "reject"]
        if reversed_it and others:
            self.words[others[0]] = ("reject", True)
        elif reversed_it and self.status == "reversed":
            self.restore(moment)

    def say(self, who: str, verdict: str, moment: datetime) -> None:
        if who in self.words:
            self.take_back(who, moment)
        rejects = verdict == "reject" and self.status != "reversed"
        if rejects:
            self.statuses.append((moment, "reversed"))
        self.words[who] = (verdict, rejects)

    @property
    def readers(self) -> frozenset[str]:
        if self.visibility == "shared":
            return frozenset(PEOPLE)
        return MEMBERS if self.visibility == "restricted" else frozenset({str(self.owner)})

    @property
    def is_ones_own(self) -> bool:
        return self.visibility == "private"


@dataclass(slots=True)
class Histories:
    """All decisions there are, and the pairs (older, newer) that were said and not taken back."""

    all: list[Said] = field(default_factory=list)
    pairs: set[tuple[Said, Said]] = field(default_factory=set)

    def of(self, older: Said) -> Iterator[Said]:
        """Those that are said to replace it, and that all who see it see."""
        return (new for old, new in self.pairs if old is older and older.readers <= new.readers)

    def successor(self, older: Said, moment: datetime | None = None) -> Said | None:
        in_force = [
            new
            for new in self.of(older)
            if (new.status if moment is None else new.status_at(moment)) != "reversed"
            and (moment is None or new.date <= moment)
        ]
        return max(in_force, key=lambda new: (new.date, new.id.bytes), default=None)

    def holds(self, said: Said, moment: datetime | None = None) -> str:
        status = said.status if moment is None else said.status_at(moment)
        if status == "reversed":
            return "reversed"
        if self.successor(said, moment):
            return "superseded"
        return "holds" if status == "decided" else status

    def seen_by(self, who: str, moment: datetime | None = None) -> dict[UUID, str]:
        """What somebody sees and whether it holds: now, or as of a moment."""
        return {
            said.id: self.holds(said, moment)
            for said in self.all
            if who in said.readers and (moment is None or said.date <= moment)
        }

    def closes_circle(self, who: str, older: Said, *newer: Said) -> bool:
        """Whether a newer one was replaced by the older, as far as that somebody sees."""
        reached, frontier = {*newer}, {*newer}
        while frontier:
            frontier = {
                new
                for old, new in self.pairs
                if old in frontier and who in old.readers & new.readers
            } - reached
            reached |= frontier
        return older in reached

    def refusal(self, who: str, deed: str, *on: Said, **given: Any) -> str:
        """Why somebody may not do it, in a word; empty where they may."""
        if any(who not in said.readers for said in on):
            return "unseen"
        return str(getattr(self, f"_{deed}")(who, *on, **given))

    def _supersede(self, who: str, older: Said, newer: Said) -> str:
        if self.closes_circle(who, older, newer):
            return "circle"
        return "" if older.readers <= newer.readers else "hidden"

    def _undo(self, who: str, older: Said) -> str:
        successor = self.successor(older)
        return "" if successor and who in successor.readers else "nothing"

    def _reverse(self, who: str, said: Said) -> str:
        return "already" if said.status == "reversed" else ""

    def _restore(self, who: str, said: Said) -> str:
        return "" if said.status == "reversed" else "already"

    def _say(self, who: str, said: Said, verdict: str) -> str:
        if who not in (said.decider, said.second):
            return "not theirs"
        return "already" if said.words.get(who, ("", 0))[0] == verdict != "edit" else ""

    def _withdraw(self, who: str, said: Said) -> str:
        return "" if who in said.words else "nothing"

    def _delete(self, who: str, said: Said) -> str:
        return "" if who in ("owner", said.owner) else "not theirs"

    def _show(self, who: str, said: Said, visibility: str) -> str:
        if visibility == said.visibility:
            return ""
        if who != said.owner:
            return "not theirs"
        if visibility == "shared":
            newer = [new for old, new in self.pairs if old is said and who in new.readers]
            hidden = any(n.visibility != "shared" and n.status != "reversed" for n in newer)
            return "hidden" if hidden or self.closes_circle(who, said, *newer) else ""
        older = [old for old, new in self.pairs if new is said and who in old.readers]
        return "" if all(old.is_ones_own for old in older) else "hidden"

    def forget(self, said: Said) -> None:
        self.all.remove(said)
        self.pairs = {pair for pair in self.pairs if said not in pair}
