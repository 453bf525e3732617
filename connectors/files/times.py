"""Times as sources write them, made aware, UTC and believable; None where that cannot be."""

import re
from datetime import UTC, datetime

EARLIEST = datetime(1970, 1, 2, tzinfo=UTC)  # a zeroed clock says 1 January 1970
LATEST = datetime(2100, 1, 1, tzinfo=UTC)
_LONG_FRACTION = re.compile(r"(\.\d{6})\d+")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>(?:{'|'.join(_MONTHS)})[a-z]*)\.?"
_DAY = r"(?P<day>\d\d?)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})\b"
_YEAR_FIRST = re.compile(
    r"\b(?P<year>\d{4})[-/.](?P<month>\d\d?)[-/.](?P<day>\d\d?)(?!\d)", re.ASCII
)
_MONTH_FIRST = re.compile(rf"\b{_MONTH} {_DAY},? {_YEAR}", re.ASCII | re.IGNORECASE)
_DAY_FIRST = re.compile(rf"\b{_DAY} {_MONTH},? {_YEAR}", re.ASCII | re.IGNORECASE)
_DOTTED = re.compile(rf"\b{_DAY}\.(?P<month>\d\d?)\.{_YEAR}", re.ASCII)
_SLASHED = re.compile(r"\b(\d\d?)/(\d\d?)/(\d{4})\b", re.ASCII)
_CLOCK = re.compile(
    r",?(?: at)?[ T](?P<hour>\d\d?):(?P<minute>\d\d)(?::\d\d)?(?: ?(?P<half>[ap])\.?m)?",
    re.ASCII | re.IGNORECASE,
)


def usable(moment: datetime) -> datetime | None:
    """The moment in UTC (naive ones are taken as UTC), or None outside EARLIEST to LATEST."""
    try:
        aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (OverflowError, ValueError):
        return None
    return aware if EARLIEST <= aware < LATEST else None


def from_epoch(seconds: str | float) -> datetime | None:
    """Seconds since 1970, as a number or in digits: `1704272400.000200`."""
    try:
        return usable(datetime.fromtimestamp(float(seconds), UTC))
    except (OverflowError, ValueError, OSError):
        return None


def from_iso(text: str) -> datetime | None:
    """An ISO 8601 date or time; without an offset it is taken as UTC."""
    try:
        return usable(datetime.fromisoformat(_LONG_FRACTION.sub(r"\1", text.strip())))
    except ValueError:
        return None


def from_words(text: str) -> datetime | None:
    """A date as people write it, with or without a time: `March 3, 2024 2:15 PM`, `3 Mar 2024`,
    `2024-03-03`, `2024/03/03`, `3.3.2024`. The first one in the text counts.
    """
    for pattern in (_YEAR_FIRST, _MONTH_FIRST, _DAY_FIRST, _DOTTED):
        found = pattern.search(text)
        if found:
            return _from_parts(found, text[found.end() :])
    return _from_slashes(text)


def _from_slashes(text: str) -> datetime | None:
    """`13/02/2016` or `02/13/2016`, where a number over 12 tells the day from the month."""
    found = _SLASHED.search(text)
    if not found or (int(found[1]) > 12) == (int(found[2]) > 12):
        return None
    day, month = (found[1], found[2]) if int(found[1]) > 12 else (found[2], found[1])
    return from_words(f"{found[3]}-{month}-{day}{text[found.end() :]}")


def _from_parts(found: re.Match[str], rest: str) -> datetime | None:
    month = found["month"]
    number = int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1
    clock = _CLOCK.match(rest)
    hour, minute = (int(clock["hour"]), int(clock["minute"])) if clock else (0, 0)
    if clock and clock["half"]:
        hour = hour % 12 + (12 if clock["half"].lower() == "p" else 0)
    try:
        return usable(datetime(int(found["year"]), number, int(found["day"]), hour, minute))  # noqa: DTZ001  `usable` makes it UTC
    except ValueError:
        return None


def believable(seconds: float) -> datetime:
    """A file's own time, for what carries none; EARLIEST where even that is absurd."""
    return from_epoch(seconds) or EARLIEST
