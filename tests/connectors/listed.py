"""A connector that reads records out of memory, and what it is fed with."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from connectors.contract import MediaType, Person, Refusal, SourceRecord, Visibility
from connectors.models import SyncRun
from connectors.services import ingest

WHEN = datetime(2026, 3, 1, 9, tzinfo=UTC)


def record(number: int = 1, **fields: Any) -> SourceRecord:
    given = {
        "external_id": f"note-{number}", "kind": "note", "raw": f"text {number}".encode(),
        "media_type": MediaType.PLAIN, "occurred_at": WHEN, "author": Person(name="Ada"),
    }  # fmt: skip
    return SourceRecord(**given | fields)


@dataclass
class Listed:
    """A connector that reads what it is given."""

    readings: list[SourceRecord | Refusal | Exception] = field(default_factory=list)
    kind: str = "notes"
    source: str = "file"
    title: str = "Notes"
    default_visibility: Visibility = Visibility.SHARED
    ids_hold_by_place: bool = False

    def count(self, path: Path) -> int:
        return len(self.readings)

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        for reading in self.readings:
            if isinstance(reading, Exception):
                raise reading
            yield reading


def take(world: Any, who: str, *readings: Any, **connector: Any) -> SyncRun:
    return ingest(world.scope(who), Listed(list(readings), **connector), Path("/nowhere"))


def counts(run: SyncRun) -> tuple[int, int, int]:
    return run.added, run.updated, run.unchanged
