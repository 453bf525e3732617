"""Cuts a message into its writer's own sentences, keeping their offsets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from decisions.extraction.rules.lexicon import words

_QUOTE_MARKS = re.compile(r"[ \t]*(?:>[ \t]?)*")
_INNER_QUOTE_MARKS = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
_BULLET = re.compile(r"(?:[-*•–+o]|#{1,6}|\(?\d{1,2}[.)]|\[[ xX]\])[ \t]+(?=\S)")
_FENCE = re.compile(r"```|~~~")
_SIGNATURE = re.compile(r"--[ \t]*$|_{8,}|Sent from my |Get Outlook for ")
_ATTRIBUTION = re.compile(
    r"On .{4,120}(?:wrote|writes|said):|-{3,} ?(?:Original|Forwarded) |Begin forwarded message|"
    r"(?:From|Sent|To|Cc|Subject|Date|Reply-To): "
)
_STOP = re.compile(r"[.!?]+[\"')\]*_]*(?=\s)")
_ABBREVIATIONS = words(
    "e.g i.e etc vs cf mr mrs ms dr prof st no fig sec eq al resp approx dept inc ltd corp co "
    "jr sr jan feb mar apr jun jul aug sep sept oct nov dec"
)
_WORDS = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[+-]1|[$€£%]")

LONGEST_SENTENCE = 1_000  # characters; more is a table or a dump, and slow to search
SHORT_LINE = 50  # characters; a shorter line before a capital is not a wrapped sentence


@dataclass(frozen=True)
class Sentence:
    """`text[start:end]` of the message. `flat` is on one line, with plain quotes."""

    start: int
    end: int
    flat: str
    heading: str = ""  # the lower-case heading above it, in notes and pages
    block: int = 0  # sentences of one paragraph or list item share it

    @cached_property
    def lower(self) -> str:
        """As long as `flat`, so that offsets in one hold in the other."""
        lower = self.flat.lower()
        return lower if len(lower) == len(self.flat) else "".join(c.lower()[0] for c in self.flat)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORDS.findall(self.lower))

    @property
    def is_question(self) -> bool:
        return self.flat.rstrip("\"')*_ ").endswith("?")


def flatten(raw: str) -> str:
    """One line of plain text: quote marks, line ends and curly quotes ironed out."""
    if ">" in raw:
        raw = _INNER_QUOTE_MARKS.sub("\n", raw)
    if not raw.isascii():
        raw = raw.replace("’", "'").replace("“", '"').replace("”", '"')
    return " ".join(raw.split())


def split(text: str) -> list[Sentence]:
    """The writer's own sentences, in order. Quoted lines, attributions, code and signatures are
    left out; where every line is quoted, the least quoted ones are taken as the writer's own."""
    sentences: list[Sentence] = []
    heading = ""
    for number, (start, end) in enumerate(_blocks(text)):
        if text[start] == "#":
            heading = text[start:end].strip("# :*").lower()
            continue
        for a, b in _stops(text, start, end):
            if b - a <= LONGEST_SENTENCE:
                sentences.append(Sentence(a, b, flatten(text[a:b]), heading, number))
    return sentences


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of paragraphs and list items; headings keep their leading `#`."""
    opened = closed = last = 0
    for start, end in _own_lines(text):
        line = text[start:end]
        bullet = _BULLET.match(line)
        if bullet or not line or (0 < last < SHORT_LINE and not line[0].islower()):
            if closed > opened:
                yield opened, closed
            opened = closed = start
            if bullet and line[0] != "#":
                opened = start + bullet.end()
        elif closed <= opened:
            opened = start
        closed = end
        last = 1 if line.startswith("#") else len(line)
    if closed > opened:
        yield opened, closed


def _own_lines(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each line without its margins; equal where a paragraph breaks."""
    own_depth = _least_quoted(text) if ">" in text else 0
    position = 0
    fenced = False
    for line in text.split("\n"):
        start, position = position, position + len(line) + 1
        marks = _QUOTE_MARKS.match(line)
        skipped = marks.end() if marks else 0
        body = line[skipped:].strip()
        start += skipped + len(line[skipped:]) - len(line[skipped:].lstrip())
        if body and _SIGNATURE.match(body):
            return
        fence = _FENCE.match(body) is not None
        fenced ^= fence
        depth = line.count(">", 0, skipped)
        if fenced or fence or depth != own_depth or _ATTRIBUTION.match(body):
            yield start, start
        else:
            yield start, start + len(body)


def _least_quoted(text: str) -> int:
    depths = (_depth(line) for line in text.split("\n") if line.strip("> \t\r"))
    return min(depths, default=0)


def _depth(line: str) -> int:
    marks = _QUOTE_MARKS.match(line)
    return line.count(">", 0, marks.end()) if marks else 0


def _stops(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence of a block."""
    for stop in _STOP.finditer(text, start, end):
        if stop.end() < end and not _is_abbreviation(text[start : stop.start()], stop.group()):
            yield start, stop.end()
            start = stop.end() + len(text[stop.end() : end]) - len(text[stop.end() : end].lstrip())
    if start < end:
        yield start, end


def _is_abbreviation(before: str, mark: str) -> bool:
    if mark[0] != ".":
        return False
    word = before.rsplit(None, 1)[-1].lower().lstrip("(\"'") if before.strip() else ""
    return word in _ABBREVIATIONS or len(word) == 1 or word.isdigit()
