"""Reading memories, as far as the current principal may see them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from connectors.models import SourceItem
from decisions.histories import lineage
from decisions.listing.matching import UNSEEN
from decisions.models import Edge, EdgeKind, Entity, Memory, Occurrence, Supersession
from decisions.pipeline.work import open_field

SHOWN_OCCURRENCES = 100  # the latest; all are counted on the memory


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
    rows = Memory.objects.filter(id__in=ends).defer(*UNSEEN).order_by("valid_from", "id")
    seen = {row.id: row for row in rows}
    shown = [r for r in records if r.old_id in seen and r.new_id in seen]
    return Lineage(list(seen.values()), shown)
