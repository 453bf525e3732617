"""Feeding the pipeline: records out of memory, and models that do as they are told."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray

from connectors.contract import MediaType, Person, Refusal, SourceRecord, Visibility
from connectors.models import PipelineJob, Queue, SourceItem, SyncRun
from connectors.services import ingest
from decisions.extraction.contract import Extraction, Thread
from decisions.extraction.rules import RulesExtractor
from decisions.models import Edge, Entity, Memory, MemoryEmbedding
from decisions.pipeline.drain import drain
from momo.platform.ai import EMBEDDING_DIMENSIONS, ProviderError

WHEN = datetime(2026, 3, 2, 9, tzinfo=UTC)
ADA = Person(name="Ada Ashby", email="ada@momo.example")


@dataclass
class Listed:
    """A connector that reads what it is given."""

    records: Sequence[SourceRecord]
    default_visibility: Visibility = Visibility.SHARED
    kind: str = "notes"
    source: str = "file"
    title: str = "Notes"
    ids_hold_by_place: bool = False

    def count(self, path: Path) -> int:
        return len(self.records)

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        yield from self.records


def note(name: str, text: str, **fields: Any) -> SourceRecord:
    given = {
        "external_id": name, "kind": "note", "raw": text.encode(), "media_type": MediaType.PLAIN,
        "occurred_at": WHEN, "title": name.capitalize(), "author": ADA,
    }  # fmt: skip
    return SourceRecord(**given | fields)


def fetch(world: Any, who: str, *records: SourceRecord, **connector: Any) -> SyncRun:
    return ingest(world.scope(who), Listed(records, **connector), Path("/nowhere"))


def take_in(world: Any, who: str, *records: SourceRecord, **connector: Any) -> None:
    """Fetch records and work on them until nothing is due."""
    fetch(world, who, *records, **connector)
    drain(Queue.BACKFILL)


def make_due() -> None:
    """As if the time that retries wait for had passed."""
    PipelineJob.objects.filter(parked_at=None).update(due_at=timezone.now() - timedelta(seconds=1))


def item_named(name: str) -> SourceItem:
    found: SourceItem = SourceItem.objects.get(external_id=name)
    return found


def memories_of(name: str, **filters: Any) -> dict[str, Memory]:
    """An item's memories by their quote; the observation's is empty."""
    rows = Memory.objects.filter(source_item_id=item_named(name).id, **filters)
    return {memory.quote: memory for memory in rows}


_TOUCHED = {"updated_at", "created_at", "pk"}


def all_that_is_known() -> dict[str, Any]:
    """Everything that the current principal sees, but for when it was written."""
    return {
        "memories": {
            row.pop("id"): {k: v for k, v in row.items() if k not in _TOUCHED}
            for row in Memory.objects.values()
        },
        "entities": {e.id: (e.type, e.key, e.name, tuple(e.aliases)) for e in Entity.objects.all()},
        "edges": sorted(
            map(str, Edge.objects.values_list("src", "dst", "kind", "role", "owner_id"))
        ),
        "vectors": {
            (m, model): [float(x) for x in v]
            for m, model, v in MemoryEmbedding.objects.values_list(
                "memory_id", "model", "embedding"
            )
        },
    }


@dataclass
class ToldExtractor:
    """The rules, after `before` has had its way with the threads."""

    before: Callable[[Sequence[Thread]], None] = lambda threads: None
    costly: bool = True
    version: str = "told/1"
    calls: int = 0

    def extract(self, threads: Sequence[Thread]) -> Extraction:
        self.calls += 1
        self.before(threads)
        return RulesExtractor().extract(threads)


class HashedEmbeddings:
    """A vector of its own for every text, quickly."""

    model = "hashed"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), EMBEDDING_DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[sum(text.encode()) % EMBEDDING_DIMENSIONS] = 1.0
        return rows

    def calibrate(self, cosine: float) -> float:
        return cosine


class FailingOnce(HashedEmbeddings):
    """Cannot be reached the first time."""

    def __init__(self) -> None:
        self.failed = False

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if not self.failed:
            self.failed = True
            raise ProviderError("The model did not answer.")
        return super().embed(texts)


def fails_on(word: str, error: Exception) -> Callable[[Sequence[Thread]], None]:
    def fail(threads: Sequence[Thread]) -> None:
        if any(word in message.text for thread in threads for message in thread.messages):
            raise error

    return fail
