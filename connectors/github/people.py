"""Who GitHub names. A person's handle is their number there: a login can change hands. Pure."""

import re
from collections.abc import Iterable

from connectors.contract import Person
from connectors.files.json_input import as_list, as_object, as_text
from connectors.files.people import chat_member
from connectors.github.tuning import MENTION_CHARACTERS, MOST_MENTIONS

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_MENTION = re.compile(r"(?<![\w`/@.-])@([A-Za-z0-9][A-Za-z0-9-]{0,38})(?![\w/@]|\.\w)")


def person(user: object, role: str = "author") -> Person | None:
    """A user as an event or a list names them; None for one that is gone."""
    found = as_object(user)
    login, key = as_text(found.get("login")), as_text(found.get("id"))
    return chat_member(login, key, role=role) if login or key else None


def is_bot(user: object) -> bool:
    found = as_object(user)
    return found.get("type") == "Bot" or as_text(found.get("login")).endswith("[bot]")


def named(users: object, role: str) -> Iterable[Person]:
    for user in as_list(users):
        found = person(user, role)
        if found:
            yield found


def mentioned(text: str) -> Iterable[Person]:
    """The logins that a text calls, outside code."""
    plain = _CODE.sub(" ", text[:MENTION_CHARACTERS])
    logins = dict.fromkeys(match[1] for match in _MENTION.finditer(plain))
    for login in list(logins)[:MOST_MENTIONS]:
        yield Person(name=login, role="mentioned")


def involved(author: Person | None, *groups: Iterable[Person]) -> tuple[Person, ...]:
    """Everyone but the author, each once, in the first role that they come in."""
    found: dict[str, Person] = {author.name: author} if author else {}
    for group in groups:
        for each in group:
            found.setdefault(each.name, each)
    return tuple(each for each in found.values() if each is not author)
