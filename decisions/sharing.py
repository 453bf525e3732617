"""Changing who sees a memory, and with it all that tells of it."""

from django.db.models import Q

from decisions.entities import EntitySpec, ensure_entities
from decisions.extraction.contract import EntityType
from decisions.models import (
    Edge,
    EdgeKind,
    Entity,
    Memory,
    MemoryEmbedding,
    MemoryRevision,
    Occurrence,
    Supersession,
)
from decisions.pipeline.store import edge_of
from decisions.refusals import NotYours, Refused
from momo.platform.tenancy.context import current
from momo.platform.tenancy.visibility import Visibility

_OWN = [Visibility.PRIVATE, Visibility.SECRET]  # seen by their owner alone
_NAMING = [EdgeKind.INVOLVES, EdgeKind.MENTIONS, EdgeKind.RELATES_TO]


def check(memory: Memory, visibility: str) -> None:
    """Raises NotYours, and Refused where the team would lose sight of what replaced a decision."""
    if memory.owner_id != current().principal_id:
        raise NotYours("Only its owner changes who sees a memory.")
    replaced = Supersession.objects.filter(new_id=memory.id, undone_at=None).values("old_id")
    hides = visibility != Visibility.SHARED
    others = Memory.objects.filter(id__in=replaced).exclude(visibility__in=_OWN)
    if hides and others.exists():
        raise Refused(
            "It replaces a decision that others see, so they must see it: undo that first."
        )


def follow(memory: Memory) -> None:
    """Bring what hangs on a memory in line with its new visibility, already saved."""
    seen_by = {"visibility": memory.visibility, "owner_id": memory.owner_id}
    MemoryEmbedding.objects.filter(memory_id=memory.id).update(**seen_by)
    if memory.visibility == Visibility.SHARED:
        _share_what_it_names(memory)
        _share_where_both_are(memory)
    else:
        _hide(memory)


def _hide(memory: Memory) -> None:
    seen_by = {"visibility": memory.visibility, "owner_id": memory.owner_id, "audience_id": None}
    Edge.objects.filter(Q(src_memory_id=memory.id) | Q(dst_memory_id=memory.id)).update(**seen_by)
    Supersession.objects.filter(Q(old_id=memory.id) | Q(new_id=memory.id)).update(**seen_by)
    for table in (Occurrence, MemoryRevision):
        table.objects.filter(memory_id=memory.id).update(**seen_by)


def _share_what_it_names(memory: Memory) -> None:
    """Share the edges to what the memory itself names. Who else was on the mail, the thread and
    earlier wordings stay its owner's."""
    edges = list(Edge.objects.filter(src_memory_id=memory.id, kind__in=_NAMING))
    entities = {e.id: e for e in Entity.objects.filter(id__in=[x.dst_entity_id for x in edges])}
    named = {
        edge: _spec(entity)
        for edge in edges
        if (entity := entities.get(edge.dst_entity_id)) and _names(memory, entity)
    }
    entity_ids = ensure_entities(list(named.values()))
    Edge.objects.filter(id__in=[edge.id for edge in named]).delete()
    Edge.objects.bulk_create(
        [
            edge_of(memory, edge.kind, dst_entity_id=entity_ids[spec], role=edge.role)
            for edge, spec in named.items()
        ],
        ignore_conflicts=True,
    )


def _share_where_both_are(memory: Memory) -> None:
    """Relations to memories that the team shares too."""
    shared = Memory.objects.filter(visibility=Visibility.SHARED).values("id")
    ends = {"visibility": Visibility.SHARED}
    Edge.objects.filter(src_memory_id=memory.id, dst_memory_id__in=shared).update(**ends)
    Edge.objects.filter(dst_memory_id=memory.id, src_memory_id__in=shared).update(**ends)
    Supersession.objects.filter(old_id=memory.id, new_id__in=shared).update(**ends)
    Supersession.objects.filter(new_id=memory.id, old_id__in=shared).update(**ends)


def _names(memory: Memory, entity: Entity) -> bool:
    people = {value.casefold() for person in memory.people for value in person.values() if value}
    if people & {entity.name.casefold(), *entity.emails, *entity.handles, *entity.aliases}:
        return True
    text = f"{memory.title} {memory.summary} {memory.quote} {memory.rationale}".casefold()
    return entity.name.casefold() in text


def _spec(entity: Entity) -> EntitySpec:
    return EntitySpec(
        EntityType(entity.type), entity.name, entity.key, Visibility.SHARED, None, None,
        next(iter(entity.emails), ""), next(iter(entity.handles), ""),
    )  # fmt: skip
