"""Reading memories, as far as the current principal may see them."""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.postgres.search import SearchQuery
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from connectors.models import SourceItem
from decisions import lineage
from decisions.extraction.contract import EntityType
from decisions.models import Edge, EdgeKind, Entity, EntityName, Memory, Occurrence, Supersession
from decisions.pipeline.work import open_field
from momo.platform.tenancy.visibility import Visibility

SHOWN_OCCURRENCES = 100  # the latest; all are counted on the memory
_UNSEEN = ("search", "sealed_context", "fingerprint")  # wide columns that no answer shows

_M = TypeVar("_M", bound=Memory)


@dataclass(frozen=True, slots=True)
class Named:
    """An entity that a memory names, and how."""

    entity: Entity
    relation: str
    role: str


@dataclass(frozen=True, slots=True)
class FoundIn:
    """A source item with its text."""

    item: SourceItem
    text: str


@dataclass(frozen=True, slots=True)
class Lineage:
    """The decisions that replaced each other, and the records that say so, oldest first."""

    decisions: list[Memory]
    supersessions: list[Supersession]


def matching(rows: QuerySet[_M], wanted: Mapping[str, Any]) -> QuerySet[_M]:
    """The rows that pass all filters that are set; a secret one only where it is asked for."""
    for name, value in wanted.items():
        if name in _FILTERS:
            rows = rows.filter(_FILTERS[name](value))
    if not wanted.get("include_secret"):
        rows = rows.exclude(visibility=Visibility.SECRET)
    return rows.defer(*_UNSEEN)


def _involving(person: str) -> Q:
    """Memories that involve a person, by name, address, handle or the entity's id."""
    value = person.strip().casefold()
    named = (
        Q(key=value) | Q(aliases__contains=[value]) | Q(emails__contains=[value])
        | Q(handles__contains=[value.removeprefix("@")])
    )  # fmt: skip
    with contextlib.suppress(ValueError):
        merged = EntityName.objects.filter(id=UUID(value)).values("entity_id")
        named |= Q(id=UUID(value)) | Q(id__in=merged)
    people = (
        Entity.objects.filter(named, type=EntityType.PERSON)
        .annotate(entity=Coalesce("merged_into", "id"))
        .values("entity")
    )
    edges = Edge.objects.filter(kind=EdgeKind.INVOLVES, dst_entity_id__in=people)
    return Q(id__in=edges.values("src_memory_id"))


_FILTERS: dict[str, Callable[[Any], Q]] = {
    "kind": lambda value: Q(kind=value),
    "type": lambda value: Q(decision_type=value),
    "status": lambda value: Q(status=value),
    "source": lambda value: Q(source=value),
    "person": _involving,
    "tag": lambda values: Q(tags__contains=values),
    "since": lambda value: Q(source_date__gte=value),
    "until": lambda value: Q(source_date__lt=value),
    "q": lambda value: Q(search=SearchQuery(value, config="english", search_type="websearch")),
}


def entities_of(memory: Memory) -> list[Named]:
    edges = list(
        Edge.objects.filter(src_memory_id=memory.id, dst_entity_id__isnull=False).order_by("kind")
    )
    found = Entity.objects.filter(id__in=[edge.dst_entity_id for edge in edges])
    entities = {entity.id: entity for entity in found}
    return [
        Named(entities[edge.dst_entity_id], edge.kind, edge.role)
        for edge in edges
        if edge.dst_entity_id in entities
    ]


def sources_of(memory: Memory) -> list[FoundIn]:
    """The items that a memory was found in and that the principal can see, oldest first."""
    edges = Edge.objects.filter(src_memory_id=memory.id, kind=EdgeKind.EXTRACTED_FROM)
    items = SourceItem.objects.filter(
        Q(id=memory.source_item_id) | Q(id__in=edges.values("dst_item_id"))
    ).defer("sealed_raw", "sealed_extraction")
    return [
        FoundIn(item, open_field(item, "sealed_text").decode())
        for item in items.order_by("occurred_at", "id")
    ]


def occurrences_of(memory: Memory) -> Iterable[Occurrence]:
    rows: QuerySet[Occurrence] = Occurrence.objects.filter(memory_id=memory.id)
    return rows.order_by("-at", "-id")[:SHOWN_OCCURRENCES]


def lineage_of(memory: Memory) -> Lineage:
    """Without the decisions, and the records about them, that the principal cannot see."""
    records = lineage.lineage_of(memory)
    ends = {memory.id} | {end for r in records for end in (r.old_id, r.new_id)}
    rows = Memory.objects.filter(id__in=ends).defer(*_UNSEEN).order_by("valid_from", "id")
    seen = {row.id: row for row in rows}
    shown = [r for r in records if r.old_id in seen and r.new_id in seen]
    return Lineage(list(seen.values()), shown)
