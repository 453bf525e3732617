"""Who names things and who says which of them are one take turns."""

from django.db import connection

from momo.platform.tenancy.context import current_team_id

_KEY = "(hashtextextended('entities ' || %s::uuid, 0))"


def lock() -> None:
    """Wait for whoever names things or joins names in this team, until the transaction ends.

    The last lock of all: after those of threads, of links between memories, and of rows. To be
    called before anything is named by whoever will resolve names in the same transaction.
    """
    _take("pg_advisory_xact_lock")


def lock_shared() -> None:
    """Wait for whoever joins names: the entity that a name leads to stays until the end."""
    _take("pg_advisory_xact_lock_shared")


def _take(function: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}{_KEY}", [current_team_id()])
