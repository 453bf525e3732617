"""Answers: search, then a model over the context it may see, or the found words themselves.

Nothing relevant found means that nothing is known, and no model is asked to make something up. No
transaction is open while a model answers.
"""

from collections.abc import Iterator, Sequence
from contextvars import copy_context
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from decisions.providers import providers
from momo.platform.ai import ChatProvider, ProviderError, metering
from momo.platform.ai.config import ANSWER
from momo.platform.tenancy.context import Scope
from retrieval.answering import extractive
from retrieval.answering.citations import Citation, cite, numbers_in, stream_known
from retrieval.answering.prompt import prompt_of
from retrieval.answering.searched import Searched, searched
from retrieval.answering.short_term import Turn
from retrieval.assembling.assemble import Context
from retrieval.assembling.context import context_of
from retrieval.filters import Filters
from retrieval.pipeline import ANY, search
from retrieval.ranking.gate import relevant
from retrieval.results import Result, SearchResult
from retrieval.understanding.query import Intent

EXTRACTIVE = "extractive"


@dataclass(frozen=True, slots=True)
class Answer:
    """`citations` are those whose number stands in the text. `known` is False where nothing found
    supports an answer, and `searched` then says what was looked through. `provider` is the model,
    or "extractive"."""

    text: str
    citations: tuple[Citation, ...]
    known: bool
    provider: str
    searched: Searched | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """The memories whose words the text to come may have, cited or not; of those `in_full`, all of
    the message that they were found in."""

    memories: frozenset[UUID] = frozenset()
    in_full: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class Sources:
    """First event of a stream: all that the text to come may cite. A second one starts anew: what
    came before it is void."""

    citations: tuple[Citation, ...]
    shown: Shown = Shown()


@dataclass(frozen=True, slots=True)
class Piece:
    """Some more text of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """Last event of a stream: the answer as a whole."""

    answer: Answer


Event = Sources | Piece | Done


def ask(
    scope: Scope, question: str, *, filters: Filters = ANY, now: datetime | None = None
) -> Answer:
    """Answer a question from what the principal may see. Raises as `ask_stream`.

    A model that fails is replaced by the extractive answer.
    """
    for event in ask_stream(scope, question, filters=filters, now=now):
        if isinstance(event, Done):
            return event.answer
    raise AssertionError("unreachable: a stream ends with Done")


def ask_stream(
    scope: Scope,
    question: str,
    *,
    filters: Filters = ANY,
    now: datetime | None = None,
    query: str = "",
    earlier: Sequence[Turn] = (),
) -> Iterator[Event]:
    """`ask` as it comes: Sources, Pieces of text, Done.

    `query` is what is searched for, where the question alone does not say it, and `earlier` what a
    model is shown of the conversation. Raises NotAMember, and BudgetExceeded where the team has a
    budget for answers and used it up. One for all stages leaves it the extractive answer, which
    costs nothing.
    """
    chat = providers().chat
    if chat:
        metering.check(scope, ANSWER, of_its_own=True)
    found, result = _relevant(scope, query or question, filters, now)
    if not found:
        yield from _unknown(searched(scope, result, filters))
    elif chat is None:
        yield from _whole(_extracted(found, result.intent))
    else:
        context = context_of(scope, found, now=result.now)
        prompt = prompt_of(question, context, earlier)
        yield from _generated(scope, chat, prompt, context, _extracted(found, result.intent))


def _relevant(
    scope: Scope, query: str, filters: Filters, now: datetime | None
) -> tuple[list[Result], SearchResult]:
    """What is relevant; reversed decisions only where nothing else is, to say that they were. A
    search that found nothing good enough is explained."""
    result = search(scope, query, filters=filters, now=now)
    found = relevant(result.results)
    if not found:
        again = replace(filters, include_reversed=True)
        result = search(scope, query, filters=again, now=now, explain=True)
        found = relevant(result.results)
    return found, result


def _extracted(found: list[Result], intent: Intent) -> Answer:
    text, citations = extractive.answer_from(found, intent)
    return Answer(text, citations, known=True, provider=EXTRACTIVE)


def _unknown(looked: Searched) -> Iterator[Event]:
    answer = Answer(extractive.NOTHING_KNOWN, (), False, EXTRACTIVE, looked)
    yield Sources((), Shown(frozenset(miss.id for miss in looked.nearest)))
    yield Piece(answer.text)
    yield Done(answer)


def _whole(answer: Answer) -> Iterator[Event]:
    cited = {citation.memory_id for citation in answer.citations}
    newer = {citation.superseded_by.id for citation in answer.citations if citation.superseded_by}
    yield Sources(answer.citations, Shown(frozenset(cited | newer)))
    yield Piece(answer.text)
    yield Done(answer)


def _generated(
    scope: Scope,
    chat: ChatProvider,
    prompt: list[dict[str, str]],
    context: Context,
    fallback: Answer,
) -> Iterator[Event]:
    """The model's answer, without citations of what it was not shown.

    Where it fails, even half-way, the stream starts anew with the extractive answer.
    """
    citations = tuple(cite(packed.number, packed.result) for packed in context.sources)
    yield Sources(citations, _shown(context))
    known = {citation.number for citation in citations}
    text = ""
    try:
        for piece in stream_known(_charged(scope, chat, prompt), known):
            text += piece
            yield Piece(piece)
    except ProviderError:
        yield from _whole(fallback)
        return
    cited = numbers_in(text)
    used = tuple(c for c in citations if c.number in cited)
    # An answer that cites nothing rests on nothing, whatever it says.
    yield Done(Answer(text.strip(), used, known=bool(used), provider=chat.model))


def _shown(context: Context) -> Shown:
    """The memories of a context, and those of their lineage that it names."""
    ids = set()
    for packed in context.sources:
        newer = packed.result.superseded_by
        ids |= {packed.result.id, *([newer.id] if newer else ())}
    return Shown(frozenset(ids), context.in_full)


def _charged(scope: Scope, chat: ChatProvider, prompt: list[dict[str, str]]) -> Iterator[str]:
    """The model's text, charged to the scope's team.

    Each step runs in a context of its own: a server may resume the stream in another thread, where
    a context variable set here would not be, and could not be reset.
    """
    with metering.charged_to(scope):
        context = copy_context()
    pieces = context.run(chat.stream, prompt)
    try:
        while (piece := context.run(next, pieces, None)) is not None:
            yield piece
    finally:
        close = getattr(pieces, "close", None)
        if close:
            context.run(close)
