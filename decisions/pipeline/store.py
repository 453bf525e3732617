"""Store: memories, their vectors, entities and edges of a batch, in a handful of statements."""

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchVector
from django.db.models import Value
from django.utils import timezone
from pgvector import HalfVector

from connectors.models import SourceItem
from decisions import crossrefs, summaries, unreconciled
from decisions.entities.forgetting import forget
from decisions.histories import lineage, revisions
from decisions.models import Edge, EdgeKind, Kind, Memory, MemoryEmbedding, MessageVector
from decisions.pipeline import context
from decisions.pipeline.edges import Written, insert_edges
from decisions.pipeline.narrowed import named_wider
from decisions.pipeline.plan import NewMemory
from decisions.pipeline.terms import index_terms
from decisions.pipeline.work import Work
from decisions.wording import FIELDS as WORDING
from decisions.wording import wording_of
from momo.platform.tenancy.bulk import insert_rows, on_conflict_update
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility


def store(
    works: Sequence[Work], planned: Mapping[UUID, Sequence[NewMemory]], *, model: str
) -> None:
    """Make the items' memories what was planned, in the caller's transaction.

    A memory that was found before is updated, one that is found no more goes, and what a person
    has edited stays as they left it. Running it twice changes nothing.
    """
    items = {work.item.id: work.item for work in works}
    was: dict[UUID, Memory] = {}
    threads, kinds = _known(planned)
    context.lock(threads | {item.thread_key for item in items.values()})
    if not kinds.isdisjoint(crossrefs.LINKED_KINDS):
        crossrefs.lock()
    before = {
        (memory.source_item_id, bytes(memory.fingerprint)): memory
        # Locked, so that a person's edit comes wholly before this or wholly after.
        for memory in Memory.objects.select_for_update()
        .filter(source_item_id__in=list(planned), fingerprint__isnull=False)
        .order_by("id")
        .only("team_id", "id", "fingerprint", "edited_at", "kind", "status", *context.Place._fields)
    }
    places = [context.place_of(memory) for memory in before.values()]
    fresh: list[Written] = []
    for item_id, news in planned.items():
        for new in {n.fields["fingerprint"]: n for n in news}.values():
            known = before.pop((item_id, new.fields["fingerprint"]), None)
            if known is None or known.edited_at is None:
                memory = _row(new, items[item_id], known.id if known else uuid7())
                fresh.append((memory, new, items[item_id]))
            if known:
                was[known.id] = known
    lineage.remove([m.id for m in before.values() if m.edited_at is None])
    write(fresh, model=model, known_ids=was.keys())
    _keep_what_held(fresh, was)
    context.refresh([*places, *(context.place_of(memory) for memory, _, _ in fresh)])


def _known(item_ids: Collection[UUID]) -> tuple[set[str], set[str]]:
    """The threads that memories of these items stand in so far, and their kinds."""
    memories = Memory.objects.filter(source_item_id__in=list(item_ids))
    rows = set(memories.values_list("thread_key", "kind"))
    return {thread for thread, _ in rows}, {kind for _, kind in rows}


# A memory with what it names and the item it was found in, None where a person stated it.


def write(fresh: Sequence[Written], *, model: str, known_ids: Collection[UUID] = ()) -> None:
    """Write memories with their vectors and edges, in the caller's transaction.

    `known_ids` are those that were there before, whose vectors and edges are replaced.
    """
    with unreconciled.noting([m.id for m, _, _ in fresh if m.kind in unreconciled.STATING]):
        _upsert_memories(fresh)
    replaced = [memory.id for memory, _, _ in fresh if memory.id in known_ids]
    index_terms([memory.id for memory, _, _ in fresh], replaced=replaced)
    if replaced:
        summaries.withdraw(replaced)  # they may say less now, or to fewer
        for table in (MemoryEmbedding, MessageVector):
            table.objects.filter(memory_id__in=replaced).delete()
        closed = named_wider([memory for memory, _, _ in fresh if memory.id in known_ids])
        Edge.objects.filter(src_memory_id__in=replaced, kind__in=_EXTRACTED_EDGES).delete()
        if closed:
            forget(closed)
    _insert_embeddings(fresh, model)
    insert_edges(fresh)


def _keep_what_held(fresh: Sequence[Written], was: Mapping[UUID, Memory]) -> None:
    """Keep what the status of decisions was before their sources said otherwise, and until when.

    A source that does not tell when it was edited did so by now. Whether it is reversed, who sees
    it and since when it holds say what becomes of those that it replaced.
    """
    again = [written for written in fresh if written[0].id in was and written[0].status]
    for memory, _, item in again:
        before = was[memory.id].status
        if item and before != memory.status:
            revisions.keep(memory, {"status": [before, memory.status]}, by=None, at=item.edited_at)
    if again:
        ids = [memory.id for memory, _, _ in again]
        lineage.settle(older=ids, newer=ids)


def _row(new: NewMemory, item: SourceItem, memory_id: UUID) -> Memory:
    return Memory(
        id=memory_id,
        source_item_id=item.id,
        source=item.source,
        source_date=item.occurred_at,
        source_url=item.url,
        thread_key=item.thread_key,
        first_seen_at=item.occurred_at,
        last_seen_at=item.occurred_at,
        visibility=item.visibility,
        owner_id=item.owner_id,
        audience_id=item.audience_id,
        **{"valid_from": item.occurred_at, **new.fields},
    )


def search_vector(heavy: str, middle: str, light: str) -> Any:
    """The full-text index entry of a memory: its own words, then the message it was found in."""
    return SearchVector(Value(f"{heavy} {middle}"), weight="A", config="english") + SearchVector(
        Value(light), weight="B", config="english"
    )


# As `search_vector`, of the texts that are given with each row.
_SEARCH = (
    "setweight(to_tsvector('english', given.heavy || ' ' || given.middle), 'A')"
    " || setweight(to_tsvector('english', given.light), 'B')"
)
_MEMORY_COLUMNS = tuple(
    field.column
    for field in Memory._meta.concrete_fields
    if field.column and field.column not in {"team_id", "search"}
)
_FOUND_ONCE = ("team_id", "source_item_id", "fingerprint")
_FROM_EXTRACTION = (
    "title", "summary", "rationale", "quote", "quote_start", "quote_end", "decision_type",
    "confidence", "status", "options", "people", "owner_name", "due_on", "replaces", "importance",
    "tags", "extractor", "source_date", "source_url", "thread_key", "valid_from", "visibility",
    "owner_id", "audience_id", "search", "updated_at", *WORDING,
)  # fmt: skip


def word(memory: Memory, new: NewMemory) -> None:
    """Count how a memory is worded: a message by all it says, another by what is made of it."""
    title, text, _ = new.indexed
    if memory.kind != Kind.OBSERVATION and text:
        text = memory.summary
    counted = wording_of(f"{title}\n{text}")
    for name in WORDING:
        setattr(memory, name, getattr(counted, name))
    memory.gives_reason |= bool(memory.rationale)


def _upsert_memories(fresh: Sequence[Written]) -> None:
    now = timezone.now()
    rows = []
    for memory, new, _ in fresh:
        memory.created_at = memory.updated_at = now
        word(memory, new)
        secret = memory.visibility == Visibility.SECRET
        texts = (None, None, None) if secret else new.indexed
        rows.append((*attrgetter(*_MEMORY_COLUMNS)(memory), *texts))
    insert_rows(
        Memory,
        (*_MEMORY_COLUMNS, "heavy", "middle", "light"),
        rows,
        computed={"search": _SEARCH},
        conflict=on_conflict_update(_FOUND_ONCE, _FROM_EXTRACTION),
    )


def replace_embeddings(fresh: Sequence[Written], model: str) -> None:
    """Give memories the vectors of their `NewMemory`, or none."""
    for table in (MemoryEmbedding, MessageVector):
        table.objects.filter(memory_id__in=[m.id for m, _, _ in fresh]).delete()
    _insert_embeddings(fresh, model)
    context.refresh(context.place_of(memory) for memory, _, _ in fresh)


_VECTOR_COLUMNS = ("memory_id", "model", "visibility", "owner_id", "audience_id", "embedding")
_EMBEDDING_COLUMNS = (*_VECTOR_COLUMNS, "chunk")


def _insert_embeddings(fresh: Sequence[Written], model: str) -> None:
    rows = {
        m: (m.id, model, m.visibility, m.owner_id, m.audience_id, HalfVector(new.vector))
        for m, new, _ in fresh
        if new.vector is not None
    }
    insert_rows(MemoryEmbedding, _EMBEDDING_COLUMNS, [(*row, 0) for row in rows.values()])
    in_threads = [row for memory, row in rows.items() if context.place_of(memory)]
    insert_rows(MessageVector, _VECTOR_COLUMNS, in_threads)


_EXTRACTED_EDGES = [
    EdgeKind.INVOLVES, EdgeKind.MENTIONS, EdgeKind.ABOUT, EdgeKind.RELATES_TO,
    EdgeKind.SAME_THREAD, EdgeKind.EXTRACTED_FROM,
]  # fmt: skip
