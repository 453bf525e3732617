"""Legal holds: placing and releasing them, and what they keep from being erased."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.db.models.lookups import IContains
from django.utils import timezone

from connectors.holding import LegalHold
from connectors.models import Integration, SourceItem
from momo.platform.accounts.services import NotAllowed, is_admin
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import current, current_team_id

_ADMINS = "Only the team's owners and admins place, see and release legal holds."


class OnHold(Exception):
    """Something is under a legal hold, so it stays. Names the holds to admins alone."""

    def __init__(self, holds: Sequence[LegalHold] = ()) -> None:
        named = "; ".join(f"{hold.id} ({hold.reason})" for hold in holds)
        told = f" Release first: {named}." if named else " Ask an admin of the team."
        super().__init__(f"This is under a legal hold, so nothing of it is erased.{told}")


@dataclass(frozen=True, slots=True)
class Covered:
    """What a hold is on; all that is set must match, and nothing set means the whole team."""

    integration_id: UUID | None = None
    source: str = ""
    person: str = ""
    since: datetime | None = None
    until: datetime | None = None


def place(covered: Covered, *, reason: str) -> LegalHold:
    """Place a hold. Raises NotAllowed, and Integration.DoesNotExist.

    Waits for whoever is erasing just now: after it nothing is erased that it covers.
    """
    _refuse_others()
    if covered.integration_id:
        Integration.objects.get(id=covered.integration_id)
    lock(exclusive=True)
    hold: LegalHold = LegalHold.objects.create(
        integration_id=covered.integration_id, source=covered.source,
        person=covered.person.strip().lower(), since=covered.since, until=covered.until,
        reason=reason, placed_by=current().principal_id,
    )  # fmt: skip
    audit.record("hold.placed", subject=str(hold.id))
    return hold


def release(hold_id: UUID) -> LegalHold:
    """Release a hold; releasing it again changes nothing. Raises as `place`, and DoesNotExist."""
    _refuse_others()
    hold: LegalHold = LegalHold.objects.select_for_update().get(id=hold_id)
    if hold.released_at is None:
        hold.released_at, hold.released_by = timezone.now(), current().principal_id
        hold.save(update_fields=["released_at", "released_by"])
        audit.record("hold.released", subject=str(hold.id))
    return hold


def placed(*, released: bool = False) -> QuerySet[LegalHold]:
    """Holds in force, or all there were. Raises NotAllowed."""
    _refuse_others()
    rows = LegalHold.objects.all()
    return rows if released else rows.filter(released_at=None)


def lock(*, exclusive: bool = False) -> None:
    """Let no hold be placed until the transaction ends; `exclusive`: let nobody erase."""
    function = "pg_advisory_xact_lock" if exclusive else "pg_advisory_xact_lock_shared"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {function}(hashtextextended('holds ' || %s::uuid, 0))", [current_team_id()]
        )


def among(items: QuerySet[SourceItem]) -> QuerySet[SourceItem]:
    """Those of these items that a hold in force covers."""
    covered = Q()
    for hold in _in_force():
        condition = _covers(hold)
        if not condition:
            return items
        covered |= condition
    return items.filter(covered) if covered else items.none()


def refuse(items: QuerySet[SourceItem], *, named: bool | None = None) -> None:
    """Raises OnHold where a hold covers one of these items.

    `named`: whether whoever asked may know which; by the principal's role unless given.
    """
    _raise([hold for hold in _in_force() if items.filter(_covers(hold)).exists()], named)


def refuse_unread(integration: Integration) -> None:
    """Raises OnHold where a hold may cover what waits to be read for this integration: nobody
    knows yet who wrote it, and when."""
    _raise(
        [
            hold
            for hold in _in_force()
            if hold.integration_id in (None, integration.id)
            and hold.source in ("", integration.source)
        ]
    )


def refuse_stated(*, people: Collection[str], at: datetime) -> None:
    """Raises OnHold where a hold covers what these addresses stated themselves, in no source."""
    covering = (
        hold
        for hold in _in_force()
        if not (hold.integration_id or hold.source)
        and (not hold.person or hold.person in people)
        and (hold.since is None or hold.since <= at)
        and (hold.until is None or at <= hold.until)
    )
    _raise(list(covering))


def _raise(covering: Sequence[LegalHold], named: bool | None = None) -> None:
    if covering:
        may_know = is_admin(current().principal_id) if named is None else named
        raise OnHold(covering if may_know else ())


def _in_force() -> list[LegalHold]:
    return list(LegalHold.objects.filter(released_at=None).order_by("placed_at"))


def _covers(hold: LegalHold) -> Q:
    """The items that it covers; an empty condition covers all."""
    condition = Q()
    if hold.integration_id:
        condition &= Q(integration_id=hold.integration_id)
    if hold.source:
        condition &= Q(source=hold.source)
    if hold.person:
        condition &= of_person(hold.person) | _addressed_to(hold.person)
    if hold.since:
        condition &= Q(occurred_at__gte=hold.since)
    if hold.until:
        condition &= Q(occurred_at__lte=hold.until)
    return condition


def of_person(address: str) -> Q:
    """Items that an address wrote."""
    return Q(author__email__iexact=address)


def _addressed_to(address: str) -> Q:
    quoted = json.dumps(address, ensure_ascii=False)  # as the database writes it
    return Q(IContains(Cast("participants", TextField()), quoted))


def _refuse_others() -> None:
    if not is_admin(current().principal_id):
        raise NotAllowed(_ADMINS)
