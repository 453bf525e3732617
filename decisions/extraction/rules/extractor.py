"""The offline extractor: rules in, decisions out, the same for the same text every time."""

from collections.abc import Sequence

from decisions.extraction.contract import (
    DecisionType,
    ExtractedDecision,
    Extraction,
    Mention,
    Message,
    Status,
    Thread,
)
from decisions.extraction.rules.assemble import (
    from_answer,
    from_declared,
    from_reading,
    mentioned,
)
from decisions.extraction.rules.instructions import heard
from decisions.extraction.rules.options import Weighing
from decisions.extraction.rules.reading import Reading, read
from decisions.extraction.rules.threads import Answer, answer
from decisions.extraction.rules.titles import proposed

_FOLLOW_UPS = frozenset({DecisionType.COMMITMENT, DecisionType.DELEGATION})


class RulesExtractor:
    """Needs no key, no network and no model, so it never raises ProviderError."""

    @property
    def version(self) -> str:
        return "rules/2"

    @property
    def costly(self) -> bool:
        return False

    def extract(self, threads: Sequence[Thread]) -> Extraction:
        """Decisions and mentions of the fresh messages; the others only tell what is answered."""
        decisions: list[ExtractedDecision] = []
        named: dict[str, tuple[Mention, ...]] = {}
        for thread in threads:
            for number, message in enumerate(thread.messages):
                if message.key in thread.fresh:
                    decisions += _decisions(message, thread.messages[:number])
                    named[message.key] = mentioned(message)
        return Extraction(tuple(decisions), named)


def _decisions(message: Message, earlier: Sequence[Message]) -> list[ExtractedDecision]:
    sentences = heard(message.text)
    readings = read(message, sentences)
    if message.declared is not None:
        kind = _declared_type(readings)
        declared = from_declared(message, message.declared, kind)
        return [declared] if declared else []
    reply = answer(sentences, earlier, message) if earlier else None
    decisions = [
        from_reading(Weighing(message, earlier), reading, sentences, _subject(message, reply))
        for reading in readings
    ]
    if reply is not None and not any(_says_more(reading, reply) for reading in readings):
        decisions.insert(0, from_answer(message, reply))
    return decisions


def _declared_type(readings: Sequence[Reading]) -> DecisionType:
    """A declared record chooses something, unless its own words say it rejects or cancels."""
    said = [reading.type for reading in readings if reading.status is not Status.PENDING]
    telling = (DecisionType.REJECTION, DecisionType.CANCELLATION)
    return said[0] if said and said[0] in telling else DecisionType.SELECTION


def _subject(message: Message, reply: Answer | None) -> str:
    if reply is not None:
        return proposed(reply.proposal.sentence).removeprefix("Proposed: ")
    return message.title


def _says_more(reading: Reading, reply: Answer) -> bool:
    """Whether the message itself states the decision that its yes or no would stand for."""
    overlaps = reading.sentence.start <= reply.sentence.start < reading.end
    return overlaps or (reading.status is not Status.PENDING and reading.type not in _FOLLOW_UPS)
