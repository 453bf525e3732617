"""Looking for a word everywhere: every column of every table, what is sealed opened, its lexeme and
the number of that, Redis, and the files of the data folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import redis
from django.conf import settings
from django.db import connections

from momo.platform.embedded import superuser_url
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.vault import services as vault

_COLUMNS = """
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY 1, a.attnum
"""
# What each table calls itself where it seals a field.
_SEALING = {
    "connectors_authorization": "authorization", "connectors_connection": "connection",
    "connectors_delivery": "delivery", "connectors_sourceitem": "source_item",
    "rest_idempotentrequest": "idempotent_request",
}  # fmt: skip
_NO_TEXT = ("postgres", "redis")  # of the data folder: what runs there, looked at by themselves


def places_of(word: str, scope: Scope) -> set[str]:
    """Where a word is to be found, as table.column, redis or a file; the team's sealed too."""
    return {*_in_tables(word, scope), *_in_redis(word), *_in_files(word)}


def _rows(sql: str, *params: Any) -> list[tuple[Any, ...]]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(sql, params or None)
        return list(cursor.fetchall())


def _in_tables(word: str, scope: Scope) -> Iterator[str]:
    for table, column, kind in _rows(_COLUMNS):
        if kind == "bytea" and column.startswith("sealed_"):
            if any(word in text for text in _opened(table, column, scope)):
                yield f"{table}.{column}"
        elif _rows(_holding(table, column, kind), f"%{word}%"):
            yield f"{table}.{column}"
    numbers = "SELECT 1 FROM decisions_memoryterms WHERE terms && momo_terms(%s, ARRAY[%s]) LIMIT 1"
    if _rows(numbers, scope.team_id, word):
        yield "decisions_memoryterms.terms"


def _holding(table: str, column: str, kind: str) -> str:
    text = f"encode(\"{column}\", 'escape')" if kind == "bytea" else f'"{column}"::text'
    return f"SELECT 1 FROM {table} WHERE {text} ILIKE %s LIMIT 1"


def _opened(table: str, column: str, scope: Scope) -> Iterator[str]:
    """What is sealed in a column of a team. Fails for a table that this cannot open."""
    rows: list[tuple[UUID, bytes]] = _rows(
        f"SELECT id, {column} FROM {table} WHERE {column} IS NOT NULL AND team_id = %s",
        scope.team_id,
    )
    with acting_as(scope.team_id, scope.principal_id):
        for row_id, sealed in rows:
            opened = vault.unseal(sealed, table=_SEALING[table], row_id=row_id, field=column)
            yield opened.decode(errors="replace").lower()


def _in_redis(word: str) -> Iterator[str]:
    client = redis.Redis.from_url(settings.URLS.redis_url)
    for key in client.scan_iter():
        value = client.dump(key) or b""
        if word.encode() in key.lower() or word.encode() in value.lower():
            yield "redis"


def _in_files(word: str) -> Iterator[str]:
    folder = Path(settings.DATA_DIR)
    for path in folder.rglob("*"):
        inside = path.relative_to(folder)
        if inside.parts[0] in _NO_TEXT and path.suffix != ".log":
            continue
        if path.is_file() and word.encode() in path.read_bytes().lower():
            yield f"file {inside}"
        if word in str(inside).lower():
            yield f"name {inside}"


def tables_whose_files_hold(word: str) -> set[str]:
    """Tables with a word in their files, in rows that are there or not, of a server on this
    machine. What is stored compressed or sealed is not seen."""
    with psycopg.connect(superuser_url(settings.DATA_DIR), autocommit=True) as admin:
        admin.execute("CHECKPOINT")  # what was changed is in the files from now on
        (folder,) = admin.execute("SHOW data_directory").fetchone() or ("",)
    files = _rows(
        "SELECT relname, pg_relation_filepath(oid) FROM pg_class "
        "WHERE relkind IN ('r', 't', 'i') AND relnamespace <> 'pg_catalog'::regnamespace"
    )
    return {
        relation
        for relation, path in files
        if path and (file := Path(folder) / path).exists()
        and word.encode() in file.read_bytes().lower()
    }  # fmt: skip
