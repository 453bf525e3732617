"""What the stages pass on: one item and what has been found out about it."""

from dataclasses import dataclass, field

from pydantic import TypeAdapter

from connectors.contract import Declared, Person
from connectors.models import SourceItem
from connectors.services import ITEM_TABLE
from decisions.extraction.contract import ExtractedDecision, Extraction, Mention, Message
from momo.platform.vault import services as vault

_person = TypeAdapter(Person)
_declared = TypeAdapter(Declared)


@dataclass(slots=True)
class Found:
    """What extraction found in one item."""

    decisions: tuple[ExtractedDecision, ...] = ()
    mentions: tuple[Mention, ...] = ()
    extractor: str = ""  # which one, with its version


def found_in(work: "Work", extraction: Extraction, extractor: str) -> Found:
    """What of an extraction is this item's."""
    key = str(work.item.id)
    decisions = tuple(each for each in extraction.decisions if each.message_key == key)
    return Found(decisions, extraction.mentions.get(key, ()), extractor)


_found = TypeAdapter(Found)


@dataclass(slots=True)
class Work:
    """One item on its way through the stages."""

    item: SourceItem
    text: str = ""
    found: Found = field(default_factory=Found)
    _message: Message | None = None

    @property
    def message(self) -> Message:
        """The item as extractors read it, once its text is known."""
        if self._message is None:
            self._message = message_of(self.item, self.text)
        return self._message


def open_field(item: SourceItem, name: str) -> bytes:
    """A sealed field's content, empty where nothing is stored."""
    sealed = getattr(item, name)
    if sealed is None:
        return b""
    return vault.unseal(sealed, table=ITEM_TABLE, row_id=item.id, field=name)


def seal_field(item: SourceItem, name: str, content: str | bytes) -> None:
    setattr(item, name, vault.seal(content, table=ITEM_TABLE, row_id=item.id, field=name))


def seal_found(work: Work) -> None:
    seal_field(work.item, "sealed_extraction", _found.dump_json(work.found))


def open_found(item: SourceItem) -> Found:
    content = open_field(item, "sealed_extraction")
    return _found.validate_json(content) if content else Found()


def message_of(item: SourceItem, text: str) -> Message:
    return Message(
        key=str(item.id),
        text=text,
        sent_at=item.occurred_at,
        title=item.title,
        author=_person.validate_python(item.author) if item.author else None,
        participants=tuple(_person.validate_python(p) for p in item.participants),
        source=item.source,
        kind=item.kind,
        declared=_declared.validate_python(item.declared) if item.declared else None,
    )
