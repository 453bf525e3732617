"""Builds messages and threads for the extraction tests."""

from datetime import UTC, datetime

from connectors.contract import Person
from decisions.extraction.contract import ExtractedDecision, Message, Thread
from decisions.extraction.rules import RulesExtractor

WEDNESDAY = datetime(2025, 3, 5, 9, 0, tzinfo=UTC)
ANN = Person(name="Ann Lee", email="ann@example.com")
BOB = Person(name="Bob Ray", email="bob@example.com")


def message(text: str, key: str = "m", **fields) -> Message:
    return Message(key=key, text=text, sent_at=WEDNESDAY, **{"author": ANN, **fields})


def decisions(text: str, **fields) -> tuple[ExtractedDecision, ...]:
    """What is found in one message on its own."""
    thread = Thread((message(text, **fields),), frozenset({"m"}))
    return RulesExtractor().extract([thread]).decisions


def reply(*said: tuple[Person, str], title: str = "") -> tuple[ExtractedDecision, ...]:
    """What is found in the last message of a conversation."""
    messages = tuple(
        message(text, key=str(number), author=author, title=title)
        for number, (author, text) in enumerate(said)
    )
    return RulesExtractor().extract([Thread(messages, frozenset({messages[-1].key}))]).decisions
