"""What an answer rests on, and which numbers in a text are citations of it. Pure."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from retrieval.results import Holds, Related, Result, Source


@dataclass(frozen=True, slots=True)
class Successor:
    """What replaced a memory, as far as the reader sees it."""

    id: UUID
    title: str


@dataclass(frozen=True, slots=True)
class Citation:
    """One numbered source of an answer. `number` is what stands in brackets in its text;
    `superseded_by` is None too where the successor may not be seen."""

    number: int
    memory_id: UUID
    title: str
    quote: str
    url: str
    source: str
    container: str
    date: datetime
    author: str
    holds: Holds
    superseded_by: Successor | None = None


_CITED = re.compile(r"\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_UNFINISHED = re.compile(r"[ \t]*\[[\d\s,]{0,40}$|[ \t]+$")


def cite(number: int, result: Result) -> Citation:
    newer = result.superseded_by
    successor = Successor(newer.id, newer.title) if newer else None
    return _citation(number, result.id, result.title, result.source, result.holds, successor)


def cite_related(number: int, related: Related, holds: Holds) -> Citation:
    return _citation(number, related.id, related.title, related.source, holds)


def numbers_in(text: str) -> set[int]:
    """Every number cited in a text: `[2]`, `[1, 3]`."""
    return {int(n) for group in _CITED.findall(text) for n in group.split(",")}


def keep_known(text: str, known: Collection[int]) -> str:
    """The text without the citations of what is not there."""

    def checked(match: re.Match[str]) -> str:
        numbers = [n for n in (int(n) for n in match[2].split(",")) if n in known]
        return f"{match[1]}[{', '.join(map(str, numbers))}]" if numbers else ""

    return re.sub(rf"([ \t]*){_CITED.pattern}", checked, text)


def stream_known(pieces: Iterable[str], known: Collection[int]) -> Iterator[str]:
    """`keep_known` for a text that comes in pieces, which may break inside a citation."""
    held = ""
    for piece in pieces:
        held += piece
        unfinished = _UNFINISHED.search(held)
        end = unfinished.start() if unfinished else len(held)
        if ready := keep_known(held[:end], known):
            yield ready
        held = held[end:]
    if rest := keep_known(held, known):
        yield rest


def without_numbers(text: str) -> str:
    """The text without its citations, for where their numbers stand for nothing."""
    return keep_known(text, ())


def _citation(
    number: int,
    memory_id: UUID,
    title: str,
    source: Source,
    holds: Holds,
    superseded_by: Successor | None = None,
) -> Citation:
    return Citation(
        number=number,
        memory_id=memory_id,
        title=title,
        quote=source.quote,
        url=source.url,
        source=source.source,
        container=source.container,
        date=source.date,
        author=source.author,
        holds=holds,
        superseded_by=superseded_by,
    )
