"""Reading entities, as far as the current principal may see them."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from decisions.entities.acts import entity_of
from decisions.models import Edge, Entity, EntityName, EntityVerdict, Sameness


@dataclass(frozen=True, slots=True)
class EntityDetail:
    """An entity with the names that it goes by, and what people said of these, newest first."""

    entity: Entity
    names: list[EntityName]
    verdicts: list[EntityVerdict]


@dataclass(frozen=True, slots=True)
class Suggested:
    """Two names that may be one entity's, and why."""

    verdict: EntityVerdict
    a: EntityName
    b: EntityName


def entities(*, type_: str = "", q: str = "") -> QuerySet[Any]:
    """Entities but for threads, with the number of `memories` that name them."""
    edges = Edge.objects.filter(dst=OuterRef("id"), src_memory_id__isnull=False).order_by()
    count = edges.values("dst").annotate(n=Count("src_memory_id", distinct=True)).values("n")
    rows = Entity.objects.filter(merged_into=None).exclude(type="thread")
    if type_:
        rows = rows.filter(type=type_)
    if q:
        named = EntityName.objects.filter(entity_id=OuterRef("id")).filter(
            Q(key__icontains=q) | Q(spelled__icontains=q) | Q(handles__icontains=q)
        )
        rows = rows.filter(Exists(named))
    counted: QuerySet[Any] = rows.annotate(memories=Coalesce(Subquery(count), 0))
    return counted


def detail(id_: UUID) -> EntityDetail:
    """An entity by its id, or by that of a name or entity that became part of it.

    Raises Entity.DoesNotExist.
    """
    found = entities().get(id=entity_of(id_))
    names = list(EntityName.objects.filter(entity_id=found.id).order_by("key", "id"))
    ids = [name.id for name in names]
    said = EntityVerdict.objects.filter(Q(a_id__in=ids) | Q(b_id__in=ids), undone_at=None)
    said = said.filter(by_principal__isnull=False).order_by("-created_at", "a_id", "b_id")
    return EntityDetail(found, names, list(said))


def suggestions() -> QuerySet[EntityVerdict]:
    """What nobody decided. See `with_names`."""
    decided = EntityVerdict.objects.filter(
        a_id=OuterRef("a_id"), b_id=OuterRef("b_id"), by_principal__isnull=False, undone_at=None
    )
    rows = EntityVerdict.objects.filter(verdict=Sameness.UNDECIDED, by_principal=None)
    return rows.filter(~Exists(decided))


def with_names(rows: list[EntityVerdict]) -> list[Suggested]:
    """Verdicts with their names. One statement."""
    ids = {end for row in rows for end in (row.a_id, row.b_id)}
    names = {name.id: name for name in EntityName.objects.filter(id__in=ids)}
    return [
        Suggested(row, names[row.a_id], names[row.b_id])
        for row in rows
        if row.a_id in names and row.b_id in names
    ]
