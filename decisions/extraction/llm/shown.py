"""How a message is shown to the model: a line of JSON about it, then its text."""

import json
from datetime import datetime, timezone

from connectors.contract import Person
from decisions.extraction.contract import Message
from decisions.extraction.llm.tuning import RECIPIENTS


def shown(number: int, message: Message, text: str) -> str:
    """Return the header and `text`, which is the message's or a part of it.

    Names and titles are data too: as JSON on one line they cannot pass for anything else.
    """
    header = {
        "number": number,
        "author": _name(message.author) if message.author else "",
        "recipients": [_name(person) for person in message.participants[:RECIPIENTS]],
        "sent_at": _moment(message.sent_at),
        "title": message.title,
        "source": message.source,
    }
    return f"{json.dumps(header, ensure_ascii=False)}\n{text}"


def _moment(sent_at: datetime) -> str:
    """On the clock of where it was written, as far as that is known: "Friday" is a day there."""
    offset = sent_at.utcoffset()
    assert offset is not None
    return f"{sent_at:%A %Y-%m-%d %H:%M} {timezone(offset)}"  # "UTC", or "UTC+02:00"


def _name(person: Person) -> str:
    name = person.name or person.handle
    return f"{name} <{person.email}>" if person.email else name
