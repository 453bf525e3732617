"""Methods: one for each operation, waiting or awaited."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from momo.clientgen.models import HEAD, docstring
from momo.clientgen.types import Schema, Types, python_name

JSON, EVENTS, FORM = "application/json", "text/event-stream", "multipart/form-data"
LEFT_OUT = {"fields", "cursor", "If-None-Match"}  # answers are whole, and paged by the client
_HEAD = """
from collections.abc import {iterators}Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from momo.client.calls import OMIT, Call, File, Omitted
from momo.client.events import Event, Piece
from momo.client.generated.bodies import *
from momo.client.generated.models import *
from momo.client.transport import {transport}


class {name}({transport}):
    \"\"\"All that the API can do.\"\"\"
"""

_PLACES = {"query": "query", "body": "body", "files": "files", "header": "headers"}

# Operations whose streams tell an answer; the others tell how far something is.
_ANSWERING = {"ask", "ask_in_conversation", "retry_exchange"}


@dataclass(frozen=True)
class Argument:
    """`place` is where it goes: path, query, header, body, or files."""

    name: str
    place: str
    kind: str
    needed: bool
    taken: bool = False  # whether the path has one of this name, too

    @property
    def variable(self) -> str:
        return python_name(self.name) + ("_" if self.taken else "")

    @property
    def declared(self) -> str:
        if self.needed:
            return f"{self.variable}: {self.kind}"
        if self.place in ("body", "files"):
            return f"{self.variable}: {self.kind} | Omitted = OMIT"
        kind = self.kind if self.kind.endswith("None") else f"{self.kind} | None"
        return f"{self.variable}: {kind} = None"


class Operation:
    def __init__(self, types: Types, description: Schema, method: str, path: str, raw: Any) -> None:
        self._types, self._description, self._raw = types, description, raw
        self.method, self.path, self.name = method, path, python_name(raw["operationId"])
        self.sent = [schema.get("properties", {}) for schema in self._bodies.values()]
        self.arguments = [*self._parameters(), *self._body()]
        content = self._answers()
        self.answered = [media["schema"] for media in content.values()]
        self.streams = EVENTS in content
        self.answers = self._answer_type(content)
        self.pages = self._item_type(content)

    def _parameters(self) -> Iterator[Argument]:
        for each in self._raw.get("parameters", ()):
            if "$ref" in each or each["name"] in LEFT_OUT:
                continue
            kind = self._types.of(each["schema"], sent=True)
            yield Argument(each["name"], each["in"], kind, each.get("required", False))

    def _body(self) -> Iterator[Argument]:
        """The fields of what may be sent, in whichever of its forms."""
        told: set[str] = set()
        for form, schema in self._bodies.items():
            for name, inner in schema.get("properties", {}).items():
                if name not in told:
                    told.add(name)
                    kind = self._types.of(inner, sent=True)
                    place = "files" if form == FORM and "File" in kind else "body"
                    needed = name in schema.get("required", ()) and len(self._bodies) == 1
                    yield Argument(name, place, kind, needed, f"{{{name}}}" in self.path)

    @cached_property
    def _bodies(self) -> Mapping[str, Schema]:
        """By media type."""
        content = self._raw.get("requestBody", {}).get("content", {})
        return {form: self._types.plain(media["schema"]) for form, media in content.items()}

    def _answers(self) -> Mapping[str, Any]:
        good = [each for code, each in self._raw["responses"].items() if code.startswith("2")]
        return next((each["content"] for each in good if each.get("content")), {})

    def _answer_type(self, content: Mapping[str, Any]) -> str:
        if JSON in content and len(set(content) - {EVENTS}) == 1:
            return self._types.of(content[JSON]["schema"])
        others = set(content) - {EVENTS}
        if not others:
            return "None"
        return "str" if all(each.startswith("text/") for each in others) else "bytes"

    def _item_type(self, content: Mapping[str, Any]) -> str:
        """Of the items where the answer is a page of them; empty where it is none."""
        page = self._types.schemas.get(self.answers, {}).get("properties", {})
        return self._types.of(page["items"]["items"]) if page.keys() == {"items", "next"} else ""


def operations(types: Types, description: Schema, *, awaited: bool) -> str:
    transport, iterators = ("AsyncTransport", "AsyncIterator, ") if awaited else (
        "Transport", "Iterator, ",
    )  # fmt: skip
    name = "AsyncOperations" if awaited else "Operations"
    head = HEAD + _HEAD.format(transport=transport, iterators=iterators, name=name)
    methods = ["\n".join(_method(each, awaited=awaited)) for each in all_of(types, description)]
    return "\n".join([head, *methods])


def all_of(types: Types, description: Schema) -> Iterator[Operation]:
    for path, ways in description["paths"].items():
        for method, raw in ways.items():
            if raw.get("security") and "operationId" in raw:
                yield Operation(types, description, method.upper(), path, raw)


def _method(operation: Operation, *, awaited: bool) -> Iterator[str]:
    if operation.pages:
        yield from _written(operation, "_pages", operation.pages, awaited=awaited, several=True)
    elif operation.answers != "None" or not operation.streams:
        yield from _written(operation, "_send", operation.answers, awaited=awaited)
    if operation.streams:
        yield from _streamed(operation, awaited=awaited)


def _written(
    operation: Operation, through: str, answers: str, *, awaited: bool, several: bool = False
) -> Iterator[str]:
    iterator = "AsyncIterator" if awaited else "Iterator"
    gives = f"{iterator}[{answers}]" if several else answers
    waits = awaited and not several
    yield _signature(operation, operation.name, gives, is_async=waits)
    yield from docstring(_doc(operation), "        ")
    returns = "" if answers == "None" else "return "
    yield f"        {returns}{'await ' if waits else ''}self.{through}({_call(operation)})\n"


def _streamed(operation: Operation, *, awaited: bool) -> Iterator[str]:
    kinds = _events_of(operation)
    data = " | ".join(dict.fromkeys(kinds.values()))
    iterator = "AsyncIterator" if awaited else "Iterator"
    name = operation.name if operation.answers == "None" else f"{operation.name}_stream"
    yield _signature(operation, name, f"{iterator}[Event[{data}]]", is_async=False)
    names = ", ".join(f"`{each}`" for each in kinds)
    yield from docstring(f"{_doc(operation)}\n\nAs events: {names}.", "        ")
    told = ", ".join(f"{each!r}: {kind}" for each, kind in kinds.items())
    yield f"        return self._events({_call(operation)}, {{{told}}})\n"


def _events_of(operation: Operation) -> dict[str, str]:
    """The types of what a stream's events hold, by their names."""
    if operation.name in _ANSWERING:
        return {"sources": "list[CitationItem]", "piece": "Piece", "done": operation.answers}
    return dict.fromkeys(("progress", "later", "done"), operation.answers)


def _signature(operation: Operation, name: str, gives: str, *, is_async: bool) -> str:
    ordered = sorted(operation.arguments, key=lambda each: not each.needed)
    placed = [each.declared for each in ordered if each.place == "path"]
    named = [each.declared for each in ordered if each.place != "path"]
    arguments = ", ".join(["self", *placed, *(["*", *named] if named else [])])
    return f"    {'async ' if is_async else ''}def {name}({arguments}) -> {gives}:"


def _call(operation: Operation) -> str:
    path = operation.path
    for each in operation.arguments:
        if each.place == "path":
            path = path.replace(f"{{{each.name}}}", f"{{{each.variable}}}")
    quoted = f'f"{path}"' if "{" in path else f'"{path}"'
    parts = [f'"{operation.method}"', quoted, f"answers={operation.answers}"]
    for place, keyword in _PLACES.items():
        named = [each for each in operation.arguments if each.place == place]
        if named:
            told = ", ".join(f"{each.name!r}: {each.variable}" for each in named)
            parts.append(f"{keyword}={{{told}}}")
    return f"Call({', '.join(parts)})"


def _doc(operation: Operation) -> str:
    raw = operation._raw
    return str(raw.get("description") or raw["summary"]).replace("\\", "\\\\").strip()
