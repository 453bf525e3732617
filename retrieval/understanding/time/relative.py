"""Words that name a time by its distance: "last quarter", "two weeks ago", "early June". Pure."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from dateutil.relativedelta import relativedelta

from retrieval.tuning import OTHER_DAYS, RECENT_DAYS
from retrieval.understanding.time import spans
from retrieval.understanding.time.dates import (
    MONTH,
    SEASON,
    WEEKDAY,
    Firmness,
    Period,
    Rule,
    Said,
    calendar,
    weekday,
)
from retrieval.understanding.time.spans import Granularity, Span

_MAKE: dict[str, Callable[[datetime], Span]] = {
    "day": spans.day_of, "week": spans.week, "weekend": spans.weekend,
    "month": spans.month, "quarter": spans.quarter, "year": spans.year,
}  # fmt: skip
_UNIT = {word: unit for unit in _MAKE for word in (unit, f"{unit}s")}
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
_COUNT = {word: n for n, word in enumerate(_NUMBERS.split())} | {
    "a": 1,
    "an": 1,
    "few": 3,
    "several": 3,
}
_COUNT |= {str(n): n for n in range(1, 1000)}
_ORDINAL = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_LAST = {"last", "previous", "prior", "past"}
_THIS = {"this", "current"}
_NEXT = {"next", "coming", "upcoming"}
_PART = {"early": 0, "mid": 1, "late": 2, "beginning": 0, "start": 0, "middle": 1, "end": 2}
_NAMED_PARTS = {"beginning", "start", "middle", "end"}  # which take an "of"
_Shares = tuple[tuple[Fraction, Fraction], ...]
_HALVES: _Shares = ((Fraction(0), Fraction(1, 2)), (Fraction(1, 2), Fraction(1)))
_THIRDS: _Shares = tuple((Fraction(n, 3), Fraction(n + 1, 3)) for n in range(3))
# The end of a year is nearer to its end than late in it.
_QUARTERS = (
    (Fraction(0), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1)),
)  # fmt: skip


def period_at(said: Said, place: int) -> Period | None:
    """The time that begins at a word, as long as it goes. Raises ValueError at 31 June."""
    if not may_begin(said.at(place)):
        return None
    for rule in _COMPOSED:
        if period := rule(said, place):
            return period
    return _plain(said, place)


def may_begin(word: str) -> bool:
    """Whether a time may begin with a word: most need not be tried."""
    return word in _STARTS or word[:1].isdigit()


def _plain(said: Said, place: int) -> Period | None:
    """A time that is not told by another one, so that no rule asks itself again."""
    for rule in _PLAIN:
        if period := rule(said, place):
            return period
    return calendar(said, place)


def _of_today(said: Said, place: int) -> Period | None:
    """As today, this morning, yesterday, the day before yesterday."""
    first, second, third = (said.at(place + n) for n in range(3))
    if first == "day" and (second, third) in _DAYS_AWAY:
        return _relative(_days_away(said, _DAYS_AWAY[second, third]), place + 3)
    if first == "this" and second in ("morning", "afternoon", "evening"):
        return _relative(_days_away(said, 0), place + 2)
    if first == "last" and second == "night":
        return _relative(_days_away(said, -1), place + 2)
    days = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}.get(first)
    return None if days is None else _relative(_days_away(said, days), place + 1)


_DAYS_AWAY = {("before", "yesterday"): -2, ("after", "tomorrow"): 2}


def _vague(said: Said, place: int) -> Period | None:
    first, second = said.at(place), said.at(place + 1)
    if first in ("recently", "lately"):
        return _vaguely(said, RECENT_DAYS, place + 1)
    if first == "recent" and second in _UNIT:
        return _vaguely(said, RECENT_DAYS, place + 2)
    if (first, second) == ("other", "day"):
        return _vaguely(said, OTHER_DAYS, place + 2)
    return None


def _vaguely(said: Said, days: int, stop: int) -> Period:
    start = spans.midnight(said.now) - relativedelta(days=days)
    span = replace(spans.since(spans.day(start), now=said.now), granularity=Granularity.VAGUE)
    return Period(span, stop, Firmness.VAGUE)


def _ago(said: Said, place: int) -> Period | None:
    """As two weeks ago: the calendar week, month or year then."""
    if said.words[place : place + 3] == ("half", "a", "year"):
        count, unit, then = 6, "month", place + 3
    else:
        count, unit, then = _amount(said, place)
    if not count or said.at(then) not in ("ago", "back", "earlier"):
        return None
    return _relative(_MAKE[unit](said.now - _steps(unit, count)), then + 1)


def _rolling(said: Said, place: int) -> Period | None:
    """As the last 30 days, the past month: up to now, not by the calendar."""
    which = said.at(place)
    if which not in _LAST | _NEXT:
        return None
    count, unit, stop = _amount(said, place + 1)
    if not count:
        unit = _UNIT.get(said.at(place + 1), "")
        whole = which == "past" or (which == "last" and said.at(place - 1) == "the")
        if not unit or not whole or unit in ("weekend", "quarter") or said.at(place + 2) == "of":
            return None
        count, stop = 1, place + 2
    tomorrow = spans.midnight(said.now) + relativedelta(days=1)
    if which in _NEXT:
        span = Span(spans.midnight(said.now), tomorrow + _steps(unit, count), Granularity.RANGE)
    else:
        span = Span(tomorrow - _steps(unit, count), tomorrow, Granularity.RANGE)
    return _relative(span, stop)


def _this_or_that(said: Said, place: int) -> Period | None:
    """As this quarter, last week, next Friday, last summer."""
    which, what = said.at(place), said.at(place + 1)
    away = -1 if which in _LAST else 0 if which in _THIS else 1 if which in _NEXT else None
    if away is None:
        return None
    if (unit := _UNIT.get(what, "")) and unit != "day" and what == unit:
        if away == -1 and said.at(place + 2) == "of":
            return None  # the last week of May
        return _relative(_MAKE[unit](_week_safe(said.now, unit) + _steps(unit, away)), place + 2)
    if what in WEEKDAY:
        return _relative(_weekday(said.now, WEEKDAY[what], away), place + 2)
    if what in MONTH and (place + 1 in said.capitals or len(what) > 3):
        return _relative(_by_name(said.now, MONTH[what], away, spans.month), place + 2)
    if what in SEASON:
        return _relative(_by_name(said.now, SEASON[what], away, spans.season), place + 2)
    return None


def _week_safe(now: datetime, unit: str) -> datetime:
    """From the first of a month on, a month away is the next one: from the 31st it may not be."""
    return spans.midnight(now) if unit in ("week", "weekend") else spans.month(now).start


def _weekday(now: datetime, number: int, away: int) -> Span:
    if away:
        tomorrow = now + relativedelta(days=1)
        return spans.day(weekday(tomorrow if away > 0 else now, number, ahead=away > 0))
    return spans.day(spans.week(now).start + relativedelta(days=number))


def _by_name(now: datetime, month: int, away: int, make: Callable[[datetime], Span]) -> Span:
    """The month or season of that name: the one before, of this year, or to come."""
    span = make(spans.midnight(now).replace(day=1, month=month))
    if away < 0 and span.end > now:
        return make(span.start - relativedelta(years=1))
    if away > 0 and span.start <= now:
        return make(span.start + relativedelta(years=1))
    return span


def _away_from(said: Said, place: int) -> Period | None:
    """As two weeks before 11 August, the Sunday before 25 October, the day after 3 May."""
    start = said.after(place, "last", "first")
    count, unit, then = _amount(said, start)
    if not count and (said.at(start) in _MAKE or said.at(start) in WEEKDAY):
        count, unit, then = 1, said.at(start), start + 1
    sign = {"before": -1, "after": 1}.get(said.at(then))
    anchor = _plain(said, said.after(then + 1, "the")) if count and sign else None
    if not anchor or not sign or anchor.firmness < Firmness.YEARLESS:
        return None
    origin = anchor.span.start if sign < 0 else anchor.span.end - relativedelta(days=1)
    if unit in WEEKDAY:
        span = _weekday(origin, WEEKDAY[unit], sign)
    else:
        span = _MAKE[unit](origin + sign * _steps(unit, count))
    return Period(span, anchor.stop, anchor.firmness)


def _part_of(said: Said, place: int) -> Period | None:
    """As early June, end of last year, mid-April, the second half of 2025."""
    word = said.at(place)
    if word in ("first", "second") and said.words[place + 1 : place + 3] == ("half", "of"):
        shares, then = _HALVES, place + 3
    elif word in _PART and (word not in _NAMED_PARTS or said.at(place + 1) == "of"):
        shares, then = _THIRDS, said.after(place + 1, "of", "in", "-")
    else:
        return None
    whole = _whole(said, said.after(then, "the"))
    if not whole or whole.span.granularity == Granularity.DAY:
        return None
    if word in _NAMED_PARTS and whole.span.granularity == Granularity.YEAR:
        shares = _QUARTERS
    low, high = shares[_PART.get(word, _ORDINAL.get(word, 0))]
    return Period(spans.part(whole.span, low, high), whole.stop, whole.firmness)


def _whole(said: Said, place: int) -> Period | None:
    """What something is a part of; "the year" is this one."""
    if (unit := said.at(place)) in ("week", "month", "quarter", "year"):
        return _relative(_MAKE[unit](said.now), place + 1)
    return _plain(said, place)


def _week_of(said: Said, place: int) -> Period | None:
    """As the week of 3 March, the second week of November, the month of May."""
    ordinal = _ORDINAL.get(said.at(place))
    start = place + (ordinal is not None)
    unit = said.at(start)
    if unit not in ("week", "weekend", "month") or said.at(start + 1) != "of":
        return None
    whole = _plain(said, said.after(start + 2, "the"))
    if not whole:
        return None
    if ordinal is None or unit != "week":
        span = _MAKE[unit](whole.span.start)
    elif ordinal < 0:
        span = Span(whole.span.end - relativedelta(weeks=1), whole.span.end, Granularity.WEEK)
    else:
        first = whole.span.start + relativedelta(weeks=ordinal)
        span = Span(first, first + relativedelta(weeks=1), Granularity.WEEK)
    return Period(span, whole.stop, whole.firmness)


_COMPOSED: tuple[Rule, ...] = (_away_from, _part_of, _week_of)
_STARTS = (
    {*_UNIT, *_COUNT, *_ORDINAL, *_LAST, *_THIS, *_NEXT, *_PART, *MONTH, *WEEKDAY, *SEASON}
    | {"today", "tonight", "yesterday", "tomorrow", "recently", "lately", "recent", "other"}
    | {"the", "half", "couple", "q1", "q2", "q3", "q4", "h1", "h2"}
)
_PLAIN: tuple[Rule, ...] = (_of_today, _vague, _ago, _rolling, _this_or_that)


def _amount(said: Said, place: int) -> tuple[int, str, int]:
    """How many of which unit, and the place after it: "a couple of weeks" is 2. Else 0."""
    then = said.after(place, "a") if said.at(place + 1) in ("few", "couple") else place
    if said.at(then) == "couple":
        count, then = 2, said.after(then + 1, "of")
    else:
        count, then = _COUNT.get(said.at(then), 0), then + 1
    unit = _UNIT.get(said.at(then), "")
    return (count, unit, then + 1) if count and unit else (0, "", place)


def _steps(unit: str, count: int) -> relativedelta:
    if unit == "day":
        return relativedelta(days=count)
    if unit in ("week", "weekend"):
        return relativedelta(weeks=count)
    return relativedelta(months=count * {"month": 1, "quarter": 3, "year": 12}[unit])


def _days_away(said: Said, days: int) -> Span:
    return spans.day(spans.midnight(said.now) + relativedelta(days=days))


def _relative(span: Span, stop: int) -> Period:
    return Period(span, stop, Firmness.RELATIVE)
