"""Calling a worker to a connection."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from connectors.live import inbox, turns
from connectors.live.turns import Lane


def call(connection_id: UUID, lane: Lane) -> None:
    now = timezone.now()

    def tell() -> None:
        if turns.call(connection_id, lane, now):
            inbox.wake(lane)

    transaction.on_commit(tell)
