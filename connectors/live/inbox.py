"""What services send: verified, stored, and nothing else before the answer."""

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from celery import current_app
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from connectors.live import deliveries, leaving, turns
from connectors.live.contract import Ability, Incoming, LiveConnector, Verified
from connectors.live.errors import Malformed
from connectors.live.opened import app_of
from connectors.live.turns import Lane
from connectors.models import Connection
from connectors.registry import LIVE_CONNECTORS
from momo.platform.tenancy.context import NotAMember, acting_as
from momo.platform.tenancy.ids import uuid7

log = logging.getLogger(__name__)

TAKE_TURNS = "connectors.take_turns"
MESSAGE_SECONDS = 60
MAX_ID_CHARS = 100  # of a delivery; a longer one is kept as its fingerprint
MAX_EVENT_CHARS = 100

# Written out, since a burst comes through here: composing them would take longer than they do.
_ROUTES = """
SELECT id, team_id, principal_id FROM connectors_syncturn WHERE kind = %s AND routing_key = %s
"""
_INSERT = """
INSERT INTO connectors_delivery (team_id, id, visibility, owner_id, connection_id, delivery_id,
    event, state, received_at, attempts, error, sealed_body)
SELECT c.team_id, %(id)s, c.visibility, c.owner_id, c.id, %(delivery)s, %(event)s, 'received',
    %(at)s, 0, '', %(body)s
FROM connectors_connection c
WHERE c.team_id = %(team)s AND c.id = %(connection)s AND c.state <> 'disconnected'
ON CONFLICT DO NOTHING
"""


class NoSuchSource(Exception):
    """No source of this kind takes deliveries."""


class TooLarge(Exception):
    """The delivery is larger than its service's ever are."""


@dataclass(frozen=True, slots=True)
class Route:
    """A connection that a delivery is for."""

    connection_id: UUID
    team_id: UUID
    principal_id: UUID


def accept(kind: str, headers: Mapping[str, str], body: bytes) -> Verified:
    """Take a request to the webhook address. Raises NoSuchSource, NotConfigured, TooLarge,
    Forged, Malformed.

    What is verified is stored before this returns; the same thing sent again changes nothing.
    """
    connector = receiving(kind)
    if len(body) > connector.max_delivery_bytes:
        raise TooLarge(f"More than {connector.max_delivery_bytes} bytes: nothing was taken.")
    verified = connector.verify(app_of(connector), headers, body, timezone.now())
    for incoming in verified.incoming:
        take(kind, incoming)
    return verified


def receiving(kind: str) -> LiveConnector:
    """The connector whose deliveries come to an address. Raises NoSuchSource."""
    connector = LIVE_CONNECTORS.get(kind)
    if connector is None or Ability.RECEIVES not in connector.abilities:
        raise NoSuchSource(f"Nothing is received for {kind[:20]!r}.")
    return connector


def take(kind: str, incoming: Incoming) -> int:
    """Store a delivery for every connection of its account. Returns for how many it was news.

    Raises Malformed where its account or event cannot be one.
    """
    _check(incoming.account_id + incoming.delivery_id + incoming.event)
    key = turns.routing_key(kind, incoming.account_id)
    with connection.cursor() as cursor:
        cursor.execute(_ROUTES, [kind, key])
        routes = [Route(*row) for row in cursor.fetchall()]
    return sum(_store(route, incoming) for route in routes)


def _check(ids: str) -> None:
    if "\0" in ids:
        raise Malformed("The delivery's ids hold a NUL character.")
    try:
        ids.encode()
    except UnicodeEncodeError:
        raise Malformed("The delivery's ids hold half a character.") from None


def _store(route: Route, incoming: Incoming) -> bool:
    try:
        with acting_as(route.team_id, route.principal_id):
            is_news = _insert(route, incoming)
            if incoming.revives:
                _revive(route)
    except NotAMember:  # whoever connected it has left
        leaving.forget(route.connection_id)
        return False
    # After the commit: a worker that takes its turn now must find what was stored.
    if is_news:
        for lane in Lane if incoming.revives else (Lane.LIVE,):
            if turns.call(route.connection_id, lane, timezone.now()):
                wake(lane)
    return is_news


def _insert(route: Route, incoming: Incoming) -> bool:
    row_id = uuid7()
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, {
            "id": row_id, "team": route.team_id, "connection": route.connection_id,
            "delivery": _bounded(incoming.delivery_id), "at": incoming.at,
            "event": incoming.event[:MAX_EVENT_CHARS],
            "body": deliveries.seal(row_id, incoming.body),
        })  # fmt: skip
        return bool(cursor.rowcount)


def _revive(route: Route) -> None:
    Connection.objects.filter(
        id=route.connection_id, state=Connection.State.NEEDS_ATTENTION
    ).update(state=Connection.State.CONNECTED, problem="")


def _bounded(delivery_id: str) -> str:
    if len(delivery_id) <= MAX_ID_CHARS:
        return delivery_id
    return hashlib.sha256(delivery_id.encode()).hexdigest()


def wake(lane: Lane) -> None:
    """Tell a worker. Where the message is lost, the sweep tells it again."""
    try:
        current_app.send_task(
            TAKE_TURNS, kwargs={"lane": lane.value}, queue=lane.queue, expires=MESSAGE_SECONDS
        )
    except OperationalError:
        log.warning("Redis did not take a wake-up: the sweep will start the work.")
