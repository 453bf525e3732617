"""Server-sent events, as they come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

from momo.client.calls import Model
from momo.client.errors import problem_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Event(Generic[T]):
    """One event: `name` says what `data` is."""

    name: str
    data: T


class Piece(Model):
    """A part of an answer's text, to be put after those before."""

    text: str


class EventReader:
    """Puts events together from lines. `kinds` are the types of their data, by their names."""

    def __init__(self, kinds: Mapping[str, Any]) -> None:
        self._kinds = {name: TypeAdapter(kind) for name, kind in kinds.items()}
        self._name, self._data = "", list[str]()

    def take(self, line: str) -> Iterator[Event[Any]]:
        """The event that ends with this line, if one does. Raises the Problem that ends all."""
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        elif not line and self._data:
            yield self._whole()

    def _whole(self) -> Event[Any]:
        name, text = self._name, "\n".join(self._data)
        self._name, self._data = "", []
        if name == "problem":
            body = TypeAdapter(dict[str, Any]).validate_json(text)
            raise problem_of(int(body.get("status", 500)), body)
        return Event(name, self._kinds.get(name, _ANYTHING).validate_json(text))


_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)
