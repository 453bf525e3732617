"""What the stages pass on: one item and what has been found out about it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Window
from django.db.models.functions import RowNumber
from pydantic import TypeAdapter

from connectors.contract import Declared, Person
from connectors.models import SourceItem
from connectors.services import ITEM_TABLE
from decisions.extraction.contract import ExtractedDecision, Mention, Message, Thread
from momo.platform.vault import services as vault

THREAD_CONTEXT = 8  # earlier messages of a thread that an extractor is shown

_person = TypeAdapter(Person)
_declared = TypeAdapter(Declared)


@dataclass(slots=True)
class Found:
    """What extraction found in one item."""

    decisions: tuple[ExtractedDecision, ...] = ()
    mentions: tuple[Mention, ...] = ()


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


def threads_of(works: Sequence[Work]) -> list[Thread]:
    """Group works by thread, each with the earlier messages that are already normalized."""
    earlier = _earlier_messages(works)
    groups: dict[tuple[UUID, str], list[Work]] = {}
    for work in works:
        thread = work.item.thread_key or work.item.external_id
        groups.setdefault((work.item.integration_id, thread), []).append(work)
    threads = []
    for key, group in groups.items():
        fresh = [work.message for work in group]
        messages = sorted(earlier.get(key, []) + fresh, key=lambda m: m.sent_at)
        threads.append(Thread(tuple(messages), frozenset(m.key for m in fresh)))
    return threads


def _earlier_messages(works: Sequence[Work]) -> dict[tuple[UUID, str], list[Message]]:
    """The last few normalized messages of each work's thread. One query."""
    threads = {work.item.thread_key for work in works if work.item.thread_key}
    if not threads:
        return {}
    newest_first = Window(
        RowNumber(), partition_by=["integration_id", "thread_key"], order_by="-occurred_at"
    )
    rows = (
        SourceItem.objects.filter(
            integration_id__in={work.item.integration_id for work in works},
            thread_key__in=threads,
            sealed_text__isnull=False,
            deleted_at=None,
        )
        .exclude(id__in=[work.item.id for work in works])
        .defer("sealed_raw", "sealed_extraction")
        .annotate(back=newest_first)
        .filter(back__lte=THREAD_CONTEXT)
    )
    messages: dict[tuple[UUID, str], list[Message]] = {}
    for item in rows:
        text = open_field(item, "sealed_text").decode()
        messages.setdefault((item.integration_id, item.thread_key), []).append(
            message_of(item, text)
        )
    return messages
