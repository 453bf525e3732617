"""The words of a statement, in a form that "mirrors" and "mirroring" share. Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache

_WORD = re.compile(r"[a-z][a-z0-9_]+|[^\W\d_a-z][\w-]+", re.IGNORECASE)
_ENDINGS = ("ing", "ed", "es", "ion", "ly", "s")
_SHORTEST = 4  # characters that a stem keeps
_STOP_WORDS = """
    a about after all also an and any are as at be because been before being but by can
    could did do document does don't each for from go going had has have here how i'll i'm
    i've if in into is it it's its just let may me more most my no not now of off on once
    one only or other our out over own per python's rather same set shall should so some
    such than that the their them then there these they this those through to too under
    until up us use used uses using was we we'll we're were what when where which while who
    will with within without would you your
"""
# What words about deciding say of any decision: they do not tell one subject from another.
_DECIDING_WORDS = """
    adopt agree agreed approve approved assign assigned cancel canceled cancelled choose
    chose chosen commit committed confirm confirmed decide decided decision describes
    direction drop dropped introduces keep make move moved new offer offered pick picked
    prioritized proposal propose proposed proposes reject rejected replace replaces reverted
    select selected specifies start stop stopped switch switched yes
"""
_STOP = frozenset(_STOP_WORDS.split())
_OF_DECIDING = frozenset(_DECIDING_WORDS.split())


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
    """A word without its ending, as far as enough of it is left."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word


def _stems(text: str) -> Iterator[str]:
    return (stem(word) for word in _plain(text) if word not in _STOP)


def _plain(text: str) -> Iterator[str]:
    return (match[0].lower() for match in _WORD.finditer(text))
