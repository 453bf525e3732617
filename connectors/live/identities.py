"""Who the members of a team are at a service."""

from uuid import UUID

from django.db.models import F

from connectors.live import calling, outcome
from connectors.live.contract import (
    Connected,
    Task,
)
from connectors.live.models import (
    Connection,
    LinkedIdentity,
    SyncTask,
)
from connectors.live.turns import Lane
from connectors.models import Integration
from momo.platform.accounts.models import Membership
from momo.platform.accounts.services import AccountError, NotAllowed, is_admin
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import current


def link(source: str, connected: Connected) -> LinkedIdentity | None:
    """Note who the current principal is at the service: they have just signed in there."""
    person = connected.identity
    if person is None or not person.handle:
        return None
    principal = current().principal_id
    row: LinkedIdentity = LinkedIdentity.objects.update_or_create(
        source=source,
        external_id=person.handle,
        defaults={"name": person.name[:200], "principal_id": principal, "linked_by": principal},
    )[0]
    _ask_for_members(source)
    return row


def state_identity(
    *, source: str, external_id: str, principal_id: UUID, name: str = ""
) -> LinkedIdentity:
    """Note who a member is at a service, on an admin's word. Raises NotAllowed, AccountError.

    It lets that member see what somebody sees there, so nobody says it of themselves, nor takes
    from somebody who they have shown to be by signing in.
    """
    me = current().principal_id
    if not is_admin(me):
        raise NotAllowed("Only the team's owners and admins say who somebody else is.")
    if principal_id == me:
        raise NotAllowed("Who you are yourself you show by signing in there.")
    if not Membership.objects.filter(id=principal_id).exists():
        raise AccountError("There is no such member.")
    shown = LinkedIdentity.objects.filter(
        source=source, external_id=external_id, linked_by=F("principal_id")
    ).first()
    if shown and shown.principal_id != principal_id:
        raise NotAllowed("Whoever that is has signed in there: they unlink it first.")
    row: LinkedIdentity = LinkedIdentity.objects.update_or_create(
        source=source,
        external_id=external_id,
        defaults={
            "name": name, "principal_id": principal_id, "linked_by": principal_id if shown else me,
        },
    )[0]  # fmt: skip
    audit.record("identity.stated", subject=str(row.id), source=source)
    _ask_for_members(source)
    return row


def forget_identity(identity_id: UUID) -> None:
    """Raises LinkedIdentity.DoesNotExist, NotAllowed."""
    row = LinkedIdentity.objects.get(id=identity_id)
    me = current().principal_id
    if row.principal_id != me and not is_admin(me):
        raise NotAllowed("Only who is meant, or an admin, can undo that.")
    LinkedIdentity.objects.filter(id=row.id).delete()
    audit.record("identity.forgotten", subject=str(row.id), source=row.source)
    _ask_for_members(row.source)


def _ask_for_members(source: str) -> None:
    """Who is in which audience may have changed: let the team's connections look again."""
    rows = SyncTask.objects.filter(
        task=Task.ACL,
        connection_id__in=Connection.objects.filter(
            integration_id__in=Integration.objects.filter(source=source).values("id")
        ).values("id"),
    )
    for connection_id in rows.values_list("connection_id", flat=True):
        calling.call(connection_id, Lane.LIVE)
    outcome.list_members_anew(rows)
