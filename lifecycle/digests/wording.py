"""The words of a digest, the same in a mail, a channel and a terminal. Pure."""

import re
from datetime import date

from lifecycle.digests.contents import Digest, Entry, Part, Section
from lifecycle.digests.tuning import REASON_CHARACTERS, TITLE_CHARACTERS
from lifecycle.scheduling.slots import Cadence, Period

TITLES = {
    Part.DECIDED: "Decided",
    Part.CHANGED: "Changed course",
    Part.OVERDUE: "Overdue",
    Part.DUE: "Due next",
    Part.PENDING: "Still open",
    Part.AGAIN: "Came up again",
}
_COUNTED = {
    Part.DECIDED: "decided",
    Part.CHANGED: "changed",
    Part.OVERDUE: "overdue",
    Part.DUE: "due",
    Part.PENDING: "open",
    Part.AGAIN: "came up again",
}
_NAMED = {Cadence.DAY: "Day", Cadence.WEEK: "Week", Cadence.MONTH: "Month"}
_OWED = re.compile(r"^(?:Committed to|Assigned [^:]{1,60}?(?::| to))\s+(?=\S)")
NOTHING = "Nothing was decided, changed or is due."


def subject(digest: Digest) -> str:
    """`Ottermoor, 16-22 November: 5 decided, 1 changed`."""
    told = ", ".join(counted(section) for section in digest.sections)
    team = " ".join(digest.team.split())  # of one line, as the mail's header is
    about = f"{team}, {days(digest.period)}"
    return f"{about}: {told}" if told else about


def headline(digest: Digest) -> str:
    """`Week of 16-22 November`."""
    named = _NAMED[digest.period.cadence]
    return f"{named} of {days(digest.period)}"


def counted(section: Section) -> str:
    """`5 decided`."""
    return f"{section.total} {_COUNTED[section.part]}"


def days(period: Period) -> str:
    """`22 November`, `16-22 November` or `30 October - 5 November`, with the year where it ends."""
    first, last = period.first, period.last
    ends = f"{last.day} {last:%B %Y}"
    if first == last:
        return ends
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{ends}"
    begins = f"{first.day} {first:%B}" + (f" {first.year}" if first.year != last.year else "")
    return f"{begins} – {ends}"


def title(part: Part, entry: Entry) -> str:
    """What is owed without the words that say so: who owes it is told beside it."""
    text = entry.about.title
    return cut(owed(text) if part in (Part.OVERDUE, Part.DUE) else text, TITLE_CHARACTERS)


def owed(title: str) -> str:
    """`Write the guide`, of a commitment whose title is `Committed to write the guide`."""
    text = _OWED.sub("", title)
    return text[:1].upper() + text[1:]


def details(part: Part, entry: Entry) -> list[str]:
    """What stands behind the title, in order: who, when, where and how things are."""
    who = "you" if entry.yours else ", ".join(entry.people)
    return [each for each in (who, _when(part, entry), entry.where) if each]


def reason(part: Part, entry: Entry) -> str:
    """One sentence of why, or what was said again."""
    text = cut(" ".join(entry.reason.split()), REASON_CHARACTERS)
    return f"“{text}”" if text and part == Part.AGAIN else text


def now(entry: Entry) -> str:
    """What took the place of what changed, or that nothing did."""
    return cut(entry.now.title, TITLE_CHARACTERS) if entry.now else "reversed"


def more(section: Section) -> str:
    return f"and {section.more} more" if section.more else ""


def signed(digest: Digest) -> str:
    """Who may see what is told."""
    whom = f"what {digest.reader} may see" if digest.reader else "what the whole team sees"
    return f"From {digest.team}'s memory: {whom}, in {digest.period.zone.key} time."


def cut(text: str, characters: int) -> str:
    """At most so many characters, broken off between words."""
    text = " ".join(text.split())
    if len(text) <= characters:
        return text
    head = text[: characters - 1]
    return f"{head.rpartition(' ')[0] or head}…"


def _when(part: Part, entry: Entry) -> str:
    if part == Part.OVERDUE:
        return f"{_days(entry.days)} late, was due {_day(entry.day)}"
    if part == Part.DUE:
        soon = {0: "today", 1: "tomorrow"}.get(entry.days)
        return f"due {soon}" if soon else f"due {_day(entry.day)}"
    if part == Part.PENDING:
        return f"open for {_days(entry.days)}"
    if part == Part.AGAIN:
        again = f"{entry.times} times" if entry.times > 1 else "once"
        ever = f", {entry.in_all} times in all: recurring" if entry.recurring else ""
        return f"{again}, last on {_day(entry.day)}{ever}"
    return _day(entry.day)


def _day(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"


def _days(number: int) -> str:
    return "1 day" if number == 1 else f"{number} days"
