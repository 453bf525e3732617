"""Everything that hangs on items, memories and entities, counted.

Which tables those are the database's own foreign keys tell, so a new one is counted from its first
day.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection

from momo.platform.tenancy.context import current_team_id

_ITEM, _MEMORY, _ENTITY = "connectors_sourceitem", "decisions_memory", "decisions_entity"
_JOB = "connectors_pipelinejob"  # no foreign key holds it to its item
_OWN_NAMES = {_ITEM: "items", _MEMORY: "memories", _ENTITY: "entities"}

# Partitions repeat the keys of the table that they are of.
_FOREIGN_KEYS = """
SELECT c.conrelid::regclass::text, a.attname, c.confrelid::regclass::text
FROM pg_constraint c
JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
WHERE c.contype = 'f' AND c.conparentid = 0 AND a.attname <> 'team_id'
  AND c.confrelid IN ('connectors_sourceitem'::regclass, 'decisions_memory'::regclass,
                      'decisions_entity'::regclass)
"""


@dataclass(frozen=True, slots=True)
class Gone:
    """Ids of what is erased."""

    items: Collection[UUID] = ()
    memories: Collection[UUID] = ()
    entities: Collection[UUID] = field(default=())

    @property
    def by_table(self) -> Mapping[str, list[UUID]]:
        return {
            _ITEM: list(self.items), _MEMORY: list(self.memories), _ENTITY: list(self.entities),
        }  # fmt: skip


def count(gone: Gone) -> Counter[str]:
    """Rows of each table that are, or that hang on, any of these; as the principal sees them."""
    parameters: dict[str, Any] = {"team": current_team_id(), **gone.by_table}
    parts = []
    for table, columns in _columns().items():
        hanging = " OR ".join(f"{name} = ANY (%({of})s)" for name, of in columns)
        parts.append(
            f"SELECT '{table}', count(*) FROM {table} "  # noqa: S608  (names of the schema)
            f"WHERE team_id = %(team)s AND ({hanging})"
        )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), parameters)
        return Counter({_label(table): number for table, number in cursor.fetchall() if number})


@cache
def _columns() -> dict[str, list[tuple[str, str]]]:
    """By table the columns that refer to what is erased, and to which table of it."""
    found = defaultdict(list, {table: [("id", table)] for table in _OWN_NAMES})
    found[_JOB].append(("item_id", _ITEM))
    with connection.cursor() as cursor:
        cursor.execute(_FOREIGN_KEYS)
        for table, column, target in cursor.fetchall():
            found[table].append((column, target))
    return dict(sorted(found.items()))


@cache
def _label(table: str) -> str:
    """What the rows of a table are called in an answer."""
    known = {
        model._meta.db_table: str(model._meta.verbose_name).removesuffix("s") + "s"
        for model in apps.get_models()
        if not model._meta.proxy
    }
    return (_OWN_NAMES.get(table) or known.get(table) or table).replace(" ", "_")
