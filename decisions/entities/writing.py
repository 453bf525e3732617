"""Writing what names were resolved to: entities, where each name leads, and what is not sure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils import timezone

from decisions.entities.groups import Known, emails_of, handles_of
from decisions.entities.rules import Resolved
from decisions.entities.showing import shown_name
from decisions.models import Entity, EntityName, EntityVerdict, Sameness
from momo.platform.tenancy.bulk import insert_rows, on_conflict_update, update_rows
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import NOBODY


@dataclass
class Level:
    """The names of one holder that changed, and all that bear on them; the team's among them."""

    holder: UUID
    stale: list[EntityName]
    names: list[EntityName] = field(default_factory=list)

    def own(self, group: Sequence[Known]) -> list[EntityName]:
        """The holder's names of a group, in its order."""
        by_id = {name.id: name for name in self.names if name.holder == self.holder}
        return [by_id[name.id] for name in group if name.id in by_id]


_COLUMNS = (
    "id", "type", "name", "key", "holder", "visibility", "owner_id", "audience_id", "aliases",
    "handles", "emails", "description", "merged_into", "created_at",
)  # fmt: skip
_REPLACED = ("name", "aliases", "handles", "emails", "merged_into")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A group with the holder's own names in it, and the entity that they lead to."""

    group: Sequence[Known]
    own: list[EntityName]
    entity_id: UUID

    @property
    def joins_the_team(self) -> bool:
        return self.entity_id != self.own[0].id


def write(level: Level, found: Resolved) -> set[UUID]:
    """Store the groups. Returns the entities that names went from or to."""
    groups = [_placed(level, group, own) for group in found.groups if (own := level.own(group))]
    stale = {name.id for name in level.stale}
    moved = [
        (name, each.entity_id)
        for each in groups
        for name in each.own
        if name.id in stale or name.entity_id != each.entity_id
    ]
    left = {name.entity_id for name, target in moved if name.entity_id != target}
    changed = left | {target for _, target in moved}
    _write_entities([each for each in groups if each.entity_id in changed])
    rows = sorted((name.id, target, False) for name, target in moved)
    update_rows(EntityName, ("id", "entity_id", "stale"), rows)
    if left:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT momo_follow_names(%s, %s::uuid[])", [current_team_id(), sorted(left)]
            )
    return changed


def _placed(level: Level, group: Sequence[Known], own: list[EntityName]) -> _Placed:
    """In the team's entity, if a private group has joined one; else in that of its first name."""
    if level.holder != NOBODY:
        ids = {name.id for name in group}
        for name in level.names:
            if name.id in ids and name.holder == NOBODY:
                return _Placed(group, own, name.entity_id)
    return _Placed(group, own, own[0].id)


_KEY = ("team_id", "holder", "type", "key")


def _write_entities(groups: Sequence[_Placed]) -> None:
    """One row a group; of those that joined the team's, where they tell more than it does."""
    told = {each.own[0].id: row for each in groups if (row := _row(each))}
    rows = [told[id_] for id_ in sorted(told)]
    insert_rows(Entity, _COLUMNS, rows, conflict=on_conflict_update(_KEY, _REPLACED))
    ids = [name.id for each in groups for name in each.own if name.id not in told]
    Entity.objects.filter(id__in=ids, merged_into__isnull=False).delete()


def _row(placed: _Placed) -> tuple[Any, ...] | None:
    own, first = placed.own, placed.own[0]
    ids = {name.id for name in own}
    shown = shown_name([name for name in placed.group if name.id in ids])
    told = _told([name for name in placed.group if name.id in ids], shown)
    merged_into = None
    if placed.joins_the_team:
        team = [name for name in placed.group if name.id not in ids]
        known = _told(team, shown_name(team))
        told = _beyond(told, known)
        if not any(told):
            return None
        merged_into = placed.entity_id
    return (
        first.id, first.type, shown, first.key, first.holder, first.visibility, first.owner_id,
        first.audience_id, *told, "", merged_into, first.created_at,
    )  # fmt: skip


_Told = tuple[list[str], list[str], list[str]]


def _beyond(told: _Told, known: _Told) -> _Told:
    aliases, handles, emails = (
        [each for each in mine if each not in ours] for mine, ours in zip(told, known, strict=True)
    )
    return aliases, handles, emails


def _told(names: Sequence[Known], shown: str) -> _Told:
    """Aliases, the shown name first, handles and addresses."""
    spelled = {each.casefold() for name in names for each in name.spelled}
    own = [shown.casefold()] if names[0].is_person else []
    aliases = [*own, *sorted(spelled - {shown.casefold()})]
    return aliases, sorted(handles_of(names)), sorted(emails_of(names))


def keep_suggestions(level: Level, found: Resolved) -> None:
    """Replace the suggestions between these names by what is undecided now.

    One that a model was asked about stays as it answered; one that a person answered stays, to be
    answered again with the same result, and is shown to nobody.
    """
    by_id = {name.id: name for name in level.names}
    wanted = {
        (each.a, each.b): each
        for each in found.suggestions
        if level.holder in (by_id[each.a].holder, by_id[each.b].holder)
    }
    of_a_person = EntityVerdict.objects.filter(
        a_id=OuterRef("a_id"), b_id=OuterRef("b_id"), by_principal__isnull=False, undone_at=None
    )
    rows = EntityVerdict.objects.filter(
        ~Exists(of_a_person), a_id__in=by_id, b_id__in=by_id, verdict=Sameness.UNDECIDED,
        by_principal=None,
    )  # fmt: skip
    gone = [
        row.id
        for row in rows
        if (row.a_id, row.b_id) not in wanted
        and level.holder in (by_id[row.a_id].holder, by_id[row.b_id].holder)
        and (level.holder != NOBODY or by_id[row.a_id].holder == by_id[row.b_id].holder)
    ]
    EntityVerdict.objects.filter(id__in=gone).delete()
    now = timezone.now()
    insert_rows(
        EntityVerdict,
        _SUGGESTION_COLUMNS,
        [
            (uuid7(), *_seen_by(by_id[each.a], by_id[each.b]), each.a, each.b,
             Sameness.UNDECIDED, each.rule, each.score, each.reason, now)
            for _, each in sorted(wanted.items())
        ],
    )  # fmt: skip


_SUGGESTION_COLUMNS = (
    "id", "visibility", "owner_id", "audience_id", "a_id", "b_id", "verdict", "by_rule", "score",
    "reason", "created_at",
)  # fmt: skip


def _seen_by(one: EntityName, other: EntityName) -> tuple[str, UUID | None, UUID | None]:
    """Those who see both names: the more private one's."""
    name = one if one.holder != NOBODY else other
    return name.visibility, name.owner_id, name.audience_id
