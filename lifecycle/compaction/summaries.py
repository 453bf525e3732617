"""Making summaries: words and vectors outside any transaction, then all of it in a short one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from uuid import UUID

import numpy as np
from django.utils import timezone
from pgvector import HalfVector

from connectors.contract import Person
from decisions import crossrefs
from decisions.models import Edge, EdgeKind, Kind, Memory, MemoryEmbedding
from decisions.people import people_json
from decisions.pipeline.edges import Written
from decisions.pipeline.plan import NewMemory
from decisions.pipeline.store import write
from decisions.providers import Providers
from decisions.reindex import Holder
from lifecycle.compaction import originals as reading
from lifecycle.compaction.asking import summarize
from lifecycle.compaction.chunks import chunks
from lifecycle.compaction.eligible import CENTER
from lifecycle.compaction.gently import gently_as
from lifecycle.compaction.models import Neighbors
from lifecycle.compaction.originals import Original, fingerprint
from lifecycle.compaction.tuning import NAMED, TAGS
from lifecycle.compaction.wording import Told, most_frequent
from momo.platform.ai import metering
from momo.platform.audit import services as audit
from momo.platform.tenancy.bulk import insert_rows, on_conflict_update
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility

SOURCE = "compaction"


@dataclass(frozen=True, slots=True)
class Group:
    """Decisions to be summed up, the center first, with their cosines to it.

    `summary_id` is the summary that some of them have already.
    """

    members: tuple[tuple[UUID, float], ...]
    summary_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Composed:
    """A summary that is ready to be stored."""

    group: Group
    originals: Sequence[Original]
    told: Told
    vectors: Sequence[HalfVector]  # of its chunks


def compose(holder: Holder, groups: Sequence[Group], models: Providers) -> list[Composed]:
    """Word and embed summaries. Raises ProviderError. Not to be called in a transaction."""
    with gently_as(holder.scope):
        found = reading.read(each for group in groups for each, _ in group.members)
    whole = [group for group in groups if all(each in found for each, _ in group.members)]
    originals = [[found[each] for each, _ in group.members] for group in whole]
    with metering.charged_to(holder.scope):
        told = [summarize(each, models.chat) for each in originals]
        pieces = [chunks(each.text) for each in told]
        vectors = iter(models.embeddings.embed([piece for each in pieces for piece in each]))
    return [
        Composed(group, of, words, [HalfVector(next(vectors)) for _ in cut])
        for group, of, words, cut in zip(whole, originals, told, pieces, strict=True)
    ]


def store(
    holder: Holder,
    composed: Sequence[Composed],
    model: str,
    now: datetime,
    *,
    keep: Callable[[int, int], None],
) -> int:
    """Store summaries whose originals are still as they were read. Returns how many.

    `keep` is told in the same transaction how many are new, and how many made anew.
    """
    with gently_as(holder.scope):
        fresh = _still_so(holder, composed, now)
        known = {each.group.summary_id for each in fresh} - {None}
        Memory.objects.filter(id__in=known).delete()  # the database cascades
        rows = [(each, _written(holder, each)) for each in fresh]
        write([row for _, row in rows], model=model)
        _insert_chunks([(row[0], each) for each, row in rows], model)
        _insert_edges([(row[0], each) for each, row in rows])
        covered = [each.id for one in fresh for each in one.originals]
        Neighbors.objects.filter(memory_id__in=covered).delete()
        if fresh:
            ids = [str(row[0].id) for _, row in rows]
            audit.record("memories.summarized", summaries=ids, originals=len(covered))
        keep(len(fresh) - len(known), len(known))
    return len(fresh)


def embed_again(holder: Holder, texts: Sequence[tuple[UUID, str]], models: Providers) -> None:
    """Give summaries the vectors of all their chunks under the configured model, as after a change
    of it. Raises ProviderError."""
    pieces = [(each, n, piece) for each, text in texts for n, piece in enumerate(chunks(text))]
    with metering.charged_to(holder.scope):
        vectors = models.embeddings.embed([piece for _, _, piece in pieces])
    with gently_as(holder.scope):
        locked = Memory.objects.select_for_update(no_key=True).order_by("id")
        ids = [summary_id for summary_id, _ in texts]
        still = {m.id: m for m in locked.filter(id__in=ids).defer("search")}
        same = {each for each, text in texts if each in still and still[each].summary == text}
        rows = [
            (*_embedding(still[each], models.embeddings.model), HalfVector(vector), number)
            for (each, number, _), vector in zip(pieces, vectors, strict=True)
            if each in same
        ]
        insert_rows(MemoryEmbedding, _COLUMNS, rows, conflict=_REPLACING)


def _still_so(holder: Holder, composed: Sequence[Composed], now: datetime) -> list[Composed]:
    """Those whose originals nobody has changed, hidden, erased or summed up since; under locks."""
    crossrefs.lock()  # before rows, as everywhere
    ids = [each.id for one in composed for each in one.originals]
    known = [one.group.summary_id for one in composed if one.group.summary_id]
    locked = Memory.objects.select_for_update(no_key=True).filter(id__in=[*ids, *known])
    current = dict(locked.order_by("id").values_list("id", "updated_at"))
    standing = reading.standing(holder, ids, now)
    edges = Edge.objects.filter(kind=EdgeKind.COMPACTS, dst__in=ids)
    summed_up = dict(edges.values_list("dst_memory_id", "src_memory_id"))
    return [
        one
        for one in composed
        if (one.group.summary_id is None or one.group.summary_id in current)
        and all(
            each.id in standing
            and current.get(each.id) == each.updated_at
            and summed_up.get(each.id) in {None, one.group.summary_id}
            for each in one.originals
        )
    ]


def _written(holder: Holder, each: Composed) -> Written:
    found, told = each.originals, each.told
    first, last = (pick(one.source_date for one in found) for pick in (min, max))
    people = _people(found)
    memory = Memory(
        team_id=holder.scope.team_id, id=each.group.summary_id or uuid7(), kind=Kind.SUMMARY,
        title=told.title, summary=told.text, extractor=told.by, source=SOURCE,
        # What holds only since its last original must not be found as of a day before that.
        source_date=last, valid_from=last, first_seen_at=first, last_seen_at=last,
        occurrence_count=len(found), fingerprint=fingerprint(found),
        importance=fmean(one.importance for one in found),
        tags=most_frequent((tag for one in found for tag in one.tags), TAGS),
        people=people_json(people),
        visibility=holder.visibility,
        owner_id=holder.id if holder.visibility == Visibility.PRIVATE else None,
        audience_id=holder.id if holder.visibility == Visibility.RESTRICTED else None,
    )  # fmt: skip
    new = NewMemory({}, (told.title, told.text, ""), told.text, people=tuple(people))
    new.vector = each.vectors[0].to_numpy().astype(np.float32)
    return memory, new, None


def _people(found: Sequence[Original]) -> list[Person]:
    """Those that most originals name, as the first of these does."""
    by_key: dict[str, Person] = {}
    keys = []
    for one in found:
        for given in one.people:
            key = (given.get("email") or given.get("name") or "").casefold()
            by_key.setdefault(key, Person(**given))
            keys.append(key)
    return [by_key[key] for key in most_frequent(filter(None, keys), NAMED)]


_COLUMNS = (
    "memory_id", "model", "visibility", "owner_id", "audience_id", "embedding", "chunk",
)  # fmt: skip
_REPLACING = on_conflict_update(("team_id", "memory_id", "model", "chunk"), ("embedding",))


def _embedding(memory: Memory, model: str) -> tuple[object, ...]:
    return memory.id, model, memory.visibility, memory.owner_id, memory.audience_id


def _insert_chunks(written: Sequence[tuple[Memory, Composed]], model: str) -> None:
    """Those after the first, which was stored with the memory."""
    rows = [
        (*_embedding(memory, model), vector, number)
        for memory, each in written
        for number, vector in enumerate(each.vectors)
        if number
    ]
    insert_rows(MemoryEmbedding, _COLUMNS, rows)


_EDGE = (
    "id", "kind", "src_memory_id", "dst_memory_id", "role", "weight", "reason", "visibility",
    "owner_id", "audience_id", "created_at",
)  # fmt: skip


def _insert_edges(written: Sequence[tuple[Memory, Composed]]) -> None:
    """To each original; `weight` is its cosine to the center, and the center's edge is marked."""
    at = timezone.now()
    rows = [
        (uuid7(), EdgeKind.COMPACTS, memory.id, original, "" if number else CENTER, cosine, "",
         memory.visibility, memory.owner_id, memory.audience_id, at)
        for memory, each in written
        for number, (original, cosine) in enumerate(each.group.members)
    ]  # fmt: skip
    insert_rows(Edge, _EDGE, rows)
