"""How memories were before they changed, and when that was."""

import json
from collections.abc import Mapping
from datetime import datetime
from itertools import count
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils import timezone

from decisions.models import Memory, MemoryRevision
from momo.platform.tenancy.visibility import Visibility


def keep(
    memory: Memory,
    changed: Mapping[str, list[Any]],
    *,
    by: UUID | None,
    at: datetime | None = None,
    reason: str = "",
) -> None:
    """Number the change of a memory, [old, new] by field. Those that one cannot see have numbers.

    `by` is None where its source says so, at the time `at`; now unless given. The change that
    shares a memory stays its owner's: it may quote what was private until then. When it held is no
    secret of those who see it, so a change of its status is kept by itself.
    """
    at = at or timezone.now()
    if "status" in changed:
        status = {"status": changed["status"]}
        _number(memory, status, memory.visibility, by=by, at=at, reason=reason)
        changed = {name: values for name, values in changed.items() if name != "status"}
    if changed:
        visibility = changed.get("visibility", [memory.visibility])[0]
        if visibility == Visibility.SHARED:
            visibility = memory.visibility
        _number(memory, changed, visibility, by=by, at=at)


def share_statuses(memory_id: UUID) -> None:
    """Show those who see a memory by now when it held."""
    kept = MemoryRevision.objects.filter(memory_id=memory_id, changes__has_key="status")
    kept.update(visibility=Visibility.SHARED)


def _number(
    memory: Memory,
    changed: Mapping[str, list[Any]],
    visibility: str,
    *,
    by: UUID | None,
    at: datetime,
    reason: str = "",
) -> None:
    revision = {
        "memory_id": memory.id,
        "changed_by": by,
        "changed_at": at,
        "changes": json.loads(json.dumps(changed, cls=DjangoJSONEncoder)),
        "reason": reason,
        "visibility": visibility,
        "owner_id": memory.owner_id,
        "audience_id": memory.audience_id,
    }
    rows = MemoryRevision.objects.filter(memory_id=memory.id).order_by("-number")
    last = rows.values_list("number", flat=True).first() or 0
    for number in count(last + 1):
        try:
            with transaction.atomic():
                MemoryRevision.objects.create(number=number, **revision)
        except IntegrityError:
            continue
        return


def status_before(memory_id: UUID, status: str) -> str | None:
    """What a memory's status was before it last turned to this one; None where that is unknown."""
    turned = MemoryRevision.objects.filter(memory_id=memory_id, changes__status__1=status)
    found: str | None = (
        turned.order_by("-number").values_list("changes__status__0", flat=True).first()
    )
    return found
