"""What a memory is found by, made again as the pipeline and edits by people make it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from pgvector import HalfVector

from connectors.models import SourceItem
from decisions.editing.drafts import texts_of
from decisions.models import Kind, Memory, MemoryEmbedding, MessageVector
from decisions.pipeline import context
from decisions.pipeline.plan import INDEXED_CHARACTERS, NewMemory, memories_of
from decisions.pipeline.store import word
from decisions.pipeline.terms import index_terms
from decisions.pipeline.work import Work, open_field
from decisions.wording import FIELDS as WORDING
from momo.platform.tenancy.bulk import insert_rows, on_conflict_update, update_rows
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault.envelope import SealError

# --- All that knows where the words are ---
_NO_WORDS = """(m.search IS NULL OR NOT EXISTS (
        SELECT FROM decisions_memoryterms t WHERE t.team_id = %(team)s AND t.memory_id = m.id))"""
# As `store.search_vector` makes them. Of a message only what it says itself is compared and set;
# what those around it lend is put in by `context.refresh`.
_SET_WORDS = """
UPDATE decisions_memory m SET search = own.words FROM (
    SELECT given.id, given.readable, given.in_thread,
        setweight(to_tsvector('english', given.heavy || ' ' || given.middle), 'A')
        || setweight(to_tsvector('english', given.light), 'B') AS words
    FROM unnest(%s::uuid[], %s::text[], %s::text[], %s::text[], %s::bool[], %s::bool[])
        AS given (id, heavy, middle, light, in_thread, readable)
) own
WHERE m.team_id = %s AND m.id = own.id AND (m.search IS NULL OR own.readable
    AND CASE WHEN own.in_thread THEN ts_filter(m.search, '{a}') ELSE m.search END <> own.words)
RETURNING m.id
"""
_WITHOUT_TERMS = """
SELECT given.id FROM unnest(%s::uuid[]) AS given (id) WHERE NOT EXISTS (
    SELECT FROM decisions_memoryterms t WHERE t.team_id = %s AND t.memory_id = given.id)
"""

LACKING = f"""({_NO_WORDS} OR NOT EXISTS (
        SELECT FROM decisions_memoryembedding e
        WHERE e.team_id = %(team)s AND e.memory_id = m.id AND e.model = %(model)s)
    OR (m.kind = 'observation' AND m.thread_key <> '' AND m.source_item_id IS NOT NULL
        AND NOT EXISTS (
            SELECT FROM decisions_messagevector v
            WHERE v.team_id = %(team)s AND v.memory_id = m.id AND v.model = %(model)s)))"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory as it was read; where its source cannot be opened, `readable` is false."""

    memory: Memory
    new: NewMemory
    readable: bool


def read(ids: Collection[UUID]) -> list[Entry]:
    """Memories but secret ones, as they are to be indexed; still without vectors."""
    rows = Memory.objects.filter(id__in=ids).exclude(visibility=Visibility.SECRET)
    memories = list(rows.defer("search", "sealed_context").order_by("id"))
    items = _items(memories)
    return [_entry(memory, items.get(memory.id)) for memory in memories]


def store(entries: Sequence[Entry], model: str, *, anew: bool) -> tuple[int, list[UUID]]:
    """Store the entries, in the caller's transaction. Threads are locked first, as everywhere.

    Returns how many got a vector, and which memories were changed since they were read.
    """
    context.lock({entry.memory.thread_key for entry in entries})
    locked = Memory.objects.select_for_update(no_key=True).exclude(visibility=Visibility.SECRET)
    rows = locked.filter(id__in=[entry.memory.id for entry in entries]).order_by("id")
    now = dict(rows.values_list("id", "updated_at"))
    fresh = [entry for entry in entries if now.get(entry.memory.id) == entry.memory.updated_at]
    _set_words(fresh, anew=anew)
    _set_vectors(fresh, model)
    context.refresh(context.place_of(entry.memory) for entry in fresh)
    stored = sum(entry.new.vector is not None for entry in fresh)
    return stored, sorted(now.keys() - {entry.memory.id for entry in fresh})


def _set_words(fresh: Sequence[Entry], *, anew: bool) -> None:
    """What stays as it is is not written again, but for the terms where all is made anew."""
    if not fresh:
        return
    rows = [
        (e.memory.id, *e.new.indexed, context.place_of(e.memory) is not None, e.readable)
        for e in fresh
    ]
    ids = [e.memory.id for e in fresh]
    with connection.cursor() as cursor:
        columns = [list(column) for column in zip(*rows, strict=True)]
        cursor.execute(_SET_WORDS, [*columns, current_team_id()])
        changed = {row[0] for row in cursor.fetchall()}
        cursor.execute(_WITHOUT_TERMS, [ids, current_team_id()])
        changed |= {row[0] for row in cursor.fetchall()}
    indexed = ids if anew else sorted(changed)
    index_terms(indexed, replaced=indexed)
    update_rows(Memory, ("id", *WORDING), [row for e in fresh if (row := _worded(e))])


def _worded(entry: Entry) -> tuple[Any, ...] | None:
    """A row of how a memory is worded, where that is not what is stored."""
    before = [getattr(entry.memory, name) for name in WORDING]
    if entry.readable:
        word(entry.memory, entry.new)
    after = [getattr(entry.memory, name) for name in WORDING]
    return (entry.memory.id, *after) if after != before else None


_COLUMNS = ("memory_id", "model", "visibility", "owner_id", "audience_id", "embedding")
_VALUES = ("visibility", "owner_id", "audience_id", "embedding")
_MESSAGE_KEY = ("team_id", "memory_id", "model")
_KEY = (*_MESSAGE_KEY, "chunk")


def _set_vectors(fresh: Sequence[Entry], model: str) -> None:
    """A message's own vector beside its neighbors'; what it is searched by is mixed of these."""
    alone: list[tuple[Any, ...]] = []
    in_threads: list[tuple[Any, ...]] = []
    for entry in fresh:
        if entry.new.vector is not None:
            row = (entry.memory.id, model, *_seen_by(entry.memory), HalfVector(entry.new.vector))
            (in_threads if context.place_of(entry.memory) else alone).append(row)
    insert_rows(
        MessageVector, _COLUMNS, in_threads, conflict=on_conflict_update(_MESSAGE_KEY, _VALUES)
    )
    both = (*_COLUMNS, "chunk")
    insert_rows(MemoryEmbedding, both, [(*row, 0) for row in in_threads])
    insert_rows(
        MemoryEmbedding, both, [(*row, 0) for row in alone],
        conflict=on_conflict_update(_KEY, _VALUES),
    )  # fmt: skip


def _items(memories: Sequence[Memory]) -> dict[UUID, SourceItem]:
    """What each memory was found in, where those who see the one see the other."""
    wanted = [m.source_item_id for m in memories if m.source_item_id]
    rows = SourceItem.objects.filter(id__in=wanted).defer("sealed_raw", "sealed_extraction")
    seen = {(item.id, *_seen_by(item)): item for item in rows}
    found = {memory.id: seen.get((memory.source_item_id, *_seen_by(memory))) for memory in memories}
    return {memory_id: item for memory_id, item in found.items() if item}


def _entry(memory: Memory, item: SourceItem | None) -> Entry:
    """What was sealed under a key that is gone goes by what is readable, its words as they are."""
    try:
        text = open_field(item, "sealed_text").decode() if item else ""
    except SealError:
        return Entry(memory, texts_of(memory), readable=False)
    if item and memory.kind == Kind.OBSERVATION:
        found = memories_of(Work(item, text), "")
        if found and found[0].fields["title"] == memory.title:  # not renamed by a person
            return Entry(memory, found[0], readable=True)
    return Entry(memory, texts_of(memory, text[:INDEXED_CHARACTERS]), readable=True)


def _seen_by(row: Memory | SourceItem) -> tuple[str, UUID | None, UUID | None]:
    return row.visibility, row.owner_id, row.audience_id
