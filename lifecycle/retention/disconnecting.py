"""Disconnecting a live source, and what becomes of what it gave."""

from collections.abc import Callable
from uuid import UUID

from connectors.live import managing
from lifecycle.retention import erasing
from lifecycle.retention.erasing import Erasure
from lifecycle.retention.targets import Target
from momo.platform.tenancy.context import Scope, acting_as


def disconnect(
    scope: Scope,
    integration_id: UUID,
    *,
    erase: bool,
    go_on: Callable[[], bool] = lambda: True,
) -> Erasure | None:
    """End a connection; then erase all that it gave, or keep it (None).

    Nothing is done where it may not be erased. Ask again where the erasure is not `finished`. Not
    to be called in a transaction. Raises Connection.DoesNotExist, NotAllowed, OnHold, NotErased.
    """
    target = Target(integration=integration_id)
    with acting_as(scope.team_id, scope.principal_id):
        managing.guard_managing(managing.connection_of(integration_id))
    if erase:
        erasing.refuse(scope, target)
    managing.disconnect(scope, integration_id)
    return erasing.erase(scope, target, go_on=go_on) if erase else None
