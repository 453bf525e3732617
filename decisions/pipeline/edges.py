"""The edges of new memories, to what each names and to where it was found."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from connectors.contract import Person
from connectors.models import SourceItem
from decisions.entities import EntitySpec, ensure_entities, person_spec, thing_spec
from decisions.entities.roles import first_role
from decisions.extraction.contract import EntityType
from decisions.models import Edge, EdgeKind, Kind, Memory
from decisions.pipeline.plan import NewMemory
from momo.platform.tenancy.bulk import insert_rows
from momo.platform.tenancy.ids import uuid7

Written = tuple[Memory, NewMemory, SourceItem | None]
_REPLY_PREFIX = re.compile(r"^(?:(?:re|fwd?|aw|wg|sv|antw)\s*:\s*)+", re.IGNORECASE)
_EDGE_COLUMNS = (
    "id", "kind", "src_memory_id", "dst_entity_id", "dst_item_id", "role", "named", "weight",
    "reason", "visibility", "owner_id", "audience_id", "created_at",
)  # fmt: skip


def insert_edges(fresh: Sequence[Written]) -> None:
    """Edges to what each memory names, and to where it was found."""
    named = [(memory, spec) for memory, new, item in fresh for spec in _named(memory, new, item)]
    targets = ensure_entities([spec for _, (spec, _, _) in named])
    roles: dict[tuple[Memory, str, UUID], dict[UUID, str]] = {}
    for memory, (spec, kind, role) in named:
        target = targets[spec]
        roles.setdefault((memory, kind, target.entity_id), {}).setdefault(target.name_id, role)
    now = timezone.now()
    rows = [
        _edge_row(memory, kind, now, entity=entity_id, named=by_name)
        for (memory, kind, entity_id), by_name in roles.items()
    ]
    rows += [
        _edge_row(memory, EdgeKind.EXTRACTED_FROM, now, item=item.id)
        for memory, _, item in fresh
        if item
    ]
    insert_rows(Edge, _EDGE_COLUMNS, rows)


def _edge_row(
    memory: Memory,
    kind: str,
    now: datetime,
    *,
    entity: UUID | None = None,
    item: UUID | None = None,
    named: Mapping[UUID, str] | None = None,
) -> tuple[Any, ...]:
    """An edge to an entity by the names that it is `named` by, or to an item."""
    role = first_role((named or {}).values())
    by_others = {str(id_): said for id_, said in (named or {}).items()}
    kept = by_others if by_others.keys() - {str(entity)} else None
    seen_by = (memory.visibility, memory.owner_id, memory.audience_id)
    return (uuid7(), kind, memory.id, entity, item, role, kept, 1.0, "", *seen_by, now)


def thread_name(title: str, key: str) -> str:
    """What a thread is called by one of its messages."""
    return _REPLY_PREFIX.sub("", title) or key


def edge_of(memory: Memory, kind: str, *, role: str = "", **target: Any) -> Edge:
    """An edge from a memory, seen by those who see it."""
    return Edge(
        src_memory_id=memory.id,
        kind=kind,
        role=role,
        visibility=memory.visibility,
        owner_id=memory.owner_id,
        audience_id=memory.audience_id,
        **target,
    )


def _named(
    memory: Memory, new: NewMemory, item: SourceItem | None
) -> Iterable[tuple[EntitySpec, str, str]]:
    """What a memory names: the entity, the kind of edge to it, and the person's role."""
    seen_by = (memory.visibility, memory.owner_id, memory.audience_id)
    # A message mentions whatever it names; what it states is about that.
    names = EdgeKind.MENTIONS if memory.kind == Kind.OBSERVATION else EdgeKind.ABOUT
    for person in new.people:
        if spec := person_spec(person, seen_by):
            yield spec, EdgeKind.INVOLVES, person.role
    for mention in new.mentions:
        person_like = mention.type == EntityType.PERSON
        kind = EdgeKind.RELATES_TO if mention.type == EntityType.PROJECT else names
        if person_like and (spec := person_spec(Person(name=mention.name), seen_by)):
            yield spec, names, ""
        elif mention.name.strip():
            yield thing_spec(mention.type, mention.name, seen_by), kind, ""
    if item and item.thread_key:
        name = thread_name(item.title, item.thread_key)
        key = f"{item.integration_id}:{item.thread_key}"
        yield thing_spec(EntityType.THREAD, name, seen_by, key=key), EdgeKind.SAME_THREAD, ""
