"""What a summary is made from."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from decisions.models import Memory
from decisions.reindex import Holder
from lifecycle.compaction.eligible import ALONE, STANDS, parameters

Person = dict[str, str]


@dataclass(frozen=True, slots=True)
class Original:
    """A decision that stands, as it was read. `people` are name, email, handle and role each."""

    id: UUID
    title: str
    summary: str
    status: str
    source_date: datetime
    people: Sequence[Person]
    owner_name: str
    importance: float
    tags: Sequence[str]
    updated_at: datetime

    @property
    def told(self) -> list[object]:
        """All that a summary tells of it."""
        day = self.source_date.isoformat()
        people = [[p.get("name", ""), p.get("email", "")] for p in self.people]
        return [str(self.id), self.title, self.summary, self.status, day, self.owner_name, people]


_FIELDS = (
    "id", "title", "summary", "status", "source_date", "people", "owner_name", "importance", "tags",
    "updated_at",
)  # fmt: skip


def read(ids: Iterable[UUID]) -> dict[UUID, Original]:
    """Call within `acting_as`."""
    rows = Memory.objects.filter(id__in=list(ids)).values(*_FIELDS)
    return {row["id"]: Original(**row) for row in rows}


def standing(holder: Holder, ids: Collection[UUID], now: datetime) -> set[UUID]:
    """Which of them stand and are of this holder. Call within `acting_as`."""
    return _which(STANDS, holder, ids, now)


def still_alone(holder: Holder, ids: Collection[UUID], now: datetime) -> set[UUID]:
    """Which of them may be summed up and are not. Call within `acting_as`."""
    return _which(ALONE, holder, ids, now)


def fingerprint(originals: Iterable[Original]) -> bytes:
    """What a summary was made from: it is another one where the summary should be another."""
    told = [each.told for each in sorted(originals, key=lambda each: each.id)]
    return hashlib.sha256(json.dumps(told, separators=(",", ":")).encode()).digest()


def _which(condition: str, holder: Holder, ids: Collection[UUID], now: datetime) -> set[UUID]:
    given: dict[str, Any] = parameters(holder, now) | {"ids": list(ids)}
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT m.id FROM decisions_memory m WHERE {condition} AND m.id = ANY(%(ids)s)",  # noqa: S608
            given,
        )
        return {row[0] for row in cursor.fetchall()}
