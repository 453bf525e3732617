"""How alike two names of things are spelled, in 0..1. Pure."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from rapidfuzz.distance import OSA

_Id = TypeVar("_Id", bound=Hashable)

LONG = 8  # letters from which one wrong letter is a slip and not another word; chosen
SLIP = 0.95  # likeness of two long names that differ by one letter
INITIALS = 0.6  # likeness of a name and its initials
FEWEST_INITIALS = 3
COMMON_TRIGRAMS = 3  # that two names share at least, to be compared


def likeness(one: str, other: str) -> float:
    """Of names in one form: 1 for the same, SLIP for a slip of the pen, else by common trigrams.

    0 where a number differs: TLS 1.2 is another thing than TLS 1.3.
    """
    if one == other:
        return 1.0
    if _digits(one) != _digits(other):
        return 0.0
    if _is_slip(one, other):
        return SLIP
    if one == initials(other) or other == initials(one):
        return INITIALS
    mine, theirs = _trigrams(one), _trigrams(other)
    # What has more words is often a part or another kind of it: React Native is not React.
    alike = len(mine & theirs) / len(mine | theirs)
    return alike if len(one.split()) == len(other.split()) else min(alike, INITIALS)


def alike_pairs(
    forms: Sequence[tuple[_Id, str]],
) -> Iterator[tuple[tuple[_Id, str], tuple[_Id, str]]]:
    """The pairs of (id, name in one form) worth comparing: not all pairs, those with trigrams in
    common, or where one is the initials of the other."""
    holding: dict[str, list[int]] = defaultdict(list)
    for place, (_, form) in enumerate(forms):
        common = Counter(before for part in _trigrams(form) for before in holding[part])
        for before, count in common.items():
            if count >= COMMON_TRIGRAMS:
                yield forms[before], forms[place]
        for part in _trigrams(form):
            holding[part].append(place)
    yield from _initialed(forms)


def _initialed(
    forms: Sequence[tuple[_Id, str]],
) -> Iterator[tuple[tuple[_Id, str], tuple[_Id, str]]]:
    short = defaultdict(list)
    for each in forms:
        if " " not in each[1]:
            short[each[1]].append(each)
    for each in forms:
        for one in short.get(initials(each[1]), ()):
            yield one, each


def initials(name: str) -> str:
    """Of a name in one form; empty where it has too few words."""
    words = name.split()
    return "".join(word[0] for word in words) if len(words) >= FEWEST_INITIALS else ""


def _digits(text: str) -> list[str]:
    return [c for c in text if c.isdigit()]


def _is_slip(one: str, other: str) -> bool:
    """Whether one letter in the middle of one long word is wrong, missing, doubled or swapped."""
    a, b = _differing(one, other)
    return a[:1] + a[-1:] == b[:1] + b[-1:] and OSA.distance(a, b) == 1


def may_be_spelled_so(one: str, other: str) -> bool:
    """Whether one long word alone differs, in its middle or by a plural: worth a model's look.

    What differs by a short word, or by an ending, is mostly another thing, however near it is in
    meaning: HTTPS is not HTTP, and a draft on audio is not one on video.
    """
    a, b = _differing(one, other)
    return bool(a) and (a[:1] + a[-1:] == b[:1] + b[-1:] or f"{a}s" == b or f"{b}s" == a)


def _differing(one: str, other: str) -> tuple[str, str]:
    """The one long word in which two names differ; empty where it is not one, or not long."""
    ours, theirs = one.split(), other.split()
    if len(ours) != len(theirs) or _digits(one) != _digits(other):
        return "", ""
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    if len(pairs) != 1 or min(map(len, pairs[0])) < LONG:
        return "", ""
    return pairs[0]


def _trigrams(text: str) -> set[str]:
    """As Postgres' pg_trgm takes them: of each word with two spaces before and one behind."""
    padded = [f"  {word} " for word in text.split()]
    return {word[n : n + 3] for word in padded for n in range(len(word) - 2)}
