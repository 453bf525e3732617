"""Names spelled otherwise: without accents, or with a typing error. Pure."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz.distance import OSA

from decisions.wording import STOP_WORDS
from retrieval.tuning import (
    FUZZY_LENGTH,
    FUZZY_LENGTH_SMALL,
    FUZZY_LENGTH_TWO,
    FUZZY_WORDS,
)

_SHORT_HALF = 2  # letters of half a word, of which one less would fit nearly everything
# Letters that are not another one with a mark.
_LIKE_ASCII = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe"}
)


def plain(text: str) -> str:
    """Case-folded and without accents."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    bare = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    return unicodedata.normalize("NFKC", bare).translate(_LIKE_ASCII)


def misspellings(words: Sequence[str]) -> dict[str, int]:
    """How many errors the words may have that are long enough to tell, longest words first.

    Where names are written with capitals a word without one is no name.
    """
    errors = {}
    typed_in_capitals = any(word[:1].isupper() for word in words[1:])
    for n, word in enumerate(words):
        length, flat = len(word), plain(word)
        capital = n > 0 and word[:1].isupper()
        if n > 0 and typed_in_capitals and not capital:
            continue
        least = FUZZY_LENGTH if capital else FUZZY_LENGTH_SMALL
        if length >= least and flat.isalpha() and flat not in STOP_WORDS:
            errors[flat] = 2 if capital and length >= FUZZY_LENGTH_TWO else 1
    by_capital = sorted(errors, key=lambda w: (-errors[w], -len(w)))
    return {word: errors[word] for word in by_capital[:FUZZY_WORDS]}


def near_patterns(errors: Mapping[str, int]) -> list[str]:
    """LIKE patterns that every name so misspelled fits, with a space before and after it.

    A word's first letter is taken as right. One error leaves the word's first half whole, but for a
    letter changed about with the next half's, or the second; two leave one third of three.
    """
    return [pattern for word, n in errors.items() for pattern in (_one if n == 1 else _two)(word)]


def _one(word: str) -> Iterator[str]:
    half = len(word) // 2
    yield f"% {word[0]}%{word[half:]} %"
    if half > _SHORT_HALF:
        yield f"% {word[: half - 1]}%"
    else:
        yield f"% {word[:half]}%"
        yield f"% {word[: half - 1]}__{word[half + 1 :]} %"


def _two(word: str) -> Iterator[str]:
    third = len(word) // 3
    yield f"% {word[:third]}%"
    yield f"% {word[0]}%{word[third:-third]}%"
    yield f"% {word[0]}%{word[-third:]} %"


def are_close(word: str, name: str, errors: int, *, person: bool) -> bool:
    """Whether a word is a name spelled wrongly.

    Other people's names differ little, mostly in a vowel or at the end: "Marta" is not "Maria", nor
    "Simone" "Simon". So a short one may only lack, double or swap a letter, and none may end
    otherwise.
    """
    if not errors or word[0] != name[:1] or len(name) < FUZZY_LENGTH:
        return False
    if person and word[-1] != name[-1]:
        return False
    if person and len(name) < FUZZY_LENGTH_SMALL and len(word) == len(name):
        return sorted(word) == sorted(name) and OSA.distance(word, name, score_cutoff=1) == 1
    errors = min(errors, 1 + (len(name) >= FUZZY_LENGTH_TWO))
    return 0 < OSA.distance(word, name, score_cutoff=errors) <= errors
