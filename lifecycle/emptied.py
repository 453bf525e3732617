"""Indexes of the shared partitions that a large team's move has emptied, made anew online.

Vacuuming takes the entries out, but gives no page back. As long as an index is far larger than its
table, Postgres would rather read the table from end to end.
"""

from lifecycle.owner import alone, execute, rows
from lifecycle.partitions import TABLE
from lifecycle.tuning import EMPTIED_ENTRY_BYTES, EMPTIED_PAGES

# What Postgres calls by these endings a process left that was killed while it made one anew.
_EMPTIED = f"""
SELECT i.relname, x.indisvalid FROM pg_index x
JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
WHERE t.relname ~ '^{TABLE}_b[0-9]+_small$' AND (
  (NOT x.indisvalid AND i.relname ~ '_cc(new|old)[0-9]*$')
  OR (x.indisvalid AND i.relpages >= %s AND i.relpages::bigint * current_setting('block_size')::int
        > greatest(i.reltuples, 0) * %s))
ORDER BY x.indisvalid, i.relname
"""  # noqa: S608  (constants)


def make_anew() -> None:
    """As far as the last vacuum knows. Others read and write meanwhile.

    Raises NoOwner and AlreadyMoving.
    """
    with alone():
        for name, is_valid in rows(_EMPTIED, [EMPTIED_PAGES, EMPTIED_ENTRY_BYTES]):
            verb = "REINDEX" if is_valid else "DROP"
            execute(f'{verb} INDEX CONCURRENTLY "{name}"')
