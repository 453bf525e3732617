"""Writing to the audit chain, and checking it."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from momo.platform.audit.models import AuditEvent
from momo.platform.tenancy.context import current

GENESIS = b"\x00" * 32


def record(action: str, *, subject: str = "", **details: Any) -> AuditEvent:
    """Append an event in the caller's transaction: it stands if and only if the deed does.

    `details` must be JSON and must hold no text that a person wrote.
    """
    return record_each(action, [subject], **details)[0]


def record_each(action: str, subjects: Sequence[str], **details: Any) -> list[AuditEvent]:
    """`record` for one deed on many things: an event each, in order. Three statements."""
    scope = current()
    _one_writer_at_a_time(str(scope.team_id))
    last = AuditEvent.objects.order_by("-number").first()
    number, previous = (last.number, bytes(last.hash)) if last else (0, GENESIS)
    events = []
    for subject in subjects:
        number += 1
        event = AuditEvent(
            number=number,
            at=timezone.now(),
            actor_id=scope.principal_id,
            action=action,
            subject=subject,
            details=details,
            previous_hash=previous,
        )
        event.hash = previous = digest(event)
        events.append(event)
    AuditEvent.objects.bulk_create(events)
    return events


def first_broken_link() -> int | None:
    """The number of the first event that does not follow from the one before, or None."""
    previous = GENESIS
    events = AuditEvent.objects.order_by("number").iterator(chunk_size=1000)
    for number, event in enumerate(events, 1):
        chained = bytes(event.previous_hash) == previous and event.number == number
        if not chained or bytes(event.hash) != digest(event):
            return number
        previous = bytes(event.hash)
    return None


def digest(event: AuditEvent) -> bytes:
    """SHA-256 over the previous hash and the event's own fields in canonical JSON."""
    fields = [
        event.number,
        _instant(event.at),
        str(event.actor_id),
        event.action,
        event.subject,
        event.details,
    ]
    canonical = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(bytes(event.previous_hash) + canonical.encode()).digest()


def _instant(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")


def _one_writer_at_a_time(team: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"audit:{team}"])
