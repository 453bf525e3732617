"""Titles that are the same, or the same but for the edition. Pure."""

import re

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import without_label
from lifecycle.reconcile.tuning import SAME_TITLE_WORDS
from lifecycle.reconcile.words import stem, subject_of, subject_words

# An edition stands at the end or says that it is one. A number within is part of the subject:
# "Python 3.11 Release Schedule" and "Python 3.12 Release Schedule" both hold.
_EDITION = re.compile(
    r"[\s,:(]+(?:(?:v|v\.|version|edition|revision|rev\.?)\s*(\d+(?:\.\d+)*)|(\d+\.\d+(?:\.\d+)*))\)?$",
    re.IGNORECASE,
)
_MARKED = re.compile(r"(?:\bv\.?|version|edition|revision|rev\.?)\s*\d+(?:\.\d+)*\)?$", re.I)
# Of these each has a number of its own: one does not replace the other.
_DATED = re.compile(
    r"\b(?:releas\w*|schedul\w*|roadmaps?|plans?|budgets?|minutes|notes|sprints?|milestones?"
    r"|quarters?|terms?|elections?|support\w*)\b",
    re.IGNORECASE,
)
_HOW_REWORKED = """
    alternative clean clearer consolidated easier enhanced explicit extended faster final future
    general generalized implicit improved lightweight modern modernized optional rebooted
    redesigned refined relaxed reworked revised revisited safer second simple simpler simplified
    smarter static stricter take third unified updated
"""
_REWORKED = frozenset(map(stem, _HOW_REWORKED.split()))
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_VERSIONS = re.compile(
    r"\bversions?\s+(\d[\d.]*\d|\d)(?:\s*(?:,|and|to|-)\s*(\d[\d.]*\d|\d))?", re.I
)


def is_same_subject(new: Statement, older: Statement) -> bool:
    """Whether two titles name one subject in the same words, with no number that differs."""
    own, other = without_label(new.title), without_label(older.title)
    words = subject_words(own)
    if words and _plain(own) == _plain(other) and len(_plain(own)) >= SAME_TITLE_WORDS:
        return True
    return (
        len(words) >= SAME_TITLE_WORDS
        and words == subject_words(other)
        and _NUMBER.findall(own) == _NUMBER.findall(other)
    )


def is_later_edition(new: Statement, older: Statement) -> bool:
    """Whether it is the same document in a later version."""
    own, other = without_label(new.title), without_label(older.title)
    mine, its = _EDITION.search(own), _EDITION.search(other)
    if not mine or (not its and _NUMBER.search(other)):
        return False
    words = subject_words(own[: mine.start()])
    rest = other[: its.start()] if its else other  # the first one needs no number
    if len(words) < SAME_TITLE_WORDS or words != subject_words(rest):
        return False
    before, after = (its[1] or its[2]) if its else "0", mine[1] or mine[2]
    return _numbers(before) < _numbers(after) and (
        bool(_MARKED.search(own)) or before in _versions_named(new.text)
        or (len(words) > SAME_TITLE_WORDS and not _DATED.search(own))
    )  # fmt: skip


def is_reworked(new: Statement, older: Statement) -> bool:
    """Whether it is the same subject, and all that its title adds is in which way it is new."""
    own, other = without_label(new.title), without_label(older.title)
    words, added = subject_of(other), subject_of(own) - subject_of(other)
    return (
        len(words) >= SAME_TITLE_WORDS
        and bool(added)
        and words <= subject_of(own)
        and bool(added & _REWORKED)
        and all(word in older.text.lower() for word in added - _REWORKED)
        and _NUMBER.findall(own) == _NUMBER.findall(other)
    )


def _plain(title: str) -> list[str]:
    return re.findall(r"\w+", title.casefold())


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _versions_named(text: str) -> set[str]:
    return {version for pair in _VERSIONS.findall(text) for version in pair if version}
