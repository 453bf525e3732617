"""Mailboxes written for tests."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

START = datetime(2026, 1, 5, 9, tzinfo=UTC)

_SAID = (
    "We decided to use Postgres instead of MySQL for {topic}, because it has row-level security.",
    "I'll have the draft for {topic} ready by Friday.",
    "What do you think about {topic}? The numbers are in the sheet.",
    "Thanks, that is very helpful for {topic}.",
    "Approved. Go ahead with {topic}.",
    "Let's not pursue {topic} any further.",
)
_TOPICS = ("billing", "the search page", "onboarding", "exports", "the mobile app", "invoicing")


def mail(number: int, *, text: str = "", **headers: str) -> EmailMessage:
    """A mail that differs from every other by its number."""
    topic = _TOPICS[number // len(_SAID) % len(_TOPICS)]
    message = EmailMessage()
    message["Message-ID"] = f"<{number}@mail.example>"
    message["From"] = f"Person {number % 7} <p{number % 7}@mail.example>"
    message["To"] = "team@mail.example"
    message["Subject"] = f"About {topic} {number}"
    message["Date"] = format_datetime(START + timedelta(minutes=7 * number))
    for name, value in headers.items():
        del message[name.replace("_", "-")]
        message[name.replace("_", "-")] = value
    message.set_content(text or _SAID[number % len(_SAID)].format(topic=f"{topic} {number}"))
    return message


def write_mbox(path: Path, mails: Sequence[EmailMessage]) -> Path:
    with path.open("wb") as file:
        for message in mails:
            file.write(b"From MAILER-DAEMON Mon Jan  5 09:00:00 2026\n")
            file.write(message.as_bytes().replace(b"\nFrom ", b"\n>From ").rstrip(b"\n"))
            file.write(b"\n\n")
    return path
