"""What the sealed fields of an exchange hold, as JSON. Pure."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from retrieval.answering.citations import Citation, Successor
from retrieval.answering.searched import Miss, Searched
from retrieval.filters import Filters
from retrieval.results import Holds


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked. `query` is what was searched for: the question with what it refers to;
    `topic` the question that says by itself what it is about."""

    question: str
    query: str = ""
    topic: str = ""
    filters: Filters = field(default_factory=Filters)

    def to_json(self) -> str:
        filters = asdict(self.filters).items()
        changed = {name: value for name, value in filters if value != getattr(_ANY, name)}
        said = {"question": self.question, "query": self.query, "topic": self.topic}
        return _dumped({**said, "filters": changed})

    @classmethod
    def from_json(cls, text: str) -> "Asked":
        fields = json.loads(text)
        filters = {name: _filter(name, value) for name, value in fields["filters"].items()}
        return cls(
            fields["question"], fields["query"], fields["topic"], Filters(**filters)
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answered:
    """What was answered, with its citations as they were then."""

    text: str
    citations: tuple[Citation, ...] = ()
    searched: Searched | None = None

    def to_json(self) -> str:
        return _dumped(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Answered":
        fields = json.loads(text)
        looked = fields["searched"]
        return cls(
            fields["text"], tuple(map(_citation, fields["citations"])),
            _searched(looked) if looked else None,
        )  # fmt: skip


_ANY = Filters()
_MOMENTS = ("since", "until", "as_of")


def _dumped(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, default=_plain, ensure_ascii=False)


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _filter(name: str, value: Any) -> Any:
    if name in _MOMENTS:
        return datetime.fromisoformat(value)
    return tuple(value) if isinstance(value, list) else value


def _citation(fields: dict[str, Any]) -> Citation:
    newer = fields["superseded_by"]
    read = {
        "memory_id": UUID(fields["memory_id"]),
        "date": datetime.fromisoformat(fields["date"]),
        "holds": Holds(fields["holds"]),
        "superseded_by": Successor(UUID(newer["id"]), newer["title"]) if newer else None,
    }
    return Citation(**{**fields, **read})


def _searched(fields: dict[str, Any]) -> Searched:
    moments = {
        name: datetime.fromisoformat(fields[name]) if fields[name] else None for name in _MOMENTS
    }
    lists = {name: tuple(fields[name]) for name in ("terms", "read", "legs")}
    nearest = tuple(Miss(UUID(miss["id"]), miss["title"]) for miss in fields["nearest"])
    return Searched(**{**fields, **moments, **lists, "nearest": nearest})
