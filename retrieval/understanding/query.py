"""Reading a question: what it is about, which words carry it, whom and when it names. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from decisions.wording import STOP_WORDS
from retrieval.tuning import QUERY_CHARACTERS, QUERY_WORDS
from retrieval.understanding.fuzzy import plain
from retrieval.understanding.names import Known, Mentions, Named, corrected, match, mentions_of
from retrieval.understanding.questions import (
    Intent,
    QuestionType,
    asks_for_decisions,
    asks_of_the_past,
    intent_of,
    question_type,
)
from retrieval.understanding.time.dates import MONTH, SEASON, WEEKDAY
from retrieval.understanding.time.spans import Span
from retrieval.understanding.time.times import Event, Times

__all__ = ["Intent", "Named", "Query", "QuestionType", "clean", "mentions_in", "read", "words_of"]


@dataclass(frozen=True, slots=True)
class Query:
    """An understood query.

    `terms` are the words searched for, case-folded, without stop words, without people's names
    (those find what the people are involved in) and without "last week", which no memory of that
    week says. `dense_text` is what is embedded: the same words as they are spelled, as a name would
    drown the meaning of the rest. A misspelled name is among both as it should be.

    Of `span`, `event` and `as_of_hint` one is there at most: the time named, what happened by which
    it is named, or the last moment of what is named with "as of".
    """

    text: str
    intent: Intent
    terms: tuple[str, ...]
    dense_text: str
    named: tuple[Named, ...] = ()
    span: Span | None = None
    question: QuestionType = QuestionType.NONE
    event: Event | None = None
    as_of_hint: datetime | None = None
    former: bool = False  # whether it asks for what was before, and may hold no more
    decided: bool = False  # whether what was decided answers it rather than what was said

    @property
    def people(self) -> tuple[Named, ...]:
        return tuple(n for n in self.named if n.type == "person")

    @property
    def empty(self) -> bool:
        return not self.text


_WORD = re.compile(r"[^\W_]+(?:[./@&+'’_-]+[^\W_]+)*\+*#?")
# Phrases that say nothing of what a question is about.
_PHRASES = re.compile(
    r"\b(?:in the end|at the end of the day|at the moment|right now|so far|these days|in total|"
    r"for (?:example|instance)|in fact|in general|at all|as well|of course|no longer|any ?more|"
    r"at a stretch|rather than|instead of|as opposed to)\b",
    re.I,
)
# "artists/bands" are two words, "TCP/IP" is one.
_EITHER = re.compile(r"(?<=[a-z]{4})/(?=[a-z]{4})")
_POSSESSIVE = re.compile(r"['’]s?$")


def clean(text: str) -> str:
    """The text as far as it is read: bounded, one form of each character, no control characters."""
    text = text[:QUERY_CHARACTERS].encode("utf-8", "ignore").decode()
    text = unicodedata.normalize("NFKC", text)
    words = "".join(c if c.isprintable() else " " for c in text).split()
    # One character may have become many.
    return " ".join(words)[:QUERY_CHARACTERS].rstrip()


def words_of(text: str) -> list[str]:
    """The first words of a cleaned text, as they are spelled, without a possessive ending."""
    words = (_POSSESSIVE.sub("", match.group()) for match in _WORD.finditer(text))
    return [word for _, word in zip(range(QUERY_WORDS), words, strict=False)]


def timeless(words: Sequence[str], times: Times) -> list[str]:
    """The words without those that name the time: in "since May" nobody of that name is meant."""
    said = words_of(times.said)
    for start in range(len(words) - len(said) + 1):
        if said and list(words[start : start + len(said)]) == said:
            return [*words[:start], *words[start + len(said) :]]
    return list(words)


def mentions_in(text: str, times: Times) -> Mentions:
    """What may be names in a cleaned text."""
    return mentions_of(timeless(words_of(text), times))


def read(
    text: str, known: Iterable[Known], *, times: Times, mentions: Mentions | None = None
) -> Query:
    """Understand a cleaned text, given what the team knows that may be named in it; `mentions` are
    those in it, where they were looked for before."""
    named = match(mentions or mentions_in(text, times), known)
    content = _content(words_of(_telling(text)), named, times)
    intent = intent_of(text, {n.type for n in named})
    return Query(
        text=text,
        intent=intent,
        terms=tuple(dict.fromkeys(word.casefold() for word in _as_meant(content, named))),
        # A query of stop words or names alone still means something.
        dense_text=" ".join(_as_meant(content, named)) or text,
        named=tuple(named),
        span=times.span,
        question=question_type(text),
        event=times.event,
        as_of_hint=times.as_of,
        # A time that is named says by itself what is asked for: "before May".
        former=times == Times() and asks_of_the_past(text),
        decided=asks_for_decisions(text, intent),
    )


def _telling(text: str) -> str:
    return _EITHER.sub(" ", _PHRASES.sub(" ", text))


def _content(words: Sequence[str], named: Sequence[Named], times: Times) -> list[str]:
    """The words that are searched for."""
    personal = {
        part for n in named if n.type == "person" for name in n.matched for part in name.split()
    }
    temporal = {word.casefold() for word in words_of(times.said)} - _DATED
    left_out = STOP_WORDS | {word for word in temporal if not word[:1].isdigit()}
    return [w for w in words if w.casefold() not in left_out and plain(w) not in personal]


# Of a time, the words that a text of it may say too.
_DATED = {*MONTH, *WEEKDAY, *SEASON, "quarter", "q1", "q2", "q3", "q4", "h1", "h2"}


def _as_meant(words: Sequence[str], named: Sequence[Named]) -> list[str]:
    """The words with misspelled names put right; without a capital it stays there too, as it may
    be a word after all."""
    right = corrected(words, named)
    meant = []
    for word in words:
        if word not in right or not word[:1].isupper():
            meant.append(word)
        if word in right:
            meant.append(right[word])
    return meant
