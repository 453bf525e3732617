"""Telling: what is due is put together, noted, and handed over, each period once.

That something is about to be sent is committed before it is, and that it was right after. Whoever
comes after a process that was killed in between finds so, and does not send it again.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone

from lifecycle.digests import deliver, outbox, wording
from lifecycle.digests import subscriptions as subscribed
from lifecycle.digests.compose import compose
from lifecycle.digests.contents import Digest
from lifecycle.digests.mail import as_mail
from lifecycle.digests.models import DigestRun, DigestSubscription
from lifecycle.digests.slack import as_blocks
from lifecycle.scheduling import claims
from lifecycle.scheduling.claims import MAX_ATTEMPTS, Taken
from lifecycle.scheduling.models import Job, Schedule
from lifecycle.scheduling.slots import Period, latest_period, next_slot, slot_at
from momo.platform import mail
from momo.platform.accounts.models import User
from momo.platform.mail import UNKNOWN, Undelivered
from momo.platform.tenancy.context import NotAMember, Scope, acting_as, current
from momo.platform.vault.envelope import SealError

log = logging.getLogger(__name__)

LEFT = "Whoever it was for has left the team."
NOWHERE = "There is no address that it could go to."
NO_ZONE = "The time zone is not known here: choose another."
SLACK = "slack"  # the destination; a mail's is its address, hashed
_STARTED, _SENT = "started", "sent"


@dataclass(frozen=True, slots=True)
class Letter:
    """One thing to hand over: where it goes, and how."""

    to: str
    hand_over: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run and what of it is to be handed over; nothing where it was told or is not worth it."""

    run: DigestRun | None
    letters: Sequence[Letter]
    next_at: datetime | None


def send_due(now: datetime, go_on: Callable[[], bool] = lambda: True) -> None:
    """Tell all that is due, what waits longest first. Not to be called in a transaction."""
    for schedule_id in claims.due(Job.DIGEST, now):
        if not go_on():
            return
        try:
            with claims.held(schedule_id, now) as mine:
                _tell(mine, now, by_hand=False)
        except Taken:
            log.info("Digest %s is told by another process.", schedule_id)


def send_now(scope: Scope, subscription_id: UUID, now: datetime) -> DigestRun | None:
    """Tell the latest period now, unless it was told; what was parked is tried again.

    Returns the run as it is then. Raises Taken where another process is at it.
    """
    with acting_as(scope.team_id, scope.principal_id):
        revive(subscription_id)
    row = Schedule.objects.get(team_id=scope.team_id, job=Job.DIGEST, subject_id=subscription_id)
    with claims.held(row.id) as mine:
        _tell(mine, now, by_hand=True)
    with acting_as(scope.team_id, scope.principal_id):
        runs = DigestRun.objects.filter(subscription_id=subscription_id)
        found: DigestRun | None = runs.order_by("last_day").last()
        return found


def revive(subscription_id: UUID) -> None:
    """A person wants what was parked, or found empty, to be told all the same. Within a scope."""
    runs = DigestRun.objects.select_for_update().filter(subscription_id=subscription_id)
    last = runs.order_by("last_day").last()
    if last is not None and last.state in ("parked", "empty"):
        last.deliveries = {to: how for to, how in last.deliveries.items() if how == _SENT}
        last.state, last.error = "due", ""
        last.save(update_fields=["deliveries", "state", "error"])


def _tell(mine: Schedule, now: datetime, *, by_hand: bool) -> None:
    scope = Scope(mine.team_id, mine.principal_id)
    try:
        with acting_as(scope.team_id, scope.principal_id):
            prepared = _prepare(mine.subject_id, now, by_hand=by_hand)
    except NotAMember:
        claims.give_up(mine, LEFT, slot_at=None)
        return
    except (ZoneInfoNotFoundError, SealError) as error:
        known = NO_ZONE if isinstance(error, ZoneInfoNotFoundError) else str(error)
        claims.give_up(mine, known, slot_at=now + timedelta(days=1))
        return
    failed = _hand_over(scope, prepared) if prepared.run else None
    if failed is None:
        claims.finish(mine, now, slot_at=prepared.next_at)
    elif failed.again and mine.attempts + 1 < MAX_ATTEMPTS:
        claims.put_off(mine, now, str(failed), wait=failed.wait)
        _note(scope, prepared, error=str(failed))
    else:
        claims.give_up(mine, str(failed), slot_at=prepared.next_at)
        _note(scope, prepared, error=str(failed), state="parked")


def _prepare(subscription_id: UUID, now: datetime, *, by_hand: bool) -> Prepared:
    """Put the latest period together and note what it holds. Within `acting_as`."""
    subscription = DigestSubscription.objects.filter(id=subscription_id).first()
    if subscription is None or not (subscription.active or by_hand):
        return Prepared(None, (), None)
    rhythm = subscribed.rhythm_of(subscription)
    period = latest_period(rhythm, now)
    next_at = next_slot(rhythm, now) if subscription.active else None
    if not by_hand and slot_at(rhythm, period.today) < subscription.created_at:
        return Prepared(None, (), next_at)  # before its time: its clock was changed since
    run = _run_of(subscription, period)
    if run.state != "due":
        return Prepared(None, (), next_at)
    for_team = subscribed.is_for_team(subscription)
    digest = compose(period, now.astimezone(rhythm.zone).date(), for_team=for_team)
    run.counts = digest.counts
    if not digest.is_news and not by_hand:
        run.state = "empty"
    letters = _letters(subscription, run, digest) if run.state == "due" else []
    if run.state == "due" and not letters:
        run.state, run.error = "parked", NOWHERE
    run.save(update_fields=["counts", "state", "error"])
    return Prepared(run if letters else None, letters, next_at)


def _run_of(subscription: DigestSubscription, period: Period) -> DigestRun:
    run, _ = DigestRun.objects.get_or_create(
        subscription_id=subscription.id, last_day=period.last,
        defaults={
            "cadence": subscription.cadence, "first_day": period.first,
            "visibility": subscription.visibility, "owner_id": subscription.owner_id,
        },
    )  # fmt: skip
    return run  # type: ignore[no-any-return]


def _letters(subscription: DigestSubscription, run: DigestRun, digest: Digest) -> list[Letter]:
    letters = [
        _mail(subscription, digest, to, key=f"{run.id}.{number}")
        for number, to in enumerate(_addresses(subscription))
    ]
    if webhook := subscribed.webhook_of(subscription):
        subject, blocks = wording.subject(digest), as_blocks(digest)
        letters.append(Letter(SLACK, lambda: deliver.slack(webhook, subject, blocks)))
    return letters


def _addresses(subscription: DigestSubscription) -> list[str]:
    if not subscription.by_mail:
        return []
    if subscribed.is_for_team(subscription):
        return list(subscription.addresses)
    owner = User.objects.filter(id=subscribed.acts_as(subscription), is_active=True)
    return list(owner.values_list("email", flat=True))


def _mail(subscription: DigestSubscription, digest: Digest, to: str, *, key: str) -> Letter:
    ticket = subscribed.ticket_of(subscription, to)
    message = as_mail(digest, to=to, key=key, unsubscribe=unsubscribe_url(ticket))
    folder = outbox.folder(current().team_id, current().principal_id)
    return Letter(subscribed.hashed(to), lambda: mail.send(message, folder))


def unsubscribe_url(ticket: str) -> str:
    """Empty where Momo has no public address."""
    address = settings.MOMO_PUBLIC_URL
    return f"{address}/api/v1/digests/unsubscribe/{ticket}" if address else ""


def _hand_over(scope: Scope, prepared: Prepared) -> Undelivered | None:
    """Hand over what was not yet. Returns what went wrong first; what can be tried again counts
    before what cannot."""
    failures: list[Undelivered] = []
    for letter in prepared.letters:
        try:
            if _begin(scope, prepared, letter.to):
                letter.hand_over()
                _settle(scope, prepared, letter.to, sent=True)
        except Undelivered as failure:
            failures.append(failure)
            if str(failure) != UNKNOWN:
                _settle(scope, prepared, letter.to, sent=False)
    if not failures:
        _note(scope, prepared, state="sent")
    return min(failures, key=lambda each: not each.again, default=None)


def _begin(scope: Scope, prepared: Prepared, to: str) -> bool:
    """Note that it is about to go out. False where it went; raises Undelivered where it may have
    gone."""
    with acting_as(scope.team_id, scope.principal_id):
        run = _locked(prepared)
        if (known := run.deliveries.get(to)) is None:
            run.deliveries[to] = _STARTED
            run.save(update_fields=["deliveries"])
    if known == _STARTED:
        raise Undelivered(UNKNOWN, again=False)
    return known is None


def _settle(scope: Scope, prepared: Prepared, to: str, *, sent: bool) -> None:
    with acting_as(scope.team_id, scope.principal_id):
        run = _locked(prepared)
        run.deliveries.pop(to, None)
        if sent:
            run.deliveries[to] = _SENT
        run.save(update_fields=["deliveries"])


def _note(scope: Scope, prepared: Prepared, *, error: str = "", state: str = "") -> None:
    with acting_as(scope.team_id, scope.principal_id):
        run = _locked(prepared)
        run.error = error[:500]
        run.state = state or run.state
        if state == "sent":
            run.sent_at = timezone.now()  # on the wall's clock: it may be told for another moment
        run.save(update_fields=["error", "state", "sent_at"])


def _locked(prepared: Prepared) -> DigestRun:
    assert prepared.run is not None
    run: DigestRun = DigestRun.objects.select_for_update().get(id=prepared.run.id)
    return run
