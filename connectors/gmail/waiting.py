"""Which new mails come today, and which wait: up to 100 a day, sent and starred first. Pure."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from connectors.gmail.mapping import BULK, SENT, STARRED, State
from connectors.gmail.tuning import DAILY_MAILS, KEPT_FOR_SENT, KEPT_UNTIL, WAITING_MAILS

RANKS = ("sent", "starred", "others", "bulk")  # in this order; bulk is what Gmail files as ads
FIRST = frozenset({"sent", "starred"})


@dataclass(slots=True)
class Waiting:
    """New mails by rank, each oldest first, and how many of which came on `day`.

    The newest of a rank comes first, so that a mailbox which has more than its share for weeks is
    not weeks behind; the older ones come on quieter days.
    """

    day: str = ""  # ISO, in UTC
    first: int = 0  # sent and starred mails taken on it
    others: int = 0
    ids: dict[str, list[str]] = field(default_factory=lambda: {rank: [] for rank in RANKS})

    @property
    def total(self) -> int:
        return sum(map(len, self.ids.values()))

    def add(self, state: State) -> None:
        """Let a mail wait, by what it is now."""
        self.drop({state.id})
        self.ids[rank_of(state)].append(state.id)

    def add_older(self, rank: str, newest_first: Iterable[str]) -> None:
        """Let mails wait behind those of their rank that wait already."""
        known = {mail_id for ids in self.ids.values() for mail_id in ids}
        older = [mail_id for mail_id in newest_first if mail_id not in known]
        self.ids[rank][:0] = reversed(older)

    def drop(self, gone: Collection[str]) -> None:
        for rank, ids in self.ids.items():
            self.ids[rank] = [mail_id for mail_id in ids if mail_id not in gone]

    def overflow(self) -> int:
        """Let go of what can never come in time: the oldest of the last rank. Returns how many."""
        surplus = count = max(0, self.total - WAITING_MAILS)
        for rank in reversed(RANKS):
            dropped = min(surplus, len(self.ids[rank]))
            del self.ids[rank][:dropped]
            surplus -= dropped
        return count

    def next(self, now: datetime, most: int) -> list[str]:
        """The mails that may come now. They wait until `came` is told of them."""
        self._turn_day(now)
        firsts = [mail_id for rank in RANKS if rank in FIRST for mail_id in self.ids[rank][::-1]]
        rest = [mail_id for rank in RANKS if rank not in FIRST for mail_id in self.ids[rank][::-1]]
        firsts = firsts[: min(most, DAILY_MAILS - self.first - self.others)]
        room = self._room_for_others(now) - len(firsts)
        return firsts + rest[: max(0, min(most - len(firsts), room))]

    def came(self, ids: Collection[str], now: datetime) -> None:
        """Count mails that were read, and let them wait no longer."""
        self._turn_day(now)
        first = sum(mail_id in ids for rank in FIRST for mail_id in self.ids[rank])
        self.first += first
        self.others += len(ids) - first
        self.drop(ids)

    def _turn_day(self, now: datetime) -> None:
        today = now.date().isoformat()
        if self.day != today:
            self.day, self.first, self.others = today, 0, 0

    def _room_for_others(self, now: datetime) -> int:
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        still = max(0.0, 1 - (now - midnight) / KEPT_UNTIL)
        kept = max(0, KEPT_FOR_SENT - self.first) * still
        return DAILY_MAILS - self.first - self.others - round(kept)


def rank_of(state: State) -> str:
    if SENT in state.labels:
        return "sent"
    if STARRED in state.labels:
        return "starred"
    return "bulk" if state.labels & BULK else "others"
