"""Cuts a thread into what fits one call, so that every fresh message is extracted from once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from decisions.extraction.contract import Message, Thread
from decisions.extraction.llm.shown import shown
from decisions.extraction.llm.tuning import (
    BLOCK_TOKENS,
    CONTEXT_TOKENS,
    DELIMITER_TOKENS,
    WINDOW_TOKENS,
)
from momo.platform.ai import estimate_tokens, truncate_to_tokens

_BREAKS = ("\n\n", "\n", ". ", " ")


@dataclass(frozen=True, slots=True)
class Block:
    """A message, or a part of a long one. `number` is unique in the thread."""

    number: int
    message: Message
    shown: str
    fresh: bool
    tokens: int


def windows(
    thread: Thread, *, budget: int = WINDOW_TOKENS, context: int = CONTEXT_TOKENS
) -> Iterator[list[Block]]:
    """Yield the blocks of each call: some context, then fresh blocks that no other call has."""
    blocks = list(_blocks(thread))
    first = _next_fresh(blocks, 0)
    while first < len(blocks):
        end = first + 1
        spent = blocks[first].tokens
        while end < len(blocks) and spent + blocks[end].tokens <= budget - context:
            spent += blocks[end].tokens
            end += 1
        start = _context_start(blocks, first, context)
        known = [replace(block, fresh=False) for block in blocks[start:first]]
        yield known + blocks[first:end]
        first = _next_fresh(blocks, end)


def parts(text: str, limit: int = BLOCK_TOKENS) -> Iterator[str]:
    """Yield consecutive parts of at most `limit` tokens, cut where a paragraph or sentence ends."""
    rest = text
    while rest.strip():
        part = truncate_to_tokens(rest, limit)
        if len(part) < len(rest):
            part = part[: _cut(part)] or rest[:limit]
        yield part
        rest = rest[len(part) :]


def _blocks(thread: Thread) -> Iterator[Block]:
    number = 0
    for message in thread.messages:
        for text in parts(message.text):
            number += 1
            block = shown(number, message, text)
            tokens = estimate_tokens(block) + DELIMITER_TOKENS
            yield Block(number, message, block, message.key in thread.fresh, tokens)


def _next_fresh(blocks: Sequence[Block], start: int) -> int:
    return next((i for i in range(start, len(blocks)) if blocks[i].fresh), len(blocks))


def _context_start(blocks: Sequence[Block], first: int, context: int) -> int:
    start = first
    while start > 0 and blocks[start - 1].tokens <= context:
        start -= 1
        context -= blocks[start].tokens
    return start


def _cut(part: str) -> int:
    """Return where to cut: after the last break of the part's second half, else at its end."""
    for mark in _BREAKS:
        found = part.rfind(mark)
        if found >= len(part) // 2:
            return found + len(mark)
    return len(part)
