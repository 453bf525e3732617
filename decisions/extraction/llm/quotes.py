"""Finds a quote in the text it was taken from, where only spacing and quote marks differ."""

import re

_ALIKE = (
    "'\u2018\u2019\u201a\u201b`\u00b4",
    '"\u201c\u201d\u201e\u201f\u00ab\u00bb',
    "-\u2010\u2011\u2012\u2013\u2014\u2212",
)
_CLASSES = {mark: f"[{re.escape(marks)}]" for marks in _ALIKE for mark in marks}
_WRAPPING = " \t\r\n" + "".join(_ALIKE[:2])


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Return the offsets (start, end) of `quote` in `text`, None where it is not there.

    Runs of whitespace match each other, and so do straight and curly quote marks and dashes. Words
    must match exactly. A quote without two letters or digits is no evidence, and is not found.
    """
    if sum(char.isalnum() for char in quote) < 2:
        return None
    for candidate in (quote.strip(), quote.strip(_WRAPPING)):
        start = text.find(candidate)
        if start >= 0:
            return start, start + len(candidate)
        found = re.search(_pattern(candidate), text)
        if found:
            return found.span()
    return None


def _pattern(quote: str) -> str:
    words = quote.split()
    return r"\s+".join("".join(_CLASSES.get(c, re.escape(c)) for c in word) for word in words)
