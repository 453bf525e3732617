"""Mailboxes to measure with: a real one repeated under new ids, or one written by rule."""

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "ietf" / "dev.mbox"

_POSTMARK = re.compile(rb"^(?=From .*\d{4}$)", re.MULTILINE)
_ID_HEADER = re.compile(
    rb"^(?:Message-ID|In-Reply-To|References):.*(?:\n[ \t].*)*", re.MULTILINE | re.IGNORECASE
)
_ID = re.compile(rb"<([^<>@]+)@")
_SUBJECT = re.compile(rb"^(Subject: .*)$", re.MULTILINE)


def write_mailbox(path: Path, count: int) -> str:
    """Write `count` mails, no two alike. Returns what they are."""
    if REAL.is_file():
        path.write_bytes(b"".join(_repeated(REAL.read_bytes(), count)))
        return f"{count} mails: an IETF list, repeated in threads of their own"
    path.write_bytes(b"".join(_written(count)))
    return f"{count} mails, generated"


def _repeated(mailbox: bytes, count: int) -> Iterator[bytes]:
    """The mails again and again. Each round has its own ids, so its own threads, and subjects, so
    that no text has been embedded before; the people are the same, as in one team's mail."""
    mails = [mail for mail in _POSTMARK.split(mailbox) if mail.strip()]
    for number in range(count):
        mark = f"{number // len(mails)}".encode()
        mail = mails[number % len(mails)]
        mail = _ID_HEADER.sub(lambda m, k=mark: _ID.sub(rb"<\1." + k + rb"@", m[0]), mail)
        yield _SUBJECT.sub(rb"\1, part " + mark, mail, count=1)


_PEOPLE = [
    f"{first} {last}"
    for first in ("Ada", "Bo", "Carmen", "Dmitri", "Esra", "Femi", "Greta", "Hiro", "Ines", "Jo")
    for last in ("Ashby", "Brandt", "Castillo", "Dawson", "Eriksen")
]
_THINGS = [
    "the billing export", "PostgreSQL 17", "the mobile release", "Project Heron", "Kubernetes",
    "the search index", "the pricing page", "the Oslo workshop", "GraphQL", "the audit log",
]  # fmt: skip
_DECIDING = [
    "We decided to go with {a} instead of {b} because it costs half as much.",
    "Approved, please go ahead with {a}.",
    "I will finish {a} by Friday.",
    "Let's not pursue {a} this quarter.",
    "{who} will take over {a} from Monday.",
    "We postpone {a} until {b} is done.",
]
_TALKING = [
    "I looked at {a} yesterday and the numbers are a little better than what we saw with {b}.",
    "Has anybody had time to compare {a} with {b} since the last call?",
    "The second test run took 43 minutes, most of it in {a}.",
    "{who} asked whether {a} still needs the old configuration.",
    "There is a longer write-up in the shared folder; comments are welcome until next week.",
]


def _written(count: int) -> Iterator[bytes]:
    """Mails of a made-up team: threads of one to eight, a third of the mails with a decision."""
    draw = random.Random(20)
    moment = datetime(2025, 3, 3, 8, tzinfo=UTC)
    root, subject, left = "", "", 0
    for number in range(count):
        moment += timedelta(minutes=draw.randint(1, 40))
        reply = left > 0
        if not reply:
            root = f"<{number}@momo.example>"
            subject, left = f"{draw.choice(_THINGS)}, question {number}", draw.randint(1, 8)
        left -= 1
        mail = _mail(draw, number, moment, f"Re: {subject}" if reply else subject)
        if reply:
            mail["In-Reply-To"] = mail["References"] = root
        postmark = f"From bench@momo.example {moment:%a %b %d %H:%M:%S %Y}\n"
        yield postmark.encode() + mail.as_bytes() + b"\n"


def _mail(draw: random.Random, number: int, moment: datetime, subject: str) -> EmailMessage:
    author, *others = draw.sample(_PEOPLE, draw.randint(2, 5))
    mail = EmailMessage()
    mail["From"], mail["To"] = _address(author), ", ".join(map(_address, others))
    mail["Message-ID"], mail["Subject"] = f"<{number}@momo.example>", subject
    mail["Date"] = moment
    lines = draw.choices(_TALKING, k=draw.randint(2, 12))
    if draw.random() < 1 / 3:
        lines.insert(draw.randrange(len(lines)), draw.choice(_DECIDING))
    a, b = draw.sample(_THINGS, 2)
    filled = [line.format(a=a, b=b, who=draw.choice(_PEOPLE)) for line in lines]
    mail.set_content("\n\n".join(filled) + f"\n\nThis is number {number}.\n")
    return mail


def _address(person: str) -> str:
    return f"{person} <{person.lower().replace(' ', '.')}@momo.example>"
