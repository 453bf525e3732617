"""An answer without a model: what was decided, in the words of those who decided it. Pure.

It states for each decision who made it, when and where, why, what it replaced, and plainly if it
is pending, superseded or reversed. Every statement carries its citation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from decisions.wording import STOP_WORDS
from retrieval.answering.citations import Citation, cite, cite_related
from retrieval.assembling.wording import day, one_line, place, sentence, shortened
from retrieval.results import Holds, Related, Result, Source
from retrieval.tuning import (
    DECISION_LEAD,
    FOLLOWING,
    MENTIONED,
    NEW_WORDS,
    QUOTE_CHARACTERS,
)
from retrieval.understanding.query import Intent, words_of

NO_DECISION = "No recorded decision matches this closely. This was said:"
NOTHING_KNOWN = "Nothing is known about this: no decision or message that you can see is about it."


@dataclass(slots=True)
class _Cited:
    """Numbers memories in the order in which an answer mentions them."""

    citations: list[Citation] = field(default_factory=list)

    def result(self, result: Result) -> str:
        return self._mark(cite(len(self.citations) + 1, result))

    def related(self, related: Related, holds: Holds) -> str:
        return self._mark(cite_related(len(self.citations) + 1, related, holds))

    def has(self, result: Result) -> bool:
        return any(c.memory_id == result.id for c in self.citations)

    def _mark(self, citation: Citation) -> str:
        for known in self.citations:
            if known.memory_id == citation.memory_id:
                return f"[{known.number}]"
        self.citations.append(citation)
        return f"[{citation.number}]"


def answer_from(results: Sequence[Result], intent: Intent) -> tuple[str, tuple[Citation, ...]]:
    """Word an answer from relevant results, best first. Returns it and what it cites, in order."""
    cited = _Cited()
    told = _told(results)
    paragraphs = [] if any(_decides(r) for r in told) else [NO_DECISION]
    for result in told:
        if not cited.has(result):
            paragraphs.append(_paragraph(result, cited, intent))
    return "\n\n".join(paragraphs), tuple(cited.citations)


def _told(results: Sequence[Result]) -> list[Result]:
    """What the answer tells: the best, and what comes close to it.

    Decisions alone where the best of them comes close to the best message: what was decided, not
    all that was said on the way.
    """
    decisions = [r for r in results if _decides(r)]
    if decisions and decisions[0].score >= DECISION_LEAD * results[0].score:
        results = decisions
    near = [r for r in results if r.score >= FOLLOWING * results[0].score]
    return near[:MENTIONED]


def _decides(result: Result) -> bool:
    return result.kind != "observation"


def _paragraph(result: Result, cited: _Cited, intent: Intent) -> str:
    if not _decides(result):
        return f"“{shortened(result.summary or result.title, QUOTE_CHARACTERS)}” " + (
            f"({_said(result.source)}) {cited.result(result)}"
        )
    return " ".join([_stated(result, cited), *_details(result, cited, intent)])


def _stated(result: Result, cited: _Cited) -> str:
    title = one_line(result.title).rstrip(".")
    mark = f"({_DONE[result.holds]} {_made(result.source)}) {cited.result(result)}"
    match result.holds:
        case Holds.SUPERSEDED if result.superseded_by:
            newer = result.superseded_by
            by = cited.related(newer, Holds.HOLDS)
            return (
                f"No longer holds: {title} {mark}. It was replaced on {day(newer.source.date)}: "
                f"{one_line(newer.title).rstrip('.')} {by}."
            )
        case Holds.SUPERSEDED:
            return f"No longer holds: {title} {mark}. It has been replaced since."
        case Holds.REVERSED:
            return f"No longer holds: {title} {mark}. It has been reversed since."
        case Holds.PENDING:
            return f"Not decided yet: {title} {mark}."
    return f"{title} {mark}."


def _details(result: Result, cited: _Cited, intent: Intent) -> Iterator[str]:
    quote = _in_their_words(result)
    if _adds(quote, result.title):
        yield f"In their words: “{shortened(quote, QUOTE_CHARACTERS)}”"
    if (reason := result.rationale) and one_line(reason).rstrip(".") not in quote:
        yield f"Reason: {sentence(shortened(reason, QUOTE_CHARACTERS))}"
    if rejected := _rejected(result):
        yield f"Not chosen: {rejected}."
    if result.owner_name or result.due_on:
        yield sentence(_duty(result))
    if result.replaced:
        older = [
            f"{one_line(r.title).rstrip('.')} ({day(r.source.date)}) "
            f"{cited.related(r, Holds.SUPERSEDED)}"
            for r in result.replaced
        ]
        yield f"It replaced: {'; '.join(older)}."
    if intent == Intent.PERSON and (people := _people(result)):
        yield f"Involved: {', '.join(people)}."


def _in_their_words(result: Result) -> str:
    """The quote, with the sentence after it where the summary is just that."""
    quote, summary = one_line(result.source.quote), one_line(result.summary)
    return summary if summary.startswith(quote) else quote


def _adds(quote: str, title: str) -> bool:
    """Whether a quote says more than the title made of it."""
    words, known = _words(quote), _words(title)
    return bool(words) and len(words - known) >= NEW_WORDS * len(words)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in words_of(text)} - STOP_WORDS


_DONE = {
    Holds.HOLDS: "decided",
    Holds.SUPERSEDED: "decided",
    Holds.REVERSED: "decided",
    Holds.PENDING: "raised",
}


def _made(source: Source) -> str:
    """As in: 3 May 2026 by Jane, #infra on Slack."""
    by = f" by {one_line(source.author)}" if source.author else ""
    return ", ".join(part for part in (f"{day(source.date)}{by}", place(source)) if part)


def _said(source: Source) -> str:
    parts = (one_line(source.author), day(source.date), place(source))
    return ", ".join(part for part in parts if part)


def _rejected(result: Result) -> str:
    """The options that lost, each with its reason."""
    lost = []
    for option in result.options:
        if not option.get("chosen") and option.get("option"):
            reason = one_line(str(option.get("reason") or ""))
            lost.append(one_line(str(option["option"])) + (f" ({reason})" if reason else ""))
    return "; ".join(lost)


def _duty(result: Result) -> str:
    who = f"{one_line(result.owner_name)} is responsible" if result.owner_name else ""
    when = f"due {day(result.due_on)}" if result.due_on else ""
    duty = ", ".join(part for part in (who, when) if part)
    return duty[:1].upper() + duty[1:]


def _people(result: Result) -> list[str]:
    names = (p.get("name") or p.get("handle") or "" for p in result.people)
    return [name for name in dict.fromkeys(names) if name]
