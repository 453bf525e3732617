"""The edges from a memory to what it names, when people edit or share it."""

from collections.abc import Iterable

from connectors.contract import Person
from decisions.entities import EntitySpec, SeenBy, ensure_entities, person_spec
from decisions.extraction.contract import EntityType
from decisions.models import Edge, EdgeKind, Entity, Memory
from decisions.people import is_person, people_of
from decisions.pipeline.store import edge_of
from momo.platform.tenancy.visibility import Visibility

_NAMING = [EdgeKind.INVOLVES, EdgeKind.MENTIONS, EdgeKind.RELATES_TO]
_BY_THE_TEAM: SeenBy = (Visibility.SHARED, None, None)


def follow_people(memory: Memory, before: Iterable[Person]) -> None:
    """Involve the memory's people in place of those it had `before`.

    Who else its source names, as the others on a mail, stays involved.
    """
    earlier = list(before)
    gone = [
        edge.id
        for edge, entity in _named(memory, [EdgeKind.INVOLVES])
        if any(is_person(entity, person) for person in earlier)
    ]
    Edge.objects.filter(id__in=gone).delete()
    seen_by = (memory.visibility, memory.owner_id, memory.audience_id)
    people = people_of(memory.people)
    roles = {spec: p.role for p in people if (spec := person_spec(p, seen_by))}
    entity_ids = ensure_entities(list(roles))
    edges = [
        edge_of(memory, EdgeKind.INVOLVES, role=role, dst_entity_id=entity_ids[spec])
        for spec, role in roles.items()
    ]
    Edge.objects.bulk_create(edges, ignore_conflicts=True)


def share_names(memory: Memory) -> None:
    """Share the edges to what the memory itself names, and of that no more than it says itself.

    Who else was on the mail, the thread and earlier wordings stay its owner's, and so does an
    address that only another private item tells.
    """
    specs: dict[Edge, EntitySpec] = {}
    for edge, entity in _named(memory, _NAMING):
        spec = _as_the_memory_says(memory, entity)
        if spec and entity.visibility == Visibility.SHARED:
            Edge.objects.filter(id=edge.id).update(visibility=Visibility.SHARED)
        elif spec:
            specs[edge] = spec
    entity_ids = ensure_entities(list(specs.values()))
    Edge.objects.filter(id__in=[edge.id for edge in specs]).delete()
    edges = [
        edge_of(memory, edge.kind, dst_entity_id=entity_ids[spec], role=edge.role)
        for edge, spec in specs.items()
    ]
    Edge.objects.bulk_create(edges, ignore_conflicts=True)


def _named(memory: Memory, kinds: list[EdgeKind]) -> list[tuple[Edge, Entity]]:
    """The memory's edges of these kinds with the entities, as far as the principal sees them."""
    edges = list(Edge.objects.filter(src_memory_id=memory.id, kind__in=kinds))
    found = Entity.objects.filter(id__in=[edge.dst_entity_id for edge in edges])
    entities = {entity.id: entity for entity in found}
    return [
        (edge, entities[edge.dst_entity_id]) for edge in edges if edge.dst_entity_id in entities
    ]


def _as_the_memory_says(memory: Memory, entity: Entity) -> EntitySpec | None:
    """The entity with what the memory itself tells of it; None where it does not name it."""
    if entity.type == EntityType.PERSON:
        for person in people_of(memory.people):
            if is_person(entity, person):
                return person_spec(person, _BY_THE_TEAM)
    name = entity.name.casefold()
    text = f"{memory.title} {memory.summary} {memory.quote} {memory.rationale}".casefold()
    if name not in text:
        return None
    return EntitySpec(EntityType(entity.type), entity.name, name[:500], *_BY_THE_TEAM)
