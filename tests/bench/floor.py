"""The floor: the same rows, written by plain batched INSERTs and nothing else.

Whatever a pipeline does, in the end it must have written its rows. So the rows that a run left are
read back, given to another team and inserted again: same role under row-level security, same
tables and indexes, multi-row INSERTs in batches as large as the pipeline's, as many transactions
as it has batches, one connection. Sealed fields are written as they are, index entries and vectors
as text.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection, models

from connectors.models import Integration, PipelineJob, PipelineTurn, SourceItem, SyncRun
from decisions.models import (
    Decision,
    Edge,
    Entity,
    Memory,
    MemoryEmbedding,
    Occurrence,
    Supersession,
)
from momo.platform.accounts.models import Agent
from momo.platform.tenancy.context import Scope, acting_as

Table = type[models.Model]

# Each in an order that foreign keys allow. A handful of rows stand before the first item does.
BEFOREHAND: tuple[Table, ...] = (Agent, Integration, SyncRun)
PRODUCED: tuple[Table, ...] = (
    SourceItem, Memory, MemoryEmbedding, Entity, Edge, Occurrence, Supersession,
)  # fmt: skip
_APPS = ("connectors", "decisions", "retrieval", "lifecycle")
_OF_TEXT = {"HalfVectorField", "SearchVectorField", "JSONField"}  # read and written as text


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one table as they stand in the database, in the order of `columns`."""

    table: str
    columns: tuple[str, ...]
    values: list[tuple[Any, ...]]


def rows_of(scope: Scope, tables: Sequence[Table]) -> list[Rows]:
    """All rows that a principal sees of a team, oldest first."""
    with acting_as(scope.team_id, scope.principal_id):
        return [_read(scope.team_id, table) for table in tables]


def _read(team_id: UUID, model: Table) -> Rows:
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    fields = [field for field in fields if field.column]
    wanted = ", ".join(
        f"{field.column}::text" if type(field).__name__ in _OF_TEXT else field.column
        for field in fields
    )
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {wanted} FROM {table} WHERE team_id = %s ORDER BY 2", [team_id])
        return Rows(table, tuple(field.column for field in fields), cursor.fetchall())


def unlisted(scope: Scope) -> list[str]:
    """Tables with rows of the team that the floor would leave out: the figure would be unfair."""
    listed = {*BEFOREHAND, *PRODUCED, PipelineJob, PipelineTurn, Decision}
    others = [
        model
        for app in _APPS if apps.is_installed(app)
        for model in apps.get_app_config(app).get_models()
        if model not in listed and any(f.name == "team_id" for f in model._meta.fields)
    ]  # fmt: skip
    return [rows.table for rows in rows_of(scope, others) if rows.values]


def insert(scope: Scope, tables: Sequence[Rows], *, batch: int, transactions: int) -> float:
    """Insert rows as another team's, and return the seconds that took."""
    given = [_given_to(scope.team_id, rows) for rows in tables]
    statements = [
        (rows, rows.values[at : at + batch])
        for rows in given
        for at in range(0, len(rows.values), batch)
    ]
    started = time.perf_counter()
    for group in _in_groups(statements, transactions):
        with acting_as(scope.team_id, scope.principal_id), connection.cursor() as cursor:
            for rows, values in group:
                cursor.execute(*_insert(rows, values))
    return time.perf_counter() - started


def _given_to(team_id: UUID, rows: Rows) -> Rows:
    at = rows.columns.index("team_id")
    values = [(*row[:at], team_id, *row[at + 1 :]) for row in rows.values]
    return Rows(rows.table, rows.columns, values)


def _in_groups(
    statements: list[tuple[Rows, list[tuple[Any, ...]]]], groups: int
) -> Iterator[list[tuple[Rows, list[tuple[Any, ...]]]]]:
    size = -(-len(statements) // groups)
    for at in range(0, len(statements), size):
        yield statements[at : at + size]


def _insert(rows: Rows, values: list[tuple[Any, ...]]) -> tuple[str, list[Any]]:
    row = f"({', '.join(['%s'] * len(rows.columns))})"
    sql = f"INSERT INTO {rows.table} ({', '.join(rows.columns)}) VALUES {', '.join([row] * len(values))}"
    return sql, [value for each in values for value in each]
