"""Reading commitments, as far as the principal may see them, and what says they are done."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import connection

from lifecycle.commitments.people import names_of
from lifecycle.commitments.standing import COMMITMENT, IS_OPEN, last_word
from momo.platform.accounts.models import User
from momo.platform.tenancy.context import current_team_id

SHOWN = 100  # of a list at most; chosen

# Where a commitment stands in a list: when it is due, when it was said, and its id.
Place = tuple[date | None, datetime, UUID]


class State(StrEnum):
    OPEN = "open"
    DUE = "due"
    OVERDUE = "overdue"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Commitment:
    """Who owes what, by when, and what was said of it last.

    `closed_by` is the name of the person who closed or reopened it, `rule` what read the message
    that did; `evidence_id` is that message and `evidence` its words. All are empty while nothing
    was said.
    """

    id: UUID
    kind: str
    title: str
    quote: str
    owner: str
    due_on: date | None
    state: State
    visibility: str
    source: str
    source_url: str
    source_date: datetime
    closed_at: datetime | None
    closed_by: str
    rule: str
    evidence_id: UUID | None
    evidence: str


# Overdue ones first, then what is due next, then what has no date, the newest first.
_LIST = f"""
SELECT m.id, m.kind, m.title, m.quote, m.owner_name AS owner, m.due_on,
    CASE WHEN word.closed THEN 'closed' WHEN m.due_on < %(today)s THEN 'overdue'
        WHEN m.due_on <= %(until)s THEN 'due' ELSE 'open' END AS state,
    m.visibility, m.source, m.source_url, m.source_date,
    CASE WHEN word.closed THEN word.at END AS closed_at,
    COALESCE(NULLIF(u.name, ''), a.name, '') AS closed_by, COALESCE(word.by_rule, '') AS rule,
    word.item_id AS evidence_id, COALESCE(word.quote, '') AS evidence
FROM decisions_memory m
{last_word()}
LEFT JOIN accounts_user u ON u.id = word.by_principal
LEFT JOIN accounts_agent a ON a.team_id = %(team)s AND a.id = word.by_principal
WHERE m.team_id = %(team)s AND {COMMITMENT}
  AND (%(id)s::uuid IS NULL OR m.id = %(id)s)
  AND (%(state)s = '' OR CASE %(state)s WHEN 'closed' THEN word.closed
        WHEN 'overdue' THEN {IS_OPEN} AND m.due_on < %(today)s
        WHEN 'due' THEN {IS_OPEN} AND m.due_on BETWEEN %(today)s AND %(until)s
        ELSE {IS_OPEN} END)
  AND (%(owners)s::text[] IS NULL OR lower(m.owner_name) = ANY (%(owners)s))
  AND (%(after_id)s::uuid IS NULL OR (COALESCE(m.due_on, 'infinity') > %(after_due)s::date OR (
        COALESCE(m.due_on, 'infinity') = %(after_due)s::date
        AND (m.source_date < %(after_said)s
             OR (m.source_date = %(after_said)s AND m.id > %(after_id)s)))))
ORDER BY m.due_on NULLS LAST, m.source_date DESC, m.id LIMIT %(limit)s
"""  # noqa: S608  (constants)


_COUNT = f"""
SELECT count(*) FILTER (WHERE m.due_on < %(today)s),
    count(*) FILTER (WHERE m.due_on < %(today)s AND lower(m.owner_name) = ANY (%(owners)s)),
    count(*) FILTER (WHERE m.due_on BETWEEN %(today)s AND %(until)s
        AND lower(m.owner_name) = ANY (%(owners)s))
FROM decisions_memory m
{last_word()}
WHERE m.team_id = %(team)s AND m.due_on <= %(until)s AND {COMMITMENT} AND {IS_OPEN}
"""  # noqa: S608  (constants)


@dataclass(frozen=True, slots=True)
class Owed:
    """How many open commitments are late: of all that the principal sees, and of their own; and
    how many of their own are due soon."""

    overdue: int
    own_overdue: int
    own_due: int


def counted(*, today: date, until: date, owners: Sequence[str]) -> Owed:
    """`owners` are the principal's own names, case-folded; due soon is until `until`. One
    statement."""
    given: dict[str, Any] = {
        "team": current_team_id(), "today": today, "until": until, "owners": list(owners),
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, given)
        return Owed(*cursor.fetchone())


def own_names(principal_id: UUID) -> list[str]:
    """What a member is called, case-folded; an agent owns nothing. One statement."""
    user = User.objects.filter(id=principal_id).first()
    return sorted(names_of(user.name, user.email)) if user else []


def listed(
    *,
    state: State | None,
    today: date,
    until: date,
    owners: Sequence[str] | None = None,
    after: Place | None = None,
    limit: int = SHOWN,
) -> list[Commitment]:
    """Commitments, those longest due first. `open` are all that are not closed, `due` those from
    today until `until`; `owners` are case-folded names; `after` is the place of the last one of
    the page before. One statement; call within `acting_as`."""
    return _rows(
        id=None, state=state or "", today=today, until=until, limit=limit, after=after,
        owners=None if owners is None else list(owners),
    )  # fmt: skip


def found(memory_id: UUID, *, today: date, until: date) -> Commitment | None:
    """One commitment, if it is one that the principal sees."""
    rows = _rows(id=memory_id, state="", today=today, until=until, owners=None, limit=1)
    return rows[0] if rows else None


def _rows(*, after: Place | None = None, **given: Any) -> list[Commitment]:
    due, said, last = after or (None, None, None)
    place = {"after_due": due or "infinity", "after_said": said, "after_id": last}
    with connection.cursor() as cursor:
        cursor.execute(_LIST, {**given, **place, "team": current_team_id()})
        names = [column.name for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return [Commitment(**{**row, "state": State(row["state"])}) for row in rows]
