"""The edges from a memory to what it names, when people edit or share it."""

from collections.abc import Iterable
from uuid import UUID

from connectors.contract import Person
from decisions import entities
from decisions.entities import EntitySpec, SeenBy, ensure_entities, person_spec, thing_spec
from decisions.entities.roles import first_role
from decisions.extraction.contract import EntityType
from decisions.models import Edge, EdgeKind, EntityName, Memory
from decisions.people import is_person, people_of
from decisions.pipeline.edges import edge_of
from momo.platform.tenancy.visibility import Visibility

_NAMING = [EdgeKind.INVOLVES, EdgeKind.MENTIONS, EdgeKind.ABOUT, EdgeKind.RELATES_TO]
_BY_THE_TEAM: SeenBy = (Visibility.SHARED, None, None)


def follow_people(memory: Memory, before: Iterable[Person]) -> None:
    """Involve the memory's people in place of those it had `before`.

    Who else its source names, as the others on a mail, stays involved.
    """
    entities.lock()
    earlier = list(before)
    gone = [
        edge.id
        for edge, names in _named(memory, [EdgeKind.INVOLVES])
        if any(is_person(name, person) for name in names for person in earlier)
    ]
    Edge.objects.filter(id__in=gone).delete()
    seen_by = (memory.visibility, memory.owner_id, memory.audience_id)
    people = people_of(memory.people)
    roles = {spec: p.role for p in people if (spec := person_spec(p, seen_by))}
    _involve(memory, [(spec, EdgeKind.INVOLVES, role) for spec, role in roles.items()])
    entities.resolve_stale()


def share_names(memory: Memory) -> None:
    """Share the edges to what the memory itself names, and of that no more than it says itself.

    Who else was on the mail, the thread and earlier wordings stay its owner's, and so does an
    address that only another private item tells, or that its owner alone knows whose it is.
    """
    entities.lock()
    told: list[tuple[EntitySpec, str, str]] = []
    gone = []
    for edge, names in _named(memory, _NAMING):
        specs = {spec for name in names if (spec := _as_the_memory_says(memory, name))}
        if specs:
            gone.append(edge.id)
            told += [(spec, edge.kind, edge.role) for spec in sorted(specs, key=lambda s: s.key)]
    Edge.objects.filter(id__in=gone).delete()
    _involve(memory, told)
    entities.resolve_stale()


def _involve(memory: Memory, told: Iterable[tuple[EntitySpec, str, str]]) -> None:
    """Write the edges from a memory to what it names, each (what, kind of edge, role)."""
    told = list(told)
    targets = ensure_entities([spec for spec, _, _ in told])
    named: dict[tuple[str, UUID], dict[str, str]] = {}
    for spec, kind, role in told:
        target = targets[spec]
        named.setdefault((kind, target.entity_id), {})[str(target.name_id)] = role
    edges = [
        edge_of(memory, kind, role=first_role(roles.values()), dst_entity_id=id_, named=roles)
        for (kind, id_), roles in named.items()
    ]
    Edge.objects.bulk_create(edges, ignore_conflicts=True)


def _named(memory: Memory, kinds: list[EdgeKind]) -> list[tuple[Edge, list[EntityName]]]:
    """The memory's edges of these kinds with the names that they stand for, where one sees them."""
    edges = list(
        Edge.objects.filter(src_memory_id=memory.id, kind__in=kinds, dst_entity_id__isnull=False)
    )
    by_edge = {edge.id: [UUID(id_) for id_ in edge.named or {}] for edge in edges}
    ids = {id_ for named in by_edge.values() for id_ in named}
    ids |= {edge.dst_entity_id for edge in edges if not edge.named}
    names = {name.id: name for name in EntityName.objects.filter(id__in=ids)}
    found = []
    for edge in edges:
        stated = by_edge[edge.id] or [edge.dst_entity_id]
        if named := [names[id_] for id_ in stated if id_ in names]:
            found.append((edge, named))
    return found


def _as_the_memory_says(memory: Memory, name: EntityName) -> EntitySpec | None:
    """What the memory itself tells of what it names so; None where it does not."""
    if name.type == EntityType.PERSON:
        for person in people_of(memory.people):
            if is_person(name, person):
                return person_spec(person, _BY_THE_TEAM)
    text = f"{memory.title} {memory.summary} {memory.quote} {memory.rationale}".casefold()
    for spelled in name.spelled:
        if spelled.casefold() in text:
            return thing_spec(EntityType(name.type), spelled, _BY_THE_TEAM)
    return None
