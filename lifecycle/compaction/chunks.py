"""Cutting a summary into chunks, each of which is embedded by itself. Pure.

A vector of a long text of many topics is near to none of them.
"""

import re

from lifecycle.compaction.tuning import CHUNK_TOKENS, OVERLAP_TOKENS
from momo.platform.ai import TokenCounter, estimate_tokens

# Words with the space before them; a longer one is cut, so that every piece fits a chunk.
_PIECE = re.compile(r"\s*\S{1,40}")


def chunks(
    text: str,
    *,
    size: int = CHUNK_TOKENS,
    overlap: int = OVERLAP_TOKENS,
    count: TokenCounter = estimate_tokens,
) -> list[str]:
    """Pieces of at most `size` tokens that together are the text; each begins with the last
    tokens of the one before, `overlap` at most, from the beginning of a line where there is one.
    """
    pieces = _PIECE.findall(text.strip())
    costs = [count(piece) for piece in pieces]
    found, start = list[str](), 0
    while start < len(pieces):
        end = _end(costs, start, size)
        found.append("".join(pieces[start:end]).strip())
        if end == len(pieces):
            break
        start = _overlapping(pieces, costs, start, end, overlap)
    return found


def _end(costs: list[int], start: int, size: int) -> int:
    """Past the last piece that fits, at least one."""
    end, spent = start + 1, costs[start]
    while end < len(costs) and spent + costs[end] <= size:
        spent += costs[end]
        end += 1
    return end


def _overlapping(pieces: list[str], costs: list[int], start: int, end: int, overlap: int) -> int:
    """Where the next chunk begins: before `end`, if what is repeated fits, and after `start`."""
    at, spent = end, 0
    while at - 1 > start and spent + costs[at - 1] <= overlap:
        at -= 1
        spent += costs[at]
    lines = [place for place in range(at, end) if pieces[place].startswith("\n")]
    return lines[0] if lines else at
