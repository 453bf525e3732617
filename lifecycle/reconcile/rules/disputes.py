"""Two statements that cannot both hold, and that do not speak of each other. Pure."""

import re
from functools import lru_cache

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.words import subject_of

_ORDER = re.compile(
    r"(?P<first>[^.;:!?]{3,60}?)\s+(?:has\s+to\s+come\s+|comes?\s+|goes\s+|must\s+come\s+)?before\s+"
    r"(?P<second>[^.;,:!?(]{3,60})"
    r"|(?P<ahead>[^.;:!?]{3,60}?)\s+comes?\s+first,\s*(?P<behind>[^.;,:!?(]{3,60}?)\s+after\b",
    re.IGNORECASE,
)

Order = tuple[frozenset[str], frozenset[str]]


def opposes(new: Statement, older: Statement) -> bool:
    """Whether one puts first what the other puts last: "A before B" and "B before A"."""
    return any(
        _names(first, other_second) and _names(second, other_first)
        for first, second in _orders(new)
        for other_first, other_second in _orders(older)
    )


@lru_cache(maxsize=4_000)
def _orders(statement: Statement) -> tuple[Order, ...]:
    found = []
    for match in _ORDER.finditer(statement.whole):
        first = subject_of(match["first"] or match["ahead"])
        second = subject_of(match["second"] or match["behind"])
        if first and second:
            found.append((first, second))
    return tuple(found)


def _names(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the shorter phrase is in the longer one, but for a word."""
    return len(one & other) >= max(1, min(len(one), len(other)) - 1) and bool(one & other)
