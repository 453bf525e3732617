"""Reading what services sent, in the order in which it arrived."""

import logging
import time
from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import DataError, IntegrityError
from django.db.models import QuerySet
from django.db.models.functions import Length
from django.utils import timezone

from connectors.live import outcome
from connectors.live.contract import Incoming, Page
from connectors.live.errors import Malformed, RateLimited, Revoked, SourceError, Unavailable
from connectors.live.models import Connection, Delivery, SyncTask
from connectors.live.opened import Opened
from connectors.live.pages import keep
from connectors.live.tuning import (
    DELIVERIES,
    DELIVERY_BYTES,
    KEPT_DELIVERIES,
    MAX_DELIVERY_ATTEMPTS,
    MAX_WAITING,
    SLICE_SECONDS,
)
from connectors.models import Queue
from momo.platform.faults import where
from momo.platform.tenancy.context import acting_as
from momo.platform.vault import services as vault

log = logging.getLogger(__name__)

TABLE = "delivery"
_NOT_TAKEN = (DataError, IntegrityError, ValueError)  # of Postgres, or of its driver before that


def seal(delivery_id: UUID, body: bytes) -> bytes:
    return vault.seal(body, table=TABLE, row_id=delivery_id, field="sealed_body")


def are_waiting(opened: Opened) -> bool:
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        return bool(_waiting(opened).exists())


def _waiting(opened: Opened) -> QuerySet[Delivery]:
    rows: QuerySet[Delivery] = Delivery.objects.filter(
        connection_id=opened.connection.id, state=Delivery.State.RECEIVED
    )
    return rows.order_by("id")


def read_waiting(opened: Opened, row: SyncTask) -> None:
    """Read what waits, as many as are stored together.

    One that the service cannot serve now holds up those after it, so that they stay in order; after
    some attempts it is set aside. Raises SourceError.
    """
    until = time.monotonic() + SLICE_SECONDS  # well before the lease ends
    waiting = _open_waiting(opened)
    pages: list[tuple[Delivery, Page]] = []
    failure: SourceError | None = None
    for delivery, incoming in waiting:
        if pages and time.monotonic() > until:
            break
        try:
            pages.append((delivery, _read(opened, delivery, incoming)))
        except SourceError as error:
            failure = error
            break
    if pages or not failure:  # else nothing went well, and the pauses grow
        _store_what_can_be(opened, row, pages)
    if failure:
        _failed(opened, waiting[len(pages)][0], failure)
        raise failure


def _open_waiting(opened: Opened) -> list[tuple[Delivery, Incoming]]:
    """The next ones with their bodies, as many as are in memory at once."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        sizes = _waiting(opened).annotate(size=Length("sealed_body")).values_list("id", "size")
        ids: list[UUID] = []
        total = 0
        for delivery_id, size in sizes[:DELIVERIES]:
            total += size
            if ids and total > DELIVERY_BYTES:
                break
            ids.append(delivery_id)
        found = Delivery.objects.filter(id__in=ids).order_by("id")
        return [(each, _incoming(opened, each)) for each in found]


def _read(opened: Opened, delivery: Delivery, incoming: Incoming) -> Page:
    """What one says. Raises SourceError where it is to be tried again, and the rest waits."""
    is_last = delivery.attempts + 1 >= MAX_DELIVERY_ATTEMPTS
    try:
        return opened.connector.receive(opened.session, incoming)
    except Malformed as error:
        return _set_aside(delivery, str(error))
    except (RateLimited, Unavailable):
        raise
    except Revoked as error:
        if delivery.attempts:  # the delivery itself says so, and is of long ago
            return _set_aside(delivery, str(error))
        raise
    except SourceError as error:
        if is_last:
            return _set_aside(delivery, str(error))
        raise
    except Exception as error:  # the boundary: a bug sets one delivery aside, and is told
        name = type(error).__name__
        log.error("A delivery of %s failed: %s at %s", delivery.connection_id, name, where(error))
        problem = f"It could not be read ({name})."
        if is_last:
            return _set_aside(delivery, problem)
        raise SourceError(problem) from error


def _set_aside(delivery: Delivery, problem: str) -> Page:
    delivery.error = problem[:500]
    delivery.state = Delivery.State.FAILED
    return Page()


def _incoming(opened: Opened, delivery: Delivery) -> Incoming:
    sealed = delivery.sealed_body
    assert sealed is not None  # of what is received, until it is read
    body = vault.unseal(sealed, table=TABLE, row_id=delivery.id, field="sealed_body")
    return Incoming(
        account_id=opened.connection.account_id,
        delivery_id=delivery.delivery_id,
        event=delivery.event,
        body=body,
        at=delivery.received_at,
    )


def _store_what_can_be(
    opened: Opened, row: SyncTask, pages: Sequence[tuple[Delivery, Page]]
) -> None:
    """Store all together; where the database does not take what one brought, each by itself, and
    set that one aside."""
    try:
        _store(opened, row, pages)
    except _NOT_TAKEN:
        for delivery, page in pages:
            outcome.catch_up(opened, row)
            _store_or_set_aside(opened, row, delivery, page)


def _store_or_set_aside(opened: Opened, row: SyncTask, delivery: Delivery, page: Page) -> None:
    try:
        _store(opened, row, [(delivery, page)])
    except _NOT_TAKEN as error:
        name = type(error).__name__
        log.error("What %s brought is not taken: %s at %s", delivery.id, name, where(error))
        outcome.catch_up(opened, row)
        problem = f"What it brought could not be stored ({name})."
        _store(opened, row, [(delivery, _set_aside(delivery, problem))])


def _store(opened: Opened, row: SyncTask, pages: Sequence[tuple[Delivery, Page]]) -> None:
    """Store what they brought, and that they were read, together."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        outcome.done(opened, row, due=None)
        read = [page for _, page in pages]
        stored = keep(opened.integration, opened.scope, Queue.REALTIME, read)
        outcome.note_heard(opened, stored)
        for delivery, page in pages:
            _mark(delivery, page)
            outcome.follow(opened, page)
        fields = ["state", "read_at", "error", "sealed_body"]
        if pages:
            Delivery.objects.bulk_update([delivery for delivery, _ in pages], fields)


def _mark(delivery: Delivery, page: Page) -> None:
    delivery.read_at = timezone.now()
    if delivery.state == Delivery.State.FAILED:
        return  # its body stays, to be tried again
    delivery.state = Delivery.State.IGNORED if page == Page() else Delivery.State.READ
    delivery.error, delivery.sealed_body = "", None


def _failed(opened: Opened, delivery: Delivery, failure: SourceError) -> None:
    """Count an attempt, unless it is the service that could not be asked."""
    if not isinstance(failure, RateLimited | Unavailable):
        with acting_as(opened.scope.team_id, opened.scope.principal_id):
            Delivery.objects.filter(id=delivery.id).update(
                attempts=delivery.attempts + 1, error=str(failure)[:500]
            )


def tidy(connection: Connection) -> bool:
    """Let go of what came long ago, and of the oldest where too many wait. Whether any of it was
    still to be read. Call within `acting_as`."""
    rows = Delivery.objects.filter(connection_id=connection.id)
    old = rows.filter(received_at__lt=timezone.now() - KEPT_DELIVERIES)
    waiting = rows.filter(state=Delivery.State.RECEIVED)
    beyond = waiting.order_by("-id").values_list("id", flat=True)[MAX_WAITING : MAX_WAITING + 1]
    unread, _ = old.filter(state=Delivery.State.RECEIVED).delete()
    for newest_to_go in beyond:
        unread += waiting.filter(id__lte=newest_to_go).delete()[0]
    old.delete()
    return bool(unread)


def forget_bodies(integration_ids: Collection[UUID]) -> None:
    """Forget what is in deliveries that could not be read: nobody knows what of it must go. Call
    within `acting_as`."""
    connections = Connection.objects.filter(integration_id__in=integration_ids)
    Delivery.objects.filter(
        connection_id__in=connections.values("id"), state=Delivery.State.FAILED
    ).update(sealed_body=None)
