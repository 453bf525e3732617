"""Statements that are sent one after the other, each answer read once it is called for.

In libpq's pipeline mode. psycopg's own pipeline waits for all that was sent wherever one answer is
wanted, and its cursors take a statement several times the instructions of this: for what runs a
dozen statements within milliseconds, and for nothing else. See docs/adr/0028.
"""

import re
import select
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

import psycopg
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus, Format, PipelineStatus, TransactionStatus
from psycopg.pq.abc import Buffer, PGresult

Rows = Sequence[tuple[Any, ...]]
Pending = Callable[[], Rows]

PREPARED = 100  # statements that a connection keeps planned, as psycopg does
_PARAMETER = re.compile(r"%%|%\((\w+)\)s")


class Sent:
    """A statement that was sent: what it gives is waited for when it is called."""

    __slots__ = ("_pipeline", "_rows", "name", "result")

    def __init__(self, pipeline: "Pipeline", name: bytes = b"") -> None:
        self._pipeline = pipeline
        self._rows: Rows | None = None
        self.name = name  # of what it was prepared as
        self.result: PGresult | None = None

    def __call__(self) -> Rows:
        """Raises psycopg.Error: its own, or that of what failed before it."""
        if self._rows is None:
            self._rows, self.result = self._pipeline.read(self), None
        return self._rows


class _Values(NamedTuple):
    """A statement's text as the server has it, and its parameters as it takes them."""

    text: bytes
    values: Sequence[Buffer | None] | None = None
    types: tuple[int, ...] = ()
    formats: Sequence[Format] | None = None


class Pipeline:
    """That of one connection, which is in pipeline mode from the first statement until `settle`.

    Within a transaction of the connection, or as one by itself where the connection commits each
    statement. Not for two threads at a time. While it is `held`, others' statements go on being
    sent before the answers to the first are read.
    """

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection
        self.held = False
        self.has_ended = False
        self._libpq = connection.pgconn
        self._adapting = Transformer(connection)
        self._unread = deque[Sent | bytes | None]()
        self._names = OrderedDict[tuple[str, tuple[int, ...]], bytes]()
        self._named = 0
        self._failure: psycopg.Error | None = None

    @property
    def is_under_way(self) -> bool:
        return self._libpq.pipeline_status != PipelineStatus.OFF

    def send(
        self,
        sql: str,
        params: Mapping[str, Any],
        *,
        at_once: bool = True,
        planned_anew: bool = False,
    ) -> Sent:
        """Have a statement run that names its parameters as `%(name)s`. The server plans it once a
        connection, unless it is to be `planned_anew` with its values in it. It is told of it now,
        and gives its answer as soon as it has it, or with what is sent next where not `at_once`."""
        if self.has_ended:
            raise RuntimeError("The transaction has ended: what is sent now would be nobody's.")
        if planned_anew:
            text = psycopg.ClientCursor(self.connection).mogrify(sql, params).encode()
            given = _Values(text)
        else:
            given = self._adapted(sql, params)
        with self._in_step():
            if not self.is_under_way:
                self._begin()
            if planned_anew or self.connection.prepare_threshold is None:
                sent = Sent(self)
                self._libpq.send_query_params(*given, Format.BINARY)
            else:
                sent = Sent(self, name := self._prepared(given.text, sql, given.types))
                self._libpq.send_query_prepared(name, given.values, given.formats, Format.BINARY)
            self._unread.append(sent)
            if at_once:
                self._libpq.send_flush_request()
                self._flush()
        return sent

    def end(self, *, commit: bool) -> None:
        """Say that nothing follows, so that the transaction ends with what was sent last."""
        if self.is_under_way and not self.has_ended:
            with self._in_step():
                if commit:
                    self._command(b"COMMIT")
                self._synchronize()
            self.has_ended = True

    def read(self, sent: Sent) -> Rows:
        """The rows of what was sent, none of what gives no rows. Raises psycopg.Error."""
        while (result := sent.result) is None:
            if self._failure:
                raise self._failure
            if not self._unread:
                raise psycopg.InterfaceError("the answer was not read before its transaction ended")
            self._read_first()
        if result.status == ExecStatus.COMMAND_OK:
            return []
        self._adapting.set_pgresult(result, format=Format.BINARY)
        return self._adapting.load_rows(0, result.ntuples, tuple)

    def settle(self) -> None:
        """Wait for all that was sent, and leave pipeline mode, so that the connection can be used
        otherwise. Raises an error that nobody was told of."""
        told = self._failure
        try:
            if self.is_under_way and self._libpq.status == ConnStatus.OK:
                with self._in_step():
                    if not self.has_ended:
                        self._synchronize()
                    while self._unread:
                        self._read_first()
                    self._libpq.exit_pipeline_mode()
        finally:
            failure, self._failure, self.has_ended = self._failure, None, False
            self._unread.clear()
        if failure and failure is not told:
            raise failure

    def _begin(self) -> None:
        self._libpq.enter_pipeline_mode()
        is_idle = self._libpq.transaction_status == TransactionStatus.IDLE
        if is_idle and not self.connection.autocommit:
            self._command(b"BEGIN")

    def _command(self, command: bytes) -> None:
        self._libpq.send_query_params(command, None)
        self._unread.append(command)

    def _adapted(self, sql: str, params: Mapping[str, Any]) -> "_Values":
        text, names = numbered(sql)
        given = [params[name] for name in names]
        values = self._adapting.dump_sequence(given, [PyFormat.AUTO] * len(given))
        return _Values(text, values, self._adapting.types or (), self._adapting.formats)

    @contextmanager
    def _in_step(self) -> Iterator[None]:
        """Whatever interrupts this in its midst closes the connection: the next answer that came
        would be taken for another's."""
        try:
            yield
        except BaseException:
            self._libpq.finish()
            raise

    def _prepared(self, text: bytes, sql: str, types: tuple[int, ...]) -> bytes:
        """The name under which the server keeps the statement's plan."""
        if name := self._names.get((sql, types)):
            self._names.move_to_end((sql, types))
            return name
        while len(self._names) >= PREPARED:
            self._command(b"DEALLOCATE " + self._names.popitem(last=False)[1])
        self._named += 1
        name = self._names[sql, types] = b"momo_%d" % self._named
        self._libpq.send_prepare(name, text, types)
        self._unread.append(name)
        return name

    def _synchronize(self) -> None:
        self._libpq.pipeline_sync()
        self._unread.append(None)
        self._flush()

    def _flush(self) -> None:
        while self._libpq.flush():  # what the server sends meanwhile must be read, or both wait
            if self._wait(select.POLLIN | select.POLLOUT) & select.POLLIN:
                self._libpq.consume_input()

    def _read_first(self) -> None:
        """Read the answer to what was sent first of what is unread."""
        with self._in_step():
            while (result := self._result()) is None:  # which ends the answer before
                if self._libpq.status == ConnStatus.BAD:
                    raise psycopg.OperationalError("the connection is lost")
            sent = self._unread.popleft()
        if result.status not in (ExecStatus.FATAL_ERROR, ExecStatus.PIPELINE_ABORTED):
            if isinstance(sent, Sent):
                sent.result = result
            return
        useless = sent  # what was to be prepared is not
        if result.status == ExecStatus.FATAL_ERROR:
            if not self._failure:
                self._failure = error_from_result(result, self.connection.info.encoding)
            if isinstance(sent, Sent):
                useless = sent.name  # its plan may be, as after a change of the schema
        self._names = OrderedDict((k, name) for k, name in self._names.items() if name != useless)

    def _result(self) -> PGresult | None:
        while self._libpq.is_busy():
            self._wait(select.POLLIN)
            self._libpq.consume_input()
        return self._libpq.get_result()

    def _wait(self, events: int) -> int:
        poll = select.poll()
        poll.register(self._libpq.socket, events)
        return poll.poll()[0][1]


@lru_cache(maxsize=256)
def numbered(sql: str) -> tuple[bytes, tuple[str, ...]]:
    """A statement with `%(name)s` as the server has it, with numbers, and the names of these."""
    names = dict[str, int]()

    def number(match: re.Match[str]) -> str:
        name = match[1]
        return f"${names.setdefault(name, len(names) + 1)}" if name else "%"

    return _PARAMETER.sub(number, sql).encode(), tuple(names)
