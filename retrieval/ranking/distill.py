"""Distill: the best of what landed, without saying the same thing twice. Pure."""

import re
from collections.abc import Iterable

from retrieval.landing.candidate import NO_KEY
from retrieval.ranking.signals import Scored
from retrieval.tuning import DUPLICATE_OVERLAP

_WORD = re.compile(r"\w+")
_BLANKS = str.maketrans({c: " " for c in map(chr, range(128)) if not _WORD.match(c)})


def distill(
    scored: Iterable[Scored], *, limit: int, overlap: float = DUPLICATE_OVERLAP
) -> list[Scored]:
    """The best `limit` of `scored` (best first), leaving out what repeats a better one.

    Of one message the best memory comes in before its others do: a long mail of five decisions
    does not take every place. `overlap` is the share of common words (Jaccard) from which two texts
    say the same. No more of `scored` are looked at than are needed.
    """
    firsts: list[Scored] = []
    others: list[Scored] = []
    words: list[tuple[Scored, frozenset[str]]] = []
    items: set[bytes] = set()
    decided: set[bytes] = set()  # messages that a decision of is there
    for each in scored:
        item, kind = each.candidate.item_key, each.candidate.kind
        if kind == "observation" and item in decided:
            continue
        own = _words(each)
        # As most have far more words or far fewer, those in common are seldom counted.
        least, most = overlap * len(own), len(own) / overlap
        if any(
            least <= len(others) <= most and _repeats(each, own, better, others, overlap)
            for better, others in words
        ):
            continue
        words.append((each, own))
        (others if item in items else firsts).append(each)
        if item != NO_KEY:
            items.add(item)
            if kind == "decision":
                decided.add(item)
        if len(firsts) == limit:
            break
    kept = {each.candidate.key for each in (*firsts, *others)[:limit]}
    return [each for each, _ in words if each.candidate.key in kept]


def _repeats(
    each: Scored, own: frozenset[str], better: Scored, others: frozenset[str], overlap: float
) -> bool:
    """A text of another message that says the same and stands alike."""
    here, there = each.candidate, better.candidate
    if here.item_key == there.item_key != NO_KEY:
        return False
    if (here.kind, here.status, here.superseded) != (there.kind, there.status, there.superseded):
        return False
    common = len(own & others)
    return common >= overlap * (len(own) + len(others) - common) > 0


def _words(scored: Scored) -> frozenset[str]:
    title, summary = scored.candidate.title, scored.candidate.summary
    # A message's title is the beginning of its summary.
    text = summary if summary.startswith(f"{title} ") else f"{title} {summary}"
    text = text.casefold()
    # To look for words takes twice as long as to split at what is none.
    return frozenset(text.translate(_BLANKS).split() if text.isascii() else _WORD.findall(text))
