"""The time that a question names: "yesterday", "last week", "in May", "2024". Pure."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to, not including, `end`."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


_YEAR_ROUND = (
    "january february march april may june july august september october november december"
)
_MONTHS = _YEAR_ROUND.split()
_MONTH_NAMES = "|".join(f"{m[:3]}(?:{m[3:]})?" if len(m) > 3 else m for m in _MONTHS)
_ISO_DAY = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? ({_MONTH_NAMES})\b(?:,? (\d{{4}}))?", re.I)
_MONTH_DAY = re.compile(rf"\b({_MONTH_NAMES}) (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (\d{{4}}))?", re.I)
# "may" and "march" are words of their own: a month stands after a preposition.
_MONTH = re.compile(
    rf"\b(?:in|of|since|last|this|during) ({_MONTH_NAMES})\b(?:,? (\d{{4}}))?", re.I
)
_YEAR = re.compile(r"\b(?:in|of|since|during) ((?:19|20)\d\d)\b", re.I)
_RELATIVE = re.compile(r"\b(today|yesterday|(?:this|last) (?:week|month|year))\b", re.I)


def span_of(text: str, *, now: datetime) -> Span | None:
    """The first time named, in UTC; None where there is none or it is no real date."""
    try:
        return _day_span(text, now) or _month_span(text, now) or _relative_span(text, now)
    except (ValueError, OverflowError):  # the 31st of June, the end of the year 9999
        return None


def _day_span(text: str, now: datetime) -> Span | None:
    if iso := _ISO_DAY.search(text):
        return _day(datetime(int(iso[1]), int(iso[2]), int(iso[3]), tzinfo=UTC))
    if found := _DAY_MONTH.search(text):
        day, month, year = found[1], found[2], found[3]
    elif found := _MONTH_DAY.search(text):
        month, day, year = found[1], found[2], found[3]
    else:
        return None
    return _day(_recent(now, year, _month_number(month), int(day)))


def _month_span(text: str, now: datetime) -> Span | None:
    if found := _MONTH.search(text):
        return _month(_recent(now, found[2], _month_number(found[1]), 1))
    if year := _YEAR.search(text):
        return _year(int(year[1]))
    return None


def _relative_span(text: str, now: datetime) -> Span | None:
    found = _RELATIVE.search(text)
    if not found:
        return None
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    which, _, unit = found[1].lower().partition(" ")
    if not unit:
        return _day(today - timedelta(days=which == "yesterday"))
    back = which == "last"
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return Span(monday, monday + timedelta(days=7))
    if unit == "month":
        first = today.replace(day=1)
        return _month((first - timedelta(days=back)).replace(day=1))
    return _year(today.year - back)


def _recent(now: datetime, year: str | None, month: int, day: int) -> datetime:
    """The named day; without a year, the last one that is not in the future."""
    if year:
        return datetime(int(year), month, day, tzinfo=UTC)
    this_year = datetime(now.year, month, day, tzinfo=UTC)
    return this_year if this_year <= now else this_year.replace(year=now.year - 1)


def _month_number(name: str) -> int:
    return next(n for n, month in enumerate(_MONTHS, 1) if month.startswith(name.lower()[:3]))


def _day(start: datetime) -> Span:
    return Span(start, start + timedelta(days=1))


def _month(start: datetime) -> Span:
    return Span(start, (start + timedelta(days=32)).replace(day=1))


def _year(year: int) -> Span:
    return Span(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))
