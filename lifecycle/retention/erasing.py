"""Erasing on request: an item, a thread, a channel, a source, or all that an address wrote.

Batch by batch, each a transaction of its own and counted again after it. What is left to do is
derived, so a run that was killed is finished by running it again. The newest go first: what stands
on an older message of its thread goes before that.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from uuid import UUID

from django.db import connection

from connectors import holds, uploads
from connectors.live import managing
from connectors.models import Connection, Integration, SourceItem, SyncRun
from decisions.models import Memory
from lifecycle.digests import subscriptions
from lifecycle.retention import batches, names, rebasing, references
from lifecycle.retention.batches import Erased
from lifecycle.retention.references import Gone
from lifecycle.retention.targets import Hand, Target, hands
from momo.platform.accounts.services import NotAllowed, is_admin
from momo.platform.tenancy.context import Scope, acting_as, current_team_id

PAGE = 1_000  # items counted at once


class NotErased(Exception):
    """Something is still there after it was erased: another process wrote it meanwhile."""


@dataclass(slots=True)
class Erasure:
    """What went, or would go, by table; and what is left of it, counted anew afterwards.

    `rebased` are memories that stay as other sources say it, `reinstated` ones that hold again,
    `read_again` messages whose decisions are looked for anew, `left` items that match and that are
    for an admin to erase. `finished` is false where the turn was over first: ask again.
    """

    erased: Counter[str] = field(default_factory=Counter)
    verified: Counter[str] = field(default_factory=Counter)
    rebased: int = 0
    reinstated: int = 0
    read_again: int = 0
    left: int = 0
    finished: bool = True

    def add(self, erased: Erased, left: Counter[str]) -> None:
        self.erased += erased.counts
        for name in erased.counts:
            self.verified[name] += left[name]
        self.rebased += erased.rebased
        self.reinstated += len(erased.reinstated)
        self.read_again += erased.read_again


Report = Callable[[int], None]  # items erased so far, of those that are counted


def _silently(items: int) -> None:
    """Report to nobody."""


def preview(scope: Scope, target: Target) -> Erasure:
    """What `erase` would erase. Changes nothing. Raises as it."""
    found = Erasure(left=refuse(scope, target))
    mine = hands(scope, unseen=False)[0]
    with acting_as(scope.team_id, scope.principal_id):
        ids = list(mine.items(target.matching).values_list("id", flat=True))
        memories: list[UUID] = []
        for start in range(0, len(ids), PAGE):
            page = ids[start : start + PAGE]
            found_here = Memory.objects.filter(source_item_id__in=page)
            memory_ids = list(found_here.values_list("id", flat=True))
            found.erased += references.count(Gone(page, memory_ids))
            memories += memory_ids
        found.rebased = len(rebasing.confirmed(memories))
        found.erased["entities"] = names.only_named_by(memories)
        if _is_all_of(target) and is_admin(scope.principal_id):
            told = subscriptions.to_address(target.person.strip())
            found.erased["digest_subscriptions"] = told.count()
    found.erased = +found.erased
    return found


def erase(
    scope: Scope,
    target: Target,
    *,
    report: Report = _silently,
    go_on: Callable[[], bool] = lambda: True,
) -> Erasure:
    """Erase what the principal may: an admin what the team shares, anyone what is theirs alone.

    Not to be called in a transaction. Raises NotAllowed, OnHold, SourceItem.DoesNotExist,
    Integration.DoesNotExist and NotErased; what was erased until then stays erased.
    """
    done = Erasure(left=refuse(scope, target))
    if target.kind == "integration":
        _disconnect(scope, target)
        _drop_uploads(scope, target, done)
    for hand in hands(scope, unseen=target.item is None):
        while done.finished and (erased := _next(scope, hand, target)):
            left = _verified(hand, erased)
            if hand.counted:
                done.add(erased, left)
                report(done.erased["items"])
            done.finished = go_on()
    if done.finished and target.kind == "integration":
        _forget_integration(scope, target, done)
    if done.finished and _is_all_of(target):
        _forget_address(scope, target, done)
    return done


def refuse(scope: Scope, target: Target) -> int:
    """Raise what `erase` raises before it erases anything. Returns how many items are not the
    principal's to erase."""
    everyone = hands(scope, unseen=target.item is None)
    mine = everyone[0]
    with acting_as(scope.team_id, scope.principal_id):
        admin = is_admin(scope.principal_id)
        matching = SourceItem.objects.filter(target.matching)
        left = matching.exclude(mine.reach).count()
        if left and not mine.items(target.matching).exists():
            raise NotAllowed("Only the team's owners and admins erase what the team shares.")
        if target.item and not matching.exists():
            raise SourceItem.DoesNotExist
        if target.integration:
            Integration.objects.get(id=target.integration)
    for hand in everyone:
        with acting_as(hand.scope.team_id, hand.scope.principal_id):
            holds.refuse(hand.items(target.matching), named=admin)
    return left


def _next(scope: Scope, hand: Hand, target: Target) -> Erased | None:
    """Erase the next batch, if any is left."""
    with acting_as(hand.scope.team_id, hand.scope.principal_id):
        holds.lock()
        rows = hand.items(target.matching).order_by("-occurred_at", "-external_id", "-id")
        items = list(rows[: batches.SIZE])
        if not items:
            return None
        holds.refuse(SourceItem.objects.filter(id__in=[item.id for item in items]))
        return batches.erase(items, target=target.kind, requested_by=str(scope.principal_id))


def _verified(hand: Hand, erased: Erased) -> Counter[str]:
    """Count anew what was erased, in a transaction of its own. Raises NotErased."""
    with acting_as(hand.scope.team_id, hand.scope.principal_id):
        left = batches.verify(erased.gone)
    if left:
        raise NotErased(f"Some of it is still there, run it again: {dict(left)}.")
    return left


def _disconnect(scope: Scope, target: Target) -> None:
    """Give the credentials of a source back before it goes: what is erased must not come anew."""
    with acting_as(scope.team_id, scope.principal_id):
        rows = Connection.objects.filter(integration_id=target.integration)
        if not _is_theirs(scope, target) or not rows.exists():
            return
    assert target.integration is not None
    managing.disconnect(scope, target.integration)


def _drop_uploads(scope: Scope, target: Target, done: Erasure) -> None:
    """Files of the source that wait to be read, if the principal may erase all of it."""
    with acting_as(scope.team_id, scope.principal_id):
        if not _is_theirs(scope, target):
            return
        runs = SyncRun.objects.filter(integration_id=target.integration)
        ids = list(runs.values_list("id", flat=True))
        if uploads.are_there(scope.team_id, ids):
            holds.lock()
            holds.refuse_unread(Integration.objects.get(id=target.integration))
        dropped = uploads.discard(scope.team_id, ids)
    if dropped:
        done.erased["uploads"] = dropped
        done.verified["uploads"] = 0


def _forget_integration(scope: Scope, target: Target, done: Erasure) -> None:
    """The source itself with its runs, unless there is something of others in it."""
    with acting_as(scope.team_id, scope.principal_id):
        if not _is_theirs(scope, target):
            return
        counts = {
            "integrations": Integration.objects.filter(id=target.integration),
            "sync_runs": SyncRun.objects.filter(integration_id=target.integration),
        }
        before = {name: rows.count() for name, rows in counts.items()}
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT momo_forget_integration(%s, %s)", [current_team_id(), target.integration]
            )
        for name, rows in counts.items():
            left = rows.count()
            done.erased[name] += before[name] - left
            done.verified[name] += 0
    done.erased = +done.erased


def _is_all_of(target: Target) -> bool:
    """Whether it is all that a person wrote, and not in one place alone."""
    return bool(target.person) and target == Target(person=target.person)


def _forget_address(scope: Scope, target: Target, done: Erasure) -> None:
    """An admin's team tells the address nothing any more."""
    with acting_as(scope.team_id, scope.principal_id):
        if not is_admin(scope.principal_id):
            return
        address = target.person.strip()
        forgotten = subscriptions.forget_address(address)
        left = subscriptions.to_address(address).count()
    if forgotten:
        done.erased["digest_subscriptions"] = forgotten
        done.verified["digest_subscriptions"] = left


def _is_theirs(scope: Scope, target: Target) -> bool:
    if asdict(target) != asdict(Target(integration=target.integration)):
        return False
    row = Integration.objects.get(id=target.integration)
    return row.owner_id == scope.principal_id or is_admin(scope.principal_id)
