"""What other connections to this test's database are at."""

from django.db import connections

_OPEN = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
"""


def in_transaction() -> int:
    """How many other connections are in a transaction. Uses one of this thread's own."""
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute(_OPEN)
            return int(cursor.fetchone()[0])
    finally:
        connections["default"].close()
