"""What people say of themselves: "my new address is ...", "I'm @ada on GitHub". Pure."""

import re
from typing import NamedTuple

from decisions.entities.keys import is_role

_ADDRESS = r"<?(?P<email>[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)>?"
_WHERE = r"(?:git ?hub|git ?lab|slack|discord|notion|bitbucket)"
_HANDLE = r"@?(?P<handle>[A-Za-z\d](?:[\w-]{0,37}[A-Za-z\d])?)"
_SAID = [
    re.compile(pattern, re.I)
    for pattern in (
        rf"\bmy (?:(?:new|other|private|personal|work|current|old|previous|own) )?"
        rf"(?:e-?mail )?address(?: is| has changed to|:)(?: now)? {_ADDRESS}",
        rf"\b(?:reach|contact|e-?mail|write to|write) me (?:now |instead |directly |from now on )?"
        rf"(?:at|on|under) {_ADDRESS}",
        rf"\bI(?:'m| am) @(?P<handle>[\w-]{{1,39}}) (?:on|at|in) {_WHERE}\b",
        rf"\bmy {_WHERE} (?:handle|user ?name|account|login|name|nick) is {_HANDLE}\b",
    )
]
_QUOTED = re.compile(r"^\s*>.*$", re.M)


class Stated(NamedTuple):
    """Addresses and handles that the author of a text calls theirs, in small letters."""

    emails: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()


def stated_in(text: str) -> Stated:
    """What a text's author says is theirs; nothing that they only quote."""
    if "@" not in text and "my " not in text.casefold():
        return Stated()
    own = _QUOTED.sub("", text)
    found = [match.groupdict() for said in _SAID for match in said.finditer(own)]
    emails = {each["email"].casefold().rstrip(".") for each in found if each.get("email")}
    handles = {each["handle"].casefold() for each in found if each.get("handle")}
    return Stated(tuple(sorted(e for e in emails if not is_role(e))), tuple(sorted(handles)))
