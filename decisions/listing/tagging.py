"""Tagging and archiving many decisions in a few statements."""

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from decisions.histories import revisions
from decisions.models import Decision
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import current
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.statements import rows_of

# What was there comes with what is there now, as one statement sees both. Tags keep their order.
_LABEL = """
WITH given AS (
    SELECT id, tags AS old_tags, archived_at AS old_archived, ARRAY(
        SELECT tag FROM unnest(tags || %(add)s::text[]) WITH ORDINALITY AS each (tag, place)
        WHERE NOT tag = ANY (%(remove)s::text[]) GROUP BY tag ORDER BY min(place)
    ) AS new_tags, CASE WHEN %(archive)s::boolean IS NULL THEN archived_at
        WHEN %(archive)s THEN COALESCE(archived_at, %(now)s) END AS new_archived
    FROM decisions_memory WHERE team_id = %(team)s AND id = ANY (%(ids)s) FOR NO KEY UPDATE
)
UPDATE decisions_memory m
SET tags = new_tags, archived_at = new_archived, edited_at = %(now)s, updated_at = %(now)s
FROM given WHERE m.team_id = %(team)s AND m.id = given.id
  AND (new_tags <> old_tags OR new_archived IS DISTINCT FROM old_archived)
RETURNING m.id, old_tags, new_tags, old_archived, new_archived, m.visibility, m.owner_id,
    m.audience_id
"""
_KEEP = """
INSERT INTO decisions_memoryrevision (team_id, id, memory_id, number, changed_by, changed_at,
    changes, reason, visibility, owner_id, audience_id)
SELECT %(team)s, given.id, given.memory_id, 1 + COALESCE((
        SELECT max(number) FROM decisions_memoryrevision r
        WHERE r.team_id = %(team)s AND r.memory_id = given.memory_id), 0),
    %(who)s, %(now)s, given.changes, '', given.visibility, given.owner_id, given.audience_id
FROM jsonb_to_recordset(%(rows)s::jsonb) AS given (id uuid, memory_id uuid, changes jsonb,
    visibility text, owner_id uuid, audience_id uuid)
ON CONFLICT (team_id, memory_id, number) DO NOTHING RETURNING memory_id
"""


def label(
    memory_ids: Collection[UUID],
    *,
    add: Collection[str] = (),
    remove: Collection[str] = (),
    archive: bool | None = None,
) -> None:
    """Change the tags of memories, and whether they are archived, keeping how they were.

    Those that the principal does not see are left alone. An audit event each that changed.
    """
    now = timezone.now()
    given = {
        "ids": list(memory_ids), "add": list(add), "remove": list(remove), "archive": archive,
        "now": now,
    }  # fmt: skip
    rows = rows_of(_LABEL, given)
    changed = {row[0]: _changes(row) for row in rows}
    if not changed:
        return
    told = [_revision(row, changed[row[0]]) for row in rows]
    keeping = {"rows": json.dumps(told, default=str), "who": current().principal_id, "now": now}
    kept = rows_of(_KEEP, keeping)
    _keep_numbered_anew(changed.keys() - {row[0] for row in kept}, changed, now)
    audit.record_each("memory.edited", sorted(map(str, changed)), fields=_fields(changed))


def _changes(row: Any) -> dict[str, list[Any]]:
    _, old_tags, new_tags, old_archived, new_archived, *_ = row
    both = {"tags": [old_tags, new_tags], "archived_at": [old_archived, new_archived]}
    return {name: values for name, values in both.items() if values[0] != values[1]}


def _revision(row: Any, changes: Mapping[str, list[Any]]) -> dict[str, Any]:
    visibility, owner_id, audience_id = row[5:]
    return {
        "id": uuid7(), "memory_id": row[0], "changes": changes, "visibility": visibility,
        "owner_id": owner_id, "audience_id": audience_id,
    }  # fmt: skip


def _keep_numbered_anew(
    missed: Collection[UUID], changed: Mapping[UUID, dict[str, list[Any]]], now: datetime
) -> None:
    """Of those whose next number a revision has that the principal cannot see: hardly ever."""
    if not missed:
        return
    who = current().principal_id
    for memory in Decision.objects.filter(id__in=missed).defer("search"):
        revisions.keep(memory, changed[memory.id], by=who, at=now)


def _fields(changed: Mapping[UUID, Mapping[str, Any]]) -> list[str]:
    return sorted({name for changes in changed.values() for name in changes})
