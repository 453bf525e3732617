"""Retention policies: after how long what a source gave goes, or its texts alone."""

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DatabaseError, connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from connectors import holds
from connectors.models import SourceItem
from lifecycle.retention import batches, texts
from lifecycle.retention.models import RetentionPolicy
from lifecycle.retention.targets import Hand, before, hands, own
from momo.platform.accounts.models import Audience, AudienceMember
from momo.platform.accounts.services import NotAllowed, is_admin
from momo.platform.audit import services as audit
from momo.platform.faults import where
from momo.platform.tenancy.context import NotAMember, Scope, acting_as, current
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault.envelope import SealError

log = logging.getLogger(__name__)

EVERY = timedelta(days=1)
AGAIN = timedelta(hours=1)  # after what failed; chosen
Action = RetentionPolicy.Action


class Unclear(ValueError):
    """Nobody can tell what a policy is for."""


def keep_for(
    days: int, *, action: str, source: str = "", private: bool = False, audience: UUID | None = None
) -> RetentionPolicy:
    """Have what is older than this go every day, from now on.

    For what the team shares and its private channels, for one such channel (`audience`), or for
    what is the principal's alone (`private`). Raises NotAllowed, Audience.DoesNotExist, and Unclear
    for both at once: what a channel holds is not one person's.
    """
    policy = drafted(days, action=action, source=source, private=private, audience=audience)
    policy.save(force_insert=True)
    told = {"source": source, "days": days, "keeps": action}
    audit.record("retention.set", subject=str(policy.id), **({} if private else told))
    return policy


def drafted(
    days: int, *, action: str, source: str = "", private: bool = False, audience: UUID | None = None
) -> RetentionPolicy:
    """A policy that is not in force, for `would_go` to tell what it would do. Raises as `keep_for`
    does."""
    scope = current()
    if private and audience:
        raise Unclear("A policy is for one channel or for what is yours alone, not for both.")
    if not private and not is_admin(scope.principal_id):
        raise NotAllowed("Only the team's owners and admins say how long the team keeps things.")
    visibility = Visibility.PRIVATE if private else Visibility.SHARED
    if audience:
        visibility = Visibility.RESTRICTED
        _refuse_strangers(audience)
    return RetentionPolicy(
        visibility=visibility, owner_id=scope.principal_id if private else None,
        audience_id=audience, source=source, days=days, action=action,
        created_by=scope.principal_id, due_at=timezone.now(),
    )  # fmt: skip


def drop(policy_id: UUID) -> None:
    """Carry a policy out no more. Raises RetentionPolicy.DoesNotExist and NotAllowed."""
    policy = RetentionPolicy.objects.get(id=policy_id)
    principal = current().principal_id
    if policy.owner_id != principal and not is_admin(principal):
        raise NotAllowed("Only the team's owners and admins say how long the team keeps things.")
    policy.delete()
    audit.record("retention.dropped", subject=str(policy_id))


def preview(scope: Scope, policy_id: UUID) -> tuple[int, int]:
    """`would_go` of a policy that the principal sees. Raises RetentionPolicy.DoesNotExist."""
    with acting_as(scope.team_id, scope.principal_id):
        policy = RetentionPolicy.objects.get(id=policy_id)
    return would_go(scope, policy)


def would_go(scope: Scope, policy: RetentionPolicy, *, told: Q | None = None) -> tuple[int, int]:
    """How many items a policy would erase now, or their texts, and how many more holds keep; of
    those that the principal sees, and of these of those `told`."""
    found = held = 0
    for hand in _hands(scope, policy):
        if hand.counted:
            with acting_as(hand.scope.team_id, hand.scope.principal_id):
                due = _due(hand, policy, timezone.now()).filter(told or Q())
                kept = holds.among(due).count()
                found, held = found + due.count() - kept, held + kept
    return found, held


def carry_out(scope: Scope, policy: RetentionPolicy, go_on: Callable[[], bool]) -> int:
    """Erase what a policy is for and no hold keeps, until done or `go_on` says no.

    Returns how many items went that the principal sees. The policy itself counts those of its own
    visibility alone, as whoever sees it reads that. Not to be called in a transaction.
    """
    now, erased, told = timezone.now(), 0, 0
    for hand in _hands(scope, policy):
        while went := _next(hand, policy, now):
            if hand.counted:
                erased += len(went)
                told += sum(item.visibility in _told_by(policy) for item in went)
            if not go_on():
                return erased
    _, held = would_go(scope, policy, told=Q(visibility__in=_told_by(policy)))
    with acting_as(scope.team_id, scope.principal_id):
        RetentionPolicy.objects.filter(id=policy.id).update(
            due_at=now + EVERY, done_at=now, erased=told, held=held
        )
    return erased


def _told_by(policy: RetentionPolicy) -> tuple[str, ...]:
    """Of which items whoever sees the policy may know the number."""
    if policy.visibility == Visibility.PRIVATE:
        return (Visibility.PRIVATE, Visibility.SECRET)
    return (policy.visibility,)


def carry_out_now(scope: Scope, policy_id: UUID) -> int:
    """`carry_out` before its time. Raises RetentionPolicy.DoesNotExist and NotAllowed."""
    with acting_as(scope.team_id, scope.principal_id):
        policy = RetentionPolicy.objects.get(id=policy_id)
        if policy.owner_id != scope.principal_id and not is_admin(scope.principal_id):
            raise NotAllowed("Only the team's owners and admins erase what the team shares.")
    return carry_out(scope, policy, lambda: True)


def carry_out_due(go_on: Callable[[], bool]) -> None:
    """Carry out what is due, of every team. A run that was missed is made up for by the next."""
    for team_id, policy_id, principal_id in _all_due():
        if not go_on():
            return
        if principal_id is None:
            continue  # nobody is left in the channel
        scope = Scope(team_id, principal_id)
        try:
            _carry_out_one(scope, policy_id, go_on)
        except (NotAMember, RetentionPolicy.DoesNotExist):
            log.warning("Retention policy %s is of somebody who left.", policy_id)
        except (DatabaseError, SealError) as error:
            # Where, never what; and the policies of other teams do not wait for this one.
            log.error("Retention policy %s failed in %s.", policy_id, where(error))
            _put_off(scope, policy_id)


def _carry_out_one(scope: Scope, policy_id: UUID, go_on: Callable[[], bool]) -> None:
    with acting_as(scope.team_id, scope.principal_id):
        policy = RetentionPolicy.objects.get(id=policy_id)
    started = time.monotonic()
    erased = carry_out(scope, policy, go_on)
    seconds = time.monotonic() - started
    log.info("Retention policy %s: %d items in %.1f s.", policy_id, erased, seconds)


def _put_off(scope: Scope, policy_id: UUID) -> None:
    with acting_as(scope.team_id, scope.principal_id):
        again = timezone.now() + AGAIN
        RetentionPolicy.objects.filter(id=policy_id).update(due_at=again)


def _all_due() -> Iterable[tuple[UUID, UUID, UUID | None]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT team_id, id, principal_id FROM momo_due_retention(%s)", [timezone.now()]
        )
        return list(cursor.fetchall())


def _hands(scope: Scope, policy: RetentionPolicy) -> list[Hand]:
    """Who carries a policy out, on what: a channel with a policy of its own goes by that."""
    if policy.visibility == Visibility.PRIVATE:
        return [Hand(scope, own(scope))]
    if policy.visibility == Visibility.RESTRICTED:
        return [Hand(scope, Q(audience_id=policy.audience_id))]
    others = Q(audience_id__in=_with_own_policy(scope, policy))
    common = Q(visibility__in=[Visibility.SHARED, Visibility.RESTRICTED])
    mine, *channels = hands(scope)
    return [
        Hand(each.scope, each.reach & common & ~others, each.counted) for each in (mine, *channels)
    ]


def _with_own_policy(scope: Scope, policy: RetentionPolicy) -> list[UUID]:
    """The channels that have a policy of their own for this source; each is asked for itself."""
    found: set[UUID] = set()
    for hand in hands(scope):
        with acting_as(hand.scope.team_id, hand.scope.principal_id):
            rows = RetentionPolicy.objects.filter(visibility=Visibility.RESTRICTED)
            rows = rows.filter(source__in={"", policy.source}) if policy.source else rows
            found |= set(rows.values_list("audience_id", flat=True))
    return sorted(found)


def _due(hand: Hand, policy: RetentionPolicy, now: datetime) -> QuerySet[SourceItem]:
    rows = hand.items(before(now - timedelta(days=policy.days), policy.source))
    return texts.with_text(rows) if policy.action == Action.ERASE_TEXT else rows


def _next(hand: Hand, policy: RetentionPolicy, now: datetime) -> list[SourceItem]:
    """Erase the next batch, if any is left. Returns its items."""
    with acting_as(hand.scope.team_id, hand.scope.principal_id):
        holds.lock()
        due = _due(hand, policy, now)
        free = due.exclude(id__in=holds.among(due).values("id"))
        rows = free.order_by("-occurred_at", "-external_id", "-id")
        items = list(rows[: batches.SIZE])
        erase = texts.erase if policy.action == Action.ERASE_TEXT else batches.erase
        erased = erase(items, policy=str(policy.id)) if items else None
    if erased:
        with acting_as(hand.scope.team_id, hand.scope.principal_id):
            left = batches.verify(erased.gone)
        if left:
            log.warning("Retention policy %s left something: %s", policy.id, dict(left))
    return items


def _refuse_strangers(audience: UUID) -> None:
    """Only somebody in a channel says how long it keeps things; it is nobody else's to know of."""
    members = AudienceMember.objects.filter(audience_id=audience)
    if not members.filter(principal_id=current().principal_id).exists():
        raise Audience.DoesNotExist
