"""The floor: the same rows, written by batched INSERTs and nothing else.

Whatever a pipeline does, in the end it must have written its rows. So the rows that a run left are
read back, given to another team and inserted again: same role under row-level security, same
tables and indexes, as many rows a statement and as many transactions as the pipeline has items a
batch and batches, one connection. Sealed fields are written as they are, index entries and vectors
as text. Rows that the pipeline changed several times, or wrote and deleted, count once.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import psycopg
from django.apps import apps
from django.db import connection, models

from connectors.models import Integration, PipelineJob, PipelineTurn, SourceItem, SyncRun
from decisions.models import (
    Decision,
    Edge,
    Entity,
    EntityName,
    EntityVerdict,
    Memory,
    MemoryEmbedding,
    MemoryTerms,
    MessageVector,
    Occurrence,
    Supersession,
    Unreconciled,
)
from momo.platform.accounts.models import Agent
from momo.platform.tenancy.context import Scope, acting_as

Table = type[models.Model]
Row = tuple[Any, ...]

# In an order that foreign keys allow. A few rows stand before the first item does.
BEFOREHAND: tuple[Table, ...] = (Agent, Integration, SyncRun)
PRODUCED: tuple[Table, ...] = (
    SourceItem, Memory, MemoryEmbedding, MessageVector, MemoryTerms, Entity, EntityName,
    EntityVerdict, Edge, Occurrence, Supersession,
)  # fmt: skip
_COUNTED = {*BEFOREHAND, *PRODUCED, PipelineJob, PipelineTurn, Decision, Unreconciled}
_APPS = ("connectors", "decisions", "retrieval", "lifecycle")
_READ_AS_TEXT = {"ArrayField", "HalfVectorField", "JSONField", "SearchVectorField"}


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    type: str
    as_text: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one table as they stand in the database."""

    table: str
    columns: tuple[Column, ...]
    values: list[Row]

    @property
    def names(self) -> str:
        return ", ".join(column.name for column in self.columns)


def rows_of(scope: Scope, tables: Sequence[Table]) -> list[Rows]:
    """All rows that a principal sees of a team, oldest first."""
    with acting_as(scope.team_id, scope.principal_id):
        return [_read(scope.team_id, table) for table in tables]


def _read(team_id: UUID, model: Table) -> Rows:
    columns = tuple(
        Column(field.column, str(field.db_type(connection)), type(field).__name__ in _READ_AS_TEXT)
        for field in model._meta.concrete_fields
        if field.column and not field.generated
    )
    table = model._meta.db_table
    wanted = ", ".join(f"{c.name}::text" if c.as_text else c.name for c in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {wanted} FROM {table} WHERE team_id = %s ORDER BY 2", [team_id])
        return Rows(table, columns, cursor.fetchall())


def uncounted(scope: Scope) -> list[str]:
    """Tables with rows of the team that the floor would leave out: the figure would be unfair."""
    others = [
        model
        for app in _APPS if apps.is_installed(app)
        for model in apps.get_app_config(app).get_models()
        if model not in _COUNTED and any(f.name == "team_id" for f in model._meta.fields)
    ]  # fmt: skip
    return [rows.table for rows in rows_of(scope, others) if rows.values]


Statement = tuple[str, list[Any]]
Form = Callable[[Rows], Statement]


def as_values(rows: Rows) -> Statement:
    """INSERT ... VALUES (...), (...): as anybody would."""
    row = f"({', '.join(['%s'] * len(rows.columns))})"
    return (
        f"INSERT INTO {rows.table} ({rows.names}) VALUES {', '.join([row] * len(rows.values))}",
        [value for each in rows.values for value in each],
    )


def as_arrays(rows: Rows) -> Statement:
    """INSERT ... SELECT FROM unnest(...): an array a column, as Momo itself writes."""
    sent = [f"%b::{_sent_as(column)}[]" for column in rows.columns]
    values = [f"{c.name}::{c.type}" if c.as_text else c.name for c in rows.columns]
    return (
        f"INSERT INTO {rows.table} ({rows.names}) SELECT {', '.join(values)} "
        f"FROM unnest({', '.join(sent)}) AS given ({rows.names})",
        [list(column) for column in zip(*rows.values, strict=True)],
    )


def _sent_as(column: Column) -> str:
    return "text" if column.as_text or column.type.startswith("varchar") else column.type


def insert(
    scope: Scope, tables: Sequence[Rows], form: Form, *, batch: int, transactions: int
) -> float:
    """Insert rows as another team's. Returns the seconds it took, statements made included."""
    parts = [
        replace(rows, values=rows.values[at : at + batch])
        for rows in (_given_to(scope.team_id, each) for each in tables)
        for at in range(0, len(rows.values), batch)
    ]
    started = time.perf_counter()
    for group in _groups(parts, transactions):
        with acting_as(scope.team_id, scope.principal_id):
            cursor = psycopg.Cursor(connection.connection)
            for part in group:
                cursor.execute(*form(part))
    return time.perf_counter() - started


def _given_to(team_id: UUID, rows: Rows) -> Rows:
    at = [column.name for column in rows.columns].index("team_id")
    values = [(*row[:at], team_id, *row[at + 1 :]) for row in rows.values]
    return replace(rows, values=values)


def _groups(parts: list[Rows], count: int) -> Iterator[list[Rows]]:
    size = -(-len(parts) // count)
    for at in range(0, len(parts), size):
        yield parts[at : at + size]
