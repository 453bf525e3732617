"""The same statement again. Pure."""

import re

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.tuning import SAME_TITLE_WORDS
from lifecycle.reconcile.words import subject_of

_NOT_WORDS = re.compile(r"[^\w]+")
_GLAD = frozenset(["agree", "agreed", "great", "good", "glad", "happy", "love", "perfect", "yes"])
_SORRY = frozenset(
    [
        "annoying",
        "bad",
        "hate",
        "mistake",
        "sad",
        "sorry",
        "terrible",
        "unfortunately",
        "worse",
        "wrong",
    ]
)


def says_the_same(new: Statement, older: Statement) -> bool:
    """Whether both say it in the same words, and in enough of them to mean one thing."""
    if not (new.quote and older.quote):
        return False
    return (
        new.type == older.type
        and _plain(new.quote) == _plain(older.quote)
        and _plain(new.title) == _plain(older.title)
        and len(subject_of(new.quote)) > SAME_TITLE_WORDS
    )


def sentiment_of(text: str) -> str:
    """`positive`, `negative` or `neutral`, by a few words that leave no doubt."""
    words = set(_plain(text).split())
    glad, sorry = bool(words & _GLAD), bool(words & _SORRY)
    return "positive" if glad and not sorry else "negative" if sorry and not glad else "neutral"


def _plain(text: str) -> str:
    return _NOT_WORDS.sub(" ", text).casefold().strip()
