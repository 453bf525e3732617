"""Messages whose source states the decision itself: the source is believed, not the model."""

from collections.abc import Iterable
from dataclasses import replace

from connectors.contract import Declared
from decisions.extraction.contract import DecisionType, ExtractedDecision, Message, Thread
from decisions.extraction.rules.assemble import from_declared


def with_declared(thread: Thread, found: Iterable[ExtractedDecision]) -> list[ExtractedDecision]:
    """Return `found`, with the one decision of each fresh message that declares it in its place.

    The model's reading of such a message only fills in what the source leaves open.
    """
    declaring = {
        message.key: (message, message.declared)
        for message in thread.messages
        if message.declared and message.key in thread.fresh
    }
    kept: list[ExtractedDecision] = []
    read: dict[str, ExtractedDecision] = {}
    for decision in found:
        if decision.message_key in declaring:
            read.setdefault(decision.message_key, decision)
        else:
            kept.append(decision)
    stated = (_stated(*said, read.get(key)) for key, said in declaring.items())
    return kept + [decision for decision in stated if decision]


def _stated(
    message: Message, declared: Declared, reading: ExtractedDecision | None
) -> ExtractedDecision | None:
    kind = reading.type if reading else DecisionType.SELECTION
    stated = from_declared(message, declared, kind)
    if stated is None or reading is None:
        return stated
    return replace(
        stated,
        rationale=stated.rationale or reading.rationale,
        options=stated.options or reading.options,
        people=reading.people,
        entities=reading.entities or stated.entities,
        tags=reading.tags or stated.tags,
        replaces=reading.replaces,
    )
