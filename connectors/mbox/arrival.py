"""When a mail arrived or was filed, for mails whose own date is missing or absurd."""

import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from connectors.files.times import from_iso, usable

_FILED = re.compile(
    r"\b(?P<month>[A-Z][a-z]{2}) +(?P<day>\d\d?) +(?P<time>\d\d?:\d\d(?::\d\d)?)"
    r"(?: (?P<zone>[+-]\d{4}|[A-Z]{1,5}))? (?P<year>\d{4})\b"
)


def received_at(trace: str) -> datetime | None:
    """The time in a Received header, which stands after its last semicolon."""
    return _mail_date(trace.rpartition(";")[2])


def filed_at(postmark: bytes) -> datetime | None:
    """The time on a mailbox's "From " line, in UTC where it names no zone."""
    text = postmark.decode("ascii", "replace")
    found = _FILED.search(text)
    if not found:
        return from_iso(text.rpartition(" ")[2])
    day, month, year = found["day"], found["month"], found["year"]
    return _mail_date(f"{day} {month} {year} {found['time']} {found['zone'] or '+0000'}")


def _mail_date(text: str) -> datetime | None:
    try:
        return usable(parsedate_to_datetime(text.strip()))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
