"""Writing many rows of the current team in one statement.

Each column goes to Postgres as one array, bound by the server and unnested there. `bulk_create`
takes every field through the ORM and writes every value into the statement's text, which for rows
that come by the thousand is most of the time: an edge takes 105 microseconds that way and 32 this
way, 64 and 4 of them in this process.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from django.contrib.postgres.fields import ArrayField
from django.db import connection, models
from pgvector import HalfVector
from pgvector.psycopg.halfvec import register_halfvec_info
from psycopg.types import TypeInfo

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.statements import text_array

Table = type[models.Model]
Columns = tuple[str, ...]

DO_NOTHING = "DO NOTHING"
_AS_TEXT = (models.CharField, models.TextField, models.JSONField, ArrayField)


def insert_rows(
    table: Table,
    columns: Columns,
    rows: Sequence[Sequence[Any]],
    *,
    computed: Mapping[str, str] | None = None,
    conflict: str = DO_NOTHING,
) -> int:
    """Insert rows, in their order. Returns how many were inserted or, on conflict, updated.

    `columns` are the table's but for team_id, or names of texts that `computed` (column -> SQL
    over `given`) is made from. `conflict` is what follows ON CONFLICT. Call within `acting_as`.
    """
    if not rows:
        return 0
    sql = _insert(table, columns, tuple((computed or {}).items()), conflict)
    return _execute(sql, [current_team_id(), *_arrays(table, columns, rows)])


def update_rows(table: Table, columns: Columns, rows: Sequence[Sequence[Any]]) -> int:
    """Set columns of rows by their id, which comes first. Returns how many rows there were."""
    if not rows:
        return 0
    return _execute(_update(table, columns), [*_arrays(table, columns, rows), current_team_id()])


def on_conflict_update(key: Columns, columns: Columns) -> str:
    """A `conflict` for `insert_rows`: the row that has this key takes the new values."""
    taken = ", ".join(f"{name} = excluded.{name}" for name in columns)
    return f"({', '.join(key)}) DO UPDATE SET {taken}"


@lru_cache
def _insert(
    table: Table, columns: Columns, computed: tuple[tuple[str, str], ...], conflict: str
) -> str:
    stored = [name for name in columns if name in _fields(table)]
    names = ["team_id", *stored, *(name for name, _ in computed)]
    values = ["%s::uuid", *(_value(table, name) for name in stored), *(sql for _, sql in computed)]
    return (
        f"INSERT INTO {table._meta.db_table} ({', '.join(names)}) SELECT {', '.join(values)} "  # noqa: S608
        f"FROM {_given(table, columns)} ON CONFLICT {conflict}"
    )


@lru_cache
def _update(table: Table, columns: Columns) -> str:
    key, *changed = columns
    settings = ", ".join(f"{name} = {_value(table, name)}" for name in changed)
    return (
        f"UPDATE {table._meta.db_table} stored SET {settings} "  # noqa: S608
        f"FROM {_given(table, columns)} WHERE stored.team_id = %s AND stored.{key} = given.{key}"
    )


def _given(table: Table, columns: Columns) -> str:
    arrays = ", ".join(f"%b::{_sent_as(table, name)}[]" for name in columns)
    return f"unnest({arrays}) AS given ({', '.join(columns)})"


def _sent_as(table: Table, name: str) -> str:
    """A column's type on the way. Text has no length there: a cast would cut it off in silence."""
    field = _fields(table).get(name)
    if field is None or isinstance(field, _AS_TEXT):
        return "text"
    return str(field.db_type(connection))


def _value(table: Table, name: str) -> str:
    field = _fields(table)[name]
    from_text = isinstance(field, models.JSONField | ArrayField)
    return f"given.{name}::{field.db_type(connection)}" if from_text else f"given.{name}"


def _fields(table: Table) -> dict[str, "models.Field[Any, Any]"]:
    return {field.column: field for field in table._meta.concrete_fields if field.column}


def _arrays(table: Table, columns: Columns, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    by_column = zip(*rows, strict=True)
    return [
        list(map(encode, values))
        for encode, values in zip(_encoders(table, columns), by_column, strict=True)
    ]


@lru_cache
def _encoders(table: Table, columns: Columns) -> tuple[Callable[[Any], Any], ...]:
    fields = _fields(table)
    return tuple(_encoder(fields.get(name)) for name in columns)


def _encoder(field: "models.Field[Any, Any] | None") -> Callable[[Any], Any]:
    if isinstance(field, models.JSONField):
        return _json
    if isinstance(field, ArrayField):
        return text_array  # unnest would flatten an array of arrays
    return _plain if field is None or isinstance(field, _AS_TEXT) else _as_is


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value)


def _plain(value: str | None) -> str | None:
    """Enumerations as their value: the driver takes a list of one type only."""
    return value if value is None or type(value) is str else str(value)


def _as_is(value: Any) -> Any:
    return value


def _execute(sql: str, parameters: Sequence[Any]) -> int:
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        if any(isinstance(each, list) and isinstance(each[0], HalfVector) for each in parameters):
            register_halfvec_info(cursor, _halfvec())  # type: ignore[arg-type]
        return cursor.execute(sql, parameters).rowcount


def _halfvec() -> TypeInfo:
    """Asked of the database once a connection, as the type's number differs by database."""
    known = connection.connection.adapters.types
    found: TypeInfo | None = known.get("halfvec")
    if found is None:
        found = TypeInfo.fetch(connection.connection, "halfvec")
        assert found is not None, "the vector extension is not installed"
        known.add(found)
    return found
