"""Whose turn it is: claiming a connection, and saying when it is due again.

A claim is a lease: while it lasts, nobody else works on the connection. Claiming sets the due time
to the lease's end, so that a killed worker's connection comes up again by itself, and so that a
delivery which arrives meanwhile shows as an earlier time.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Q
from django.utils import timezone

from connectors.live.models import SyncTurn
from connectors.models import Queue
from momo.platform.tenancy.context import Scope
from momo.platform.tenancy.ids import uuid7

SYNC = "sync"
LEASE = timedelta(seconds=120)  # longer than a slice with all its time-outs takes


class Lane(StrEnum):
    """What happens now goes before what is brought in from the past."""

    LIVE = "live"
    BACKFILL = "backfill"

    @property
    def queue(self) -> str:
        """Celery's queue. What is live has workers of its own: a service that does not answer
        must not hold up the messages of others, which the realtime queue works on."""
        return SYNC if self is Lane.LIVE else Queue.BACKFILL


@dataclass(frozen=True, slots=True)
class Turn:
    """A connection that this process alone works on until the lease ends."""

    connection_id: UUID
    scope: Scope
    kind: str
    lane: Lane
    claim: UUID
    until: datetime


def routing_key(kind: str, account_id: str) -> bytes:
    """By what a delivery finds its connections; tells nothing of the account by itself."""
    key = f"momo route {kind} {settings.SECRET_KEY}".encode()
    return hmac.digest(key, account_id.encode(), hashlib.sha256)


# The lane's name is one of two words of our own, never input.
_CLAIM = """
WITH due AS MATERIALIZED (
    SELECT id FROM connectors_syncturn
    WHERE {lane}_due_at <= %(now)s AND (locked_until IS NULL OR locked_until < %(now)s)
    ORDER BY {lane}_due_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE connectors_syncturn turn
SET claim = %(claim)s, locked_until = %(until)s, {lane}_due_at = %(until)s
FROM due WHERE turn.id = due.id
RETURNING turn.id, turn.team_id, turn.principal_id, turn.kind
"""
# What arrives after the lease's end shows nowhere, as the connection is due already: it stays so.
_FINISH = """
UPDATE connectors_syncturn
SET locked_until = NULL, claim = NULL, {lane}_due_at = CASE
    WHEN {lane}_due_at = %(until)s AND %(now)s < %(until)s THEN %(next)s
    ELSE least({lane}_due_at, %(next)s) END
WHERE id = %(id)s AND claim = %(claim)s
"""
_CALL = """
UPDATE connectors_syncturn SET {lane}_due_at = %(at)s
WHERE id = %(id)s AND ({lane}_due_at > %(at)s OR {lane}_due_at IS NULL)
"""


def claim(lane: Lane) -> Turn | None:
    """Take the connection that has been due for longest in a lane."""
    now, token = timezone.now(), uuid7()
    until = now + LEASE
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM.format(lane=lane.value), {"now": now, "claim": token, "until": until})
        row = cursor.fetchone()
    if row is None:
        return None
    turn_id, team_id, principal_id, kind = row
    return Turn(turn_id, Scope(team_id, principal_id), kind, lane, token, until)


def finish(turn: Turn, next_due: datetime | None) -> None:
    """Let go of a connection, due again at a time, or at once where something arrived meanwhile or
    may have, as the lease is over."""
    given = {
        "now": timezone.now(), "until": turn.until, "next": next_due, "id": turn.connection_id,
        "claim": turn.claim,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_FINISH.format(lane=turn.lane.value), given)


def renew_route(connection_id: UUID, kind: str, account_id: str) -> bool:
    """Let deliveries find a connection by the key of now. Whether it was another one."""
    key = routing_key(kind, account_id)
    rows = SyncTurn.objects.filter(id=connection_id).exclude(routing_key=key)
    return bool(rows.update(routing_key=key))


def drop(connection_id: UUID) -> None:
    """The connection is not worked on any more, and no delivery finds it."""
    SyncTurn.objects.filter(id=connection_id).delete()


def call(connection_id: UUID, lane: Lane, at: datetime) -> bool:
    """Make a connection due at a time at the latest. Whether that is news."""
    with connection.cursor() as cursor:
        cursor.execute(_CALL.format(lane=lane.value), {"at": at, "id": connection_id})
        return bool(cursor.rowcount)


def lanes_due() -> list[Lane]:
    """In which lanes a connection waits that nobody works on."""
    now = timezone.now()
    free = SyncTurn.objects.filter(Q(locked_until__isnull=True) | Q(locked_until__lt=now))
    return [lane for lane in Lane if free.filter(**{f"{lane.value}_due_at__lte": now}).exists()]
