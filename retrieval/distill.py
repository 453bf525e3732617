"""Distill: the best of what landed, without saying the same thing twice. Pure."""

import re
from collections.abc import Sequence

from retrieval.scoring import Scored
from retrieval.tuning import DUPLICATE_OVERLAP

_WORD = re.compile(r"\w+")


def distill(scored: Sequence[Scored], *, limit: int) -> list[Scored]:
    """The first `limit` of `scored` (best first), leaving out what repeats a better one."""
    kept: list[Scored] = []
    words: list[frozenset[str]] = []
    for each in scored:
        if len(kept) == limit:
            break
        own = _words(each)
        if not any(_repeats(each, own, *other) for other in zip(kept, words, strict=True)):
            kept.append(each)
            words.append(own)
    return kept


def _repeats(each: Scored, own: frozenset[str], better: Scored, others: frozenset[str]) -> bool:
    """A message whose decision is there already, or a text that says the same and stands alike."""
    here, there = each.candidate, better.candidate
    if here.source_item_id and here.source_item_id == there.source_item_id:
        return here.kind == "observation" and there.kind == "decision"
    if (here.kind, here.status, here.superseded) != (there.kind, there.status, there.superseded):
        return False
    return len(own & others) >= DUPLICATE_OVERLAP * len(own | others) > 0


def _words(scored: Scored) -> frozenset[str]:
    candidate = scored.candidate
    return frozenset(_WORD.findall(f"{candidate.title} {candidate.summary}".casefold()))
