"""Turns what was read in a message into decisions with all their fields."""

import re
from datetime import date

from connectors.contract import Declared
from decisions.extraction.contract import (
    Confidence,
    DecisionType,
    ExtractedDecision,
    Mention,
    Message,
    Option,
    Status,
)
from decisions.extraction.rules import dates
from decisions.extraction.rules.entities import mentions, tags
from decisions.extraction.rules.options import Weighing, options, replaced
from decisions.extraction.rules.people import involved, known_people, owner_of, shown
from decisions.extraction.rules.phrases import clip
from decisions.extraction.rules.rationale import reason_after, reason_in
from decisions.extraction.rules.reading import Reading
from decisions.extraction.rules.sentences import Sentence, flatten, split
from decisions.extraction.rules.threads import Answer
from decisions.extraction.rules.titles import LONGEST_TITLE, proposed, title

_OWED = frozenset({DecisionType.COMMITMENT, DecisionType.DELEGATION})
_LONGEST_AFTER = 200  # characters of the sentence after a decision that goes into its summary
_PARAGRAPH = re.compile(r"[^\w\n]*\n[ \t]*\n")


def from_reading(
    weighing: Weighing, reading: Reading, sentences: list[Sentence], subject: str
) -> ExtractedDecision:
    """`subject` names what the decision is about where its sentence says no more than "it"."""
    message, at = weighing.message, reading.position
    following = sentences[at + 1] if at + 1 < len(sentences) else None
    reason = reason_in(reading.sentence)
    reason_sentence = None
    if not reason:
        reason, reason_sentence = reason_after(following)
    quote = message.text[reading.sentence.start : reading.end]
    said = flatten(quote) + (f" {reason_sentence.flat}" if reason_sentence else "")
    after = _going_on(message.text[reading.end :], following)
    summary = said if reason_sentence else f"{said} {after}".strip()
    owner = owner_of(reading.found, message)
    named = mentions(said, known_people(message))
    return ExtractedDecision(
        message_key=message.key,
        title=title(reading.sentence, reading.found, reading.status, subject, owner),
        summary=summary,
        type=reading.type,
        confidence=reading.confidence,
        status=reading.status,
        quote=quote,
        quote_start=reading.sentence.start,
        quote_end=reading.end,
        rationale=reason,
        people=involved(message, named, owner),
        entities=named,
        options=options(reading, sentences, reason, weighing),
        owner=owner,
        due_on=_due(reading, following, message),
        replaces=replaced(reading.sentence, reading.found),
        tags=tags(said, named),
    )


def _going_on(rest: str, following: Sentence | None) -> str:
    """The sentence after a decision's, which often says why without a "because"."""
    if following is None or following.is_question or len(following.flat) > _LONGEST_AFTER:
        return ""
    return "" if _PARAGRAPH.match(rest) else following.flat


def from_answer(message: Message, answer: Answer) -> ExtractedDecision:
    """The decision that an "Agreed" makes of the proposal it answers."""
    sentence, asked = answer.sentence, answer.proposal.sentence
    what = proposed(asked).removeprefix("Proposed: ")
    verb = "Approved" if answer.type is DecisionType.APPROVAL else "Rejected"
    named = mentions(asked.flat, known_people(message))
    proposer = answer.proposal.message.author
    people = involved(message, named, shown(proposer))
    return ExtractedDecision(
        message_key=message.key,
        title=clip(f"{verb}: {what}", LONGEST_TITLE),
        summary=f"{sentence.flat} (answering: {asked.flat})",
        type=answer.type,
        confidence=answer.confidence,
        status=Status.DECIDED,
        quote=message.text[sentence.start : sentence.end],
        quote_start=sentence.start,
        quote_end=sentence.end,
        rationale=reason_in(asked),
        people=people,
        entities=named,
        tags=tags(asked.flat, named),
    )


def from_declared(
    message: Message, declared: Declared, kind: DecisionType
) -> ExtractedDecision | None:
    """What the source states itself, believed; None where the message has no text to quote."""
    start, end = _where(message.text, declared.quote)
    if start == end:
        return None
    quote = message.text[start:end]
    summary = declared.summary or flatten(quote)
    about = "\n".join((declared.title or message.title, summary))
    named = mentions(about, known_people(message))
    return ExtractedDecision(
        message_key=message.key,
        title=clip(declared.title or message.title or summary, LONGEST_TITLE),
        summary=summary,
        type=kind,
        confidence=Confidence.HIGH,
        status=Status(declared.status),
        quote=quote,
        quote_start=start,
        quote_end=end,
        rationale=declared.rationale,
        people=involved(message, named, ""),
        entities=named,
        options=tuple(
            Option(each["option"], each.get("outcome") == "chosen", each.get("reason", ""))
            for each in declared.options
        ),
        tags=tags(about, named),
    )


def mentioned(message: Message) -> tuple[Mention, ...]:
    """What the message names in its title and text, quoted lines aside."""
    text = message.text
    if ">" in text:
        text = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(">"))
    return mentions(f"{message.title}\n{text}" if message.title else text, known_people(message))


def _due(reading: Reading, following: Sentence | None, message: Message) -> date | None:
    """The date in the sentence, or in the next one where that is there to give it. Counted from
    the day that it was where `sent_at` says so: the writer's own, if its zone is known."""
    owed, lower = reading.type in _OWED, reading.sentence.lower
    written = message.sent_at.date()
    due = dates.due_on(lower, written) if owed or dates.DEADLINE.search(lower) else None
    if due is None and owed and following and dates.GIVES_DEADLINE.match(following.lower):
        return dates.due_on(following.lower, written)
    return due


def _where(text: str, quote: str) -> tuple[int, int]:
    """Where the quote is in the text; without one, its first sentence."""
    start = text.find(quote) if quote else -1
    if start >= 0:
        return start, start + len(quote)
    first = next(iter(split(text)), None)
    return (first.start, first.end) if first else (0, 0)
