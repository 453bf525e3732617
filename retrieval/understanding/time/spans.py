"""Spans of time: a day, a week, a quarter, all before a day. Pure."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from fractions import Fraction

from dateutil.relativedelta import MO, relativedelta

BEGINNING = datetime.min.replace(tzinfo=UTC)  # `start` of a span that is open to the past
END = datetime.max.replace(tzinfo=UTC)  # `end` of one that is open to the future


class Granularity(StrEnum):
    """How closely a time was named. A week is also a weekend, a year also a half or a season."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    RANGE = "range"  # from one time to another, or open on a side
    VAGUE = "vague"  # "recently"


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to, not including, `end`, both in UTC; `said` is how it was named."""

    start: datetime
    end: datetime
    granularity: Granularity = Granularity.DAY
    said: str = ""

    def holds(self, moment: datetime) -> bool:
        return self.start <= moment < self.end

    @property
    def open(self) -> bool:
        """Whether it has no beginning or no end."""
        return self.start == BEGINNING or self.end == END


def day(start: datetime) -> Span:
    return Span(start, start + relativedelta(days=1), Granularity.DAY)


def day_of(moment: datetime) -> Span:
    return day(midnight(moment))


def week(moment: datetime) -> Span:
    """The week of a moment, from Monday on."""
    monday = midnight(moment) + relativedelta(weekday=MO(-1))
    return Span(monday, monday + relativedelta(weeks=1), Granularity.WEEK)


def weekend(moment: datetime) -> Span:
    """Saturday and Sunday of the week of a moment."""
    monday = week(moment).start
    return Span(monday + relativedelta(days=5), monday + relativedelta(weeks=1), Granularity.WEEK)


def month(moment: datetime) -> Span:
    return _months(midnight(moment).replace(day=1), 1, Granularity.MONTH)


def quarter(moment: datetime) -> Span:
    first = midnight(moment).replace(day=1, month=(moment.month - 1) // 3 * 3 + 1)
    return _months(first, 3, Granularity.QUARTER)


def half(moment: datetime) -> Span:
    first = midnight(moment).replace(day=1, month=1 if moment.month < 7 else 7)
    return _months(first, 6, Granularity.YEAR)


def season(moment: datetime) -> Span:
    """The three months of the season that a moment lies in, as the northern hemisphere counts."""
    first = midnight(moment).replace(day=1) - relativedelta(months=moment.month % 3)
    return _months(first, 3, Granularity.QUARTER)


def year(moment: datetime) -> Span:
    return _months(midnight(moment).replace(day=1, month=1), 12, Granularity.YEAR)


def before(span: Span) -> Span:
    return Span(BEGINNING, span.start, Granularity.RANGE)


def until(span: Span) -> Span:
    return Span(BEGINNING, span.end, Granularity.RANGE)


def after(span: Span, *, now: datetime) -> Span:
    return _up_to_now(span.end, now)


def since(span: Span, *, now: datetime) -> Span:
    return _up_to_now(span.start, now)


def between(first: Span, last: Span) -> Span:
    return Span(first.start, last.end, Granularity.RANGE)


def around(span: Span, days: int) -> Span:
    margin = timedelta(days=days)
    return Span(span.start - margin, span.end + margin, Granularity.RANGE)


def part(span: Span, low: Fraction, high: Fraction) -> Span:
    """What lies between two shares of a span, cut at a month's beginning, else at midnight."""
    return Span(_cut(span, low), _cut(span, high), Granularity.RANGE)


def midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def in_utc(span: Span, said: str) -> Span:
    """The span as others take it, with the words that it was read from."""
    start = span.start if span.start == BEGINNING else span.start.astimezone(UTC)
    end = span.end if span.end == END else span.end.astimezone(UTC)
    return replace(span, start=start, end=end, said=said)


def _cut(span: Span, share: Fraction) -> datetime:
    length = relativedelta(span.end, span.start)
    months = (length.years * 12 + length.months) * share
    if months.denominator == 1 and not length.days and (months or not share):
        return span.start + relativedelta(months=int(months))
    return midnight(span.start + (span.end - span.start) * float(share))


def _months(first: datetime, count: int, granularity: Granularity) -> Span:
    return Span(first, first + relativedelta(months=count), granularity)


def _up_to_now(start: datetime, now: datetime) -> Span:
    """To the end of today, as nothing is known of later; open where it begins later itself."""
    tomorrow = midnight(now) + relativedelta(days=1)
    return Span(start, tomorrow if start < tomorrow else END, Granularity.RANGE)
