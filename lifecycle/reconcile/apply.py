"""Keeping what was found: supersessions, occurrences and conflicts, and none that is found no more.

Runs in the caller's transaction, with `lineage.lock` taken, and brings the records of some newer
memories in line with what was found, so doing it again changes nothing. What a person undid or
settled stays so, and what a source declares is not touched.
"""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from uuid import UUID

from django.db import connection
from django.utils import timezone

from decisions import crossrefs
from decisions.histories import lineage
from decisions.models import Memory, Occurrence, Supersession
from lifecycle.reconcile.contract import Finding, Verdict
from lifecycle.reconcile.models import Conflict, Restatement
from lifecycle.reconcile.tuning import REASON_CHARACTERS, SNIPPET_CHARACTERS
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.visibility import Visibility

RULE = "reconcile/"  # what the names of rules begin with in records of supersession

Pair = tuple[UUID, UUID]  # older, newer


def apply(findings: Iterable[Finding], *, newer: Collection[UUID]) -> None:
    """Make the records of these newer memories what was found of them."""
    of: dict[Verdict, dict[Pair, Finding]] = {verdict: {} for verdict in Verdict}
    for finding in findings:
        of[finding.verdict].setdefault((UUID(finding.older), UUID(finding.newer)), finding)
    ends = {end for pairs in of.values() for pair in pairs for end in pair}
    memories = {memory.id: memory for memory in Memory.objects.filter(id__in=ends).defer("search")}
    known = {
        verdict: {pair: each for pair, each in pairs.items() if memories.keys() >= {*pair}}
        for verdict, pairs in of.items()
    }
    _supersede(known[Verdict.INVALIDATE], memories, newer)
    _count_again(known[Verdict.SKIP], memories, newer)
    _dispute(known[Verdict.CONFLICT], memories, newer)


def _supersede(
    wanted: Mapping[Pair, Finding], memories: Mapping[UUID, Memory], newer: Collection[UUID]
) -> None:
    records = Supersession.objects.filter(new_id__in=newer)
    known = {(record.old_id, record.new_id): record for record in records}
    for pair, record in known.items():
        if pair not in wanted and record.by_rule.startswith(RULE) and record.undone_at is None:
            lineage.undo(record)
            record.delete()  # not a person's word: it may be found again
    for pair in sorted(wanted.keys() - known.keys()):
        finding, (old, new) = wanted[pair], (memories[pair[0]], memories[pair[1]])
        with suppress(lineage.LineageError):  # one that not all readers of the older one see
            lineage.supersede(
                old, new, reason=finding.reason[:REASON_CHARACTERS], evidence=finding.evidence,
                by_rule=f"{RULE}{finding.rule}",
            )  # fmt: skip


def _count_again(
    wanted: Mapping[Pair, Finding], memories: Mapping[UUID, Memory], newer: Collection[UUID]
) -> None:
    """What says the same is set aside, and counted with the first that said it."""
    firsts = _firsts(wanted.keys(), memories, newer)
    records = {record.newer_id: record for record in Restatement.objects.filter(newer_id__in=newer)}
    gone = [r for r in records.values() if firsts.get(r.newer_id) != r.older_id]
    Occurrence.objects.filter(id__in=[r.occurrence_id for r in gone]).delete()  # and the records
    Memory.objects.filter(id__in=[r.newer_id for r in gone]).update(
        archived_at=None, updated_at=timezone.now()
    )
    by_newer = {again: finding for (_, again), finding in wanted.items()}
    came = [
        _restate(older, memories[again], by_newer[again])
        for again, older in sorted(firsts.items())
        if records.get(again) is None or records[again].older_id != older
    ]
    _recount({record.older_id for record in [*gone, *came]})
    crossrefs.refresh([record.newer_id for record in [*gone, *came]])


def _firsts(
    pairs: Collection[Pair], memories: Mapping[UUID, Memory], newer: Collection[UUID]
) -> dict[UUID, UUID]:
    """The very first that says the same as each: it alone stands, however many repeat it."""
    known = Restatement.objects.filter(newer_id__in={told for told, _ in pairs})
    before = dict(known.exclude(newer_id__in=newer).values_list("newer_id", "older_id"))
    said = before | {
        again: told for told, again in pairs if _reads_as_well(memories[told], memories[again])
    }
    return {again: _root(told, said) for again, told in said.items() if again not in before}


def _root(memory_id: UUID, said: Mapping[UUID, UUID]) -> UUID:
    """From each to an older one that says the same, as far as it goes."""
    while memory_id in said:
        memory_id = said[memory_id]
    return memory_id


def _restate(older_id: UUID, again: Memory, finding: Finding) -> Restatement:
    seen_by = _seen_by(again)
    occurrence = Occurrence.objects.create(
        memory_id=older_id, source_item_id=again.source_item_id, at=again.source_date,
        snippet=(again.quote or again.title)[:SNIPPET_CHARACTERS], sentiment=finding.sentiment,
        **seen_by,
    )  # fmt: skip
    Memory.objects.filter(id=again.id).update(archived_at=timezone.now())
    return Restatement.objects.create(  # type: ignore[no-any-return]
        older_id=older_id, newer_id=again.id, occurrence_id=occurrence.id, **seen_by
    )


_RECOUNT = """
UPDATE decisions_memory m
SET occurrence_count = 1 + said.times, last_seen_at = COALESCE(said.last, m.source_date)
FROM (
    SELECT asked.id, count(o.id) AS times, max(o.at) AS last
    FROM unnest(%(ids)s::uuid[]) AS asked (id)
    LEFT JOIN decisions_occurrence o ON o.team_id = %(team)s AND o.memory_id = asked.id
    GROUP BY asked.id
) said
WHERE m.team_id = %(team)s AND m.id = said.id
"""


def _recount(memory_ids: Collection[UUID]) -> None:
    """How often each was said, and when last."""
    if memory_ids:
        with connection.cursor() as cursor:
            cursor.execute(_RECOUNT, {"team": current_team_id(), "ids": list(memory_ids)})


def _dispute(
    wanted: Mapping[Pair, Finding], memories: Mapping[UUID, Memory], newer: Collection[UUID]
) -> None:
    known = {(c.older_id, c.newer_id): c for c in Conflict.objects.filter(newer_id__in=newer)}
    for pair, conflict in known.items():
        if pair not in wanted and not conflict.holds:
            conflict.delete()
    for older_id, newer_id in sorted(wanted.keys() - known.keys()):
        finding = wanted[older_id, newer_id]
        older, new = memories[older_id], memories[newer_id]
        private = older if older.visibility != Visibility.SHARED else new
        Conflict.objects.create(
            older_id=older_id, newer_id=newer_id, rule=finding.rule,
            reason=finding.reason[:REASON_CHARACTERS], **_seen_by(private),
        )  # fmt: skip


def _reads_as_well(older: Memory, again: Memory) -> bool:
    """Whether both have the same readers: a count tells nobody of what they cannot see."""
    return _seen_by(older) == _seen_by(again) or (
        older.visibility == again.visibility == Visibility.SHARED
    )


def _seen_by(memory: Memory) -> dict[str, object]:
    return {
        "visibility": memory.visibility,
        "owner_id": memory.owner_id,
        "audience_id": memory.audience_id,
    }
