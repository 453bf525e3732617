"""Plain words out of a decision record's Markdown. Pure."""

import re
from collections.abc import Iterator

# Bounded repeats: hostile pages must not make them quadratic.
_LINK = re.compile(r"!?\[([^\[\]]{0,500})\](?:\([^()\s]{0,1000}[^()]{0,200}\)|\[[^\[\]]{0,200}\])?")
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3}|~~|`{1,3})(?=\S)([^\n]{1,300}?)(?<=\S)\1")
_BULLET = re.compile(r"[ \t]*(?:[*+-]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_SENTENCE = re.compile(r".+?[.!?](?=\s|$)|.+$", re.DOTALL)
_MARKUP = re.compile(r"[`*_\[\]<>|\\~#&]|https?:")
MIN_QUOTE_CHARS = 12  # shorter ones say too little to be evidence
MAX_QUOTE_CHARS = 400


def bare(text: str) -> str:
    """A line or paragraph without its Markdown marks."""
    text = _LINK.sub(r"\1", text)
    for _ in range(3):  # marks inside marks
        text = _EMPHASIS.sub(r"\2", text)
    return text.strip()


def prose_lines(text: str) -> Iterator[str]:
    """The lines that are sentences, without bullets: no code, tables, quotes or headings."""
    fenced = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.lstrip().startswith(("|", ">", "#")):
            yield _BULLET.sub("", line, count=1).strip()


def first_sentences(text: str, limit: int) -> str:
    """Whole sentences from the start, as many as fit into `limit` characters, at least one."""
    words = " ".join(filter(None, map(bare, prose_lines(text))))
    kept = ""
    for sentence in _SENTENCE.findall(words):
        longer = f"{kept} {sentence.strip()}".strip()
        if kept and len(longer) > limit:
            break
        kept = longer
    return kept if len(kept) <= limit else kept[: limit - 1].rstrip() + "…"


def quotable(text: str, stands_in: str) -> str:
    """The first sentence, or part of one, that stands on one line of the text it is quoted from.

    One without markup is preferred; empty where there is none.
    """
    lines = list(prose_lines(text))
    sentences = [next(iter(_SENTENCE.findall(line)), "") for line in lines]
    pieces = [
        str(piece)
        for piece in (*sentences, *lines)
        if MIN_QUOTE_CHARS <= len(piece) <= MAX_QUOTE_CHARS and piece in stands_in
    ]
    return next((piece for piece in pieces if not _MARKUP.search(piece)), "") or "".join(pieces[:1])


def items(text: str) -> list[str]:
    """The entries of the lists in a text, each with its continued lines, without Markdown."""
    found: list[str] = []
    for line in text.split("\n"):
        if _BULLET.match(line):
            found.append(_BULLET.sub("", line, count=1))
        elif found and line.strip() and line[:1] in " \t":
            found[-1] = f"{found[-1]} {line.strip()}"
    return [bare(item) for item in found]
