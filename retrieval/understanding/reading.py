"""How a question was read, in words: for whoever wonders what was searched for."""

from collections.abc import Iterator
from datetime import timedelta

from retrieval.understanding.names import How, Named
from retrieval.understanding.query import Query
from retrieval.understanding.time.events import Happened
from retrieval.understanding.time.spans import BEGINNING, END, Span

_HOW = {How.ALIAS: "by another name", How.PART: "by a part of the name"}


def read_as(query: Query, happened: Happened | None = None) -> tuple[str, ...]:
    """What was understood, a line each; `happened` is what the query's event was found to be."""
    return tuple(_lines(query, happened))


def _lines(query: Query, happened: Happened | None) -> Iterator[str]:
    yield from map(_name, query.named)
    if happened:
        yield str(happened)
    elif query.event:
        yield f"no decision tells when this was: {query.event.phrase}"
    elif query.span:
        yield f"{query.span.said} = {_days(query.span)}"
    if query.as_of_hint:
        yield f"as it was on {query.as_of_hint.date().isoformat()}"


def _name(named: Named) -> str:
    if named.how == How.FUZZY:
        return f"read '{named.said}' as {named.name}"
    how = _HOW.get(named.how)
    return f"{named.name}, {how}" if how else named.name


def _days(span: Span) -> str:
    """The first and the last day of a span, as far as it has them."""
    last = (span.end - timedelta(microseconds=1)).date().isoformat()
    if span.start == BEGINNING:
        return f"until {last}"
    first = span.start.date().isoformat()
    if span.end == END:
        return f"from {first}"
    return first if first == last else f"{first} to {last}"
