"""Sealing what a conversation says, and opening it."""

from momo.platform.vault import services as vault
from momo.platform.vault.envelope import SealError
from retrieval.conversations.contents import Answered, Asked
from retrieval.conversations.models import Conversation, ExchangeText

_CONVERSATION, _TEXT = "conversation", "exchange_text"


def seal_title(conversation: Conversation, title: str) -> bytes | None:
    if not title:
        return None
    return vault.seal(title, table=_CONVERSATION, row_id=conversation.id, field="sealed_title")


def title_of(conversation: Conversation) -> str:
    """The name that a person gave it; empty without one, and where its key is gone."""
    if conversation.sealed_title is None:
        return ""
    return _opened(conversation, _CONVERSATION, "sealed_title")


def seal_asked(text: ExchangeText, asked: Asked) -> bytes:
    return _seal(text, "sealed_question", asked.to_json())


def seal_answered(text: ExchangeText, answered: Answered) -> bytes:
    return _seal(text, "sealed_answer", answered.to_json())


def asked_of(text: ExchangeText) -> Asked:
    found = _opened(text, _TEXT, "sealed_question")
    return Asked.from_json(found) if found else Asked("")


def answered_of(text: ExchangeText) -> Answered:
    if text.sealed_answer is None:
        return Answered("")
    found = _opened(text, _TEXT, "sealed_answer")
    return Answered.from_json(found) if found else Answered("")


def _seal(text: ExchangeText, field: str, value: str) -> bytes:
    return vault.seal(value, table=_TEXT, row_id=text.id, field=field)


def _opened(row: Conversation | ExchangeText, table: str, field: str) -> str:
    try:
        sealed = getattr(row, field)
        return vault.unseal(sealed, table=table, row_id=row.id, field=field).decode()
    except SealError:
        return ""  # shredded: it tells nobody anything any more
