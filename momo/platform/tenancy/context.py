"""Whose data the current code may touch.

`acting_as` is the only way in. It opens a transaction, tells Postgres the team, the principal and
the principal's audiences for that transaction alone, and so works behind a transaction-pooling
proxy. Outside it, row-level security shows no row and refuses every write.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg.errors
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction

from momo.platform.tenancy.prepared import pipeline_of


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
def acting_as(
    team_id: UUID, principal_id: UUID, *, keep_plans: bool = False, pipelined: bool = False
) -> Iterator[Scope]:
    """Act as a principal of a team within one transaction.

    Nested uses restore the outer scope at the end. With `keep_plans` the plans of prepared
    statements serve any team; that lasts until the outermost transaction ends. What is sent
    `pipelined` runs while its sender goes on, one after the other. Raises NotAMember where the
    principal is neither a member nor an agent of the team: `pipelined` not before the first answer
    is waited for, and of what was sent until then nothing is done.
    """
    scope = Scope(team_id, principal_id)
    outer = _current.get()
    with transaction.atomic(), _refusals_named(), _pipeline() if pipelined else nullcontext():
        prepares = connection.connection.prepare_threshold is not None
        _tell_postgres(scope, _ENTER_KEEPING if keep_plans and prepares else _ENTER)
        try:
            _current.set(scope)
            yield scope
        finally:
            _current.set(outer)
        # Reached only without an error; after one the rollback restores the settings itself, as
        # the end of the transaction does.
        if not connection.savepoint_ids:
            return
        if outer is not None:
            _tell_postgres(outer)
        else:
            _forget()


def nothing_follows() -> None:
    """Let the transaction of a pipelined `acting_as` end with what was sent last, so that nobody
    waits for its end. What a cursor sends within that `acting_as` all the same is done in another
    transaction, by the same principal. Does nothing where another transaction is around it."""
    pipeline = pipeline_of(connections[DEFAULT_DB_ALIAS])
    if pipeline.held and _ends_with_pipeline():
        pipeline.end(commit=True)


_ENTER = "SELECT momo_act_as(%(team)s, %(principal)s)"
# Left to itself Postgres plans anew for each team whose plan it thinks would be cheaper, though all
# look up the same by the same indexes.
_ENTER_KEEPING = f"{_ENTER}, set_config('plan_cache_mode', 'force_generic_plan', true)"


def _tell_postgres(scope: Scope, enter: str = _ENTER) -> None:
    given = _given(scope)
    pipeline = pipeline_of(connections[DEFAULT_DB_ALIAS])
    if pipeline.held and not connection.queries_logged:
        pipeline.send(enter, given, at_once=False)
        return
    with connection.cursor() as cursor:
        cursor.execute(enter, given)


def _given(scope: Scope) -> dict[str, UUID]:
    return {"team": scope.team_id, "principal": scope.principal_id}


@contextmanager
def _pipeline() -> Iterator[None]:
    """Within the transaction, so that what undoes it stays Django's."""
    pipeline = pipeline_of(connections[DEFAULT_DB_ALIAS])
    was_held = pipeline.held
    with connection.wrap_database_errors, connection.execute_wrapper(_settled):
        try:
            pipeline.held = True
            yield
            if _ends_with_pipeline():
                pipeline.end(commit=True)
            pipeline.settle()
        except BaseException:
            with suppress(psycopg.Error):
                pipeline.settle()
            raise
        finally:
            pipeline.held = was_held


def _ends_with_pipeline() -> bool:
    """Whether the transaction is the pipeline's own, and is to be kept."""
    return not (connection.savepoint_ids or connection.needs_rollback)


def _settled(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """What Django's cursors send comes after what the pipeline sent."""
    pipeline = pipeline_of(connections[DEFAULT_DB_ALIAS])
    had_ended = pipeline.has_ended
    with connection.wrap_database_errors:
        pipeline.settle()
    if had_ended:
        execute(_ENTER, _given(current()), False, context)
    return execute(sql, params, many, context)


@contextmanager
def _refusals_named() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        if _is_refusal(error.__cause__):
            raise NotAMember("The principal does not belong to this team.") from None
        raise


def _is_refusal(cause: BaseException | None) -> bool:
    return isinstance(cause, psycopg.errors.InsufficientPrivilege) and "momo_act_as" in (
        cause.diag.context or ""
    )


def _forget() -> None:
    """Clear the settings inside an enclosing transaction that had no scope of its own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT momo_act_as_nobody()")
