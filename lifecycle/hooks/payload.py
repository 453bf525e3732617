"""What is told of an event, put together when it is sent: what is private by then, or gone, is not.

Call within `acting_as` of an endpoint's agent, who sees what the whole team shares.
"""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder

from decisions.extraction.contract import Status
from decisions.models import Memory, MemoryRevision, Supersession
from decisions.people import deciders
from lifecycle.hooks.events import TEST, Event
from lifecycle.hooks.models import WebhookDelivery
from lifecycle.reconcile.models import Conflict
from momo.platform.tenancy.models import Team
from momo.platform.tenancy.visibility import Visibility

Data = dict[str, Any]


def body_of(delivery: WebhookDelivery) -> str | None:
    """The JSON to send; None where there is nothing to tell of any more."""
    data = _COMPOSE[delivery.event](delivery.subject_id)
    if data is None:
        return None
    body = {
        "type": delivery.event, "timestamp": delivery.occurred_at,
        "team": Team.objects.get().slug, "data": data,
    }  # fmt: skip
    return json.dumps(body, cls=DjangoJSONEncoder, ensure_ascii=False)


def _made(memory_id: UUID) -> Data | None:
    memory = _shared(memory_id)
    if memory is None:
        return None
    replaced = Supersession.objects.filter(new_id=memory_id, undone_at=None)
    older = _memories().filter(id__in=replaced.values("old_id")).order_by("source_date")
    return {"decision": _told(memory), "supersedes": [_named(each) for each in older]}


def _superseded(record_id: UUID) -> Data | None:
    record = Supersession.objects.filter(id=record_id, undone_at=None).first()
    if record is None or record.visibility != Visibility.SHARED:
        return None
    old, new = _shared(record.old_id), _shared(record.new_id)
    if old is None or new is None:
        return None
    return {"decision": _told(old), "superseded_by": _told(new), "reason": record.reason}


def _reversed(revision_id: UUID) -> Data | None:
    rows = MemoryRevision.objects.filter(id=revision_id, visibility=Visibility.SHARED)
    revision = rows.first()
    memory = _shared(revision.memory_id) if revision else None
    if revision is None or memory is None or memory.status != Status.REVERSED:
        return None
    return {"decision": _told(memory), "reason": revision.reason}


def _opened(conflict_id: UUID) -> Data | None:
    conflict = Conflict.objects.filter(
        id=conflict_id, holds="", visibility=Visibility.SHARED
    ).first()
    if conflict is None:
        return None
    older, newer = _shared(conflict.older_id), _shared(conflict.newer_id)
    if older is None or newer is None:
        return None
    return {
        "id": conflict.id, "reason": conflict.reason, "url": _page("conflicts", conflict.id),
        "older": _told(older), "newer": _told(newer),
    }  # fmt: skip


def _due(memory_id: UUID) -> Data | None:
    memory = _shared(memory_id)
    if memory is None or memory.due_on is None:
        return None
    return {"commitment": _told(memory), "due_on": memory.due_on, "owner": memory.owner_name}


def _test(_: None) -> Data:
    return {"message": "Momo reaches this address."}


_COMPOSE: dict[str, Callable[[Any], Data | None]] = {
    Event.DECISION_MADE: _made,
    Event.DECISION_SUPERSEDED: _superseded,
    Event.DECISION_REVERSED: _reversed,
    Event.CONFLICT_OPENED: _opened,
    Event.COMMITMENT_DUE: _due,
    TEST: _test,
}


def _memories() -> Any:
    return Memory.objects.filter(visibility=Visibility.SHARED).defer("search", "sealed_context")


def _shared(memory_id: UUID) -> Memory | None:
    found: Memory | None = _memories().filter(id=memory_id).first()
    return found


def _told(memory: Memory) -> Data:
    return _named(memory) | {
        "summary": memory.summary, "kind": memory.kind, "decision_type": memory.decision_type,
        "status": memory.status, "confidence": memory.confidence, "who": deciders(memory.people),
        "decided_at": memory.source_date, "source": memory.source,
        "source_url": memory.source_url, "tags": memory.tags,
    }  # fmt: skip


def _named(memory: Memory) -> Data:
    return {"id": memory.id, "title": memory.title, "url": _page("decisions", memory.id)}


def _page(area: str, row_id: UUID) -> str:
    """Its page here; empty where Momo has no public address."""
    return f"{settings.MOMO_PUBLIC_URL}/{area}/{row_id}" if settings.MOMO_PUBLIC_URL else ""
