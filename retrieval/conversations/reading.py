"""Reading conversations: with what still holds, and without what rests on what is gone.

What an answer rests on is looked at anew each time, with the reader's own rights: whoever reads a
shared conversation, or lost sight of something, is not told what was said of it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.db import connection
from django.utils import timezone

from momo.platform.tenancy.context import current_team_id
from retrieval.answering.citations import Citation, Successor
from retrieval.answering.searched import Searched
from retrieval.answering.short_term import Turn
from retrieval.conversations import sealing
from retrieval.conversations.contents import Answered, Asked
from retrieval.conversations.models import AnswerFeedback, Exchange, ExchangeText, State
from retrieval.explaining.trace import holds_of
from retrieval.filters import Filters
from retrieval.results import Holds
from retrieval.tuning import ASKING_MINUTES, EXCHANGES

# Of a conversation, the exchanges that rest on a memory that the reader does not see, or on all of
# a message that they do not see though its decision was shared; and those that build on such a one.
_UNSEEN = """
WITH RECURSIVE unseen AS (
    SELECT l.exchange_id FROM retrieval_exchangelink l
    JOIN retrieval_exchange e ON e.team_id = %(team)s AND e.id = l.exchange_id
    WHERE l.team_id = %(team)s AND e.conversation_id = %(conversation)s
      AND l.memory_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM decisions_memory m
        LEFT JOIN connectors_sourceitem i ON i.team_id = %(team)s AND i.id = m.source_item_id
        WHERE m.team_id = %(team)s AND m.id = l.memory_id AND (NOT l.in_full OR i.id IS NOT NULL))
    UNION
    SELECT l.exchange_id FROM unseen u
    JOIN retrieval_exchangelink l ON l.team_id = %(team)s AND l.earlier_id = u.exchange_id
)
SELECT exchange_id FROM unseen
"""
_HOLDS = """
SELECT m.id, m.status, m.superseded_by IS NOT NULL, r.id, r.title
FROM decisions_memory m
LEFT JOIN decisions_memory r ON r.team_id = %(team)s AND r.id = m.superseded_by
    AND r.visibility <> 'secret'
WHERE m.team_id = %(team)s AND m.id = ANY(%(ids)s::uuid[])
"""


class Withheld(StrEnum):
    """Why the words of an exchange are not told."""

    NOT = ""
    ERASED = "erased"  # what it rested on is gone, and its words with it
    UNSEEN = "unseen"  # the reader does not, or no longer, see what it rests on


@dataclass(frozen=True, slots=True)
class Shown:
    """An exchange as its reader may have it. `citations` say what holds now."""

    id: UUID
    conversation_id: UUID
    asked_at: datetime
    state: str
    withheld: Withheld
    question: str
    query: str
    text: str
    citations: tuple[Citation, ...]
    known: bool
    provider: str
    as_of: datetime | None
    filters: Filters
    searched: Searched | None
    thumb: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class _Opened:
    """The words of an exchange, as far as they are there."""

    asked: Asked
    answered: Answered


@dataclass(frozen=True, slots=True)
class _Standing:
    """Whether a memory holds now, and what replaced it."""

    holds: Holds
    superseded_by: Successor | None


def shown(exchanges: Sequence[Exchange], *, own: bool) -> list[Shown]:
    """Exchanges of one conversation, in their order. Four statements, however many they are.

    Whoever asked keeps their question where only the answer is withheld.
    """
    if not exchanges:
        return []
    ids = [exchange.id for exchange in exchanges]
    hidden = unseen(exchanges[0].conversation_id)
    texts = _opened_texts(ids)
    given = {row.id: row for row in AnswerFeedback.objects.filter(id__in=ids)} if own else {}
    cited = (c for opened in texts.values() for c in opened.answered.citations)
    now = _as_they_hold(cited)
    return [
        _told(each, texts.get(each.id), now, given.get(each.id), each.id in hidden, own)
        for each in exchanges
    ]


def unseen(conversation_id: UUID) -> set[UUID]:
    """The exchanges whose answer the principal may not have. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_UNSEEN, {"team": current_team_id(), "conversation": conversation_id})
        return {row[0] for row in cursor.fetchall()}


def turns_before(conversation_id: UUID) -> dict[UUID, Turn]:
    """The latest exchanges that a follow-up is understood from, oldest first, by their ids.

    Their texts stay until the transaction ends.
    """
    rows = Exchange.objects.filter(
        conversation_id=conversation_id, state__in=[State.DONE, State.STOPPED]
    )
    ids = list(rows.order_by("-asked_at", "-id").values_list("id", flat=True)[:EXCHANGES])
    hidden, texts = unseen(conversation_id), _opened_texts(ids, lock=True)
    return {
        each: _turn(texts[each]) for each in reversed(ids) if each in texts and each not in hidden
    }


def _turn(opened: _Opened) -> Turn:
    asked, answered = opened.asked, opened.answered
    subject = answered.citations[0].title if answered.citations else ""
    return Turn(asked.question, answered.text, asked.topic, subject)


def _opened_texts(ids: Collection[UUID], *, lock: bool = False) -> dict[UUID, _Opened]:
    rows = ExchangeText.objects.filter(id__in=ids)
    if lock:
        rows = rows.select_for_update(no_key=True).order_by("id")
    return {row.id: _Opened(sealing.asked_of(row), sealing.answered_of(row)) for row in rows}


def _as_they_hold(citations: Iterable[Citation]) -> Mapping[UUID, _Standing]:
    """By memory whether it holds, and what replaced it. One statement."""
    ids = list({citation.memory_id for citation in citations})
    if not ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_HOLDS, {"team": current_team_id(), "ids": ids})
        return {
            memory_id: _Standing(
                holds_of(status, superseded=superseded), Successor(newer, title) if newer else None
            )
            for memory_id, status, superseded, newer, title in cursor.fetchall()
        }


def _told(
    exchange: Exchange,
    opened: _Opened | None,
    now: Mapping[UUID, _Standing],
    given: AnswerFeedback | None,
    hidden: bool,
    own: bool,
) -> Shown:
    withheld = Withheld.ERASED if opened is None else Withheld.UNSEEN if hidden else Withheld.NOT
    asked = opened.asked if opened and (own or not withheld) else Asked("")
    query = "" if withheld else asked.query  # which may name what the question refers to
    answered = opened.answered if opened and not withheld else Answered("")
    return Shown(
        id=exchange.id,
        conversation_id=exchange.conversation_id,
        asked_at=exchange.asked_at,
        state=state_of(exchange),
        withheld=withheld,
        question=asked.question,
        query=query,
        text=answered.text,
        citations=tuple(_held(c, now) for c in answered.citations if c.memory_id in now),
        known=exchange.known and not withheld,
        provider=exchange.provider,
        as_of=exchange.as_of,
        filters=asked.filters,
        searched=answered.searched if own else None,  # it counts and names what the asker sees
        thumb=given.thumb if given else "",
        fault=given.fault if given else "",
    )


def _held(citation: Citation, now: Mapping[UUID, _Standing]) -> Citation:
    standing = now[citation.memory_id]
    return replace(citation, holds=standing.holds, superseded_by=standing.superseded_by)


def state_of(exchange: Exchange) -> str:
    """One that is under way for too long died with its process."""
    late = timezone.now() - exchange.asked_at > timedelta(minutes=ASKING_MINUTES)
    return State.FAILED if exchange.state == State.ASKING and late else exchange.state
