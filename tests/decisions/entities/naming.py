"""Names for tests: people and things as sources state them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from connectors.contract import Person
from decisions.entities import person_spec, thing_spec
from decisions.entities.groups import Known
from decisions.entities.keys import keys_of
from decisions.entities.rules import Said, resolve
from decisions.entities.specs import EntitySpec
from decisions.extraction.contract import EntityType
from decisions.models import Entity, EntityName
from momo.platform.tenancy.visibility import Visibility

SHARED = (Visibility.SHARED, None, None)
_ROOM = UUID("0192f0c0-0000-7000-8000-000000000000")


def person(name: str = "", email: str = "", handle: str = "", seen_by: Any = SHARED) -> EntitySpec:
    found = person_spec(Person(name, email, handle), seen_by)
    assert found
    return found


def thing(
    name: str, type_: EntityType = EntityType.TECHNOLOGY, seen_by: Any = SHARED
) -> EntitySpec:
    return thing_spec(type_, name, seen_by)


def known(spec: EntitySpec) -> Known:
    """A name as one statement leaves it; its id follows from its place."""
    parts = tuple(sorted(spec.spelled)), tuple(sorted(spec.emails)), tuple(sorted(spec.handles))
    keys = tuple(keys_of(spec.type, *parts))
    return Known(uuid5(_ROOM, str(spec.place)), str(spec.type), spec.key, *parts, keys)


def groups_of(*specs: EntitySpec, said: Sequence[Said] = ()) -> set[frozenset[str]]:
    """The keys of each group that the rules make of these."""
    found = resolve([known(spec) for spec in specs], said, {})
    return {frozenset(name.key for name in group) for group in found.groups}


def count_of(*specs: EntitySpec) -> int:
    return len(resolve([known(spec) for spec in specs], (), {}).groups)


def suggested(*specs: EntitySpec) -> set[frozenset[str]]:
    by_id = {known(spec).id: spec.key for spec in specs}
    found = resolve([known(spec) for spec in specs], (), {})
    return {frozenset({by_id[each.a], by_id[each.b]}) for each in found.suggestions}


def entities_seen() -> set[tuple[str, str, frozenset[str], frozenset[str], frozenset[str]]]:
    """All entities that the principal sees, but for their ids and when they came."""
    return {
        (e.type, e.name, frozenset(e.aliases), frozenset(e.emails), frozenset(e.handles))
        for e in Entity.objects.filter(merged_into=None)
    }


def names_by_entity() -> set[frozenset[str]]:
    found: dict[UUID, set[str]] = {}
    for name in EntityName.objects.exclude(type="thread"):
        found.setdefault(name.entity_id, set()).add(name.key)
    return {frozenset(keys) for keys in found.values()}
