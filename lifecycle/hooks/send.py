"""An endpoint's turn: noting what it is to be told, and telling it.

One process at a time is at an endpoint. What came of a request is noted after it, so one that was
killed in between sends it again, under the same id: receivers know it by that.
"""

import logging
import random
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Min, QuerySet
from django.utils import timezone

from lifecycle.hooks import deliver, endpoints, notice, signing
from lifecycle.hooks.deliver import Answer
from lifecycle.hooks.discover import note_news
from lifecycle.hooks.events import TEST
from lifecycle.hooks.models import WebhookDelivery, WebhookEndpoint
from lifecycle.hooks.payload import body_of
from lifecycle.hooks.tuning import (
    AT_ONCE,
    DISABLED_AFTER,
    JITTER,
    KEPT,
    LOOK,
    RETRIES,
    TURN_SECONDS,
)
from lifecycle.scheduling import claims
from lifecycle.scheduling.claims import Taken
from lifecycle.scheduling.models import Schedule
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import NotAMember, Scope, acting_as
from momo.platform.vault.envelope import SealError

log = logging.getLogger(__name__)

_GONE = "The receiver answered 410: it wants no more. Switch it on again where that is wrong."
_DEAD = (
    f"Nothing was taken for {DISABLED_AFTER.days} days, so it was switched off. Put the receiver "
    "right, then switch it on again."
)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message, ready to be sent."""

    delivery_id: UUID
    url: str
    body: str
    headers: dict[str, str]


def take_turn(schedule_id: UUID, *, due: datetime | None = None) -> None:
    """Tell one endpoint what there is, with `due` only if its turn has come by then.

    Not to be called in a transaction.
    """
    try:
        with claims.held(schedule_id, due) as mine:
            _work(mine)
    except Taken:
        log.info("Webhook %s is worked on by another process.", schedule_id)


def _work(mine: Schedule) -> None:
    scope, now = Scope(mine.team_id, mine.principal_id), timezone.now()
    try:
        if _look(scope, mine, now):
            _tell(scope, mine.subject_id)
        claims.finish(mine, now, slot_at=_next(scope, mine.subject_id))
    except (NotAMember, WebhookEndpoint.DoesNotExist, WebhookDelivery.DoesNotExist):
        claims.finish(mine, now, slot_at=None)
    except SealError as error:
        claims.give_up(mine, str(error), slot_at=now + timedelta(hours=1))


def _look(scope: Scope, mine: Schedule, now: datetime) -> bool:
    """Note what is new. Whether anything waits. Raises WebhookEndpoint.DoesNotExist."""
    with acting_as(scope.team_id, scope.principal_id):
        endpoint = WebhookEndpoint.objects.get(id=mine.subject_id)
        rows = WebhookDelivery.objects.filter(endpoint_id=endpoint.id)
        if endpoint.active:
            note_news(endpoint, now, looked_at=mine.done_at)
            rows.filter(created_at__lt=now - KEPT).exclude(state="waiting").delete()
        return bool(rows.filter(state="waiting", due_at__lte=now).exists())


def _tell(scope: Scope, endpoint_id: UUID) -> None:
    """Send what is due, until something is not taken: the rest would not be either."""
    until = time.monotonic() + TURN_SECONDS
    while time.monotonic() < until:
        outgoing = _prepare(scope, endpoint_id)
        if outgoing is None:
            return
        answer = deliver.post(outgoing.url, outgoing.body, outgoing.headers)
        if not _note(scope, outgoing.delivery_id, answer):
            return


def send_one(scope: Scope, delivery_id: UUID) -> None:
    """Send one message now, whenever it is due. Not to be called in a transaction."""
    with acting_as(scope.team_id, scope.principal_id):
        delivery = WebhookDelivery.objects.get(id=delivery_id)
        endpoint = WebhookEndpoint.objects.get(id=delivery.endpoint_id)
    agent = Scope(scope.team_id, endpoint.agent_id)
    with acting_as(agent.team_id, agent.principal_id):
        outgoing = _outgoing(endpoint, delivery)
    if outgoing:
        _note(agent, delivery_id, deliver.post(outgoing.url, outgoing.body, outgoing.headers))


def _prepare(scope: Scope, endpoint_id: UUID) -> Outgoing | None:
    """The next message that is due; None where there is none. Raises DoesNotExist, SealError."""
    with acting_as(scope.team_id, scope.principal_id):
        endpoint = WebhookEndpoint.objects.get(id=endpoint_id)
        due = _waiting(endpoint).filter(due_at__lte=timezone.now())
        due = due.order_by("due_at", "occurred_at", "id")
        for delivery in due.iterator(chunk_size=AT_ONCE):
            if outgoing := _outgoing(endpoint, delivery):
                return outgoing
            delivery.state, delivery.due_at = "withdrawn", None
            delivery.save(update_fields=["state", "due_at"])
    return None


def _outgoing(endpoint: WebhookEndpoint, delivery: WebhookDelivery) -> Outgoing | None:
    """None where there is nothing to tell of any more. As the endpoint's agent."""
    body, now = body_of(delivery), timezone.now()
    if body is None:
        return None
    signed = signing.headers(delivery.message_id, body, now, endpoints.secrets_of(endpoint, now))
    return Outgoing(delivery.id, endpoint.url, body, signed)


def _waiting(endpoint: WebhookEndpoint) -> QuerySet[WebhookDelivery]:
    """Of one that is switched off, what somebody asked for alone."""
    rows: QuerySet[WebhookDelivery] = WebhookDelivery.objects.filter(
        endpoint_id=endpoint.id, state="waiting"
    )
    return rows if endpoint.active else rows.filter(event=TEST)


def _note(scope: Scope, delivery_id: UUID, answer: Answer) -> bool:
    """Keep what came of it, and switch off what takes nothing. Whether it was taken."""
    now = timezone.now()
    with acting_as(scope.team_id, scope.principal_id):
        delivery = WebhookDelivery.objects.select_for_update().get(id=delivery_id)
        endpoint = WebhookEndpoint.objects.select_for_update().get(id=delivery.endpoint_id)
        delivery.attempts += 1
        delivery.status, delivery.error = answer.status, answer.error[:200]
        delivery.attempted_at = now
        _settle(delivery, answer, now)
        delivery.save()
        was_switched_off = _judge(endpoint, delivery, answer, now)
        endpoint.save(update_fields=["active", "problem", "failing_since"])
    if was_switched_off:
        notice.switched_off(scope, endpoint)
    return answer.taken


def _settle(delivery: WebhookDelivery, answer: Answer, now: datetime) -> None:
    """Done, to be tried again, or given up."""
    if answer.taken:
        delivery.state, delivery.due_at = "delivered", None
    elif delivery.event == TEST or delivery.attempts > len(RETRIES):
        delivery.state, delivery.due_at = "failed", None
    else:
        pause = RETRIES[delivery.attempts - 1]
        delivery.due_at = now + pause * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311


def _judge(
    endpoint: WebhookEndpoint, delivery: WebhookDelivery, answer: Answer, now: datetime
) -> bool:
    """Count how long nothing was taken. Whether it is switched off for that now."""
    if answer.taken:
        endpoint.failing_since = None
        return False
    if delivery.event == TEST:
        return False
    endpoint.failing_since = endpoint.failing_since or now
    if not answer.gone and now - endpoint.failing_since < DISABLED_AFTER:
        return False
    was_active, endpoint.active = endpoint.active, False
    endpoint.problem = _GONE if answer.gone else _DEAD
    audit.record("webhook.disabled", subject=str(endpoint.id), status=answer.status or 0)
    return bool(was_active)


def _next(scope: Scope, endpoint_id: UUID) -> datetime | None:
    """When to look again: soon while it is on, else when something is due that was asked for."""
    soon = timezone.now() + LOOK
    with acting_as(scope.team_id, scope.principal_id):
        endpoint = WebhookEndpoint.objects.get(id=endpoint_id)
        first = _waiting(endpoint).aggregate(at=Min("due_at"))["at"]
    return soon if endpoint.active else first
