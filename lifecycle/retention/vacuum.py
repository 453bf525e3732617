"""Clearing away what deleted rows leave in the database's files: an operator's job."""

from lifecycle.owner import execute, rows

# Tables that hold what people wrote, or what is made of it; others hold ids and states.
_TABLES = """
SELECT c.oid::regclass::text FROM pg_class c
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  AND (c.relname LIKE 'connectors\\_%%' OR c.relname LIKE 'decisions\\_%%'
       OR c.relname LIKE 'lifecycle\\_%%' OR c.relname LIKE 'rest\\_%%')
ORDER BY 1
"""


def vacuum(*, full: bool = False) -> list[str]:
    """Vacuum the tables that memories and sources are in. Returns which. Raises NoOwner.

    Deleted rows stay in a table's file until then; with `full` the file itself is written anew, so
    that not even their bytes are left in it, and the table is locked meanwhile.
    """
    tables = [row[0] for row in rows(_TABLES)]
    for table in tables:
        execute(f"VACUUM {'(FULL)' if full else ''} {table}")
    return tables
