"""Due dates in a sentence, resolved against the day it was written."""

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta

_MONTHS = {name.lower(): n for n, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): n for n, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_DAYS = {name.lower(): n for n, name in enumerate(calendar.day_name)}
_DAYS |= {name.lower(): n for n, name in enumerate(calendar.day_abbr)}
_DAYS |= {"tues": 1, "thur": 3, "thurs": 3}
_DAYS = {name: n for name, n in _DAYS.items() if name not in ("sat", "sun")}  # ordinary words
_NUMBERS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "ten": 10,
}

_MONTH = r"(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR = r"(?:,? (?P<year>20\d\d))?"
_WEEKDAY = r"(?P<weekday>" + "|".join(sorted(_DAYS, key=len, reverse=True)) + r")\b"
_PERIOD = r"(?P<period>day|week|month|quarter|year)"

_WORTH_A_LOOK = re.compile(
    r"\d|day\b|tomorrow|tonight|\b(?:mon|tue|wed|thu|fri|sat|sun|week|month|quarter|year|"
    r"eo[dwmqy]|cob|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
)

DEADLINE = re.compile(
    r"\b(?:by|before|until|till|due|no later than|not later than|deadline|within|in)\b"
)


def due_on(text: str, written: date) -> date | None:
    """The first date that lower-case `text` names, or None. A day without a year is the next
    such day; a weekday is the next one, a week on where it says "next"."""
    if not _WORTH_A_LOOK.search(text):
        return None
    found = []
    for pattern, resolve in _FORMS:
        match = pattern.search(text)
        if match:
            day = _safely(resolve, match, written)
            if day is not None:
                found.append((match.start(), -match.end(), day))
    return min(found)[2] if found else None


def _safely(resolve: "Resolver", match: re.Match[str], written: date) -> date | None:
    try:
        return resolve(match, written)
    except (ValueError, OverflowError):  # 31 February and the like
        return None


def _iso(match: re.Match[str], _: date) -> date:
    return date(int(match["y"]), int(match["m"]), int(match["d"]))


def _month_day(match: re.Match[str], written: date) -> date:
    year = int(match["year"] or written.year)
    day = date(year, _MONTHS[match["month"]], int(match["day"]))
    if match["year"] is None and day < written - timedelta(days=7):
        day = day.replace(year=year + 1)
    return day


def _slashes(match: re.Match[str], written: date) -> date:
    first, second = int(match["a"]), int(match["b"])
    month, day = (second, first) if first > 12 else (first, second)
    resolved = date(written.year, month, day)
    return resolved.replace(year=written.year + 1) if resolved < written else resolved


def _weekday(match: re.Match[str], written: date) -> date:
    ahead = (_DAYS[match["weekday"]] - written.weekday()) % 7
    if match["which"] == "next":
        return written + timedelta(days=ahead + (7 if ahead < 7 - written.weekday() else 0) or 7)
    return written + timedelta(days=ahead or (0 if match["which"] == "this" else 7))


def _relative(match: re.Match[str], written: date) -> date:
    return written + timedelta(days=0 if match[0] in ("today", "tonight") else 1)


def _in_some_time(match: re.Match[str], written: date) -> date:
    count = int(match["count"]) if match["count"].isdigit() else _NUMBERS[match["count"]]
    days = {"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}[match["period"]]
    return written + timedelta(days=count * days)


def _end_of(match: re.Match[str], written: date) -> date:
    return _period_end(match["period"], written)


def _next_period(match: re.Match[str], written: date) -> date:
    if match["which"] == "this":
        return _period_end(match["period"], written)
    return _period_end(match["period"], _period_end(match["period"], written) + timedelta(days=3))


def _abbreviated_end(match: re.Match[str], written: date) -> date:
    letter = "d" if match[0] == "cob" else match[0][2]
    periods = {"d": "day", "w": "week", "m": "month", "q": "quarter", "y": "year"}
    return _period_end(periods[letter], written)


def _end_of_month(match: re.Match[str], written: date) -> date:
    month = _MONTHS[match["month"]]
    return _month_end(written.year + (month < written.month), month)


def _quarter(match: re.Match[str], written: date) -> date:
    end = _month_end(written.year, int(match["q"]) * 3)
    return end if end >= written else _month_end(written.year + 1, int(match["q"]) * 3)


def _period_end(period: str, day: date) -> date:
    """A week ends on Friday: that is what people who promise by its end mean."""
    if period == "day":
        return day
    if period == "week":
        return day + timedelta(days=(4 - day.weekday()) % 7)
    if period == "month":
        return _month_end(day.year, day.month)
    if period == "quarter":
        return _month_end(day.year, (day.month + 2) // 3 * 3)
    return date(day.year, 12, 31)


def _month_end(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])


Resolver = Callable[[re.Match[str], date], date]

_FORMS: tuple[tuple[re.Pattern[str], Resolver], ...] = (
    (re.compile(r"\b(?P<y>20\d\d)-(?P<m>\d\d)-(?P<d>\d\d)\b"), _iso),
    (
        re.compile(r"\b" + _MONTH + r" (?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?!:)" + _YEAR),
        _month_day,
    ),
    (re.compile(r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? " + _MONTH + _YEAR), _month_day),
    (re.compile(r"\b(?P<a>\d{1,2})/(?P<b>\d{1,2})\b(?!/)"), _slashes),
    (re.compile(r"\b(?:(?P<which>this|next|coming) )?" + _WEEKDAY), _weekday),
    (re.compile(r"\b(?:today|tonight|tomorrow)\b"), _relative),
    (
        re.compile(
            r"\b(?:in|within) (?P<count>\d{1,2}|a|an|one|two|three|four|five|six|ten) "
            + _PERIOD
            + r"s?\b"
        ),
        _in_some_time,
    ),
    (re.compile(r"\bend of (?:the |this )?(?:business )?" + _PERIOD + r"\b"), _end_of),
    (re.compile(r"\bend of " + _MONTH), _end_of_month),
    (re.compile(r"\b(?P<which>this|next) (?P<period>week|month|quarter|year)\b"), _next_period),
    (re.compile(r"\beo[dwmqy]\b|\bcob\b"), _abbreviated_end),
    (re.compile(r"\bq(?P<q>[1-4])\b"), _quarter),
)
