"""Erasing a whole team: its connections are ended, then its keys go, so that nothing sealed opens,
then all its rows."""

import logging

from django.db import connection

from connectors import holds, uploads
from connectors.live import managing
from connectors.models import Connection
from lifecycle.digests import outbox
from momo.platform.accounts.models import Role
from momo.platform.accounts.services import NotAllowed, role_of
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.models import Team
from momo.platform.vault.models import DataKey

log = logging.getLogger(__name__)

# Tables of ids and states, whose rows do not go with their team's by themselves.
_LOOSE = """
SELECT c.oid::regclass::text FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team_id' AND NOT a.attisdropped
WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
  AND NOT EXISTS (
    SELECT FROM pg_constraint k
    WHERE k.conrelid = c.oid AND k.confrelid = 'tenancy_team'::regclass)
"""


def erase_team(scope: Scope) -> None:
    """Erase the team that an owner acts in, its audit log included; its users stay.

    Not to be called in a transaction. Raises NotAllowed, and OnHold where any legal hold is in
    force. Broken off, it is finished by doing it again; what was sealed is unreadable already.
    Services are given the credentials back that the owner may see; those of others' private sources
    only become unreadable.
    """
    with acting_as(scope.team_id, scope.principal_id):
        _guard(scope)
        connected = Connection.objects.exclude(state=Connection.State.DISCONNECTED)
        sources = list(connected.values_list("integration_id", flat=True))
    for integration_id in sources:
        managing.disconnect(scope, integration_id)
    with acting_as(scope.team_id, scope.principal_id):
        _guard(scope)
        DataKey.objects.all().delete()
    uploads.discard_all(scope.team_id)
    outbox.forget(scope.team_id)
    with acting_as(scope.team_id, scope.principal_id), connection.cursor() as cursor:
        cursor.execute(_LOOSE)
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {table} WHERE team_id = %s", [scope.team_id])  # noqa: S608
        Team.objects.filter(id=scope.team_id).delete()  # the database cascades
    log.warning("Team %s was erased.", scope.team_id)


def _guard(scope: Scope) -> None:
    if role_of(scope.principal_id) != Role.OWNER:
        raise NotAllowed("Only an owner erases a team.")
    holds.lock()
    if in_force := list(holds.placed()):
        raise holds.OnHold(in_force)
