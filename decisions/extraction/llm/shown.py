"""How a message is shown to the model: a line of JSON about it, then its text."""

import json

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
        "sent_at": message.sent_at.strftime("%A %Y-%m-%d %H:%M UTC"),
        "title": message.title,
        "source": message.source,
    }
    return f"{json.dumps(header, ensure_ascii=False)}\n{text}"


def _name(person: Person) -> str:
    name = person.name or person.handle
    return f"{name} <{person.email}>" if person.email else name
