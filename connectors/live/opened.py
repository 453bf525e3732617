"""A connection, opened to be worked on."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from connectors.live.app import App, NotConfigured, read_app
from connectors.live.contract import LiveConnector
from connectors.live.limits import RedisLimiter
from connectors.live.models import Connection
from connectors.live.session import Session
from connectors.live.turns import Turn
from connectors.models import Integration
from connectors.registry import LIVE_CONNECTORS
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault import services as vault

TABLE = "connection"


@dataclass(slots=True)
class Opened:
    """All that working on a connection needs. `scope` is as whom."""

    scope: Scope
    connection: Connection
    integration: Integration
    connector: LiveConnector
    session: Session


def app_of(connector: LiveConnector) -> App:
    """Raises NotConfigured."""
    return read_app(connector.kind, connector.app_settings, settings.MOMO_APPS)


def open_turn(turn: Turn) -> Opened:
    """Raises Connection.DoesNotExist, NotAMember, NotConfigured."""
    with acting_as(turn.scope.team_id, turn.scope.principal_id):
        connection: Connection = Connection.objects.get(id=turn.connection_id)
        return open_connection(turn.scope, connection)


def open_connection(scope: Scope, connection: Connection) -> Opened:
    """Call within `acting_as`. Raises NotConfigured."""
    connector = LIVE_CONNECTORS.get(connection.kind)
    if connector is None:
        raise NotConfigured(f"This version of Momo has no source {connection.kind!r}.")
    integration = Integration.objects.get(id=connection.integration_id)
    session = Session(
        app=app_of(connector),
        key=f"{connection.team_id}:{connection.id}",
        account_id=connection.account_id,
        credentials=_credentials(connection),
        limiter=RedisLimiter(connection.kind, connection.account_id),
        now=timezone.now,
        visibility=Visibility(integration.default_visibility),
        chosen=None if connection.chosen is None else frozenset(connection.chosen),
        keep=lambda credentials: _keep(scope, connection, credentials),
    )
    return Opened(scope, connection, integration, connector, session)


def was_renewed(opened: Opened) -> bool:
    """Whether another process has put other credentials in place of those that are open here: a
    service that refuses ours may only have given it new ones."""
    with acting_as(opened.scope.team_id, opened.scope.principal_id):
        now = Connection.objects.get(id=opened.connection.id)
        return _credentials(now) != dict(opened.session.credentials)


def seal_credentials(connection: Connection, credentials: Mapping[str, str]) -> bytes:
    text = json.dumps(dict(credentials))
    return vault.seal(text, table=TABLE, row_id=connection.id, field="sealed_credentials")


def _credentials(connection: Connection) -> dict[str, str]:
    if connection.sealed_credentials is None:
        return {}
    sealed = connection.sealed_credentials
    opened = vault.unseal(sealed, table=TABLE, row_id=connection.id, field="sealed_credentials")
    return dict(json.loads(opened))


def _keep(scope: Scope, connection: Connection, credentials: Mapping[str, str]) -> None:
    """In a transaction of its own: what comes after may fail, and the old ones may be void.

    Only in place of those that were opened: who connected again meanwhile has newer ones, and who
    disconnected wants none.
    """
    with acting_as(scope.team_id, scope.principal_id):
        sealed = seal_credentials(connection, credentials)
        rows = Connection.objects.filter(
            id=connection.id, sealed_credentials=connection.sealed_credentials
        )
        if rows.update(sealed_credentials=sealed):
            connection.sealed_credentials = sealed
