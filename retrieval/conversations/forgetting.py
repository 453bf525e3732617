"""Having conversations forget messages whose decisions stay."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id


def forget_told_in_full(memory_ids: Collection[UUID]) -> None:
    """Delete the answers of a model that was shown all of the messages that these were found in.

    Of everybody's conversations. What is deleted itself takes with it what rests on it; this is
    for memories that stay while their messages go.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT momo_forget_told_in_full(%s, %s::uuid[])",
            [current_team_id(), list(memory_ids)],
        )
