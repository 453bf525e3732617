"""The conversation around the messages of a batch.

What an extractor is shown depends on the stored conversation alone, never on which worker came
first or where a batch ended: an import that was killed and started again finds the same decisions.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

from connectors.contract import MediaType
from connectors.models import SourceItem
from connectors.normalize import normalize
from decisions.extraction.contract import Message, Thread
from decisions.pipeline.work import Work, message_of, open_field

LOOK_BACK = 10  # messages before each fresh one that an extractor is shown

_Place = tuple[UUID, str]
_Moment = tuple[datetime, str]

# One index range per fresh message, each ended by its limit.
_BEFORE = """
SELECT DISTINCT earlier.id
FROM unnest(%(integrations)s::uuid[], %(threads)s::text[], %(times)s::timestamptz[],
            %(externals)s::text[]) AS fresh (integration_id, thread_key, occurred_at, external_id)
CROSS JOIN LATERAL (
    SELECT i.id FROM connectors_sourceitem i
    WHERE i.team_id = %(team)s AND i.integration_id = fresh.integration_id
      AND i.thread_key = fresh.thread_key AND i.deleted_at IS NULL
      AND (i.occurred_at, i.external_id) < (fresh.occurred_at, fresh.external_id)
    ORDER BY i.occurred_at DESC, i.external_id DESC LIMIT %(count)s
) earlier
"""


def threads_of(works: Sequence[Work]) -> list[Thread]:
    """Group works by thread, oldest first, each with the messages before it.

    Noise is context, never extracted from. Call within `acting_as`.
    """
    groups: dict[_Place, dict[_Moment, Message]] = {}
    fresh: dict[_Place, set[str]] = {}
    for work in works:
        groups.setdefault(_place(work.item), {})[_moment(work.item)] = work.message
        if not work.item.noise:
            fresh.setdefault(_place(work.item), set()).add(work.message.key)
    for item in _before([work.item for work in works if not work.item.noise]):
        groups[_place(item)].setdefault(_moment(item), message_of(item, _text_of(item)))
    return [
        Thread(tuple(groups[place][at] for at in sorted(groups[place])), frozenset(keys))
        for place, keys in fresh.items()
    ]


def _place(item: SourceItem) -> _Place:
    return item.integration_id, item.thread_key or item.external_id


def _moment(item: SourceItem) -> _Moment:
    """External ids break ties, so that the order is the same each time."""
    return item.occurred_at, item.external_id


def _before(items: Sequence[SourceItem]) -> list[SourceItem]:
    in_threads = [item for item in items if item.thread_key]
    if not in_threads:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            _BEFORE,
            {
                "team": in_threads[0].team_id,
                "integrations": [item.integration_id for item in in_threads],
                "threads": [item.thread_key for item in in_threads],
                "times": [item.occurred_at for item in in_threads],
                "externals": [item.external_id for item in in_threads],
                "count": LOOK_BACK,
            },
        )
        ids = {row[0] for row in cursor.fetchall()} - {item.id for item in items}
    return list(SourceItem.objects.filter(id__in=ids).defer("sealed_extraction")) if ids else []


def _text_of(item: SourceItem) -> str:
    """The item's text, cleaned here where its own turn has not come yet."""
    if item.sealed_text is not None:
        return open_field(item, "sealed_text").decode()
    return normalize(open_field(item, "sealed_raw"), MediaType(item.media_type), item.names).text
