"""Turning an authorization into a connection, with all that there is to do for it."""

from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from connectors.live import inbox, outcome
from connectors.live.contract import (
    Ability,
    Connected,
    LiveConnector,
    Task,
)
from connectors.live.models import (
    Connection,
    SyncTask,
    SyncTurn,
)
from connectors.live.opened import seal_credentials
from connectors.live.turns import Lane, routing_key
from connectors.models import Integration
from connectors.runs import is_private, one_at_a_time, open_integration
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import current
from momo.platform.tenancy.models import NOBODY
from momo.platform.tenancy.visibility import Visibility


def connect(connector: LiveConnector, connected: Connected, visibility: Visibility) -> Connection:
    """Find the account's connection, or create it with its integration."""
    scope = current()
    holder = scope.principal_id if is_private(visibility) else NOBODY
    one_at_a_time(f"connection {scope.team_id} {connector.kind} {holder} {connected.account_id}")
    connection: Connection | None = Connection.objects.filter(
        kind=connector.kind, account_id=connected.account_id, holder=holder
    ).first()
    if connection is None:
        connection = _create(connector, connected, visibility, holder)
    connection.state, connection.problem = Connection.State.CONNECTED, ""
    connection.account_name = connected.account_name[:200]
    connection.scopes = list(connected.scopes)
    connection.connected_by = scope.principal_id
    connection.sealed_credentials = seal_credentials(connection, connected.credentials)
    connection.save()
    _schedule(connector, connection)
    audit.record("connection.connected", subject=str(connection.id), kind=connector.kind)
    return connection


def _create(
    connector: LiveConnector, connected: Connected, visibility: Visibility, holder: UUID
) -> Connection:
    integration = open_integration(connector, name=connected.account_name, visibility=visibility)
    if Connection.objects.filter(integration_id=integration.id).exists():  # a namesake's
        name = f"{connected.account_name[:120]} ({connected.account_id[:60]})"
        integration = open_integration(connector, name=name, visibility=visibility)
    return Connection(
        integration_id=integration.id, kind=connector.kind, holder=holder,
        account_id=connected.account_id, visibility=integration.visibility,
        owner_id=integration.owner_id, connected_by=current().principal_id,
    )  # fmt: skip


_TASK_OF = {
    Ability.RECEIVES: Task.DELIVER,
    Ability.POLLS: Task.POLL,
    Ability.REFRESHES_ACL: Task.ACL,
    Ability.RENEWS: Task.RENEW,
}


def _schedule(connector: LiveConnector, connection: Connection) -> None:
    """Make all due that there is to do. A backfill that was done is not done again."""
    now = timezone.now()
    tasks = [task for ability, task in _TASK_OF.items() if ability in connector.abilities]
    integration = Integration.objects.get(id=connection.integration_id)
    own = {"visibility": connection.visibility, "owner_id": connection.owner_id}
    for task in (*tasks, Task.BACKFILL):
        due = None if task is Task.DELIVER else now
        row, is_new = SyncTask.objects.get_or_create(
            connection_id=connection.id, task=task, defaults={**own, "due_at": due}
        )
        if is_new and task is Task.BACKFILL:
            outcome.begin_run(connection, integration)
        if not is_new and (task is not Task.BACKFILL or row.due_at):
            SyncTask.objects.filter(id=row.id).update(due_at=due, failures=0, error="")
    principal = integration.agent_id if integration.holder == NOBODY else connection.holder
    SyncTurn.objects.update_or_create(
        id=connection.id,
        defaults={
            "team_id": connection.team_id,
            "principal_id": principal,
            "kind": connection.kind,
            "routing_key": routing_key(connection.kind, connection.account_id),
            "live_due_at": now,
            "backfill_due_at": now,
        },
    )
    for lane in Lane:
        transaction.on_commit(partial(inbox.wake, lane))
