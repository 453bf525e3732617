"""What every layout of a context has: entries made of pieces, and what stands around them. Pure."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from retrieval.assembling.tiers import Tier
from retrieval.assembling.wording import beginning, legible, one_line
from retrieval.results import Holds, Result
from retrieval.tuning import FULL_TEXT_BYTES


class Entry(NamedTuple):
    """A result as text. What stands in `shared` is written once, however many entries have it."""

    memory: str
    note: str = ""
    shared: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """All its text, with the line breaks after it."""
        own = (self.memory, self.note) if self.note else (self.memory,)
        return own + self.shared


class Layout(Protocol):
    """How results become text. The pieces of the entries and the frame together are the whole, or
    more than the whole: so a bound that they keep, it keeps."""

    @property
    def frame(self) -> tuple[str, ...]:
        """What stands around any entries."""
        ...

    def entry(self, number: int, result: Result, tier: Tier, text: str) -> Entry:
        """A result under its number; `text` is its full text, where there is one."""
        ...

    def whole(self, entries: Sequence[Entry]) -> str: ...


def standing(result: Result) -> str:
    """That it does not hold, which no tier may leave out; empty where it does."""
    if result.holds == Holds.HOLDS:
        return ""
    if result.holds == Holds.SUPERSEDED and result.superseded_by:
        return f"superseded by: {one_line(result.superseded_by.title)}"
    return "pending, not decided" if result.holds == Holds.PENDING else result.holds.value


def type_of(result: Result) -> str:
    return (result.decision_type or result.kind).replace("_", " ")


def people_of(result: Result) -> list[str]:
    """Their names, the author first, each once."""
    named = [p.get("name") or p.get("handle") or p.get("email") or "" for p in result.people]
    names = (one_line(name) for name in [result.source.author, *named])
    return [name for name in dict.fromkeys(names) if name]


def words_of(result: Result, text: str) -> list[str]:
    """The lines of what was written, as far as one memory's share goes; else of what is quoted."""
    # Cut by bytes and not by tokens: counting those twice would double the time of a context.
    whole = beginning(text.strip(), FULL_TEXT_BYTES) or result.source.quote
    lines = legible(whole).splitlines()
    return [line.rstrip() for line in lines if line.strip()]


def told(result: Result, tier: Tier, lines: Sequence[str] = ()) -> tuple[str, str]:
    """A title and a summary, which is empty where it would only repeat.

    A message's title is the beginning of its summary, and that the beginning of its text, `lines`.
    """
    title = one_line(result.title)
    if tier == Tier.MINIMAL:
        return title, ""
    summary = one_line(result.summary)
    if summary in one_line(" ".join(lines)):
        return title, ""
    begun = title.rstrip("…")
    return (summary, "") if begun and summary.startswith(begun) else (title, summary)
