"""Entities: one row for each person or thing named, as far as addresses and names tell."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from connectors.contract import Person
from decisions.extraction.contract import EntityType
from decisions.models import Entity
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import NOBODY, holder_of


@dataclass(frozen=True, slots=True)
class EntitySpec:
    """Something named, and who may see that it was."""

    type: EntityType
    name: str
    key: str
    visibility: str
    owner_id: UUID | None
    audience_id: UUID | None
    email: str = ""
    handle: str = ""

    @property
    def holder(self) -> UUID:
        return holder_of(self.visibility, self.owner_id, self.audience_id)

    @property
    def names(self) -> tuple[str, ...]:
        """What finds this entity again: addresses before names, as they are surer."""
        marked = (self.email, f"@{self.handle.casefold()}" if self.handle else "")
        return tuple(filter(None, (*marked, self.name.casefold(), self.key)))


SeenBy = tuple[str, UUID | None, UUID | None]


def person_spec(person: Person, seen_by: SeenBy) -> EntitySpec | None:
    """The entity of a person, keyed by address, else handle, else name; None if it has none."""
    email, handle, name = person.email.lower(), person.handle, person.name.strip()
    key = email or (f"@{handle.casefold()}" if handle else name.casefold())
    if not key:
        return None
    return EntitySpec(
        EntityType.PERSON, name or handle or email, key[:500], *seen_by, email, handle
    )


def ensure_entities(specs: Collection[EntitySpec]) -> dict[EntitySpec, UUID]:
    """The id of each spec's entity, creating what is missing. Three statements at most.

    A private item's mention joins an entity that the team shares; never the other way round.
    """
    wanted = sorted(set(specs), key=lambda s: (s.type, s.key, str(s.holder)))
    if not wanted:
        return {}
    known = _Known(_candidates(wanted))
    missing = {}
    for spec in wanted:
        if known.find(spec) is None:
            missing[spec.holder, spec.type, spec.key] = _new(spec)
            known.add(missing[spec.holder, spec.type, spec.key])
    if missing:
        # Sorted, so that two workers that name the same things wait for, not deadlock, each other.
        Entity.objects.bulk_create(missing.values(), ignore_conflicts=True)
        known = _Known(_candidates(wanted))
    found = {spec: known.find(spec) for spec in wanted}
    _learn(found)
    return {spec: entity.id for spec, entity in found.items() if entity}


class _Known:
    """Entities by (holder, type, name)."""

    def __init__(self, entities: Iterable[Entity]) -> None:
        self._by_name: dict[tuple[UUID, str, str], Entity] = {}
        for entity in entities:
            self.add(entity)

    def add(self, entity: Entity) -> None:
        handles = [f"@{handle}" for handle in entity.handles]
        for name in (entity.key, *entity.emails, *handles, *entity.aliases):
            self._by_name.setdefault((entity.holder, entity.type, name), entity)

    def find(self, spec: EntitySpec) -> Entity | None:
        for name in spec.names:
            for holder in (NOBODY, spec.holder):
                if entity := self._by_name.get((holder, spec.type, name)):
                    return entity
        return None


def _candidates(specs: Collection[EntitySpec]) -> list[Entity]:
    people = [s for s in specs if s.type == EntityType.PERSON]
    named = Q(key__in={s.key for s in specs})
    if people:
        named |= Q(type=EntityType.PERSON) & (
            Q(emails__overlap=[s.email for s in people if s.email])
            | Q(handles__overlap=[s.handle.casefold() for s in people if s.handle])
            | Q(aliases__overlap=[s.name.casefold() for s in people])
        )
    holders = {NOBODY} | {s.holder for s in specs}
    return list(Entity.objects.filter(named, holder__in=holders).order_by("created_at", "id"))


def _new(spec: EntitySpec) -> Entity:
    person = spec.type == EntityType.PERSON
    return Entity(
        id=uuid7(),
        type=spec.type,
        name=spec.name,
        key=spec.key,
        holder=spec.holder,
        visibility=spec.visibility,
        owner_id=spec.owner_id,
        audience_id=spec.audience_id,
        aliases=[spec.name.casefold()] if person else [],
        handles=[spec.handle.casefold()] if spec.handle else [],
        emails=[spec.email] if spec.email else [],
    )


def _learn(found: dict[EntitySpec, Entity | None]) -> None:
    """Keep the addresses and names by which a known person was named anew."""
    changed: dict[UUID, Entity] = {}
    for spec, entity in found.items():
        if entity is None or spec.type != EntityType.PERSON or entity.holder != spec.holder:
            continue
        for values, value in (
            (entity.emails, spec.email),
            (entity.handles, spec.handle.casefold()),
            (entity.aliases, spec.name.casefold()),
        ):
            if value and value not in values:
                values.append(value)
                changed[entity.id] = entity
    Entity.objects.bulk_update(
        sorted(changed.values(), key=lambda e: e.id), ["emails", "handles", "aliases"]
    )
