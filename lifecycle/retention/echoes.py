"""What was found in a thread with the help of what is erased now.

An extractor is shown the messages before the one that it reads: "Agreed." becomes a decision in the
words of what was agreed to. So what was found in the messages after an erased one is looked at:
where it uses words of that one which its own message and those between do not have, it goes at
once, and all these messages are read anew, without it.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from connectors.models import Integration, Queue, SourceItem
from connectors.store import Storing, enqueue
from decisions.models import Kind, Memory
from decisions.pipeline.threads import LOOK_BACK
from decisions.pipeline.work import open_field
from decisions.wording import STOP_WORDS
from momo.platform.tenancy.context import Scope, current_team_id
from momo.platform.vault.envelope import SealError

_WORD = re.compile(r"\w{2,}")
_AFTER = """
SELECT DISTINCT later.id
FROM unnest(%(integrations)s::uuid[], %(threads)s::text[], %(times)s::timestamptz[],
            %(externals)s::text[]) AS gone (integration_id, thread_key, occurred_at, external_id)
CROSS JOIN LATERAL (
    SELECT i.id FROM connectors_sourceitem i
    WHERE i.team_id = %(team)s AND i.integration_id = gone.integration_id
      AND i.thread_key = gone.thread_key AND i.deleted_at IS NULL
      AND i.id <> ALL (%(erased)s::uuid[])
      AND (i.occurred_at, i.external_id) > (gone.occurred_at, gone.external_id)
    ORDER BY i.occurred_at, i.external_id LIMIT %(count)s
) later
"""


@dataclass(frozen=True, slots=True)
class Echoes:
    """Memories that go with what is erased, and the items that are to be read anew."""

    memories: Sequence[Memory] = ()
    items: Sequence[SourceItem] = ()


def after(erased: Collection[SourceItem]) -> list[UUID]:
    """The messages that each of these was shown with, as far as the principal sees them."""
    threaded = [item for item in erased if item.thread_key]
    if not threaded:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            _AFTER,
            {
                "team": current_team_id(),
                "integrations": [item.integration_id for item in threaded],
                "threads": [item.thread_key for item in threaded],
                "times": [item.occurred_at for item in threaded],
                "externals": [item.external_id for item in threaded],
                "erased": [item.id for item in erased],
                "count": LOOK_BACK,
            },
        )
        return [row[0] for row in cursor.fetchall()]


def of(
    erased: Collection[SourceItem], later: Collection[UUID], *, held: Collection[UUID] = ()
) -> Echoes:
    """What was found with the help of these in the messages `after` them, but for those that a
    legal hold keeps as they are.

    Texts are opened only where there is any.
    """
    found = Memory.objects.filter(source_item_id__in=set(later) - set(held))
    found = found.exclude(kind=Kind.OBSERVATION)
    statements = list(found.defer("search"))
    if not statements:
        return Echoes()
    items = {item.id: item for item in SourceItem.objects.filter(id__in=later)}
    threads = {(item.integration_id, item.thread_key) for item in erased}
    said = {thread: _words_of_all(erased, thread) for thread in threads}
    between = {item.id: _words(item) for item in items.values()}
    echoing = []
    for memory in statements:
        item = items[memory.source_item_id]
        others = [
            between[each.id]
            for each in items.values()
            if each.thread_key == item.thread_key and each.occurred_at <= item.occurred_at
        ]
        gone = said[item.integration_id, item.thread_key]
        if _words_in(memory) & gone - STOP_WORDS - set[str]().union(*others):
            echoing.append(memory)
    stating = {memory.source_item_id for memory in statements}
    readable = [items[each] for each in stating if items[each].sealed_raw is not None]
    return Echoes(echoing, readable)


def read_again(item_ids: Collection[UUID]) -> None:
    """Queue items anew, as whoever they were stored for: also those that a worker is at, which may
    have been shown what is erased. Their jobs, where there are any, are locked already."""
    rows = SourceItem.objects.filter(id__in=item_ids).order_by("id")
    items = list(rows.only("id", "integration_id", "owner_id"))
    integrations = Integration.objects.filter(id__in={item.integration_id for item in items})
    by_id = {integration.id: integration for integration in integrations}
    for item in items:
        if integration := by_id.get(item.integration_id):
            reader = Scope(current_team_id(), item.owner_id or integration.agent_id)
            enqueue(Storing(integration, reader, Queue.REALTIME), [item.id])


def _words_of_all(items: Collection[SourceItem], thread: tuple[UUID, str]) -> set[str]:
    mine = (item for item in items if (item.integration_id, item.thread_key) == thread)
    return set[str]().union(*map(_words, mine))


def _words(item: SourceItem) -> set[str]:
    """All words that an item gives an extractor to read."""
    try:
        text = open_field(item, "sealed_text").decode()
    except SealError:
        text = ""  # shredded: it tells nobody anything any more
    people = [item.author or {}, *item.participants]
    names = (str(value) for person in people for value in person.values())
    return _in(" ".join([text, item.title, *names]))


def _words_in(memory: Memory) -> set[str]:
    options = (str(value) for option in memory.options for value in option.values())
    people = (str(value) for person in memory.people for value in person.values())
    texts = (memory.title, memory.summary, memory.rationale, memory.quote, memory.owner_name,
             memory.replaces, *memory.tags, *options, *people)  # fmt: skip
    return _in(" ".join(texts))


def _in(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
