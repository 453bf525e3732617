"""Due dates in a sentence, resolved against the day it was written."""

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

_MONTHS = {name.lower(): n for n, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): n for n, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_DAYS = {name.lower(): n for n, name in enumerate(calendar.day_name)}
_DAYS |= {name.lower(): n for n, name in enumerate(calendar.day_abbr)}
_DAYS |= {"tues": 1, "thur": 3, "thurs": 3}
_DAYS = {name: n for name, n in _DAYS.items() if name not in ("sat", "sun")}  # ordinary words
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "a few": 3}
_NUMBERS |= {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}

_MONTH = r"(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_NOT_MONTH = _MONTH.replace("?P<month>", "?:")
_YEAR = r"(?:,? (?P<year>20\d\d))?"
_WEEKDAY = r"(?P<weekday>" + "|".join(sorted(_DAYS, key=len, reverse=True)) + r")\b"
_PERIOD = r"(?P<period>day|week|month|quarter|year)"
_COUNT = (
    r"(?:\d{1,2} ?(?:-|to|or) ?)?(?P<count>\d{1,2}|" + "|".join(_NUMBERS) + r")"  # the later end
)

_WORTH_A_LOOK = re.compile(
    r"\d|day\b|tomorrow|tonight|\b(?:mon|tue|wed|thu|fri|sat|sun|week|month|quarter|year|hour|noon|"
    r"afternoon|morning|"
    r"fortnight|eo[dwmqy]|cob|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
)
_PAST = re.compile(
    r"\b(?:last|past|since|previous|every|each|from|dated|(?:reported|discussed|asked|said|sent|"
    r"mentioned|raised|agreed|met|talked|spoke|promised|found|happened|broke|failed)(?: \w+)?"
    r"(?: on)?) $"
)
_BINDS = re.compile(
    r"\b(?:by|before|until|till|due|no later than|not later than|deadline(?: is)?|eta)"
    r"(?: (?:on|the|is|end of|this|next|noon|close of|early|late))*:?(?: $| (?=the \d))"
)

DEADLINE = re.compile(
    r"\b(?:by|before|until|till|due|no later than|not later than|deadline|within|in)\b"
)

GIVES_DEADLINE = re.compile(
    r"\W*(?:(?:the |my |our |hard )?(?:deadline|due(?: date)?|eta|target)\b|(?:it's|this is|it is|"
    r"that's) due\b|(?:you(?:'ll| will) (?:have|get)|expect) (?:it|this|that|them)\b|"
    r"(?:by|before|until|no later than) )"
)


def due_on(text: str, written: date) -> date | None:
    """The date by which lower-case `text` says that something is due, or None.

    One that follows "by" or the like counts before others, then the first. A day without a year
    is the next such day; a weekday is the next one, a week on where it says "next". `written` is
    the day in the writer's own time zone.
    """
    if not _WORTH_A_LOOK.search(text):
        return None
    found = []
    for pattern, resolve in _FORMS:
        for match in pattern.finditer(text):
            before = text[: match.start()]
            day = None if _PAST.search(before) else _safely(resolve, match, written)
            if day is not None:
                binding = bool(_BINDS.search(before) or _BINDS.match(match[0]))
                found.append((not binding, match.start(), -match.end(), day))
    return min(found)[3] if found else None


def _safely(resolve: "Resolver", match: re.Match[str], written: date) -> date | None:
    try:
        return resolve(match, written)
    except (ValueError, OverflowError):  # 31 February and the like
        return None


def _iso(match: re.Match[str], _: date) -> date:
    return date(int(match["y"]), int(match["m"]), int(match["d"]))


def _month_midpoint(match: re.Match[str], written: date) -> date:
    day = date(written.year, _MONTHS[match["month"]], 15)
    return day.replace(year=day.year + 1) if day < written else day


def _day_of_month(match: re.Match[str], written: date) -> date:
    """The next such day: of this month, or of the first after it that has one."""
    for months in range(3):
        first = written.replace(day=1) + relativedelta(months=months)
        if int(match["day"]) <= _month_end(first.year, first.month).day:
            day = first.replace(day=int(match["day"]))
            if day >= written and not (match["next"] and months == 0):
                return day
    raise ValueError


def _month_day(match: re.Match[str], written: date) -> date:
    year = int(match["year"] or written.year)
    day = date(year, _MONTHS[match["month"]], int(match["day"]))
    if match["year"] is None and day < written - timedelta(days=7):
        day = day.replace(year=year + 1)
    return day


def _slashes(match: re.Match[str], written: date) -> date:
    first, second = int(match["a"]), int(match["b"])
    month, day = (second, first) if first > 12 or match["dot"] == "." else (first, second)
    if match["year"]:
        return date(int(match["year"]), month, day)
    resolved = date(written.year, month, day)
    return resolved.replace(year=written.year + 1) if resolved < written else resolved


def _weekday(match: re.Match[str], written: date) -> date:
    ahead = (_DAYS[match["weekday"]] - written.weekday()) % 7
    if match["which"] == "next":
        return written + timedelta(days=ahead + (7 if ahead < 7 - written.weekday() else 0) or 7)
    return written + timedelta(days=ahead or (0 if match["which"] == "this" else 7))


_AHEAD = {"tomorrow": 1, "day after tomorrow": 2}


def _relative(match: re.Match[str], written: date) -> date:
    return written + timedelta(days=_AHEAD.get(match["when"], 0))


def _in_some_time(match: re.Match[str], written: date) -> date:
    count = int(match["count"]) if match["count"].isdigit() else _NUMBERS[match["count"]]
    months = {"month": 1, "quarter": 3, "year": 12}.get(match["period"], 0)
    days = {"day": 1, "week": 7, "fortnight": 14}.get(match["period"], 0)
    return written + relativedelta(months=count * months, days=count * days)


def _in_hours(match: re.Match[str], written: date) -> date:
    count = match["count"]
    hours = int(count) if count.isdigit() else _NUMBERS[count]
    return written + timedelta(days=hours // 24)


def _weeks_from(match: re.Match[str], written: date) -> date:
    ahead = (_DAYS[match["weekday"]] - written.weekday()) % 7 or 7
    return written + timedelta(days=ahead + 7)


def _weekend(match: re.Match[str], written: date) -> date:
    friday = _period_end("week", written)
    over = match["over"] is not None
    return friday + timedelta(days=(2 if over else 0) + (7 if match["which"] == "next" else 0))


def _end_of(match: re.Match[str], written: date) -> date:
    if match["which"] == "next":
        return _next_period(match, written)
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

_FORMS: tuple[tuple[re.Pattern[str], Resolver], ...] = tuple(
    (re.compile(pattern), resolve)
    for pattern, resolve in (
        (r"\b(?P<y>20\d\d)[-/](?P<m>\d\d?)[-/](?P<d>\d\d?)\b", _iso),
        (
            r"\b" + _MONTH + r" (?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?!:)" + _YEAR,
            _month_day,
        ),
        (r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? " + _MONTH + _YEAR, _month_day),
        (
            r"\b(?:by|before|on|due|until|till|for)(?: \w+day,?)? "
            r"(?P<a>\d{1,2})(?P<dot>[/.])(?P<b>\d{1,2})(?:(?P=dot)(?P<year>20\d\d)\b|"
            r"(?<=\.\d)\.(?!\w)|(?<=\.\d\d)\.(?!\w)|(?<=/\d)(?![\d/])|(?<=/\d\d)(?![\d/]))",
            _slashes,
        ),
        (
            r"\b(?:by|before|until|on|due)(?: \w+day)?,? the (?P<day>\d{1,2})(?:st|nd|rd|th)\b"
            r"(?! (?:of )?" + _NOT_MONTH + r")(?P<next> of next month)?",
            _day_of_month,
        ),
        (r"\b(?:a )?week (?:from|after) (?P<which>next |this )?" + _WEEKDAY, _weeks_from),
        (
            r"\b(?:(?P<which>this|next|coming) )?"
            + _WEEKDAY
            + r"(?!,? (?:the )?\d|,? "
            + _NOT_MONTH
            + ")",
            _weekday,
        ),
        (
            r"\b(?P<when>today|tonight|this (?:morning|afternoon|evening)|day after tomorrow|"
            r"tomorrow|noon)\b",
            _relative,
        ),
        (
            r"\b(?:in|within)(?: the next)? "
            + _COUNT
            + r" (?:more )?"
            + _PERIOD.replace("week", "week|fortnight")
            + r"s?\b",
            _in_some_time,
        ),
        (r"\b(?:in|within)(?: the next)? " + _COUNT + r" hours?\b", _in_hours),
        (
            r"\bend of (?:the |this |(?P<which>next) )?(?:business )?" + _PERIOD + r"\b",
            _end_of,
        ),
        (r"\b" + _PERIOD + r"[ -]end\b(?P<which>)", _end_of),
        (r"\bend of " + _MONTH, _end_of_month),
        (r"\bmid[- ]" + _MONTH, _month_midpoint),
        (
            r"\b(?:(?P<over>over|during) |before )?(?:the |(?P<which>this|next) )?weekend\b",
            _weekend,
        ),
        (r"\b(?P<which>this|next) (?P<period>week|month|quarter|year)\b", _next_period),
        (r"\beo[dwmqy]\b|\bcob\b", _abbreviated_end),
        (r"\bq(?P<q>[1-4])\b", _quarter),
    )
)
