"""A context as XML, in the elements of Memento: entities, notes and memories. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape

from retrieval.assembling.layout import Entry, people_of, told, type_of, words_of
from retrieval.assembling.tiers import Tier
from retrieval.assembling.wording import one_line, place, shortened
from retrieval.results import Holds, Result
from retrieval.tuning import QUERY_SHOWN

_SECTIONS = (
    "<entities>\n", "</entities>\n", "<notes>\n", "</notes>\n", "<memories>\n", "</memories>\n",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Markup:
    """Well-formed XML 1.0: no text, whatever is in it, ends an element or begins one."""

    query: str
    now: datetime

    @property
    def frame(self) -> tuple[str, ...]:
        return (*self._head, *_SECTIONS, "</memento>\n")

    @property
    def _head(self) -> tuple[str, ...]:
        asked = shortened(self.query, QUERY_SHOWN)
        return (
            "<memento>\n",
            _element("current-date", f"{self.now:%Y-%m-%d}"),
            _element("query", asked),
        )

    def entry(self, number: int, result: Result, tier: Tier, text: str) -> Entry:
        """A result as a memory; in full also as the note that it is from, and what it is about."""
        words = words_of(result, text) if tier == Tier.FULL else []
        title, summary = told(result, tier, words)
        content = _element("content", title) + _successor(result) + _element("summary", summary)
        if tier != Tier.FULL:
            return Entry(_memory(number, result, content))
        people, things = people_of(result), [one_line(name) for name in result.entities]
        note = _note(number, result, words)
        content += _element("rationale", one_line(result.rationale))
        content += _about([*people, *things])
        content += f"<extracted_from{_with(note_id=f'note-{number}')}/>\n" if note else ""
        shared = [f"<entity{_with(name=name, type='Person')}/>\n" for name in people]
        shared += [f"<entity{_with(name=name)}/>\n" for name in things if name not in people]
        return Entry(_memory(number, result, content), note, tuple(dict.fromkeys(shared)))

    def whole(self, entries: Sequence[Entry]) -> str:
        entities = dict.fromkeys(piece for entry in entries for piece in entry.shared)
        return "".join(
            (
                *self._head,
                _section("entities", list(entities)),
                _section("notes", [entry.note for entry in entries if entry.note]),
                _section("memories", [entry.memory for entry in entries]),
                "</memento>\n",
            )
        )


def _memory(number: int, result: Result, content: str) -> str:
    given = _with(
        number=str(number),
        valid_since=f"{result.source.date:%Y-%m-%d}",
        type=type_of(result),
        holds="" if result.holds == Holds.HOLDS else result.holds.value,
    )
    return f"<memory{given}>\n{content}</memory>\n"


def _note(number: int, result: Result, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    given = _with(
        id=f"note-{number}",
        timestamp=f"{result.source.date:%Y-%m-%d}",
        author=one_line(result.source.author),
        source=place(result.source),
    )
    return f"<note{given}>\n{_element('content', chr(10).join(lines))}</note>\n"


def _successor(result: Result) -> str:
    if result.holds != Holds.SUPERSEDED or result.superseded_by is None:
        return ""
    return _element("superseded_by", one_line(result.superseded_by.title))


def _about(names: Sequence[str]) -> str:
    entities = "".join(_element("entity", name) for name in dict.fromkeys(names))
    return f"<about>\n{entities}</about>\n" if entities else ""


def _section(name: str, parts: Sequence[str]) -> str:
    return f"<{name}>\n{''.join(parts)}</{name}>\n" if parts else ""


def _element(name: str, text: str) -> str:
    """Empty where there is no text."""
    return f"<{name}>{escape(text, quote=False)}</{name}>\n" if text else ""


def _with(**attributes: str) -> str:
    return "".join(f' {name}="{escape(text)}"' for name, text in attributes.items() if text)
