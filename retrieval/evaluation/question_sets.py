"""A team's own questions, with the memories that each should find, as written in a file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import yaml

from connectors.models import SourceItem
from decisions.models import Memory
from momo.platform.tenancy.visibility import Visibility
from retrieval.evaluation.measure import Asked
from retrieval.results import Result

_YAML = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class OwnQuestion:
    """`expects` names what an answer rests on: by a memory's id, by the id of its message in the
    source, or by words that stand in its title, summary or quote. Where several say the same, a
    tuple names them, and one is enough."""

    question: str
    expects: tuple[str | tuple[str, ...], ...]
    category: str = ""


def read(path: Path) -> list[OwnQuestion]:
    """The questions of a file: a YAML list, or one JSON object a line.

    Raises ValueError, naming the question that is not of that form.
    """
    try:
        given = _given(path)
    except (yaml.YAMLError, ValueError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(given, list):
        raise ValueError("it must be a list of questions")
    return [_question(number, fields) for number, fields in enumerate(given, 1)]


def resolve(questions: Sequence[OwnQuestion]) -> list[Asked]:
    """The questions with the keys (see `key_of`) of what they expect.

    Three statements; call within `acting_as`, as what one cannot see one cannot expect. Raises
    ValueError where an expectation is nobody's, or that of several messages.
    """
    known = _Known()
    return [_asked(each, known) for each in questions]


def key_of(memory_id: UUID, source_item_id: UUID | None) -> str:
    """What a memory counts as: the message that it was found in, else itself. So a message is
    found by its observation or by any decision that was read in it."""
    return str(source_item_id or memory_id)


def key_of_result(result: Result) -> str:
    return key_of(result.id, result.source_item_id)


def _given(path: Path) -> Any:
    text = path.read_text("utf-8")
    if path.suffix in _YAML:
        return yaml.safe_load(text) or []
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _question(number: int, fields: Any) -> OwnQuestion:
    match fields:
        case {"question": str() as question, "expects": list() as expects} if all(
            map(_is_expectation, expects)
        ):
            wanted = (tuple(each) if isinstance(each, list) else each for each in expects)
            return OwnQuestion(question, tuple(wanted), str(fields.get("category", "")))
    raise ValueError(f"question {number} needs a `question` and `expects`, a list of texts")


def _is_expectation(given: Any) -> bool:
    texts = given if isinstance(given, list) else [given]
    return bool(texts) and all(isinstance(each, str) and each.strip() for each in texts)


def _asked(each: OwnQuestion, known: "_Known") -> Asked:
    restated: dict[str, list[str]] = {}
    for expected in each.expects:
        first, *others = (expected,) if isinstance(expected, str) else expected
        restated[known.key(first)] = [known.key(other) for other in others]
    return Asked(each.question, frozenset(restated), each.category, restated)


class _Known:
    """What the principal can see, by everything that an expectation may name it by."""

    def __init__(self) -> None:
        visible = Memory.objects.exclude(visibility=Visibility.SECRET)
        rows = visible.values_list("id", "source_item_id", "title", "summary", "quote")
        self._ids: dict[str, str] = {}
        self._texts: list[tuple[str, str]] = []
        for memory_id, item_id, *texts in rows:
            key = key_of(memory_id, item_id)
            self._ids[str(memory_id)] = key
            self._texts.append((_plain("\n".join(texts)), key))
        of_items = {key for _, key in self._texts}
        for item_id, external_id in SourceItem.objects.values_list("id", "external_id"):
            if str(item_id) in of_items:
                self._ids.setdefault(external_id, str(item_id))

    def key(self, expected: str) -> str:
        if found := self._ids.get(expected.strip()):
            return found
        keys = {key for text, key in self._texts if _plain(expected) in text}
        if len(keys) != 1:
            how_many = f"{len(keys)} messages have it: quote more" if keys else "no memory has it"
            raise ValueError(f"“{expected}” is expected, but {how_many}")
        return keys.pop()


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
