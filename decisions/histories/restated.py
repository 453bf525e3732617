"""Memories that say what an older one says: set aside, and counted with it as an occurrence."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current


def release(memory_ids: Collection[UUID] = (), *, occurrence_ids: Collection[UUID] = ()) -> None:
    """Take back that something says the same, where either of the two or the occurrence goes.

    To be called before memories or occurrences are deleted, in the same transaction. What was set
    aside stands by itself again and is compared anew, also where the principal does not see it, and
    an older one that stays no longer counts what is gone.
    """
    scope = current()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT momo_release_restated(%s, %s, %s::uuid[], %s::uuid[])",
            [scope.team_id, scope.principal_id, list(memory_ids), list(occurrence_ids)],
        )
