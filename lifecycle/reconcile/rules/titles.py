"""Titles that are the same, or the same but for the edition. Pure."""

import re

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import without_label
from lifecycle.reconcile.tuning import SAME_TITLE_WORDS
from lifecycle.reconcile.words import subject_words

# An edition stands at the end or says that it is one. A number within is part of the subject:
# "Python 3.11 Release Schedule" and "Python 3.12 Release Schedule" both hold.
_EDITION = re.compile(
    r"[\s,:(]+(?:(?:v|v\.|version|edition|revision|rev\.?)\s*(\d+(?:\.\d+)*)|(\d+\.\d+(?:\.\d+)*))\)?$",
    re.IGNORECASE,
)
_MARKED = re.compile(r"(?:\bv\.?|version|edition|revision|rev\.?)\s*\d+(?:\.\d+)*\)?$", re.I)
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_VERSIONS = re.compile(
    r"\bversions?\s+(\d[\d.]*\d|\d)(?:\s*(?:,|and|to|-)\s*(\d[\d.]*\d|\d))?", re.I
)


def is_same_subject(new: Statement, older: Statement) -> bool:
    """Whether two titles name one subject in the same words, with no number that differs."""
    own, other = without_label(new.title), without_label(older.title)
    words = subject_words(own)
    return (
        len(words) >= SAME_TITLE_WORDS
        and words == subject_words(other)
        and _NUMBER.findall(own) == _NUMBER.findall(other)
    )


def is_later_edition(new: Statement, older: Statement) -> bool:
    """Whether it is the same document in a later version."""
    own, other = without_label(new.title), without_label(older.title)
    mine, its = _EDITION.search(own), _EDITION.search(other)
    if not mine or not its:
        return False
    words = subject_words(own[: mine.start()])
    if len(words) < SAME_TITLE_WORDS or words != subject_words(other[: its.start()]):
        return False
    before, after = its[1] or its[2], mine[1] or mine[2]
    return _numbers(before) < _numbers(after) and (
        bool(_MARKED.search(own)) or before in _versions_named(new.text)
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _versions_named(text: str) -> set[str]:
    return {version for pair in _VERSIONS.findall(text) for version in pair if version}
