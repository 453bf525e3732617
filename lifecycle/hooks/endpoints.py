"""A team's webhook endpoints: made, changed and tested by its admins. Within `acting_as`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from decisions.refusals import Refused
from lifecycle.hooks import addresses, signing
from lifecycle.hooks.deliver import rules
from lifecycle.hooks.events import TEST
from lifecycle.hooks.models import WebhookDelivery, WebhookEndpoint
from lifecycle.hooks.tuning import MAX_ENDPOINTS, OLD_SECRET, TEST_WAIT
from lifecycle.scheduling import claims
from lifecycle.scheduling.models import Job
from momo.platform.accounts.models import Agent
from momo.platform.audit import services as audit
from momo.platform.rest import etags
from momo.platform.tenancy.context import current
from momo.platform.tenancy.ids import uuid7
from momo.platform.vault import services as vault

TABLE = "lifecycle_webhookendpoint"
_AGENT = "Webhooks"
_SECRET, _OLD_SECRET = "sealed_secret", "sealed_old_secret"


def create(*, url: str, events: list[str], description: str = "") -> tuple[WebhookEndpoint, str]:
    """A new endpoint and its secret, which nobody can read again. Raises BadAddress, Refused."""
    addresses.check(url, rules())
    if WebhookEndpoint.objects.count() >= MAX_ENDPOINTS:
        raise Refused(f"A team has at most {MAX_ENDPOINTS} endpoints: remove one first.")
    endpoint = WebhookEndpoint(
        url=url, events=events, description=description, agent_id=_agent(),
        created_by=current().principal_id, since=timezone.now(),
    )  # fmt: skip
    secret = _give_secret(endpoint)
    endpoint.save(force_insert=True)
    schedule(endpoint)
    audit.record("webhook.created", subject=str(endpoint.id), events=events)
    return endpoint, secret


def change(endpoint_id: UUID, fields: Mapping[str, Any], *, etag: str = "") -> WebhookEndpoint:
    """Set url, description, events or active. Switched on again, it is told of what happens from
    then on. `etag` is an `If-Match`. Raises WebhookEndpoint.DoesNotExist, BadAddress and Stale."""
    endpoint = _locked(endpoint_id)
    etags.expect(etag, etag_of(endpoint))
    if "url" in fields:
        addresses.check(fields["url"], rules())
    if fields.get("active") and not endpoint.active:
        endpoint.since, endpoint.failing_since, endpoint.problem = timezone.now(), None, ""
    for name, value in fields.items():
        setattr(endpoint, name, value)
    endpoint.save()
    schedule(endpoint)
    audit.record("webhook.changed", subject=str(endpoint_id), fields=sorted(fields))
    return endpoint


def etag_of(endpoint: WebhookEndpoint) -> str:
    """Names a version of what people set of an endpoint."""
    return etags.etag_of(endpoint.url, list(endpoint.events), endpoint.description, endpoint.active)


def rotate(endpoint_id: UUID) -> tuple[WebhookEndpoint, str]:
    """Give it a new secret. The one before signs besides it for a day.

    Raises WebhookEndpoint.DoesNotExist.
    """
    endpoint = _locked(endpoint_id)
    before = _open(endpoint, _SECRET, endpoint.sealed_secret)
    endpoint.sealed_old_secret = _seal(endpoint, _OLD_SECRET, before)
    endpoint.old_secret_until = timezone.now() + OLD_SECRET
    secret = _give_secret(endpoint)
    endpoint.save()
    audit.record("webhook.rotated", subject=str(endpoint_id))
    return endpoint, secret


def remove(endpoint_id: UUID, *, etag: str = "") -> None:
    """It goes with what was delivered to it. Raises WebhookEndpoint.DoesNotExist and Stale."""
    endpoint = _locked(endpoint_id)
    etags.expect(etag, etag_of(endpoint))
    endpoint.delete()
    claims.drop(Job.WEBHOOK, current().team_id, endpoint_id)
    audit.record("webhook.removed", subject=str(endpoint_id))


def test(endpoint_id: UUID) -> WebhookDelivery:
    """A message that tells nothing, for `send.send_one`. A worker sends it where that is killed.

    Raises WebhookEndpoint.DoesNotExist.
    """
    endpoint, now, own = _locked(endpoint_id), timezone.now(), uuid7()
    delivery: WebhookDelivery = WebhookDelivery.objects.create(
        endpoint_id=endpoint.id, event=TEST, key=f"test:{own}", message_id=f"evt_{own.hex}",
        occurred_at=now, due_at=now + TEST_WAIT, created_at=now,
    )  # fmt: skip
    return delivery


def redeliver(endpoint_id: UUID, delivery_id: UUID) -> WebhookDelivery:
    """Have it sent again, whatever became of it.

    Raises WebhookEndpoint.DoesNotExist, WebhookDelivery.DoesNotExist, and Refused where the
    endpoint is switched off.
    """
    endpoint = _locked(endpoint_id)
    if not endpoint.active:
        raise Refused("The endpoint is switched off: switch it on first.")
    rows = WebhookDelivery.objects.select_for_update()
    delivery: WebhookDelivery = rows.get(id=delivery_id, endpoint_id=endpoint_id)
    delivery.state, delivery.due_at, delivery.attempts = "waiting", timezone.now(), 0
    delivery.error = ""
    delivery.save(update_fields=["state", "due_at", "attempts", "error"])
    schedule(endpoint)
    audit.record("webhook.redelivered", subject=str(delivery_id))
    return delivery


def secrets_of(endpoint: WebhookEndpoint, now: datetime) -> list[str]:
    """What it is signed with, the newest first. Raises SealError."""
    found = [_open(endpoint, _SECRET, endpoint.sealed_secret)]
    if endpoint.sealed_old_secret and endpoint.old_secret_until and now < endpoint.old_secret_until:
        found.append(_open(endpoint, _OLD_SECRET, endpoint.sealed_old_secret))
    return found


def _give_secret(endpoint: WebhookEndpoint) -> str:
    secret = signing.new_secret()
    endpoint.sealed_secret = _seal(endpoint, _SECRET, secret)
    return secret


def _seal(endpoint: WebhookEndpoint, field: str, secret: str) -> bytes:
    return vault.seal(secret, table=TABLE, row_id=endpoint.id, field=field)


def _open(endpoint: WebhookEndpoint, field: str, sealed: bytes | memoryview) -> str:
    return vault.unseal(sealed, table=TABLE, row_id=endpoint.id, field=field).decode()


def schedule(endpoint: WebhookEndpoint) -> None:
    """Have a worker look at it now."""
    claims.put(
        Job.WEBHOOK, current().team_id, endpoint.id, principal_id=endpoint.agent_id,
        slot_at=timezone.now(),
    )  # fmt: skip


def _locked(endpoint_id: UUID) -> WebhookEndpoint:
    found: WebhookEndpoint = WebhookEndpoint.objects.select_for_update().get(id=endpoint_id)
    return found


def _agent() -> UUID:
    """In no audience, and owning nothing: what it sees is what the team shares."""
    agent, _ = Agent.objects.get_or_create(name=_AGENT, kind=Agent.Kind.CONNECTOR)
    return UUID(str(agent.id))
