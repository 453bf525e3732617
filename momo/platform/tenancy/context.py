"""Whose data the current code may touch.

`acting_as` is the only way in. It opens a transaction, tells Postgres the team, the principal and
the principal's audiences for that transaction alone, and so works behind a transaction-pooling
proxy. Outside it, row-level security shows no row and refuses every write.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from uuid import UUID

import psycopg.errors
from django.db import DatabaseError, connection, transaction


class NoTenant(Exception):
    """Tenant data was asked for outside `acting_as`."""


class NotAMember(Exception):
    """The principal does not belong to the team."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A team and who acts in it: a user or an agent."""

    team_id: UUID
    principal_id: UUID


_current: ContextVar[Scope | None] = ContextVar("momo_scope", default=None)


def current() -> Scope:
    """The scope of the innermost `acting_as`. Raises NoTenant outside one."""
    scope = _current.get()
    if scope is None:
        raise NoTenant("No tenant context: wrap this in tenancy.acting_as(team, principal).")
    return scope


def current_team_id() -> UUID:
    return current().team_id


@contextmanager
def acting_as(team_id: UUID, principal_id: UUID, *, keep_plans: bool = False) -> Iterator[Scope]:
    """Act as a principal of a team within one transaction.

    Nested uses restore the outer scope at the end. With `keep_plans` the plans of prepared
    statements serve any team; that lasts until the outermost transaction ends. Raises NotAMember
    where the principal is neither a member nor an agent of the team.
    """
    scope = Scope(team_id, principal_id)
    outer = _current.get()
    with transaction.atomic():
        prepares = connection.connection.prepare_threshold is not None
        _tell_postgres(scope, _KEEP_PLANS if keep_plans and prepares else "")
        token = _current.set(scope)
        try:
            yield scope
        finally:
            _current.reset(token)
        # Reached only without an error; after one the rollback restores the settings itself.
        if outer is not None:
            _tell_postgres(outer)
        elif connection.savepoint_ids:
            _forget()


# Left to itself Postgres plans anew for each team whose plan it thinks would be cheaper, though all
# look up the same by the same indexes.
_KEEP_PLANS = "SET LOCAL plan_cache_mode = force_generic_plan; "


def _tell_postgres(scope: Scope, settings: str = "") -> None:
    ask = f"{settings}SELECT momo_act_as(%s, %s)"  # in one message
    try:
        with connection.cursor() as cursor:
            cursor.execute(ask, [scope.team_id, scope.principal_id])
    except DatabaseError as error:
        if isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege):
            raise NotAMember("The principal does not belong to this team.") from None
        raise


def _forget() -> None:
    """Clear the settings inside an enclosing transaction that had no scope of its own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT momo_act_as_nobody()")
