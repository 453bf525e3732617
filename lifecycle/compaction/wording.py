"""How a summary is worded offline: what was decided, when and by whom, most central first. Pure."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from decisions.extraction.contract import Status
from lifecycle.compaction.originals import Original
from lifecycle.compaction.tuning import (
    CHUNK_TOKENS,
    COMPRESSION,
    OVERLAP_TOKENS,
    TITLE_CHARACTERS,
)
from momo.platform.ai import TokenCounter, estimate_tokens, truncate_to_tokens

EXTRACTIVE = "extractive-v1"
_DECIDED = ("decider", "author", "owner")  # roles of who decided, most telling first


@dataclass(frozen=True, slots=True)
class Told:
    """A summary's words, and what worded it."""

    title: str
    text: str
    by: str


def room(count: int) -> int:
    """Tokens that the summary of so many decisions may have: a chunk for every COMPRESSION."""
    return CHUNK_TOKENS + (ceil(count / COMPRESSION) - 1) * (CHUNK_TOKENS - OVERLAP_TOKENS)


def extractive(originals: Sequence[Original], *, count: TokenCounter = estimate_tokens) -> Told:
    """What of them, most central first, fits; how many are left out is said."""
    limit = room(len(originals))
    lines = [_line(each) for each in originals]
    kept = _fitting(lines, limit, count)
    if kept < len(lines):
        kept = max(1, _fitting(lines, limit - count(_rest(len(lines))), count))
        lines = [*lines[:kept], _rest(len(lines) - kept)]
    return Told(title(originals), truncate_to_tokens("\n".join(lines), limit), EXTRACTIVE)


def title(originals: Sequence[Original]) -> str:
    """After the most central one."""
    first, last = (f(each.source_date for each in originals) for f in (min, max))
    years = str(first.year) if first.year == last.year else f"{first.year} to {last.year}"
    rest = f" and {len(originals) - 1} like it, {years}"
    return _short(originals[0].title, TITLE_CHARACTERS - len(rest)) + rest


def deciders(original: Original) -> list[str]:
    """Names of who decided, by what their source says of them; of who must act where none is."""
    for role in _DECIDED:
        names = [
            p.get("name") or p.get("email", "") for p in original.people if p.get("role") == role
        ]
        if any(names):
            return list(dict.fromkeys(filter(None, names)))
    return [original.owner_name] if original.owner_name else []


def most_frequent(values: Iterable[str], limit: int) -> list[str]:
    """Of equals the one that came first."""
    return [value for value, _ in Counter(values).most_common(limit)]


def _line(original: Original) -> str:
    who = ", ".join(deciders(original))
    pending = " (pending)" if original.status == Status.PENDING else ""
    by = f" ({who})" if who else ""
    return (
        f"{original.source_date:%Y-%m-%d} {_short(original.title, TITLE_CHARACTERS)}{pending}{by}"
    )


def _rest(count: int) -> str:
    return f"And {count} more like these."


def _fitting(lines: Sequence[str], limit: int, count: TokenCounter) -> int:
    spent = 0
    for number, line in enumerate(lines):
        spent += count(line + "\n")
        if spent > limit:
            return number
    return len(lines)


def _short(text: str, width: int) -> str:
    return textwrap.shorten(text, width, placeholder="…")
