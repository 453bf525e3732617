"""Words that name a time by the calendar: "Q3 2025", "3 May", "in summer", "2024". Pure.

Date libraries read one instant of a text known to be a date. Here the question is whether there
is one at all, and from when to when it lasts. Each rule looks a few words ahead and never back.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from dateutil.relativedelta import relativedelta

from retrieval.tuning import YEARS
from retrieval.understanding.time import spans
from retrieval.understanding.time.spans import Span


class Firmness(IntEnum):
    """How surely a time is meant: of two in one question the firmer one counts."""

    VAGUE = 0  # recently
    RELATIVE = 1  # last week
    YEARLESS = 2  # in March
    DATED = 3  # March 2025


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a question, case-folded, and which have a capital. `now` is zoned, `ahead` looks
    for the next Friday rather than for the last one, `day_first` settles 3/4."""

    words: tuple[str, ...]
    capitals: frozenset[int]
    now: datetime
    ahead: bool = False
    day_first: bool = True

    def at(self, place: int) -> str:
        return self.words[place] if 0 <= place < len(self.words) else ""

    def after(self, place: int, *skipped: str) -> int:
        """The next place, or the one after it where one of these words stands here."""
        return place + (self.at(place) in skipped)


@dataclass(frozen=True, slots=True)
class Period:
    """A span read from the words up to, not including, the one at `stop`.

    A weak one is a time only after a preposition ("in 2024", "since Friday"), a doubtful one only
    after some: "in May" is a month, "from May" may be a person.
    """

    span: Span
    stop: int
    firmness: Firmness = Firmness.DATED
    weak: bool = False
    doubtful: bool = False


Rule = Callable[[Said, int], Period | None]

TOKEN = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?![\d-])|\d+(?:[./,]\d+)+|[^\W_]+|[^\w\s]")

_YEAR_ROUND = (
    "january february march april may june july august september october november december"
)
_WEEK_THROUGH = "monday tuesday wednesday thursday friday saturday sunday"
MONTH = {name: n for n, name in enumerate(_YEAR_ROUND.split(), 1)}
MONTH |= {name[:3]: n for name, n in MONTH.items()} | {"sept": 9}
_GIVEN_NAMES = {"april", "may", "june", "august", "jan"}
WEEKDAY = {name: n for n, day in enumerate(_WEEK_THROUGH.split()) for name in (day, day[:3])} | {
    "tues": 1,
    "thur": 3,
    "thurs": 3,
}
_ABBREVIATED_WORDS = {"sat", "sun", "mar", "wed"}  # which need more than a preposition
SEASON = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_ORDINAL = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1}
_DAY = re.compile(r"([0-9]{1,2})(st|nd|rd|th)?")
_FOUR = re.compile(r"[0-9]{4}")
_QUARTER = re.compile(r"q([1-4])")
_HALF = re.compile(r"h([12])")
_ISO = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_YEAR_FIRST = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})")


def calendar(said: Said, place: int) -> Period | None:
    """The time by the calendar that begins at a word, the longest reading of it."""
    for rule in _RULES:
        if period := rule(said, place):
            return period
    return None


def _numeric(said: Said, place: int) -> Period | None:
    word = said.at(place)
    if iso := _ISO.fullmatch(word):
        moment = _moment(said, int(iso[1]), int(iso[2]), int(iso[3] or 1))
        return Period(spans.day(moment) if iso[3] else spans.month(moment), place + 1)
    if found := _YEAR_FIRST.fullmatch(word):
        return Period(spans.day(_moment(said, *map(int, found.groups()))), place + 1)
    if found := _DOTTED.fullmatch(word):
        day, month, year = map(int, found.groups())
        return Period(spans.day(_moment(said, year, month, day)), place + 1)
    return _slashed(said, place)


def _slashed(said: Said, place: int) -> Period | None:
    """As 3/4 or 3/4/2025: one number over 12 settles which is the month."""
    found = _SLASHED.fullmatch(said.at(place))
    if not found:
        return None
    first, second = int(found[1]), int(found[2])
    day, month = (first, second) if said.day_first else (second, first)
    if month > 12:
        day, month = month, day
    if not found[3]:
        return Period(_recent(said, month, day, spans.day), place + 1, Firmness.YEARLESS, weak=True)
    year = int(found[3]) + (2000 if len(found[3]) == 2 else 0)
    return Period(spans.day(_moment(said, year, month, day)), place + 1)


def _day_month(said: Said, place: int) -> Period | None:
    """As 3 May 2025, the 3rd of May, 3rd May."""
    start = said.after(place, "the")
    day = day_number(said.at(start))
    then = said.after(start + 1, "of")
    month = MONTH.get(said.at(then))
    return _day(said, then + 1, month, day) if day and month else None


def _month_day(said: Said, place: int) -> Period | None:
    """As May 3, 2025, May the 3rd."""
    month = MONTH.get(said.at(place))
    then = said.after(place + 1, ".", "the")
    day = day_number(said.at(then))
    if month and said.at(then).count(",") == 1:  # December 1,2023
        return _run_together(said, then, month)
    return _day(said, then + 1, month, day) if day and month else None


def _run_together(said: Said, place: int, month: int) -> Period | None:
    day, _, year = said.at(place).partition(",")
    if day_number(day) and _year_number(year):
        return Period(spans.day(_moment(said, int(year), month, int(day))), place + 1)
    return None


def _day(said: Said, stop: int, month: int, day: int) -> Period:
    year, stop = _year_after(said, stop)
    if year:
        return Period(spans.day(_moment(said, year, month, day)), stop)
    return Period(_recent(said, month, day, spans.day), stop, Firmness.YEARLESS)


def _month(said: Said, place: int) -> Period | None:
    """As March, Sept. 2025, March of 2025."""
    word = said.at(place)
    if word not in MONTH:
        return None
    year, stop = _year_after(said, said.after(place + 1, "."))
    if year:
        return Period(spans.month(_moment(said, year, MONTH[word])), stop)
    span = _recent(said, MONTH[word], 1, spans.month)
    doubtful = word in _GIVEN_NAMES
    return Period(span, place + 1, Firmness.YEARLESS, weak=True, doubtful=doubtful)


def _part_of_year(said: Said, place: int) -> Period | None:
    """As Q3, Q3 2025, 2025 Q3, third quarter of 2025, H1 2025, second half of 2025."""
    year = _year_number(said.at(place))
    start = place + bool(year)
    month, make, stop = _part(said, start)
    if not month:
        return None
    if not year:
        year, stop = _year_after(said, stop)
    if year:
        return Period(make(_moment(said, year, month)), stop)
    return Period(_recent(said, month, 1, make), stop, Firmness.YEARLESS, weak=True)


def _part(said: Said, place: int) -> tuple[int, Callable[[datetime], Span], int]:
    """The first month of a named quarter or half, what makes it, and where its name ends."""
    word = said.at(place)
    if found := _QUARTER.fullmatch(word):
        return int(found[1]) * 3 - 2, spans.quarter, place + 1
    if found := _HALF.fullmatch(word):
        return int(found[1]) * 6 - 5, spans.half, place + 1
    if (number := _ORDINAL.get(word, 0)) > 0 and said.at(place + 1) == "quarter":
        return number * 3 - 2, spans.quarter, place + 2
    return 0, spans.quarter, place


def _season(said: Said, place: int) -> Period | None:
    """As summer 2025, the summer. Spring and fall are words of their own, and need an article."""
    start = said.after(place, "the")
    word = said.at(start)
    if word not in SEASON:
        return None
    year, stop = _year_after(said, start + 1)
    if year:
        return Period(spans.season(_moment(said, year, SEASON[word])), stop)
    if start == place and word in ("spring", "fall"):
        return None
    span = _recent(said, SEASON[word], 1, spans.season)
    return Period(span, stop, Firmness.YEARLESS, weak=True, doubtful=True)


def _weekday(said: Said, place: int) -> Period | None:
    """As Friday: the last one before today, or the next from today on."""
    word = said.at(place)
    if word not in WEEKDAY or word in _ABBREVIATED_WORDS:
        return None
    span = spans.day(weekday(said.now, WEEKDAY[word], ahead=said.ahead))
    return Period(span, place + 1, Firmness.RELATIVE, weak=True)


def weekday(now: datetime, number: int, *, ahead: bool) -> datetime:
    today = spans.midnight(now)
    distance = (number - today.weekday()) % 7
    return today + relativedelta(days=distance if ahead else distance - 7)


def _year(said: Said, place: int) -> Period | None:
    year = _year_number(said.at(place))
    return Period(spans.year(_moment(said, year, 1)), place + 1, weak=True) if year else None


_RULES: tuple[Rule, ...] = (
    _numeric, _day_month, _month_day, _month, _part_of_year, _season, _weekday, _year,
)  # fmt: skip


def day_number(word: str) -> int:
    found = _DAY.fullmatch(word)
    return int(found[1]) if found and 1 <= int(found[1]) <= 31 else 0


def _year_number(word: str) -> int:
    found = _FOUR.fullmatch(word)
    return int(word) if found and YEARS[0] <= int(word) <= YEARS[1] else 0


def _year_after(said: Said, place: int) -> tuple[int, int]:
    """The year that follows, with the place after it; 0 and the place itself without one."""
    then = said.after(place, ",", "of", "in", "/", "'", "’")
    if year := _year_number(said.at(then)):
        return year, then + 1
    if said.at(then) in ("last", "this") and said.at(then + 1) == "year":
        return said.now.year - (said.at(then) == "last"), then + 2
    return 0, place


def _moment(said: Said, year: int, month: int, day: int = 1) -> datetime:
    """Midnight of a day. Raises ValueError where there is none, as on 31 June."""
    return datetime(year, month, day, tzinfo=said.now.tzinfo)


def _recent(said: Said, month: int, day: int, make: Callable[[datetime], Span]) -> Span:
    """Without a year: the last one that has begun, as far as there is that day in it."""
    for back in range(5):  # 29 February is there every four years
        try:
            span = make(_moment(said, said.now.year - back, month, day))
        except ValueError:
            continue
        if span.start <= said.now:
            return span
    raise ValueError(f"no day {day} in month {month}")
