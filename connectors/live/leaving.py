"""What stays of a private connection whose person left the team: nothing that opens anything."""

from uuid import UUID

from django.db import connection

from connectors.live import turns


def forget(connection_id: UUID) -> None:
    """Work on it no more, and forget its credentials and what was sent and is not read.

    Nobody acts for whoever left, so the database does it, and only where they have left. What was
    collected stays theirs; should they come back, they connect it again. Call outside `acting_as`.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT momo_forget_left_connection(%s)", [connection_id])
    turns.drop(connection_id)
