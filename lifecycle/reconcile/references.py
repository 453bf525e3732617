"""Names that a record has ("ADR 12: ...") and by which others refer to it ("PEP 509"). Pure."""

import re
from dataclasses import dataclass

# A short capital name and a number: ADR-0012, RFC 793, PEP 8, DEC-4, PAY-318.
_REFERENCE = re.compile(r"\b([A-Z]{2,10})[ -]{1,2}0*(\d{1,6})\b")
_LABEL = re.compile(r"^\W*([A-Z]{2,10})[ -]0*(\d{1,6})\b\W*")
# "PEPs 382 and 402", "PEP 241, 314": numbers after the first go by its name.
_FURTHER = re.compile(r"(?:,\s*|\s+and\s+|,\s*and\s+)0*(\d{1,6})\b(?!\.\d)")
_PLURAL = re.compile(r"\b([A-Z]{2,10})s[ -](?=\d)")


@dataclass(frozen=True, slots=True)
class Reference:
    """`label` names another record; `start` and `end` say where in the text."""

    label: str
    start: int
    end: int


def labels_of(title: str) -> tuple[str, ...]:
    """The name at the beginning of a title, if there is one."""
    match = _LABEL.match(title)
    return (f"{match[1]} {match[2]}",) if match else ()


def number_of(title: str) -> int:
    """The number in the name at the beginning of a title; 0 where it has none."""
    match = _LABEL.match(title)
    return int(match[2]) if match else 0


def without_label(title: str) -> str:
    """The title after the name at its beginning."""
    return _LABEL.sub("", title, count=1) or title


def references_in(text: str) -> list[Reference]:
    """All names of records in a text, in their order."""
    text = _PLURAL.sub(lambda match: f"{match[1]}  "[: len(match[0])], text)
    found = []
    for match in _REFERENCE.finditer(text):
        found.append(Reference(f"{match[1]} {match[2]}", match.start(), match.end()))
        at = match.end()
        while further := _FURTHER.match(text, at):
            found.append(Reference(f"{match[1]} {further[1]}", further.start(1), further.end()))
            at = further.end()
    return found
