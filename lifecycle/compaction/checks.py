"""Holding summaries against their originals: some are made anew, some are withdrawn."""

from collections.abc import Callable, Iterator
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Count

from decisions.histories import lineage
from decisions.models import Edge, EdgeKind, Memory, MemoryEmbedding
from decisions.providers import Providers
from decisions.reindex import Holder
from lifecycle.compaction import originals as reading
from lifecycle.compaction.chunks import chunks
from lifecycle.compaction.eligible import CENTER, OF_HOLDER, parameters
from lifecycle.compaction.gently import gently_as
from lifecycle.compaction.summaries import SOURCE, Group, compose, embed_again, store
from lifecycle.compaction.tuning import CHECKED, MIN_CLUSTER
from momo.platform.audit import services as audit
from momo.platform.tenancy.models import NOBODY

_PAGE = f"""
SELECT m.id FROM decisions_memory m
WHERE {OF_HOLDER} AND m.kind = 'summary' AND m.source = '{SOURCE}' AND m.edited_at IS NULL
    AND m.id > %(after)s
ORDER BY m.id LIMIT {CHECKED}
"""  # noqa: S608  (constants)


class Verdict:
    """What is to be done with a page of summaries."""

    def __init__(self) -> None:
        self.remade: list[Group] = []
        self.withdrawn: list[UUID] = []
        self.without_vectors: list[tuple[UUID, str]] = []


def check(
    holder: Holder, models: Providers, now: datetime, *, keep: Callable[[int, int], None]
) -> Iterator[None]:
    """Bring all summaries of a holder in line with what they were made from, a page at a time.

    Those that a person edited are left as they are. `keep` is told in each transaction how many
    were made anew and how many withdrawn. Raises ProviderError.
    """
    after = NOBODY
    while ids := _page(holder, now, after):
        verdict = _judge(holder, ids, models.embeddings.model, now)
        _withdraw(holder, verdict.withdrawn, keep)
        if verdict.without_vectors:
            embed_again(holder, verdict.without_vectors, models)
        for group in verdict.remade:
            ready = compose(holder, [group], models)
            store(
                holder, ready, models.embeddings.model, now,
                keep=lambda made, remade: keep(made + remade, 0),
            )  # fmt: skip
            yield
        yield
        after = ids[-1]


def _page(holder: Holder, now: datetime, after: UUID) -> list[UUID]:
    with gently_as(holder.scope), connection.cursor() as cursor:
        cursor.execute(_PAGE, parameters(holder, now) | {"after": after})
        return [row[0] for row in cursor.fetchall()]


def _judge(holder: Holder, ids: list[UUID], model: str, now: datetime) -> Verdict:
    verdict = Verdict()
    with gently_as(holder.scope):
        rows = {m.id: m for m in Memory.objects.filter(id__in=ids).defer("search")}
        members = members_of(ids)
        wanted = [each for group in members.values() for each, _, _ in group]
        found = reading.read(reading.standing(holder, wanted, now))
        vectors = MemoryEmbedding.objects.filter(memory_id__in=ids, model=model)
        counts = dict(vectors.values_list("memory_id").annotate(count=Count("chunk")))
    for summary_id in ids:
        summary, group = rows[summary_id], members.get(summary_id, [])
        left = [(each, weight) for each, weight, _ in group if each in found]
        originals = [found[each] for each, _ in left]
        if reading.fingerprint(originals) == bytes(summary.fingerprint or b""):
            if counts.get(summary_id, 0) < len(chunks(summary.summary)):
                verdict.without_vectors.append((summary_id, summary.summary))
        elif len(left) >= MIN_CLUSTER and group[0][2] == CENTER and group[0][0] in found:
            verdict.remade.append(Group(tuple(left), summary_id))
        else:
            verdict.withdrawn.append(summary_id)
    return verdict


def members_of(ids: list[UUID]) -> dict[UUID, list[tuple[UUID, float, str]]]:
    """Originals of summaries with their cosines and roles, the center first, then the nearest.

    Call within `acting_as`.
    """
    rows = Edge.objects.filter(kind=EdgeKind.COMPACTS, src__in=ids)
    found: dict[UUID, list[tuple[UUID, float, str]]] = {}
    for summary, original, weight, role in rows.values_list("src", "dst", "weight", "role"):
        found.setdefault(summary, []).append((original, weight, role))
    for group in found.values():
        group.sort(key=lambda each: (each[2] != CENTER, -each[1], each[0]))
    return found


def _withdraw(holder: Holder, ids: list[UUID], keep: Callable[[int, int], None]) -> None:
    if not ids:
        return
    with gently_as(holder.scope):
        lineage.remove(ids)
        audit.record("summaries.withdrawn", summaries=[str(each) for each in ids])
        keep(0, len(ids))
