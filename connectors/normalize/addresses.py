"""Names and addresses out of header values, however broken."""

import re
from email.errors import HeaderParseError
from email.header import decode_header
from email.utils import getaddresses

from connectors.contract import Person
from connectors.normalize.charset import decode_text
from connectors.normalize.limits import MAX_ADDRESS_VALUE, MAX_ENCODED_WORDS, MAX_NESTING
from connectors.normalize.whitespace import clean_characters

_ADDRESS = re.compile(r"[^\s<>@,;:\"'()\[\]]{1,64}@[^\s<>@,;:\"'()\[\]]{1,255}")


def decode_words(value: str) -> str:
    """A header value with its RFC 2047 words decoded, on one line, with nothing invisible."""
    if "=?" in value:
        value = _decoded(value[:MAX_ENCODED_WORDS]) + value[MAX_ENCODED_WORDS:]
    return " ".join(clean_characters(value).split())


def people(values: list[str], role: str) -> tuple[Person, ...]:
    """Everyone named in the address headers `values`, each address once."""
    found: dict[str, Person] = {}
    for value in values:
        for name, address in _pairs(value[:MAX_ADDRESS_VALUE]):
            person = _person(name, address, role)
            if person:
                found.setdefault(person.email.lower() or person.name, person)
    return tuple(found.values())


def _decoded(value: str) -> str:
    try:
        chunks = decode_header(value)
    except (HeaderParseError, ValueError):
        return value
    return "".join(
        chunk if isinstance(chunk, str) else decode_text(chunk, charset or "")
        for chunk, charset in chunks
    )


def _pairs(value: str) -> list[tuple[str, str]]:
    """The stdlib's reading; where it gives no address, whatever looks like one."""
    if all(value.count(opening) <= MAX_NESTING for opening in "([:"):
        pairs = [pair for pair in getaddresses([value]) if any(pair)]
        if pairs and all("@" in address for _, address in pairs):
            return pairs
    addresses = _ADDRESS.findall(value)
    name = value.split("<")[0] if "<" in value and len(addresses) == 1 else ""
    if addresses or ":" in value:  # "undisclosed-recipients:;" names nobody
        return [(name, address) for address in addresses]
    return [(value, "")]


def _person(name: str, address: str, role: str) -> Person | None:
    match = _ADDRESS.search(address)
    email = clean_characters(match.group()) if match else ""
    shown = decode_words(name).strip(" \"'<>,")
    if shown.lower() == email.lower():
        shown = ""
    return Person(name=shown[:200], email=email, role=role) if shown or email else None
