"""Cross-references: SIMILAR edges from a memory to those most like it.

What states something is linked (decisions, facts and so on). Plain messages are not: there is one
for each thing that anybody wrote, their thread and people hold them together already, and links
between small talk would bury those between decisions.

A memory is linked only to what everybody who sees it can see too, so its links are the same
whoever is at work, tell nobody of what they cannot see, and are seen by those who see the memory
itself: the more private of both ends. A private one's links to shared ones are found from both.
"""

from collections.abc import Callable, Collection
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone

from decisions.models import Edge, EdgeKind, Kind, Memory
from decisions.providers import providers
from momo.platform.ai import EmbeddingProvider
from momo.platform.tenancy.bulk import insert_rows
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.ids import uuid7

MIN_SIMILARITY = 0.3  # calibrated, in 0..1; given
MAX_LINKS = 5  # from one memory; given
LINKED_KINDS = tuple(kind.value for kind in Kind if kind != Kind.OBSERVATION)

# A memory and its message's other decisions come from one text: that they are alike says nothing.
# What may be linked is gathered once. Joined anew for each memory, a planner that knows little of a
# young team's tables takes half a second for each.
_NEAREST = """
WITH pool AS MATERIALIZED (
    SELECT m.id, m.source_item_id, m.visibility, m.owner_id, m.audience_id, v.embedding
    FROM decisions_memory m
    JOIN decisions_memoryembedding v ON v.team_id = %(team)s AND v.memory_id = m.id
        AND v.model = %(model)s AND v.chunk = 0
    WHERE m.team_id = %(team)s AND m.kind = ANY(%(kinds)s) AND m.archived_at IS NULL
      AND m.visibility <> 'secret'
)
SELECT own.id, near.id, near.cosine, own.visibility, own.owner_id, own.audience_id
FROM pool own
CROSS JOIN LATERAL (
    SELECT other.id, 1 - (other.embedding <=> own.embedding) AS cosine
    FROM pool other
    WHERE other.id <> own.id
      AND other.source_item_id IS DISTINCT FROM COALESCE(own.source_item_id, own.id)
      AND (other.visibility = 'shared' OR other.visibility = own.visibility AND
           CASE own.visibility WHEN 'private' THEN other.owner_id = own.owner_id
                ELSE other.audience_id = own.audience_id END)
    ORDER BY other.embedding <=> own.embedding, other.id LIMIT %(links)s
) near
WHERE own.id = ANY(%(ids)s)
"""
_COLUMNS = (
    "id", "kind", "src_memory_id", "dst_memory_id", "role", "weight", "reason", "visibility",
    "owner_id", "audience_id", "created_at",
)  # fmt: skip


def refresh(memory_ids: Collection[UUID], *, embeddings: EmbeddingProvider | None = None) -> int:
    """Link memories anew to at most MAX_LINKS others of MIN_SIMILARITY or more.

    Returns how many links there are now. Three statements for any number of memories, over stored
    vectors: no model is asked. Links to them from others stay. Call within `acting_as`.
    """
    if not memory_ids:
        return 0
    model = embeddings or providers().embeddings
    rows = _links(_nearest(memory_ids, model.model), model.calibrate)
    Edge.objects.filter(kind=EdgeKind.SIMILAR, src_memory_id__in=list(memory_ids)).delete()
    insert_rows(Edge, _COLUMNS, rows)
    return len(rows)


def refresh_found_in(item_ids: Collection[UUID]) -> int:
    """`refresh` what was found in these items. One statement where that is nothing but messages."""
    found = Memory.objects.filter(source_item_id__in=list(item_ids), kind__in=LINKED_KINDS)
    return refresh(list(found.values_list("id", flat=True)))


def _nearest(memory_ids: Collection[UUID], model: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            _NEAREST,
            {
                "team": current_team_id(), "ids": list(memory_ids), "model": model,
                "kinds": list(LINKED_KINDS), "links": MAX_LINKS,
            },
        )  # fmt: skip
        return cursor.fetchall()  # type: ignore[no-any-return]


def _links(
    nearest: list[tuple[Any, ...]], calibrate: Callable[[float], float]
) -> list[tuple[Any, ...]]:
    """Rows of SIMILAR edges. In order, so that two workers wait for, not deadlock, each other."""
    now = timezone.now()
    rows = []
    for source, target, cosine, *seen_by in sorted(nearest, key=lambda row: (row[0], row[1])):
        similarity = calibrate(cosine)  # of a vector of zeros the cosine is NaN, which is not over
        if similarity >= MIN_SIMILARITY:
            rows.append(
                (uuid7(), EdgeKind.SIMILAR, source, target, "", similarity, "", *seen_by, now)
            )
    return rows
