"""Resolve: names that changed are looked at again, with all that they may be one entity with.

What is stored follows from the names and verdicts alone. It is done in two steps: the team's shared
names first, by what the team can see; then each holder's private ones, which may join one of the
team's entities each but never join two of them, nor tell anybody of themselves.
"""

from collections.abc import Iterable
from contextlib import suppress
from uuid import UUID

from django.db import connection

from decisions.entities import component
from decisions.entities.keys import keys_of
from decisions.entities.locks import lock
from decisions.entities.rules import Said, resolve
from decisions.entities.writing import Level, keep_suggestions, write
from decisions.models import EntityName, EntityVerdict, Sameness
from momo.platform.tenancy.bulk import update_rows
from momo.platform.tenancy.context import NotAMember, acting_as, current_team_id
from momo.platform.tenancy.models import NOBODY


def resolve_stale() -> None:
    """Bring the entities of all names that changed, and that the principal sees, up to date.

    Runs in the caller's transaction, in turn with everybody who names or resolves in the team.
    """
    if not EntityName.objects.filter(stale=True).exists():
        return
    lock()
    disturbed = _resolve_shared()
    _resolve_private()
    for principal in sorted(disturbed):
        with suppress(NotAMember), acting_as(current_team_id(), principal):
            _resolve_private()


def disturb(names: Iterable[UUID]) -> None:
    """Have these names looked at again by `resolve_stale`."""
    EntityName.objects.filter(id__in=list(names)).update(stale=True)


def _resolve_shared() -> set[UUID]:
    """Returns somebody for each holder whose private names may be affected."""
    stale = list(EntityName.objects.filter(stale=True, holder=NOBODY))
    if not stale:
        return set()
    level = Level(NOBODY, _with_keys(stale))
    changed = _resolve(level)
    keys = {key for name in level.names for key in name.keys}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT momo_disturb_names(%s, %s::uuid[], %s::text[])",
            [current_team_id(), list(changed), sorted(keys)],
        )
        return {row[0] for row in cursor.fetchall() if row[0]}


def _resolve_private() -> None:
    stale = list(EntityName.objects.filter(stale=True).exclude(holder=NOBODY).order_by("holder"))
    for holder in dict.fromkeys(name.holder for name in stale):
        _resolve(Level(holder, _with_keys([name for name in stale if name.holder == holder])))


def _with_keys(stale: list[EntityName]) -> list[EntityName]:
    """Those whose keys are not what they should be by now get them."""
    changed = []
    for name in stale:
        keys = keys_of(name.type, name.spelled, name.emails, name.handles)
        if set(keys) != set(name.keys):
            name.keys = keys
            changed.append(name)
    update_rows(EntityName, ("id", "keys"), [(name.id, name.keys) for name in changed])
    return stale


def _resolve(level: Level) -> set[UUID]:
    """Returns the entities that names went from or to."""
    level.names = component.around(level.stale, level.holder)
    found = resolve([component.known(name) for name in level.names], _said(level), _fixed(level))
    changed = write(level, found)
    keep_suggestions(level, found)
    return changed


def _fixed(level: Level) -> dict[UUID, UUID]:
    if level.holder == NOBODY:
        return {}
    return {name.id: name.entity_id for name in level.names if name.holder == NOBODY}


def _said(level: Level) -> list[Said]:
    """The verdicts between these names that are in force, newest first."""
    ids = [name.id for name in level.names]
    rows = EntityVerdict.objects.filter(a_id__in=ids, b_id__in=ids, undone_at=None)
    rows = rows.exclude(verdict=Sameness.UNDECIDED).order_by("-created_at", "a_id", "b_id")
    return [
        Said(row.a_id, row.b_id, row.verdict == Sameness.SAME, row.by_principal is not None)
        for row in rows
    ]
