"""Copies of the benchmark's database, bit for bit, which a search can be sent to by turns."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from retrieval import lines
from tests.databases import point_at


def copied(name: str) -> str:
    """The name of a new copy of the database as it is now. By that name it is dropped together
    with the benchmark's own: see tests.databases."""
    original = connections["default"].settings_dict["NAME"]
    copy = f"momo_test_{name.replace(' ', '_')}_{os.getpid()}"
    with pointed_at("postgres"), connections["owner"].cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{copy}" TEMPLATE "{original}"')
    return copy


@contextmanager
def pointed_at(database: str) -> Iterator[None]:
    """Whatever is connected meanwhile is so to that database."""
    before = {alias: connections[alias].settings_dict["NAME"] for alias in connections}
    try:
        lines.close()
        point_at(dict.fromkeys(before, database))
        yield
    finally:
        lines.close()
        point_at(before)


@dataclass(frozen=True, slots=True)
class Connected:
    """Open connections of the serving role to one database: a search's own, and those beside it."""

    own: BaseDatabaseWrapper
    beside: list[BaseDatabaseWrapper]

    def take_over(self) -> None:
        """Searches run here from now on."""
        connections["default"], lines._idle = self.own, self.beside


@contextmanager
def connected(databases: Mapping[str, str]) -> Iterator[dict[str, Connected]]:
    """To each of the databases, under its key, for as long as this lasts."""
    before = Connected(connections["default"], lines._idle)
    made = dict[str, Connected]()
    try:
        for key, database in databases.items():
            made[key] = Connected(_opened(database), [_opened(database)])
        yield made
    finally:
        for each in made.values():
            for connection in (each.own, *each.beside):
                connection.close()
        before.take_over()


def _opened(database: str) -> BaseDatabaseWrapper:
    made = lines._new()
    # Its own settings: opened anew after a failure, it leads to the same database.
    made.settings_dict = made.settings_dict | {"NAME": database, "CONN_MAX_AGE": None}
    made.ensure_connection()
    return made
