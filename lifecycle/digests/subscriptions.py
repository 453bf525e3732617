"""Who is told when: subscriptions, one's own and those of the team. Within `acting_as`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core import signing
from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import RawSQL
from django.utils import timezone
from django.utils.crypto import salted_hmac

from decisions.refusals import NotYours, Refused
from lifecycle.digests.models import DigestSubscription
from lifecycle.scheduling import claims
from lifecycle.scheduling.models import Job
from lifecycle.scheduling.slots import Cadence, Rhythm, next_slot
from momo.platform.accounts.models import Agent, Membership
from momo.platform.audit import services as audit
from momo.platform.rest import etags
from momo.platform.tenancy.context import Scope, current
from momo.platform.tenancy.visibility import Visibility
from momo.platform.tenancy.zones import zone_of_team
from momo.platform.vault import services as vault

TABLE = "lifecycle_digestsubscription"
WEBHOOK = "slack_webhook"  # the field that is taken open and kept sealed
_AGENT = "Digests"
_SALT = "momo.digest.unsubscribe"


def subscribe(
    fields: Mapping[str, Any], *, for_team: bool, is_admin: bool, now: datetime | None = None
) -> DigestSubscription:
    """A new subscription of the principal's, or of the team's. Raises NotYours and Refused."""
    principal = current().principal_id
    _guard(for_team=for_team, is_admin=is_admin)
    if not for_team and not Membership.objects.filter(id=principal).exists():
        raise Refused("An agent has no digest of its own: subscribe the team, or a person.")
    subscription = DigestSubscription(
        visibility=Visibility.SHARED if for_team else Visibility.PRIVATE,
        owner_id=principal,
        agent_id=_agent() if for_team else None,
    )
    _set(subscription, fields)
    subscription.save(force_insert=True)
    _schedule(subscription, now or timezone.now())
    audit.record("digest.subscribed", subject=str(subscription.id), team=for_team)
    return subscription


def change(
    subscription_id: UUID, fields: Mapping[str, Any], *, is_admin: bool, etag: str = ""
) -> DigestSubscription:
    """`etag` is an `If-Match`, of what `etag_of` gave for it as it was read.

    Raises DigestSubscription.DoesNotExist, NotYours, Refused and Stale.
    """
    subscription = _locked(subscription_id, is_admin=is_admin)
    etags.expect(etag, etag_of(subscription))
    _set(subscription, fields)
    subscription.save()
    _schedule(subscription, timezone.now())
    audit.record("digest.changed", subject=str(subscription_id), fields=sorted(fields))
    return subscription


def etag_of(subscription: DigestSubscription) -> str:
    """Names a version of a subscription."""
    return etags.etag_of(
        subscription.cadence, subscription.hour, subscription.weekday, subscription.month_day,
        subscription.time_zone, subscription.by_mail, list(subscription.addresses),
        bytes(subscription.sealed_webhook or b""), subscription.active,
    )  # fmt: skip


def remove(subscription_id: UUID, *, is_admin: bool, etag: str = "") -> None:
    """It goes with the record of what it told. Raises as `change`."""
    subscription = _locked(subscription_id, is_admin=is_admin)
    etags.expect(etag, etag_of(subscription))
    subscription.delete()
    claims.drop(Job.DIGEST, current().team_id, subscription_id)
    audit.record("digest.unsubscribed", subject=str(subscription_id))


def guard(subscription_id: UUID, *, is_admin: bool) -> None:
    """Whether the principal may change it or have it sent. Raises as `change`."""
    _locked(subscription_id, is_admin=is_admin)


def own(cadence: Cadence) -> DigestSubscription | None:
    """The principal's own of this cadence, the oldest of several."""
    rows = DigestSubscription.objects.filter(
        owner_id=current().principal_id, visibility=Visibility.PRIVATE, cadence=cadence
    )
    return rows.order_by("created_at").first()


def rhythm_of(subscription: DigestSubscription) -> Rhythm:
    """When it is told, in its own time zone or the team's. Raises ZoneInfoNotFoundError."""
    return Rhythm(
        Cadence(subscription.cadence), _zone(subscription.time_zone), hour=subscription.hour,
        weekday=subscription.weekday, month_day=subscription.month_day,
    )  # fmt: skip


def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name) if name else zone_of_team()


def is_for_team(subscription: DigestSubscription) -> bool:
    return bool(subscription.visibility == Visibility.SHARED)


def acts_as(subscription: DigestSubscription) -> UUID:
    """Who puts it together, and may see all that it tells."""
    principal = subscription.agent_id if is_for_team(subscription) else subscription.owner_id
    assert principal is not None
    return principal


def webhook_of(subscription: DigestSubscription) -> str:
    """The address that posts to its channel. Raises SealError."""
    sealed = subscription.sealed_webhook
    if sealed is None:
        return ""
    return vault.unseal(sealed, table=TABLE, row_id=subscription.id, field=WEBHOOK).decode()


def ticket_of(subscription: DigestSubscription, address: str) -> str:
    """What lets whoever holds a mail stop it, without signing in, and nothing else.

    It is part of a web address, which logs on the way keep, so it does not spell theirs.
    """
    whose = hashed(address)
    parts = [str(current().team_id), str(acts_as(subscription)), str(subscription.id), whose]
    return signing.dumps(parts, salt=_SALT, compress=True)


def read_ticket(ticket: str) -> tuple[Scope, UUID, str]:
    """As whom, which subscription, and for whose address, hashed. Raises signing.BadSignature."""
    team, principal, subscription, whose = signing.loads(ticket, salt=_SALT)
    return Scope(UUID(team), UUID(principal)), UUID(subscription), whose


def stop(subscription_id: UUID, whose: str) -> None:
    """No more mails of this to the address of a ticket. What is gone is stopped already."""
    row = DigestSubscription.objects.select_for_update().filter(id=subscription_id).first()
    if row is None:
        return
    row.addresses = [each for each in row.addresses if hashed(each) != whose]
    row.by_mail = is_for_team(row) and bool(row.addresses)
    row.active = row.active and bool(row.by_mail or row.sealed_webhook)
    row.save()
    _schedule(row, timezone.now())
    audit.record("digest.stopped", subject=str(subscription_id))


def to_address(address: str) -> QuerySet[DigestSubscription]:
    """The team's digests that go to an address, in whatever case."""
    shared = DigestSubscription.objects.filter(visibility=Visibility.SHARED)
    listed = RawSQL("lower(%s) IN (SELECT lower(unnest(addresses)))", (address,), BooleanField())
    found: QuerySet[DigestSubscription] = shared.alias(listed=listed).filter(listed=True)
    return found


def forget_address(address: str) -> int:
    """Send no digest of the team's to an address any more. Returns how many there were."""
    rows = list(to_address(address).select_for_update().order_by("id"))
    for row in rows:
        for each in row.addresses:
            if each.lower() == address.lower():
                stop(row.id, hashed(each))
    return len(rows)


def hashed(address: str) -> str:
    """Under this server's secret key: nobody else finds out whose it is by trying addresses."""
    return salted_hmac(_SALT, address, algorithm="sha256").hexdigest()


def _set(subscription: DigestSubscription, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        if name != WEBHOOK:
            setattr(subscription, name, value)
    if WEBHOOK in fields:
        webhook = fields[WEBHOOK]
        subscription.sealed_webhook = (
            vault.seal(webhook, table=TABLE, row_id=subscription.id, field=WEBHOOK)
            if webhook
            else None
        )
    if is_for_team(subscription):
        subscription.by_mail = bool(subscription.addresses)
    elif subscription.addresses or subscription.sealed_webhook:
        raise Refused("What one person sees goes to that person's own address alone.")
    if subscription.active and not (subscription.by_mail or subscription.sealed_webhook):
        raise Refused("Say where it goes: mail, addresses or a Slack webhook.")


def _schedule(subscription: DigestSubscription, now: datetime) -> None:
    """The next moment on its calendar; what is told by hand alone has none."""
    claims.put(
        Job.DIGEST, current().team_id, subscription.id, principal_id=acts_as(subscription),
        slot_at=next_slot(rhythm_of(subscription), now) if subscription.active else None,
    )  # fmt: skip


def _locked(subscription_id: UUID, *, is_admin: bool) -> DigestSubscription:
    found: DigestSubscription
    found = DigestSubscription.objects.select_for_update().get(id=subscription_id)
    _guard(for_team=is_for_team(found), is_admin=is_admin)
    return found


def _guard(*, for_team: bool, is_admin: bool) -> None:
    if for_team and not is_admin:
        raise NotYours("Only the team's owners and admins settle what the team is told.")


def _agent() -> UUID:
    """In no audience, and owning nothing: what it sees is what the team shares."""
    kind = Agent.Kind.CONNECTOR  # not one that people give keys to
    agent, _ = Agent.objects.get_or_create(name=_AGENT, kind=kind)
    return UUID(str(agent.id))
