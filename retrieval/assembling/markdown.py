"""A context as markdown, for people and models. Pure."""

from collections.abc import Sequence

from retrieval.assembling.layout import Entry, people_of, standing, told, type_of, words_of
from retrieval.assembling.tiers import Tier
from retrieval.assembling.wording import day, one_line, place
from retrieval.results import Result


class Markdown:
    """Numbered entries with a blank line between them."""

    frame: tuple[str, ...] = ()

    def entry(self, number: int, result: Result, tier: Tier, text: str) -> Entry:
        """A result under its number; what it quotes cannot pass for a line of the context."""
        words = words_of(result, text) if tier == Tier.FULL else []
        title, summary = told(result, tier, words)
        lines = [f"[{number}] **{title}**", _facts(result), *_labelled("Summary", summary)]
        if tier == Tier.FULL:
            lines += _labelled("Rationale", result.rationale)
            lines += _labelled("People", ", ".join(people_of(result)))
            lines += _labelled("About", ", ".join(result.entities))
            lines += _labelled("Source", place(result.source))
            lines += [f"> {line}" for line in words]
        before = "\n\n" if number > 1 else ""
        return Entry(before + "\n".join(lines))

    def whole(self, entries: Sequence[Entry]) -> str:
        return "".join(entry.memory for entry in entries)


def _facts(result: Result) -> str:
    facts = (day(result.source.date), type_of(result), standing(result))
    return "- " + " · ".join(fact for fact in facts if fact)


def _labelled(label: str, value: str) -> list[str]:
    line = one_line(value)
    return [f"- {label}: {line}"] if line else []
