"""The names that bear on each other: what has to be looked at when one of them changes."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Left

from decisions.entities.groups import Known
from decisions.entities.rules import NEAR_TYPES
from decisions.models import EntityName, EntityVerdict
from momo.platform.tenancy.models import NOBODY

PREFIX = 3  # letters that two spellings of one name have in common at least; chosen


def around(stale: Collection[EntityName], holder: UUID) -> list[EntityName]:
    """These and all names, of the team and of this holder, that may be one entity with them.

    By key, by the entity they are in and by what was said of them, however far; and things that
    begin alike, one step. A few statements, for any number of names.
    """
    seen = EntityName.objects.filter(holder__in={NOBODY, holder})
    found = {name.id: name for name in stale}
    near = [name for name in stale if name.type in NEAR_TYPES]
    if near:
        prefixes = {name.key[:PREFIX] for name in near}
        alike = seen.alias(prefix=Left("key", PREFIX)).filter(
            prefix__in=prefixes, type__in={name.type for name in near}
        )
        found |= {name.id: name for name in alike}
    fresh = list(found.values())
    while fresh:
        linked = seen.filter(_linked_to(fresh)).exclude(id__in=list(found))
        fresh = list(linked)
        found |= {name.id: name for name in fresh}
    return list(found.values())


def _linked_to(names: Collection[EntityName]) -> Q:
    keys = sorted({key for name in names for key in name.keys})
    ids = [name.id for name in names]
    said = EntityVerdict.objects.filter(Q(a_id__in=ids) | Q(b_id__in=ids), undone_at=None)
    others = {end for pair in said.values_list("a_id", "b_id") for end in pair}
    return (
        Q(keys__overlap=keys)
        | Q(entity_id__in={name.entity_id for name in names})
        | Q(id__in=others)
    )


def known(name: EntityName) -> Known:
    return Known(
        id=name.id,
        type=name.type,
        key=name.key,
        spelled=tuple(sorted(name.spelled)),
        emails=tuple(sorted(name.emails)),
        handles=tuple(sorted(name.handles)),
        keys=tuple(sorted(name.keys)),
    )
