"""What people do with their conversations: begin, name, share and delete them, judge answers.

Each runs in the caller's scope. Nobody but their owner finds them here; see `sharing` for others.
"""

from uuid import UUID, uuid4

from django.db.models import QuerySet
from django.utils import timezone

from momo.platform.tenancy.context import current
from momo.platform.tenancy.visibility import Visibility
from retrieval.conversations import sealing
from retrieval.conversations.models import (
    AnswerFeedback,
    Conversation,
    Exchange,
    ExchangeLink,
    ExchangeText,
    State,
)


class Full(Exception):
    """The conversation has as many exchanges as one can have."""

    def __init__(self) -> None:
        super().__init__("This conversation is full: begin another one.")


class UnderWay(Exception):
    """The same question is being answered."""

    def __init__(self) -> None:
        super().__init__("This question is being answered: look again in a moment.")


class KeyReused(Exception):
    """The key came with another question."""

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key came with another question before: use a new one.")


class NothingSaid(Exception):
    """There is no answer yet to share or to judge."""


def own_conversations() -> QuerySet[Conversation]:
    rows: QuerySet[Conversation] = Conversation.objects.filter(owner_id=current().principal_id)
    return rows


def own(conversation_id: UUID, *, lock: bool = False) -> Conversation:
    """The principal's conversation. Raises Conversation.DoesNotExist."""
    rows = own_conversations()
    return (rows.select_for_update() if lock else rows).get(id=conversation_id)


def own_exchange(conversation_id: UUID, exchange_id: UUID) -> Exchange:
    """Raises Conversation.DoesNotExist and Exchange.DoesNotExist."""
    conversation = own(conversation_id)
    found: Exchange = Exchange.objects.get(id=exchange_id, conversation_id=conversation.id)
    return found


def begin(title: str = "") -> Conversation:
    conversation = Conversation(
        visibility=Visibility.PRIVATE, owner_id=current().principal_id, active_at=timezone.now()
    )
    conversation.sealed_title = sealing.seal_title(conversation, title)
    conversation.save(force_insert=True)
    return conversation


def rename(conversation: Conversation, title: str) -> None:
    """Without a title it goes by its first question again."""
    conversation.sealed_title = sealing.seal_title(conversation, title)
    conversation.save(update_fields=["sealed_title"])


def share(conversation_id: UUID) -> Conversation:
    """Let the team read what was said until now; sharing again adds what was said since.

    Raises Conversation.DoesNotExist, and NothingSaid.
    """
    conversation = own(conversation_id, lock=True)
    exchanges = Exchange.objects.filter(conversation_id=conversation.id)
    if not exchanges.exclude(state=State.ASKING).exists():
        raise NothingSaid("Nothing was said yet that could be shared: ask something first.")
    conversation.link = conversation.link or uuid4()
    conversation.shared_at = timezone.now()
    _show(conversation, Visibility.SHARED)
    return conversation


def unshare(conversation_id: UUID) -> Conversation:
    """Close the link for good: sharing again makes another. Raises Conversation.DoesNotExist."""
    conversation = own(conversation_id, lock=True)
    conversation.link = conversation.shared_at = None
    _show(conversation, Visibility.PRIVATE)
    return conversation


def judge(conversation_id: UUID, exchange_id: UUID, *, thumb: str, fault: str = "") -> None:
    """Keep what the principal thinks of an answer, in place of what they thought before.

    Raises Conversation.DoesNotExist, Exchange.DoesNotExist, and NothingSaid.
    """
    exchange = own_exchange(conversation_id, exchange_id)
    if exchange.state != State.DONE:
        raise NothingSaid("There is no whole answer to judge.")
    AnswerFeedback.objects.update_or_create(
        id=exchange.id,
        defaults={
            "thumb": thumb, "fault": fault, "provider": exchange.provider,
            "known": exchange.known, "given_at": timezone.now(),
        },
    )  # fmt: skip


def withdraw(conversation_id: UUID, exchange_id: UUID) -> None:
    """Take back what the principal thought. Raises as `judge`, but for NothingSaid."""
    exchange = own_exchange(conversation_id, exchange_id)
    AnswerFeedback.objects.filter(id=exchange.id).delete()


def _show(conversation: Conversation, visibility: Visibility) -> None:
    """All of it that was said, and nothing that is said from now on."""
    conversation.visibility = visibility
    conversation.save(update_fields=["link", "shared_at", "visibility"])
    said = Exchange.objects.filter(conversation_id=conversation.id).exclude(state=State.ASKING)
    ids = list(said.values_list("id", flat=True))
    for rows in (
        Exchange.objects.filter(id__in=ids),
        ExchangeText.objects.filter(id__in=ids),
        ExchangeLink.objects.filter(exchange_id__in=ids),
    ):
        rows.update(visibility=visibility)
