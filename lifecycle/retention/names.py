"""What memories name, when these are erased: things that nothing else names, and names that only
they told of somebody."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import connection

from connectors.models import SourceItem
from decisions import entities
from decisions.entities.forgetting import forget as forget_names
from decisions.extraction.contract import EntityType
from decisions.models import Edge, Entity, EntityName, Memory
from decisions.pipeline.edges import thread_name
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.models import holder_of

_FIELDS = ("spelled", "emails", "handles")
# Which of these something that stays tells of the person, too.
_STILL_TOLD = """
SELECT given.entity, given.name FROM unnest(%(entities)s::uuid[], %(names)s::text[])
    AS given (entity, name)
WHERE EXISTS (
    SELECT FROM decisions_edge e
    JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = e.src_memory_id
    LEFT JOIN connectors_sourceitem i ON i.team_id = %(team)s AND i.id = m.source_item_id
    CROSS JOIN LATERAL jsonb_array_elements(
        m.people || COALESCE(i.participants, '[]')
        || CASE jsonb_typeof(i.author) WHEN 'object' THEN jsonb_build_array(i.author)
           ELSE '[]' END) AS told
    WHERE e.team_id = %(team)s AND e.dst = given.entity
      AND given.name IN (lower(told->>'name'), lower(told->>'email'), lower(told->>'handle')))
"""
_FIRST_OF_THREAD = """
SELECT DISTINCT ON (e.dst) e.dst, i.title, i.thread_key
FROM decisions_edge e
JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = e.src_memory_id
JOIN connectors_sourceitem i ON i.team_id = %(team)s AND i.id = m.source_item_id
WHERE e.team_id = %(team)s AND e.dst = ANY (%(threads)s)
ORDER BY e.dst, i.occurred_at, i.id
"""


def named_by(memory_ids: Collection[UUID]) -> list[UUID]:
    """The entities that these memories name, as far as the principal sees them."""
    edges = Edge.objects.filter(src_memory_id__in=memory_ids, dst_entity_id__isnull=False)
    return list(edges.values_list("dst_entity_id", flat=True).distinct())


def only_named_by(memory_ids: Collection[UUID]) -> int:
    """How many entities no other memory names, as far as the principal sees them."""
    named = set(named_by(memory_ids))
    others = Edge.objects.filter(dst_entity_id__in=named).exclude(src_memory_id__in=memory_ids)
    still = others.filter(src_memory_id__isnull=False).values_list("dst_entity_id", flat=True)
    return len(named - set(still))


def forget(
    entity_ids: Collection[UUID], items: Iterable[SourceItem], memories: Collection[Memory]
) -> list[UUID]:
    """Delete those of these entities that nothing names any more, and have the others forget what
    only the erased told of them. Returns which were deleted.

    To be called once the memories are gone, after all other locks.
    """
    entities.lock()
    names = EntityName.objects.filter(entity_id__in=entity_ids).exclude(type=EntityType.THREAD)
    told = _told(items, memories)
    asked = {(name.entity_id, each) for name in names for each in _told_of(name) & told}
    holders = {holder_of(m.visibility, m.owner_id, m.audience_id) for m in memories}
    forgotten = forget_names(entity_ids, asked - _still_told(asked), holders=holders)
    _rename_threads(set(entity_ids) - set(forgotten))
    return forgotten


def _told(items: Iterable[SourceItem], memories: Iterable[Memory]) -> set[str]:
    """All names, addresses and handles that these give people, in lower case."""
    people: list[Mapping[str, Any]] = []
    for item in items:
        people += [item.author or {}, *item.participants]
    for memory in memories:
        people += memory.people
    values = (person.get(name) for person in people for name in ("name", "email", "handle"))
    return {value.strip().lower() for value in values if value}


def _told_of(name: EntityName) -> set[str]:
    return {each.lower() for field in _FIELDS for each in getattr(name, field)}


def _still_told(asked: Collection[tuple[UUID, str]]) -> set[tuple[UUID, str]]:
    if not asked:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            _STILL_TOLD,
            {
                "team": current_team_id(), "entities": [entity_id for entity_id, _ in asked],
                "names": [name for _, name in asked],
            },
        )  # fmt: skip
        return set(cursor.fetchall())


def _rename_threads(entity_ids: Collection[UUID]) -> None:
    """Call each thread by the first of its messages that is left."""
    of_threads = Entity.objects.filter(id__in=entity_ids, type=EntityType.THREAD)
    threads = list(of_threads.values_list("id", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(_FIRST_OF_THREAD, {"team": current_team_id(), "threads": threads})
        first = cursor.fetchall()
    for entity_id, title, key in first:
        name = thread_name(title, key)
        Entity.objects.filter(id=entity_id).exclude(name=name).update(name=name)
        EntityName.objects.filter(entity_id=entity_id).update(spelled=[name])
