"""The words of a statement, in a form that "mirrors" and "mirroring" share. Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache

from decisions.wording import STOP_WORDS

_WORD = re.compile(r"[a-z][a-z0-9_]+|[^\W\d_a-z][\w-]+", re.IGNORECASE)
_ENDINGS = ("ing", "ed", "es", "ion", "ly", "s")
_SHORTEST = 4  # characters that a stem keeps
# What words about deciding say of any decision: they do not tell one subject from another.
_DECIDING_WORDS = """
    adopt agree agreed approve approved assign assigned cancel canceled cancelled choose
    chose chosen commit committed confirm confirmed decide decided decision describes
    direction drop dropped introduces keep make move moved new offer offered pick picked
    prioritized proposal propose proposed proposes reject rejected replace replaces reverted
    select selected specifies start stop stopped switch switched yes
"""
_SHORT_PLURAL = re.compile(r"^[a-z]{2,3}[^s]s$")
_AMOUNT = re.compile(r"[€$£¥]\s?\d|\d\s?(?:€|EUR|USD|GBP|CHF)\b")
_STOP = STOP_WORDS
_OF_DECIDING = frozenset(_DECIDING_WORDS.split())
_PRICE = frozenset({"pric"})  # the stem of "price" and "pricing"


@lru_cache(maxsize=50_000)
def words_of(text: str) -> tuple[str, ...]:
    """All words of a text that say what it is about, stemmed, in their order."""
    return tuple(_stems(text))


@lru_cache(maxsize=50_000)
def subject_words(title: str) -> tuple[str, ...]:
    """The words of a title that name its subject, without those about deciding, in their order."""
    return tuple(
        stem(word) for word in _plain(title) if word not in _STOP and word not in _OF_DECIDING
    )


def subject_of(title: str) -> frozenset[str]:
    """`subject_words`, whatever their order."""
    return frozenset(subject_words(title))


def stem(word: str) -> str:
    """A word without its ending, as far as enough of it is left.

    "release" is as "releases" and "tag" as "tags": closer than what looks for words that are near.
    """
    short = _without_ending(word)
    if short == word and _SHORT_PLURAL.match(word):
        return word[:-1]
    return short[:-1] if short.endswith("e") and len(short) > _SHORTEST else short


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word


def _stems(text: str) -> Iterator[str]:
    return (_without_ending(word) for word in _plain(text) if word not in _STOP)


def _plain(text: str) -> Iterator[str]:
    return (match[0].lower() for match in _WORD.finditer(text))


def priced(text: str) -> frozenset[str]:
    """The word of what an amount of money is, where a text has one."""
    return _PRICE if _AMOUNT.search(text) else frozenset()
