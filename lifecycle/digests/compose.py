"""Putting a digest together, as a principal, in one statement for all that it tells."""

import json
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from decisions.people import deciders
from lifecycle.commitments.people import is_called, names_of
from lifecycle.commitments.standing import COMMITMENT, IS_OPEN, last_word
from lifecycle.digests.contents import Digest, Entry, Linked, Part, Section
from lifecycle.digests.tuning import AHEAD, NAMED, PENDING_DAYS, RECURRING_AT, SHOWN
from lifecycle.scheduling.slots import Period
from momo.platform.accounts.models import User
from momo.platform.tenancy.context import current
from momo.platform.tenancy.models import Team

Row = dict[str, Any]

# One row for each thing to tell, with its section; then the first of each section, in full. Each
# table is read under row-level security; a team's digest names what is shared besides.
_ITEMS = f"""
WITH told AS (
    SELECT 'decided' AS part, m.id, m.source_date AS at, NULL::uuid AS other, '' AS reason,
        NULL::uuid AS who, 0 AS times, -m.importance AS weight, true AS fresh
    FROM decisions_memory m
    WHERE m.team_id = %(team)s AND m.kind = 'decision' AND m.status = 'decided'
      AND m.superseded_by IS NULL AND m.archived_at IS NULL AND m.visibility <> 'secret'
      AND m.source_date >= %(start)s AND m.source_date < %(end)s {{m}}
      AND (m.due_on IS NULL OR m.due_on > %(until)s)
      AND NOT EXISTS (
        SELECT FROM decisions_supersession s
        WHERE s.team_id = %(team)s AND s.new_id = m.id AND s.undone_at IS NULL {{s}})
    UNION ALL
    SELECT 'changed', m.id, GREATEST(n.source_date, m.source_date), n.id, s.reason, s.by_principal,
        0, 0, true
    FROM decisions_supersession s
    JOIN decisions_memory n ON n.team_id = %(team)s AND n.id = s.new_id
    JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = s.old_id
    WHERE s.team_id = %(team)s AND s.undone_at IS NULL AND m.superseded_by = n.id
      AND n.status <> 'reversed' AND m.visibility <> 'secret' AND n.visibility <> 'secret'
      AND ((n.source_date >= %(start)s AND n.source_date < %(end)s)
           OR (s.by_principal IS NOT NULL AND s.created_at >= %(start)s AND s.created_at < %(end)s))
      {{m}} {{n}} {{s}}
    UNION ALL
    SELECT 'changed', m.id, COALESCE(v.changed_at, m.source_date), NULL, COALESCE(v.reason, ''),
        v.changed_by, 0, 0, true
    FROM decisions_memory m LEFT JOIN LATERAL (
        SELECT v.changed_at, v.reason, v.changed_by FROM decisions_memoryrevision v
        WHERE v.team_id = %(team)s AND v.memory_id = m.id
          AND v.changes->'status'->>1 = 'reversed' {{v}}
        ORDER BY v.number DESC LIMIT 1) v ON true
    WHERE m.team_id = %(team)s AND m.kind = 'decision' AND m.status = 'reversed'
      AND m.archived_at IS NULL AND m.visibility <> 'secret' {{m}}
      AND COALESCE(v.changed_at, m.source_date) >= %(start)s
      AND COALESCE(v.changed_at, m.source_date) < %(end)s
    UNION ALL
    SELECT 'pending', m.id, m.source_date, NULL, '', NULL, 0, 0, m.source_date >= %(start)s
    FROM decisions_memory m
    WHERE m.team_id = %(team)s AND m.kind = 'decision' AND m.status = 'pending'
      AND m.superseded_by IS NULL AND m.archived_at IS NULL AND m.visibility <> 'secret'
      AND m.source_date >= %(end)s - %(pending)s AND m.source_date < %(end)s {{m}}
    UNION ALL
    SELECT 'again', o.memory_id, max(o.at), NULL,
        (array_agg(o.snippet ORDER BY o.at DESC, o.id DESC))[1], NULL, count(*)::int,
        -count(*), true
    FROM decisions_occurrence o
    JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = o.memory_id
    WHERE o.team_id = %(team)s AND o.at >= %(start)s AND o.at < %(end)s {{o}} {{m}}
      AND m.archived_at IS NULL AND m.visibility <> 'secret' AND o.visibility <> 'secret'
    GROUP BY o.memory_id
    UNION ALL
    SELECT CASE WHEN m.due_on < %(today)s THEN 'overdue' ELSE 'due' END, m.id,
        m.due_on::timestamp AT TIME ZONE 'UTC', NULL, '', NULL, 0,
        CASE WHEN lower(m.owner_name) = ANY (%(me)s) THEN 0 ELSE 1 END, m.due_on >= %(first)s
    FROM decisions_memory m {{word}}
    WHERE m.team_id = %(team)s AND m.due_on <= %(until)s AND {COMMITMENT} AND {IS_OPEN} {{m}}
), ranked AS (
    SELECT told.*, count(*) OVER (PARTITION BY part)::int AS total,
        bool_or(fresh) OVER () AS is_news,
        row_number() OVER (PARTITION BY part ORDER BY weight,
            CASE WHEN part = 'due' THEN at END, at DESC, id) AS place
    FROM told
)
SELECT r.part, r.total, r.is_news, r.at, r.reason, r.times, m.id, m.title, m.source_url AS url,
    m.source_date, m.people, m.owner_name, m.due_on, m.source, m.rationale,
    m.occurrence_count AS in_all, i.container, n.id AS other, n.title AS other_title,
    n.source_url AS other_url, n.people AS other_people, n.source AS other_source,
    n.rationale AS other_rationale, COALESCE(NULLIF(u.name, ''), a.name, '') AS who
FROM ranked r
JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = r.id
LEFT JOIN decisions_memory n ON n.team_id = %(team)s AND n.id = r.other
LEFT JOIN connectors_sourceitem i
    ON i.team_id = %(team)s AND i.id = COALESCE(n.source_item_id, m.source_item_id) {{i}}
LEFT JOIN accounts_user u ON u.id = r.who
LEFT JOIN accounts_agent a ON a.team_id = %(team)s AND a.id = r.who
WHERE r.place <= %(shown)s ORDER BY r.part, r.place
"""  # noqa: S608  (constants)


def compose(period: Period, today: date, *, for_team: bool, shown: int = SHOWN) -> Digest:
    """The digest of a period, as the principal may see it; for the team, of what is shared.

    `today`, on which it is told, says what is late by then: a digest may be told late itself.

    Three statements; call within `acting_as`.
    """
    user = None if for_team else User.objects.filter(id=current().principal_id).first()
    me = names_of(user.name, user.email) if user else frozenset()
    rows = _rows(period, today, sorted(me), for_team=for_team, shown=shown)
    entries: dict[Part, list[Entry]] = {}
    totals: dict[Part, int] = {}
    for row in rows:
        part = Part(row["part"])
        totals[part] = row["total"]
        entries.setdefault(part, []).append(_entry(part, row, period, today, me))
    return Digest(
        team=" ".join(Team.objects.get().name.split()), reader=user.name if user else "",
        period=period, is_news=bool(rows and rows[0]["is_news"]),
        sections=[Section(part, entries[part], totals[part]) for part in Part if part in entries],
    )  # fmt: skip


def _rows(
    period: Period, today: date, me: Sequence[str], *, for_team: bool, shown: int
) -> list[Row]:
    sql = _ITEMS.format(
        word=last_word(shared_only=for_team),
        **{each: f"AND {each}.visibility = 'shared'" if for_team else "" for each in "mnsvoi"},
    )
    given: dict[str, Any] = {
        "team": current().team_id, "start": period.start, "end": period.end, "me": list(me),
        "first": period.first, "today": today, "shown": shown,
        "until": today + timedelta(days=AHEAD[period.cadence]),
        "pending": timedelta(days=PENDING_DAYS),
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _entry(part: Part, row: Row, period: Period, today: date, me: frozenset[str]) -> Entry:
    owed = part in (Part.DUE, Part.OVERDUE)
    day: date = row["due_on"] if owed else row["at"].astimezone(period.zone).date()
    replaced = row["other"] is not None
    return Entry(
        about=_linked(row["id"], row["title"], row["url"]),
        now=_linked(row["other"], row["other_title"], row["other_url"]) if replaced else None,
        day=day,
        people=_people(part, row),
        where=_where(row["other_source"] if replaced else row["source"], row["container"] or ""),
        reason=_reason(part, row),
        yours=owed and is_called(row["owner_name"], me),
        days=abs((day - today).days),
        times=row["times"],
        in_all=row["in_all"],
        recurring=row["in_all"] >= RECURRING_AT,
    )


def _people(part: Part, row: Row) -> list[str]:
    """Who must do it, who said that it changed, or else who decided it."""
    if part in (Part.DUE, Part.OVERDUE):
        return [row["owner_name"]] if row["owner_name"] else []
    if row["who"]:
        return [row["who"]]
    return deciders(json.loads(row["other_people"] or row["people"]))[:NAMED]


def _reason(part: Part, row: Row) -> str:
    """A rule's reason says what it saw, in a line of its own making; a rationale says why."""
    if part == Part.CHANGED:
        told = row["reason"] if row["who"] else row["other_rationale"] or row["reason"]
        return str(told or "")
    return str(row["reason"] or (row["rationale"] if part == Part.DECIDED else ""))


def _linked(memory_id: UUID, title: str, source_url: str) -> Linked:
    return Linked(memory_id, " ".join(title.split()), url_of(memory_id, source_url))


def url_of(memory_id: UUID, source_url: str) -> str:
    """A decision's page here, where Momo has a public address, else where it was said."""
    if settings.MOMO_PUBLIC_URL:
        return f"{settings.MOMO_PUBLIC_URL}/decisions/{memory_id}"
    return source_url if source_url.lower().startswith(_LINKED) else ""


_LINKED = ("http://", "https://")  # a source may say anything, and nothing else is a link


_SOURCES = {
    "gmail": "mail", "github": "GitHub", "slack": "Slack", "discord": "Discord",
    "notion": "Notion", "file": "notes", "manual": "stated in Momo",
}  # fmt: skip
_CHANNELS = {"slack", "discord"}  # whose containers are channels; a mailbox is its owner's name


def _where(source: str, container: str) -> str:
    name = _SOURCES.get(source, source)
    channel = " ".join(container.split())
    if source == "file" and channel:  # notes and decision records alike: the folder or file says
        return channel
    return f"{name}, {channel}" if source in _CHANNELS and channel else name
