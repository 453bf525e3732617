"""What conversations are called: by the name that a person gave, else by their first question."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id
from retrieval.assembling.wording import shortened
from retrieval.conversations import reading, sealing
from retrieval.conversations.models import Conversation, ExchangeText
from retrieval.conversations.services import own_conversations
from retrieval.tuning import TITLE_CHARACTERS, TITLES_SEARCHED

_FIRST = """
SELECT DISTINCT ON (e.conversation_id) e.conversation_id, t.id, t.sealed_question
FROM retrieval_exchange e
JOIN retrieval_exchangetext t ON t.team_id = %(team)s AND t.id = e.id
WHERE e.team_id = %(team)s AND e.conversation_id = ANY (%(conversations)s::uuid[])
  AND e.id <> ALL (%(hidden)s::uuid[])
ORDER BY e.conversation_id, e.asked_at, e.id
"""


@dataclass(frozen=True, slots=True)
class Titled:
    """A conversation and what it is called; empty where nothing was asked, or that is gone."""

    conversation: Conversation
    title: str
    is_named: bool  # by a person


def titled(conversations: Sequence[Conversation], *, hidden: Collection[UUID] = ()) -> list[Titled]:
    """Each with its title, which is not one of the `hidden` exchanges' questions. One statement."""
    given = {each.id: sealing.title_of(each) for each in conversations}
    asked = _first_questions([each for each in given if not given[each]], hidden)
    return [
        Titled(each, given[each.id] or asked.get(each.id, ""), bool(given[each.id]))
        for each in conversations
    ]


def shared(conversation: Conversation) -> Titled:
    """As whoever has its link reads it, which may be without any name."""
    return titled([conversation], hidden=reading.unseen(conversation.id))[0]


def called(words: str, *, limit: int) -> list[Titled]:
    """The principal's newest conversations with these words in their titles.

    Titles are sealed, so that they are opened and looked through: of the newest TITLES_SEARCHED.
    """
    newest = own_conversations().order_by("-active_at", "-id")[:TITLES_SEARCHED]
    wanted = words.casefold().split()
    found = [
        each for each in titled(list(newest)) if all(w in each.title.casefold() for w in wanted)
    ]
    return found[:limit]


def _first_questions(ids: Sequence[UUID], hidden: Collection[UUID]) -> dict[UUID, str]:
    if not ids:
        return {}
    parameters: dict[str, Any] = {
        "team": current_team_id(),
        "conversations": list(ids),
        "hidden": list(hidden),
    }
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, parameters)
        return {
            conversation: _question(ExchangeText(id=text_id, sealed_question=sealed))
            for conversation, text_id, sealed in cursor.fetchall()
        }


def _question(text: ExchangeText) -> str:
    return shortened(sealing.asked_of(text).question, TITLE_CHARACTERS)
