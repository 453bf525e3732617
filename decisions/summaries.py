"""Summaries of several memories, which tell what these say."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id


def withdraw(memory_ids: Collection[UUID]) -> None:
    """Delete the summaries that tell of these memories, as they are about to go or to be hidden.

    Also those that the principal cannot see. Nothing is lost by it: the originals stand by
    themselves, and the next compaction sums up anew those that are left. In the caller's
    transaction, after `lineage.lock`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT momo_withdraw_summaries(%s, %s::uuid[])",
            [current_team_id(), list(memory_ids)],
        )
