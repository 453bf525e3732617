"""Terms: each memory's own words in an index of their own, by which a search finds its thread.

What is said around a memory changes with every message near by; its own words do not, so writing
them once costs little. A search looks these up, and then at the full text of the threads found.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id

_DELETE = "DELETE FROM decisions_memoryterms WHERE team_id = %(team)s AND memory_id = ANY(%(ids)s)"
_INSERT = """
INSERT INTO decisions_memoryterms
    (team_id, memory_id, visibility, owner_id, audience_id, thread_key, terms)
SELECT m.team_id, m.id, m.visibility, m.owner_id, m.audience_id, m.thread_key,
    momo_terms(m.team_id, tsvector_to_array(CASE m.kind
        WHEN 'observation' THEN ts_filter(m.search, '{a}') ELSE m.search END))
FROM decisions_memory m
WHERE m.team_id = %(team)s AND m.id = ANY(%(ids)s) AND m.search IS NOT NULL
"""


def index_terms(memory_ids: Sequence[UUID], *, replaced: Sequence[UUID] = ()) -> None:
    """Index the words of memories as they are stored now; those of `replaced` were there before."""
    given: dict[str, Any] = {"team": current_team_id(), "ids": list(memory_ids)}
    with connection.cursor() as cursor:
        if replaced:
            cursor.execute(_DELETE, given | {"ids": list(replaced)})
        if memory_ids:
            cursor.execute(_INSERT, given)
