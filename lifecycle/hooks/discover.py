"""What an endpoint is to be told, noted once: found in the tables where it happened.

Whoever writes there needs not know of webhooks, and nothing is lost with a worker. Ids go by time,
so what is new is a look at the end of a primary key. What is noted already is left out by its key;
a look goes back further than the one before, as a transaction may commit late.

Run as an endpoint's agent, which sees what the whole team shares; `shared` is named all the same.
"""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone

from lifecycle.commitments.standing import COMMITMENT, IS_OPEN, last_word
from lifecycle.hooks.events import Event
from lifecycle.hooks.models import WebhookEndpoint
from lifecycle.hooks.tuning import HISTORY, OVERLAP, UNCOMPARED
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.zones import zone_of_team

# New ones, those that a person shared by now, and those that were pending before. What is still to
# be compared with what the team knows waits for a while: it may only say something again.
_MADE = """
SELECT 'decision.made' AS event, 'made:' || m.id AS key, m.id AS subject, m.created_at AS at
FROM decisions_memory m
WHERE m.team_id = %(team)s AND m.kind = 'decision' AND m.status = 'decided'
  AND m.visibility = 'shared' AND m.archived_at IS NULL
  AND m.id IN (
    SELECT n.id FROM decisions_memory n
    WHERE n.team_id = %(team)s AND n.id >= %(floor)s AND n.created_at >= %(since)s
      AND (n.source_item_id IS NULL OR n.source_date >= n.created_at - %(history)s)
    UNION ALL
    SELECT a.subject::uuid FROM audit_auditevent a
    WHERE a.team_id = %(team)s AND a.id >= %(floor)s AND a.at >= %(since)s
      AND a.action = 'memory.edited' AND a.details->'fields' ? 'visibility'
    UNION ALL
    SELECT v.memory_id FROM decisions_memoryrevision v
    WHERE v.team_id = %(team)s AND v.id >= %(floor)s AND v.changed_at >= %(since)s - %(history)s
      AND v.changes->'status'->>0 = 'pending' AND v.changes->'status'->>1 = 'decided')
  AND NOT EXISTS (
    SELECT FROM decisions_unreconciled u
    WHERE u.team_id = %(team)s AND u.memory_id = m.id AND u.since > %(now)s - %(uncompared)s)
"""
_SUPERSEDED = """
SELECT 'decision.superseded', 'superseded:' || s.id, s.id, s.created_at
FROM decisions_supersession s
JOIN decisions_memory o ON o.team_id = %(team)s AND o.id = s.old_id
JOIN decisions_memory n ON n.team_id = %(team)s AND n.id = s.new_id
WHERE s.team_id = %(team)s AND s.id >= %(floor)s AND s.created_at >= %(since)s
  AND s.undone_at IS NULL AND s.visibility = 'shared'
  AND o.kind = 'decision' AND n.kind = 'decision'
  AND o.visibility = 'shared' AND n.visibility = 'shared'
  AND (s.by_principal IS NOT NULL OR n.source_date >= s.created_at - %(history)s)
"""
_REVERSED = """
SELECT 'decision.reversed', 'reversed:' || v.id, v.id, v.changed_at
FROM decisions_memoryrevision v
JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = v.memory_id
WHERE v.team_id = %(team)s AND v.id >= %(floor)s AND v.changed_at >= %(since)s - %(history)s
  AND v.changes->'status'->>1 = 'reversed' AND v.visibility = 'shared'
  AND m.kind = 'decision' AND m.status = 'reversed' AND m.visibility = 'shared'
"""
_OPENED = """
SELECT 'conflict.opened', 'conflict:' || c.id, c.id, c.created_at
FROM lifecycle_conflict c
JOIN decisions_memory o ON o.team_id = %(team)s AND o.id = c.older_id
JOIN decisions_memory n ON n.team_id = %(team)s AND n.id = c.newer_id
WHERE c.team_id = %(team)s AND c.id >= %(floor)s AND c.created_at >= %(since)s
  AND c.holds = '' AND c.visibility = 'shared'
  AND o.visibility = 'shared' AND n.visibility = 'shared'
  AND n.source_date >= c.created_at - %(history)s
"""
_DUE = f"""
SELECT 'commitment.due', 'due:' || m.id || ':' || m.due_on, m.id, %(now)s
FROM decisions_memory m {last_word(shared_only=True)}
WHERE m.team_id = %(team)s AND m.due_on = %(today)s AND m.visibility = 'shared'
  AND {COMMITMENT} AND {IS_OPEN}
"""  # noqa: S608  (constants)
_FOUND = {
    Event.DECISION_MADE: _MADE,
    Event.DECISION_SUPERSEDED: _SUPERSEDED,
    Event.DECISION_REVERSED: _REVERSED,
    Event.CONFLICT_OPENED: _OPENED,
    Event.COMMITMENT_DUE: _DUE,
}
# The message's id is the same for all endpoints of a team, and tells nothing.
_NOTE = """
INSERT INTO lifecycle_webhookdelivery (team_id, id, endpoint_id, event, key, message_id,
    subject_id, occurred_at, state, attempts, due_at, error, created_at)
SELECT %(team)s, gen_random_uuid(), %(endpoint)s, news.event, news.key,
    'evt_' || left(encode(sha256((%(team)s::text || ' ' || news.key)::bytea), 'hex'), 32),
    news.subject, news.at, 'waiting', 0, %(now)s, '', %(now)s
FROM ({found}) news (event, key, subject, at)
ON CONFLICT (team_id, endpoint_id, key) DO NOTHING
"""


def note_news(endpoint: WebhookEndpoint, now: datetime, *, looked_at: datetime | None) -> int:
    """Note what an endpoint is to be told since it was last looked at. Returns how much that is.

    One statement, and one for the team's clock; call within `acting_as` of the endpoint's agent.
    """
    wanted = _wanted(endpoint.events, now, looked_at)
    if not wanted:
        return 0
    found = " UNION ALL ".join(_FOUND[event] for event in wanted)
    with connection.cursor() as cursor:
        cursor.execute(_NOTE.format(found=found), _given(endpoint, now, looked_at))
        return int(cursor.rowcount)


def _wanted(events: Collection[str], now: datetime, looked_at: datetime | None) -> list[Event]:
    """What is due has no index to go by, and changes once a day: it is looked for now and then."""
    is_time = looked_at is None or _quarter(looked_at) != _quarter(now)
    return [
        event for event in Event if event in events and (event != Event.COMMITMENT_DUE or is_time)
    ]


def _quarter(moment: datetime) -> tuple[date, int, int]:
    return moment.date(), moment.hour, moment.minute // 15


def _given(endpoint: WebhookEndpoint, now: datetime, looked_at: datetime | None) -> dict[str, Any]:
    earliest = max(endpoint.since, looked_at or endpoint.since) - OVERLAP
    return {
        "team": current_team_id(), "endpoint": endpoint.id, "now": now, "since": endpoint.since,
        "floor": id_at(earliest), "history": HISTORY, "uncompared": UNCOMPARED,
        "today": timezone.localdate(now, zone_of_team()),
    }  # fmt: skip


def id_at(moment: datetime) -> UUID:
    """The smallest UUIDv7 of a moment."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)
