"""Whole weeks of a team's calendar. Pure."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Span:
    """Weeks from `first`, a Monday, to before `after`, another one, where the clock is `zone`'s."""

    first: date
    after: date
    zone: ZoneInfo

    @property
    def weeks(self) -> list[date]:
        """The Monday of each."""
        count = (self.after - self.first) // WEEK
        return [self.first + WEEK * number for number in range(count)]

    @property
    def start(self) -> datetime:
        return self._midnight(self.first)

    @property
    def end(self) -> datetime:
        return self._midnight(self.after)

    def _midnight(self, day: date) -> datetime:
        return datetime.combine(day, time(), self.zone)


def last_weeks(count: int, today: date, zone: ZoneInfo) -> Span:
    """So many weeks, the one of today being the last."""
    after = _monday(today) + WEEK
    return Span(after - WEEK * count, after, zone)


def between(since: date, until: date, zone: ZoneInfo) -> Span:
    """All weeks that have a day of these, both included."""
    return Span(_monday(since), _monday(until) + WEEK, zone)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
