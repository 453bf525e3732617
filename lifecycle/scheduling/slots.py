"""Moments on a calendar: when a digest is due in its time zone, and which days it is of. Pure.

A local time that a change of clocks skips is taken as the moment after the gap, one that comes
twice as the first of the two; days are counted on the calendar, so none is skipped or told twice.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

LAST_MONTH_DAY = 28  # that every month has


class Cadence(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When to tell: at an hour (0..23), on a weekday (0: Monday) or a day of the month (1..28)."""

    cadence: Cadence
    zone: ZoneInfo
    hour: int = 8
    weekday: int = 0
    month_day: int = 1


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `first` to `last`, both included, as they are in a time zone."""

    cadence: Cadence
    first: date
    last: date
    zone: ZoneInfo

    @property
    def start(self) -> datetime:
        """The moment in which it begins, in UTC."""
        return _moment(self.first, time(), self.zone)

    @property
    def end(self) -> datetime:
        """The moment after it, in UTC."""
        return _moment(self.today, time(), self.zone)

    @property
    def today(self) -> date:
        """The day after it: that on which it is told."""
        return self.last + timedelta(days=1)


def latest_slot(rhythm: Rhythm, now: datetime) -> date:
    """The day of the last moment that has come, `now` included."""
    day = _on_rhythm(rhythm, now.astimezone(rhythm.zone).date())
    while slot_at(rhythm, day) > now:
        day = _before(rhythm, day)
    return day


def next_slot(rhythm: Rhythm, now: datetime) -> datetime:
    """The first moment that is still to come, in UTC. However many were missed, it is one."""
    return slot_at(rhythm, _after(rhythm, latest_slot(rhythm, now)))


def slot_at(rhythm: Rhythm, day: date) -> datetime:
    """The moment of a day, in UTC."""
    return _moment(day, time(rhythm.hour), rhythm.zone)


def period_before(rhythm: Rhythm, day: date) -> Period:
    """What is told on a day: the day, the seven days or the month before it."""
    first = {
        Cadence.DAY: lambda: day - timedelta(days=1),
        Cadence.WEEK: lambda: day - timedelta(days=7),
        Cadence.MONTH: lambda: _month_before(day),
    }[rhythm.cadence]()
    return Period(rhythm.cadence, first, day - timedelta(days=1), rhythm.zone)


def latest_period(rhythm: Rhythm, now: datetime) -> Period:
    """What is to be told now, or was last."""
    return period_before(rhythm, latest_slot(rhythm, now))


def _moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(UTC)


def _on_rhythm(rhythm: Rhythm, day: date) -> date:
    """The day itself, or the last one before it that fits."""
    if rhythm.cadence == Cadence.WEEK:
        return day - timedelta(days=(day.weekday() - rhythm.weekday) % 7)
    if rhythm.cadence == Cadence.MONTH:
        fitting = day.replace(day=rhythm.month_day)
        return fitting if fitting <= day else _month_before(fitting)
    return day


def _before(rhythm: Rhythm, day: date) -> date:
    return _on_rhythm(rhythm, day - timedelta(days=1))


def _after(rhythm: Rhythm, day: date) -> date:
    if rhythm.cadence == Cadence.MONTH:
        return (day.replace(day=LAST_MONTH_DAY) + timedelta(days=4)).replace(day=rhythm.month_day)
    return day + timedelta(days=7 if rhythm.cadence == Cadence.WEEK else 1)


def _month_before(day: date) -> date:
    """The same day of the month before, or that month's last where it has no such day."""
    last = day.replace(day=1) - timedelta(days=1)
    return last.replace(day=min(day.day, last.day))
