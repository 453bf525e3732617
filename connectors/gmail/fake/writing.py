"""Mails as bytes, for the fake."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

TOPICS = ("the ledger", "the launch", "hiring", "the office", "invoices", "the search page")


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says. `attachments` are texts by file name."""

    sender: str
    to: str
    subject: str
    text: str
    at: datetime
    message_id: str
    html: str = ""
    answers: str = ""  # Message-ID
    attachments: Mapping[str, str] = field(default_factory=dict)

    def write(self) -> bytes:
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = self.sender, self.to, self.subject
        message["Date"] = format_datetime(self.at)
        message["Message-ID"] = f"<{self.message_id}>"
        if self.answers:
            message["In-Reply-To"] = message["References"] = f"<{self.answers}>"
        if self.text or not self.html:
            message.set_content(self.text)
        if self.html and self.text:
            message.add_alternative(self.html, subtype="html")
        elif self.html:
            message.set_content(self.html, subtype="html")
        for name, content in self.attachments.items():
            message.add_attachment(content, filename=name)
        return message.as_bytes()


def filler(number: int, owner: str, is_sent: bool, at_ms: int) -> bytes:
    """A mail of a large mailbox, the same at each call."""
    other = f"colleague{number % 40}@partner.example"
    sender, to = (owner, other) if is_sent else (other, owner)
    topic = TOPICS[number % len(TOPICS)]
    date = format_datetime(datetime.fromtimestamp(at_ms / 1000, UTC))
    return (
        f"From: {sender}\r\nTo: {to}\r\nSubject: About {topic} ({number})\r\nDate: {date}\r\n"
        f"Message-ID: <filler-{number}@partner.example>\r\nMIME-Version: 1.0\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n"
        f"Here are the notes on {topic} from call number {number}, as you asked.\r\n"
    ).encode()
