"""Reading a question: what it is about, which words carry it, whom and when it names. Pure."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from retrieval.spans import Span, span_of
from retrieval.tuning import NAME_WORDS, QUERY_CHARACTERS, QUERY_WORDS, STOP_WORDS


class Intent(StrEnum):
    """What kind of thing is asked for."""

    PERSON = "person"
    PROJECT = "project"
    DEADLINE = "deadline"
    DECISION = "decision"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class Named:
    """A known person or thing that the query names. `matched` holds the names it goes by there."""

    id: UUID
    type: str
    name: str
    matched: frozenset[str]


@dataclass(frozen=True, slots=True)
class Query:
    """An understood query.

    `terms` are the words searched for, case-folded, without stop words and without people's names:
    those find what the people are involved in. `dense_text` is what is embedded: the same words as
    they are spelled, as a name would drown the meaning of the rest.
    """

    text: str
    intent: Intent
    terms: tuple[str, ...]
    dense_text: str
    named: tuple[Named, ...] = ()
    span: Span | None = None

    @property
    def people(self) -> tuple[Named, ...]:
        return tuple(n for n in self.named if n.type == "person")

    @property
    def empty(self) -> bool:
        return not self.text


_WORD = re.compile(r"[^\W_]+(?:[./@&+'’_-]+[^\W_]+)*\+*#?")
_POSSESSIVE = re.compile(r"['’]s?$")
_DEADLINE = re.compile(
    r"\b(deadline|due|overdue|by when|until when|promised?|deliver(ed)?|owes?)\b", re.IGNORECASE
)
_PERSON = re.compile(r"\b(who|whom|whose)\b", re.IGNORECASE)
_PROJECT = re.compile(r"\b(project|initiative|epic|milestone)s?\b", re.IGNORECASE)
_DECISION = re.compile(
    r"\b(decid\w*|decision\w*|cho(o?se|sen|ice)|agreed?|approv\w*|reject\w*|picked|settled|why|still)\b",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """The text as far as it is read: bounded, one form of each character, no control characters."""
    text = text[:QUERY_CHARACTERS].encode("utf-8", "ignore").decode()
    text = unicodedata.normalize("NFKC", text)
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def words_of(text: str) -> list[str]:
    """The first words of a cleaned text, as they are spelled, without a possessive ending."""
    words = (_POSSESSIVE.sub("", match.group()) for match in _WORD.finditer(text))
    return [word for _, word in zip(range(QUERY_WORDS), words, strict=False)]


def possible_names(words: Sequence[str]) -> list[str]:
    """Every run of up to NAME_WORDS words that a name could be, case-folded."""
    folded = [word.casefold() for word in words]
    runs = {
        " ".join(folded[start : start + size])
        for size in range(1, NAME_WORDS + 1)
        for start in range(len(folded) - size + 1)
    }
    return sorted(runs - STOP_WORDS)


def possible_name_parts(words: Sequence[str]) -> list[str]:
    """Single words that may be somebody's first or last name.

    A name is also an ordinary word often enough ("mark", "may") that it needs its capital, unless
    the whole query is written without any.
    """
    typed_in_capitals = any(word[:1].isupper() for word in words[1:])
    parts = {
        word.casefold()
        for word in words
        if len(word) > 1 and (word[:1].isupper() or not typed_in_capitals)
    }
    return sorted(parts - STOP_WORDS)


def read(text: str, named: Sequence[Named], *, now: datetime) -> Query:
    """Understand a cleaned text, given the known names in it."""
    words = words_of(text)
    personal = {
        part for n in named if n.type == "person" for name in n.matched for part in name.split()
    }
    content = [word for word in words if word.casefold() not in STOP_WORDS]
    impersonal = [word for word in content if word.casefold() not in personal]
    return Query(
        text=text,
        intent=intent_of(text, {n.type for n in named}),
        terms=tuple(dict.fromkeys(word.casefold() for word in impersonal)),
        # A query of stop words or names alone still means something.
        dense_text=" ".join(impersonal) or text,
        named=tuple(named),
        span=span_of(text, now=now),
    )


def intent_of(text: str, named_types: Collection[str]) -> Intent:
    """What the question asks for, by its words and by what it names."""
    if _DEADLINE.search(text):
        return Intent.DEADLINE
    if _PERSON.search(text):
        return Intent.PERSON
    if "project" in named_types or _PROJECT.search(text):
        return Intent.PROJECT
    if _DECISION.search(text):
        return Intent.DECISION
    return Intent.PERSON if "person" in named_types else Intent.GENERAL
