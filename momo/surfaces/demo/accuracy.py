"""How the demo's decisions are found: what its story states against what an extractor finds."""

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from connectors.contract import Refusal, SourceRecord
from connectors.normalize import normalize
from connectors.registry import FILE_CONNECTORS
from decisions.extraction.contract import ExtractedDecision, Extractor, Message, Thread
from decisions.extraction.evaluation import (
    Certainty,
    Confusion,
    Filtered,
    Judged,
    accuracy_by_confidence,
    confusion,
    noise_filter,
)
from decisions.extraction.rules import RulesExtractor
from momo.surfaces.demo.reading import load_story
from momo.surfaces.demo.render import render
from momo.surfaces.demo.story import Item

TOLD_ON = date(2026, 3, 11)  # a Wednesday; the figures hold for other days as well


@dataclass(frozen=True, slots=True)
class DemoAccuracy:
    """`missed` and `mistaken` name story items, for whoever wants to read them."""

    confusion: Confusion
    confidence: dict[str, Certainty]
    noise_filter: Filtered
    missed: tuple[str, ...]
    mistaken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A story item as its connector reads it; `thread` is the conversation that it belongs to."""

    item: Item
    message: Message
    thread: str


def measure(extractor: Extractor | None = None) -> DemoAccuracy:
    """Reads the demo's files with the ordinary connectors; no database, nothing is kept."""
    told = _told(TOLD_ON)
    found = _found(told, extractor or RulesExtractor())
    judged = {
        each.item.key: Judged(
            each.item.decides.type if each.item.decides else None, found[each.item.key]
        )
        for each in told
    }
    return DemoAccuracy(
        confusion=confusion(judged.values()),
        confidence=accuracy_by_confidence(
            verdict for each in judged.values() for verdict in each.verdicts()
        ),
        noise_filter=noise_filter(
            (each.message for each in told if each.item.decides),
            (each.message for each in told if each.item.decides is None),
        ),
        missed=tuple(key for key, each in judged.items() if each.stated and not each.found),
        mistaken=tuple(
            key
            for key, each in judged.items()
            if each.match is not None and each.match.type is not each.stated
        ),
    )


def _found(told: list[Told], extractor: Extractor) -> dict[str, list[ExtractedDecision]]:
    """By item key, what is found with the whole conversation before it in sight."""
    conversations: dict[str, list[Message]] = defaultdict(list)
    for each in sorted(told, key=lambda one: one.message.sent_at):
        conversations[each.thread].append(each.message)
    threads = [
        Thread(tuple(messages), frozenset(message.key for message in messages))
        for messages in conversations.values()
    ]
    found: dict[str, list[ExtractedDecision]] = defaultdict(list)
    for decision in extractor.extract(threads).decisions:
        found[decision.message_key].append(decision)
    return found


def _told(today: date) -> list[Told]:
    """Every item that a connector takes, each once however many mailboxes hold it."""
    folder = Path(tempfile.mkdtemp(prefix="momo-demo-"))
    try:
        read = {each.item.key: each for each in _read(folder / "files", today)}
    finally:
        shutil.rmtree(folder)
    return list(read.values())


def _read(folder: Path, today: date) -> Iterator[Told]:
    items = {item.key: item for item in load_story().items()}
    for source in render(folder, today=today).sources:
        connector = FILE_CONNECTORS[source.kind]
        for record in connector.read(source.path):
            if isinstance(record, Refusal):
                continue
            for key, place in source.places.items():
                if place in record.external_id:
                    thread = f"{source.kind} {record.thread_key or record.external_id}"
                    yield Told(items[key], _message(key, record, connector.source), thread)


def _message(key: str, record: SourceRecord, source: str) -> Message:
    return Message(
        key=key,
        text=normalize(record.raw, record.media_type, record.names).text,
        sent_at=record.occurred_at,
        title=record.title,
        author=record.author,
        participants=record.participants,
        source=source,
        kind=record.kind,
        declared=record.declared,
    )
