"""Answers: search, then a model over the context it may see, or the found words themselves.

Nothing relevant found means that nothing is known, and no model is asked to make something up. No
transaction is open while a model answers.
"""

from collections.abc import Iterator
from contextvars import copy_context
from dataclasses import dataclass, replace
from datetime import datetime

from decisions.providers import providers
from momo.platform.ai import ChatProvider, ProviderError, metering
from momo.platform.ai.config import ANSWER
from momo.platform.tenancy.context import Scope
from retrieval.answering import extractive
from retrieval.answering.citations import Citation, cite, numbers_in, stream_known
from retrieval.answering.prompt import prompt_of
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
    supports an answer. `provider` is the model, or "extractive"."""

    text: str
    citations: tuple[Citation, ...]
    known: bool
    provider: str


@dataclass(frozen=True, slots=True)
class Sources:
    """First event of a stream: all that the text to come may cite. A second one starts anew: what
    came before it is void."""

    citations: tuple[Citation, ...]


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
    scope: Scope, question: str, *, filters: Filters = ANY, now: datetime | None = None
) -> Iterator[Event]:
    """`ask` as it comes: Sources, Pieces of text, Done.

    Raises NotAMember, and BudgetExceeded where the team has a budget for answers and used it up.
    One for all stages leaves it the extractive answer, which costs nothing.
    """
    chat = providers().chat
    if chat:
        metering.check(scope, ANSWER, of_its_own=True)
    found, result = _relevant(scope, question, filters, now)
    if not found:
        yield from _whole(Answer(extractive.NOTHING_KNOWN, (), known=False, provider=EXTRACTIVE))
    elif chat is None:
        yield from _whole(_extracted(found, result.intent))
    else:
        context = context_of(scope, found, now=result.now)
        yield from _generated(scope, chat, question, context, _extracted(found, result.intent))


def _relevant(
    scope: Scope, question: str, filters: Filters, now: datetime | None
) -> tuple[list[Result], SearchResult]:
    """What is relevant; reversed decisions only where nothing else is, to say that they were."""
    result = search(scope, question, filters=filters, now=now)
    found = relevant(result.results)
    if not found and not filters.include_reversed:
        again = replace(filters, include_reversed=True)
        found = relevant(search(scope, question, filters=again, now=now).results)
    return found, result


def _extracted(found: list[Result], intent: Intent) -> Answer:
    text, citations = extractive.answer_from(found, intent)
    return Answer(text, citations, known=True, provider=EXTRACTIVE)


def _whole(answer: Answer) -> Iterator[Event]:
    yield Sources(answer.citations)
    yield Piece(answer.text)
    yield Done(answer)


def _generated(
    scope: Scope, chat: ChatProvider, question: str, context: Context, fallback: Answer
) -> Iterator[Event]:
    """The model's answer, without citations of what it was not shown.

    Where it fails, even half-way, the stream starts anew with the extractive answer.
    """
    citations = tuple(cite(packed.number, packed.result) for packed in context.sources)
    yield Sources(citations)
    known = {citation.number for citation in citations}
    text = ""
    try:
        for piece in stream_known(_charged(scope, chat, prompt_of(question, context)), known):
            text += piece
            yield Piece(piece)
    except ProviderError:
        yield from _whole(fallback)
        return
    cited = numbers_in(text)
    used = tuple(c for c in citations if c.number in cited)
    # An answer that cites nothing rests on nothing, whatever it says.
    yield Done(Answer(text.strip(), used, known=bool(used), provider=chat.model))


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
