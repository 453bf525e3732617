"""People as chats name them, or as someone typed them: `Anna Example <anna@example.com>`,
`@anna`, `Anna`. Pure."""

import re
from email.utils import parseaddr

from connectors.contract import Person
from connectors.files.text import clean, one_line, stable_id

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SEPARATORS = re.compile(r"[,;\n]+")
_PLACEHOLDERS = ("{", "[", "<!--")  # an unfilled template
MAX_NAME_CHARS = 200
MAX_EMAIL_CHARS = 254  # of an address, RFC 5321; a longer one is none


def shown_name(text: str) -> str:
    """A name in one line, and no longer than a name is."""
    return one_line(clean(text))[:MAX_NAME_CHARS]


def chat_member(name: str, key: str, *, email: str = "", role: str = "author") -> Person:
    """Someone as a chat names them; the handle is their id there, which never changes."""
    email = email if len(email) <= MAX_EMAIL_CHARS else ""
    return Person(shown_name(name), email, stable_id(key), role)


def spelled_out(text: str, role: str = "author") -> Person | None:
    """One person; None where nobody is named."""
    text = shown_name(text)
    if not text:
        return None
    if text.startswith("@"):
        return Person(handle=text[1:], role=role) if text[1:] else None
    name, email = parseaddr(text) if "@" in text else (text, "")
    return Person(name=name, email=email, role=role) if name or email else None


def listed(text: str, role: str) -> tuple[Person, ...]:
    """Everyone in a list with commas, semicolons or lines between; links count as their text."""
    parts = (part.strip(" *-\t") for part in _SEPARATORS.split(_LINK.sub(r"\1", text)))
    named = (spelled_out(part, role) for part in parts if not part.startswith(_PLACEHOLDERS))
    return tuple(person for person in named if person)
