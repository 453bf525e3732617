"""Statements about the current team, where SQL says it better than the ORM."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection

from momo.platform.tenancy.context import current_team_id


def rows_of(sql: str, given: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """What a statement finds, which names the team as `%(team)s`; call within `acting_as`."""
    with connection.cursor() as cursor:
        cursor.execute(sql, {**given, "team": current_team_id()})
        return cursor.fetchall()  # type: ignore[no-any-return]


def text_array(values: Iterable[str]) -> str:
    """Texts as Postgres writes an array of them, for a parameter that is cast to `text[]`: the
    driver looks at each value of a list several times."""
    escaped = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return "{" + ",".join([f'"{value}"' for value in escaped]) + "}"
