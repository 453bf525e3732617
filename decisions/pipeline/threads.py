"""The conversation around the messages of a batch.

What an extractor is shown depends on the stored conversation alone, never on which worker came
first or where a batch ended: an import that was killed and started again finds the same decisions.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import connection

from connectors.contract import MediaType
from connectors.models import SourceItem
from connectors.normalize import normalize
from decisions.extraction.contract import Message, Thread
from decisions.pipeline.work import Work, message_of, open_field
from momo.platform.tenancy.zones import zone_of_team

LOOK_BACK = 10  # messages before each fresh one that an extractor is shown

_Place = tuple[UUID, str, str, UUID | None, UUID | None]
_Moment = tuple[datetime, str]

# One index range per fresh message, each ended by its limit. A message is shown what everyone who
# will see its decisions may see: the team's, and what its very own readers may.
_BEFORE = """
SELECT fresh.number, earlier.id
FROM unnest(%(integrations)s::uuid[], %(threads)s::text[], %(times)s::timestamptz[],
            %(externals)s::text[], %(visibilities)s::text[], %(owners)s::uuid[],
            %(audiences)s::uuid[])
    WITH ORDINALITY AS fresh (integration_id, thread_key, occurred_at, external_id, visibility,
                              owner_id, audience_id, number)
CROSS JOIN LATERAL (
    SELECT i.id FROM connectors_sourceitem i
    WHERE i.team_id = %(team)s AND i.integration_id = fresh.integration_id
      AND i.thread_key = fresh.thread_key AND i.deleted_at IS NULL
      AND (i.occurred_at, i.external_id) < (fresh.occurred_at, fresh.external_id)
      AND (i.visibility = 'shared'
           OR (i.visibility = fresh.visibility
               AND i.owner_id IS NOT DISTINCT FROM fresh.owner_id
               AND i.audience_id IS NOT DISTINCT FROM fresh.audience_id))
    ORDER BY i.occurred_at DESC, i.external_id DESC LIMIT %(count)s
) earlier
"""


def threads_of(works: Sequence[Work]) -> list[Thread]:
    """Group works by thread and readers, oldest first, each with the messages before it.

    Noise is context, never extracted from. All are dated on the team's own clock, as "by Friday"
    means a day there. Call within `acting_as`.
    """
    heard = [work for work in works if not work.item.noise]
    if not heard:
        return []
    groups: dict[_Place, dict[_Moment, Message]] = {}
    for work in heard:
        groups.setdefault(_place(work.item), {})[_moment(work.item)] = work.message
    fresh = {place: frozenset(m.key for m in group.values()) for place, group in groups.items()}
    known = {work.item.id: (work.item, work.message) for work in works}
    before = _before([work.item for work in heard])
    known |= _read({earlier for _, earlier in before} - known.keys())
    for place, earlier in before:
        item, message = known[earlier]
        groups[place].setdefault(_moment(item), message)
    zone = zone_of_team()
    return [
        Thread(tuple(_on_clock(groups[place][at], zone) for at in sorted(groups[place])), keys)
        for place, keys in fresh.items()
    ]


def _on_clock(message: Message, zone: ZoneInfo) -> Message:
    return replace(message, sent_at=message.sent_at.astimezone(zone))


def _place(item: SourceItem) -> _Place:
    thread = item.thread_key or item.external_id
    return item.integration_id, thread, item.visibility, item.owner_id, item.audience_id


def _moment(item: SourceItem) -> _Moment:
    """External ids break ties, so that the order is the same each time."""
    return item.occurred_at, item.external_id


def _before(items: Sequence[SourceItem]) -> set[tuple[_Place, UUID]]:
    """The ids of the messages that each item's place is to be shown as well."""
    in_threads = [item for item in items if item.thread_key]
    if not in_threads:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            _BEFORE,
            {
                "team": in_threads[0].team_id,
                "integrations": [item.integration_id for item in in_threads],
                "threads": [item.thread_key for item in in_threads],
                "times": [item.occurred_at for item in in_threads],
                "externals": [item.external_id for item in in_threads],
                "visibilities": [item.visibility for item in in_threads],
                "owners": [item.owner_id for item in in_threads],
                "audiences": [item.audience_id for item in in_threads],
                "count": LOOK_BACK,
            },
        )
        return {(_place(in_threads[number - 1]), earlier) for number, earlier in cursor.fetchall()}


def _read(item_ids: Collection[UUID]) -> dict[UUID, tuple[SourceItem, Message]]:
    if not item_ids:
        return {}
    items = SourceItem.objects.filter(id__in=item_ids).defer("sealed_extraction")
    return {item.id: (item, message_of(item, _text_of(item))) for item in items}


def _text_of(item: SourceItem) -> str:
    """The item's text, cleaned here where its own turn has not come yet."""
    if item.sealed_text is not None:
        return open_field(item, "sealed_text").decode()
    return normalize(open_field(item, "sealed_raw"), MediaType(item.media_type), item.names).text
