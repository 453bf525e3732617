"""Making the vectors and full-text entries of a team's memories anew, while it goes on searching.

What is left to do is derived: a memory without a vector of the model. So a run that was killed is
taken up by running it again, and what was stored meanwhile needs no bookkeeping.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from pgvector import HalfVector

from connectors.models import SourceItem
from decisions.drafts import texts_of
from decisions.models import Memory, MemoryEmbedding
from decisions.pipeline.plan import INDEXED_CHARACTERS, NewMemory
from decisions.pipeline.work import open_field
from momo.platform.ai import EmbeddingProvider, metering
from momo.platform.tenancy.bulk import insert_rows
from momo.platform.tenancy.context import Scope, acting_as, current_team_id
from momo.platform.tenancy.models import NOBODY
from momo.platform.tenancy.visibility import Visibility

BATCH = 256  # memories embedded in one request and stored in one transaction; chosen

# A secret is in no index.
_PAGE = """
SELECT m.id FROM decisions_memory m
WHERE m.team_id = %(team)s AND m.visibility <> 'secret' AND m.id > %(after)s
  AND (%(all)s OR m.search IS NULL OR NOT EXISTS (
    SELECT FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.memory_id = m.id AND e.model = %(model)s))
ORDER BY m.id LIMIT %(limit)s
"""
_COUNT = """
SELECT count(*), count(*) FILTER (WHERE EXISTS (
    SELECT FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.memory_id = m.id AND e.model = %(model)s))
FROM decisions_memory m WHERE m.team_id = %(team)s AND m.visibility <> 'secret'
"""
_SEARCH = """
UPDATE decisions_memory m SET search = setweight(to_tsvector('english', given.heavy), 'A')
    || setweight(to_tsvector('english', given.middle), 'B')
    || setweight(to_tsvector('english', given.light), 'D')
FROM unnest(%s::uuid[], %s::text[], %s::text[], %s::text[]) AS given (id, heavy, middle, light)
WHERE m.team_id = %s AND m.id = given.id
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many memories that the principal sees are in the index of a model."""

    model: str
    total: int
    done: int


Report = Callable[[int], None]  # how many more memories were done


def progress(model: str) -> Progress:
    """Call within `acting_as`."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"team": current_team_id(), "model": model})
        total, done = cursor.fetchone()
    return Progress(model, total, done)


def fill(
    scope: Scope, models: EmbeddingProvider, *, everything: bool = False, report: Report
) -> int:
    """Index what the principal sees and the model has no vector of, or all of it.

    No transaction is open while the model is asked. Returns how many memories were indexed. Raises
    ProviderError; what was done until then is kept.
    """
    after, count = NOBODY, 0
    while page := _page(scope, models.model, after, everything):
        with metering.charged_to(scope):
            vectors = models.embed([new.embedded_text for _, new in page])
        for (_, new), vector in zip(page, vectors, strict=True):
            new.vector = vector if new.embedded_text.strip() else None
        with acting_as(scope.team_id, scope.principal_id):
            _store(page, models.model)
        after, count = page[-1][0].id, count + len(page)
        report(len(page))
    return count


def forget_other_models(model: str) -> int:
    """Delete the vectors that the principal sees of all other models. Call within `acting_as`."""
    return MemoryEmbedding.objects.exclude(model=model).delete()[0]


Read = tuple[Memory, NewMemory]


def _page(scope: Scope, model: str, after: UUID, everything: bool) -> list[Read]:
    with acting_as(scope.team_id, scope.principal_id), connection.cursor() as cursor:
        given: dict[str, Any] = {"team": scope.team_id, "model": model, "after": after}
        cursor.execute(_PAGE, given | {"all": everything, "limit": BATCH})
        ids = [row[0] for row in cursor.fetchall()]
        memories = list(Memory.objects.filter(id__in=ids).order_by("id"))
        bodies = _bodies(memories)
        return [(memory, texts_of(memory, bodies.get(memory.id, ""))) for memory in memories]


def _bodies(memories: Sequence[Memory]) -> dict[UUID, str]:
    """The text that each memory was found in, where those who see the one see the other."""
    items = SourceItem.objects.filter(
        id__in=[m.source_item_id for m in memories if m.source_item_id]
    )
    seen = {(i.id, i.visibility, i.owner_id, i.audience_id): i for i in items}
    return {
        memory.id: open_field(item, "sealed_text").decode()[:INDEXED_CHARACTERS]
        for memory in memories
        if (item := seen.get((memory.source_item_id, *_seen_by(memory))))
    }


def _seen_by(memory: Memory) -> tuple[str, UUID | None, UUID | None]:
    return memory.visibility, memory.owner_id, memory.audience_id


def _store(page: Sequence[Read], model: str) -> None:
    """What was changed since it was read is left out: whoever changed it has indexed it."""
    locked = Memory.objects.select_for_update().filter(id__in=[m.id for m, _ in page])
    now = {m.id: m for m in locked.only("team_id", "id", "updated_at", "visibility")}
    fresh = [
        (memory, new)
        for memory, new in page
        if memory.id in now
        and now[memory.id].updated_at == memory.updated_at
        and now[memory.id].visibility != Visibility.SECRET
    ]
    texts = [new.indexed for _, new in fresh]
    columns = [list(each) for each in zip(*texts, strict=True)] or [[], [], []]
    with connection.cursor() as cursor:
        cursor.execute(_SEARCH, [[m.id for m, _ in fresh], *columns, current_team_id()])
    MemoryEmbedding.objects.filter(memory_id__in=[m.id for m, _ in fresh], model=model).delete()
    insert_rows(
        MemoryEmbedding,
        ("memory_id", "model", "chunk", "visibility", "owner_id", "audience_id", "embedding"),
        [
            (memory.id, model, 0, *_seen_by(memory), HalfVector(new.vector))
            for memory, new in fresh
            if new.vector is not None
        ],
    )
