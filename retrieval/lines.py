"""Where the statements of a search run: on the connection of its `acting_as`, and beside it.

Both take several before the first is answered, so that the database works while Python does.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, Protocol

import psycopg
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from momo.platform.tenancy.context import Scope, nothing_follows
from momo.platform.tenancy.pipeline import Pending, Pipeline, Rows
from momo.platform.tenancy.prepared import pipeline_of, sent_prepared
from retrieval.tuning import BESIDE


class Line(Protocol):
    """A way to the database."""

    def send(self, sql: str, params: Mapping[str, Any]) -> Pending:
        """Have a statement run that is planned once; what it gives is waited for when it is called
        for."""
        ...

    def walk(self, sql: str, params: Mapping[str, Any]) -> Pending:
        """As `send`, for what an index of one team's vectors leads to: a plan that serves all teams
        could not know of it."""
        ...

    def last(self) -> None:
        """Say that nothing more is sent, so that nobody waits for the transaction to end."""
        ...


# So that an index brings as many as are asked for, whatever part of them is left out, and nearest
# first. For the recall of the leg see lifecycle.tuning.
_WALKING = """
SELECT set_config('hnsw.iterative_scan', 'strict_order', true),
       set_config('hnsw.ef_search', '400', true), set_config('hnsw.max_scan_tuples', '100000', true)
"""


class _Own:
    """The connection of the current `acting_as`. What it is sent has run already, unless that is
    pipelined."""

    def send(self, sql: str, params: Mapping[str, Any]) -> Pending:
        return sent_prepared(sql, params)

    def walk(self, sql: str, params: Mapping[str, Any]) -> Pending:
        sent_prepared(_WALKING, {})
        cursor = connections[DEFAULT_DB_ALIAS].cursor()
        cursor.execute(sql, params)
        return cursor.fetchall  # type: ignore[no-any-return]

    def last(self) -> None:
        nothing_follows()


OWN: Line = _Own()


@contextmanager
def beside(scope: Scope) -> Iterator[Line]:
    """Another connection of the same principal, to look for one thing while another is looked for.

    All that is sent is one transaction, which sees what is committed alone. A process has BESIDE of
    them: where none is left, or one fails, all runs on OWN.
    """
    taken = _taken()
    if taken is None:
        yield OWN
        return
    is_sound = False
    try:
        line = _Beside(pipeline_of(taken), scope)
        try:
            yield line
        finally:
            line.leave()
            is_sound = not line.failed
    finally:
        try:
            if not is_sound:
                taken.close()
        finally:
            _idle.append(taken)
            _left.release()


# As `acting_as` with plans that serve any team. A pipeline is one transaction by itself, and ends
# with it.
_ENTER = """
SELECT set_config('plan_cache_mode', %(plans)s, true), momo_act_as(%(team)s, %(principal)s)
"""


class _Beside:
    def __init__(self, pipeline: Pipeline, scope: Scope) -> None:
        self._pipeline = pipeline
        self.failed = False
        prepares = pipeline.connection.prepare_threshold is not None
        plans = "force_generic_plan" if prepares else "auto"
        given = {"plans": plans, "team": scope.team_id, "principal": scope.principal_id}
        with self._or_failed():
            pipeline.send(_ENTER, given, at_once=False)

    def send(self, sql: str, params: Mapping[str, Any]) -> Pending:
        return self._sent(sql, params, instead=OWN.send)

    def walk(self, sql: str, params: Mapping[str, Any]) -> Pending:
        if not self.failed:
            with self._or_failed():
                self._pipeline.send(_WALKING, {}, at_once=False)
        return self._sent(sql, params, instead=OWN.walk, planned_anew=True)

    def last(self) -> None:
        if not self.failed:
            with self._or_failed():
                self._pipeline.end(commit=False)

    def leave(self) -> None:
        with self._or_failed():
            self._pipeline.settle()

    def _sent(
        self, sql: str, params: Mapping[str, Any], *, instead: Callable[..., Pending], **how: bool
    ) -> Pending:
        sent = None
        if not self.failed:
            with self._or_failed():
                sent = self._pipeline.send(sql, params, **how)

        def rows() -> Rows:
            if sent and not self.failed:
                with self._or_failed():
                    return sent()
            return instead(sql, params)()

        return rows

    @contextmanager
    def _or_failed(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error:
            self.failed = True


def close() -> None:
    """Close the connections that nothing is looked for on."""
    while _idle:
        _idle.pop().close()


_left = BoundedSemaphore(BESIDE)
_idle: list[BaseDatabaseWrapper] = []
os.register_at_fork(after_in_child=_idle.clear)  # a connection is its process's own


def _taken() -> BaseDatabaseWrapper | None:
    if not _left.acquire(blocking=False):
        return None
    taken = None
    try:
        taken = _idle.pop() if _idle else _new()
        taken.close_if_unusable_or_obsolete()
        taken.ensure_connection()
    except BaseException as error:
        if taken:
            _idle.append(taken)
        _left.release()
        if isinstance(error, Error):
            return None
        raise
    return taken


def _new() -> BaseDatabaseWrapper:
    made = connections.create_connection(DEFAULT_DB_ALIAS)
    made.inc_thread_sharing()
    return made
