"""Asking within a conversation: what was asked and said is kept, also where the stream is stopped.

The question is stored before anything is searched for, the answer with all that it rests on after
its last word. No transaction is open in between.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.utils import timezone

from connectors.models import SourceItem
from decisions.models import Memory
from decisions.providers import providers
from momo.platform.tenancy.context import Scope, acting_as, current
from momo.platform.tenancy.visibility import Visibility
from retrieval.answering.answer import Answer, Done, Event, Piece, Shown, Sources, ask_stream
from retrieval.answering.citations import Citation, numbers_in
from retrieval.answering.short_term import Turn, remembered
from retrieval.conversations import reading, sealing
from retrieval.conversations.contents import Answered, Asked
from retrieval.conversations.follow_ups import understood
from retrieval.conversations.models import (
    Conversation,
    Exchange,
    ExchangeLink,
    ExchangeText,
    State,
)
from retrieval.conversations.services import (
    Full,
    KeyReused,
    NothingSaid,
    UnderWay,
    own,
)
from retrieval.filters import Filters
from retrieval.tuning import MAX_EXCHANGES


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. A `key` makes asking it twice the same as once; `replaces` is an exchange
    that this one takes the place of."""

    text: str
    filters: Filters = field(default_factory=Filters)
    key: str = ""
    replaces: UUID | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """First event: the exchange is kept under this id from now on."""

    exchange_id: UUID


@dataclass(slots=True)
class _Under:
    """An exchange under way: what was said so far, and what that may rest on."""

    exchange_id: UUID
    earlier: tuple[Turn, ...]
    query: str
    citations: tuple[Citation, ...] = ()
    shown: Shown = field(default_factory=Shown)
    text: str = ""
    answer: Answer | None = None

    def note(self, event: Event) -> None:
        match event:
            case Sources():
                self.citations, self.shown, self.text = event.citations, event.shown, ""
            case Piece():
                self.text += event.text
            case Done():
                self.answer = event.answer

    @property
    def answered(self) -> Answered:
        if self.answer:
            return Answered(self.answer.text, self.answer.citations, self.answer.searched)
        numbers = numbers_in(self.text)
        cited = tuple(c for c in self.citations if c.number in numbers)
        return Answered(self.text.strip(), cited)


def ask(scope: Scope, conversation_id: UUID, question: Question) -> Iterator[Event | Begun]:
    """Ask, and keep the exchange: Begun, then the events of the answer.

    Closing the iterator keeps what was said until then, as stopped. One that was asked before with
    this key has Begun alone. Raises Conversation.DoesNotExist, Full, UnderWay and KeyReused, and
    what `ask_stream` raises; the exchange is then kept as failed.
    """
    with acting_as(scope.team_id, scope.principal_id):
        conversation = own(conversation_id, lock=True)
        known = _asked_before(conversation, question)
        under = None if known else _begin(conversation, question)
    if known:
        yield Begun(known.id)
    elif under:
        yield from _answering(scope, under, question)


def again(conversation_id: UUID, exchange_id: UUID, *, key: str = "") -> Question:
    """The question of an exchange, to be asked again: in its place if it is the last.

    The `key` of a request that has done so finds what took its place. Raises
    Conversation.DoesNotExist, Exchange.DoesNotExist, and NothingSaid where it is gone.
    """
    rows = Exchange.objects.filter(conversation_id=own(conversation_id).id)
    exchange = rows.filter(id=exchange_id).first()
    if exchange is None:
        exchange = rows.exclude(request_key="").get(request_key=key)
    text = ExchangeText.objects.filter(id=exchange.id).first()
    asked = sealing.asked_of(text) if text else Asked("")
    if not asked.question:
        raise NothingSaid("The question is gone with what its answer rested on: ask it anew.")
    later = rows.filter(asked_at__gt=exchange.asked_at)
    replaces = None if later.exists() else exchange.id
    return Question(asked.question, asked.filters, key=key, replaces=replaces)


def _answering(scope: Scope, under: _Under, question: Question) -> Iterator[Event | Begun]:
    state = State.FAILED
    try:
        yield Begun(under.exchange_id)
        for event in ask_stream(
            scope, question.text, filters=question.filters, query=under.query,
            earlier=under.earlier,
        ):  # fmt: skip
            under.note(event)
            if isinstance(event, Done):
                _finish(scope, under, State.DONE)
                state = State.DONE
            yield event
    except GeneratorExit:
        state = state if state == State.DONE else State.STOPPED
        raise
    finally:
        if state != State.DONE:
            _finish(scope, under, state)


def _asked_before(conversation: Conversation, question: Question) -> Exchange | None:
    """The exchange of an earlier request with the same key."""
    if not question.key:
        return None
    rows = Exchange.objects.filter(conversation_id=conversation.id, request_key=question.key)
    earlier: Exchange | None = rows.first()
    if earlier is None:
        return None
    if reading.state_of(earlier) == State.ASKING:
        raise UnderWay
    text = ExchangeText.objects.filter(id=earlier.id).first()
    if text and sealing.asked_of(text).question != question.text:
        raise KeyReused
    return earlier


def _begin(conversation: Conversation, question: Question) -> _Under:
    exchanges = Exchange.objects.filter(conversation_id=conversation.id)
    if question.replaces:
        exchanges.filter(id=question.replaces).delete()
    if exchanges.count() >= MAX_EXCHANGES:
        raise Full
    turns = reading.turns_before(conversation.id)
    meant = understood(question.text, list(turns.values()))
    asked_at = timezone.now()
    mine = {"visibility": Visibility.PRIVATE, "owner_id": current().principal_id}
    exchange: Exchange = exchanges.create(
        conversation_id=conversation.id, asked_at=asked_at, as_of=question.filters.as_of,
        request_key=question.key, **mine,
    )  # fmt: skip
    text = ExchangeText(id=exchange.id, **mine)
    asked = Asked(question.text, meant.query, meant.topic, question.filters)
    text.sealed_question = sealing.seal_asked(text, asked)
    text.save(force_insert=True)
    # A model is shown them all; without one, they are only what the question is understood from.
    used = [each for each, turn in turns.items() if providers().chat or turn is meant.before]
    _hang(text, [ExchangeLink(earlier_id=each) for each in used])
    Conversation.objects.filter(id=conversation.id).update(active_at=asked_at)
    return _Under(exchange.id, remembered(list(turns.values())), meant.query)


def _finish(scope: Scope, under: _Under, state: State) -> None:
    """Store what was said, unless something that it rests on is gone meanwhile."""
    answer = under.answer
    with acting_as(scope.team_id, scope.principal_id):
        Exchange.objects.filter(id=under.exchange_id).update(
            state=state, known=bool(answer and answer.known),
            provider=answer.provider if answer else "",
        )  # fmt: skip
        is_there = _still_there(under.shown)  # locked before the text, as whoever erases does
        text = ExchangeText.objects.select_for_update().filter(id=under.exchange_id).first()
        if text and not is_there:
            text.delete()
        if text is None or not is_there:
            return
        rests, full = under.shown.memories, under.shown.in_full
        _hang(text, [ExchangeLink(memory_id=each, in_full=each in full) for each in rests])
        text.sealed_answer = sealing.seal_answered(text, under.answered)
        text.save(update_fields=["sealed_answer"])


def _still_there(shown: Shown) -> bool:
    """Whether all that was shown is there still, and so stays until the transaction ends."""
    memories = Memory.objects.filter(id__in=shown.memories)
    told = memories.filter(id__in=shown.in_full).values("source_item_id")
    items = SourceItem.objects.filter(id__in=told).select_for_update(no_key=True).order_by("id")
    texts = list(items.values_list("sealed_text", flat=True))
    there = memories.select_for_update(no_key=True).order_by("id")
    return None not in texts and set(there.values_list("id", flat=True)) == shown.memories


def _hang(text: ExchangeText, links: Sequence[ExchangeLink]) -> None:
    """Have the text go when any of what these lead to does."""
    if not links:
        return
    before = text.last_link_id
    for link in links:
        link.exchange_id, link.before_id = text.id, before
        link.visibility, link.owner_id = text.visibility, text.owner_id
        before = link.id
    ExchangeLink.objects.bulk_create(links)
    text.last_link_id = before
    text.save(update_fields=["last_link_id"])
