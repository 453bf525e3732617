"""What is related to a memory, and how: what is tied to it first, then what names the same."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from decisions.models import Memory
from momo.platform.tenancy.visibility import Visibility
from retrieval.explaining.trace import holds_of
from retrieval.filters import Filters
from retrieval.graph.expand import expand
from retrieval.graph.paths import Path
from retrieval.landing.meaning import Meaning
from retrieval.results import Holds
from retrieval.tuning import RELATED

# Messages are left out: each shares its thread with many.
_STATEMENTS = Filters(
    kinds=("decision", "fact", "preference", "action_item", "correction", "summary"),
    include_reversed=True,
)


@dataclass(frozen=True, slots=True)
class RelatedMemory:
    """`how` says it in words; `score` is 0..1, 1 being the memory itself."""

    id: UUID
    kind: str
    title: str
    summary: str
    source: str
    source_date: datetime
    holds: Holds
    score: float
    how: str
    path: Path


def related(memory_id: UUID, *, limit: int = RELATED) -> list[RelatedMemory]:
    """The nearest in the graph that the principal may see, nearest first.

    Three statements at most; call within `acting_as`. Raises Memory.DoesNotExist.
    """
    visible = Memory.objects.exclude(visibility=Visibility.SECRET)
    if not visible.filter(id=memory_id).exists():
        raise Memory.DoesNotExist
    found = expand({memory_id: 1.0}, Meaning(), filters=_STATEMENTS)
    paths = [path for id_, path in found.paths.items() if id_ != memory_id]
    # Stable: among equals the order of the walk stays, the rarer tie and the newer memory first.
    paths.sort(key=lambda path: (path.hops, -path.score))
    rows = _rows([path.nodes[-1].id for path in paths[:limit]])
    return [_related(rows[path.nodes[-1].id], path) for path in paths[:limit]]


def _rows(ids: Collection[UUID]) -> Mapping[UUID, Any]:
    found = Memory.objects.filter(id__in=ids).only(
        "team_id", "id", "kind", "title", "summary", "source", "source_date", "status",
        "superseded_by",
    )  # fmt: skip
    return {memory.id: memory for memory in found}


def _related(memory: Any, path: Path) -> RelatedMemory:
    return RelatedMemory(
        id=memory.id,
        kind=memory.kind,
        title=memory.title,
        summary=memory.summary,
        source=memory.source,
        source_date=memory.source_date,
        holds=holds_of(memory.status, superseded=memory.superseded_by is not None),
        score=path.score,
        how=path.text,
        path=path,
    )
