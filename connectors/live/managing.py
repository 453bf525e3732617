"""What people do with a connection that there is."""

from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from django.utils import timezone

from connectors.live import calling, outcome, turns
from connectors.live.app import NotConfigured
from connectors.live.contract import (
    Task,
)
from connectors.live.errors import SourceError
from connectors.live.models import (
    Connection,
    Delivery,
    SyncTask,
    SyncTurn,
)
from connectors.live.opened import open_connection
from connectors.live.turns import Lane
from connectors.models import Integration, SyncRun
from momo.platform.accounts import services as accounts
from momo.platform.accounts.services import NotAllowed
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import Scope, acting_as, current
from momo.platform.vault.envelope import SealError


def connection_of(integration_id: UUID) -> Connection:
    """Raises Connection.DoesNotExist, also where the current principal may not see it."""
    found: Connection = Connection.objects.get(integration_id=integration_id)
    return found


def guard_managing(connection: Connection) -> None:
    """Raises NotAllowed unless it is the current principal's own, or they are an admin."""
    principal = current().principal_id
    if connection.holder != principal and not accounts.is_admin(principal):
        raise NotAllowed("The team's owners and admins can do that.")


def pause(connection: Connection) -> None:
    """Stop working on it. What the service sends meanwhile is kept. Call within `acting_as`."""
    _move(connection, Connection.State.CONNECTED, Connection.State.PAUSED)


def resume(connection: Connection) -> None:
    _move(connection, Connection.State.PAUSED, Connection.State.CONNECTED)
    sync_now(connection)


def _move(connection: Connection, before: str, after: str) -> None:
    rows = Connection.objects.filter(id=connection.id, state=before)
    if rows.update(state=after):
        connection.state = after
        audit.record(f"connection.{after}", subject=str(connection.id))


def sync_now(connection: Connection) -> None:
    """Make due what is otherwise done at intervals, and what waits after a failure."""
    rows = SyncTask.objects.filter(connection_id=connection.id)
    now = timezone.now()
    rows.filter(task__in=[Task.POLL, Task.ACL]).update(due_at=now)
    rows.filter(task__in=[Task.DELIVER, Task.BACKFILL, Task.RENEW], due_at__gt=now).update(
        due_at=now
    )
    for lane in Lane:
        calling.call(connection.id, lane)


def choose(connection: Connection, chosen: Sequence[str] | None) -> None:
    """Say what is collected from now on; None: all. What is newly chosen is brought in, and what
    is no longer chosen stays. Call within `acting_as`."""
    connection.chosen = None if chosen is None else sorted(set(chosen))
    connection.save(update_fields=["chosen"])
    integration = Integration.objects.get(id=connection.integration_id)
    outcome.restart_backfill(connection, integration, None)
    audit.record("connection.chosen", subject=str(connection.id))


def retry_delivery(connection: Connection, delivery_id: UUID) -> bool:
    """Give a delivery that was set aside another round of attempts. Call within `acting_as`."""
    rows = Delivery.objects.filter(
        id=delivery_id, connection_id=connection.id, state=Delivery.State.FAILED,
        sealed_body__isnull=False,
    )  # fmt: skip
    changed = rows.update(state=Delivery.State.RECEIVED, attempts=0, error="", read_at=None)
    if changed:
        calling.call(connection.id, Lane.LIVE)
    return bool(changed)


def disconnect(scope: Scope, integration_id: UUID) -> None:
    """Give the credentials back and forget them. What was collected stays.

    Call outside a transaction: it tells the service, and goes on where that does not answer.
    Raises Connection.DoesNotExist, NotAllowed.
    """
    with acting_as(scope.team_id, scope.principal_id):
        connection = connection_of(integration_id)
        guard_managing(connection)
        if connection.state == Connection.State.DISCONNECTED:
            return
    if not _has_other(connection):  # which would lose its access, too
        _revoke(scope, connection)
    with acting_as(scope.team_id, scope.principal_id):
        turns.drop(connection.id)
        SyncTask.objects.filter(connection_id=connection.id).delete()
        Delivery.objects.filter(connection_id=connection.id).delete()
        SyncRun.objects.filter(id=connection.run_id, state=SyncRun.State.RUNNING).update(
            state=SyncRun.State.INTERRUPTED, finished_at=timezone.now()
        )
        Connection.objects.filter(id=connection.id).update(
            state=Connection.State.DISCONNECTED, sealed_credentials=None, problem=""
        )
        audit.record("connection.disconnected", subject=str(connection.id), kind=connection.kind)


def _has_other(connection: Connection) -> bool:
    """Whether the account is connected elsewhere, be it by another team."""
    key = turns.routing_key(connection.kind, connection.account_id)
    rows = SyncTurn.objects.filter(kind=connection.kind, routing_key=key)
    return bool(rows.exclude(id=connection.id).exists())


def _revoke(scope: Scope, connection: Connection) -> None:
    # It may be gone at the service, or that be away, or our keys be gone: here it ends anyhow.
    with suppress(SourceError, NotConfigured, SealError):
        with acting_as(scope.team_id, scope.principal_id):
            opened = open_connection(scope, connection)
        opened.connector.revoke(opened.session)
