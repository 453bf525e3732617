"""Link: relations between memories, those that their sources state and those between like ones; and
which of the names that they name things by are one person or thing."""

from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from django.db.models import Q

from connectors.models import SourceItem
from decisions import crossrefs, entities
from decisions.entities.statements import stated_in
from decisions.histories import lineage
from decisions.models import Kind, Memory, Supersession
from decisions.pipeline.work import Work

DECLARED_RULE = "declared-by-source"


def link(works: Sequence[Work]) -> None:
    """Link what was found in items to what is like it, and keep the supersessions they declare.

    Names last, as their lock is: see `entities.lock`.
    """
    crossrefs.refresh_found_in([work.item.id for work in works])
    _link_declared([work for work in works if work.item.declared])
    if stated := [spec for work in works if (spec := _stated(work))]:
        entities.lock()
        entities.ensure_entities(stated)
    entities.resolve_stale()


def _stated(work: Work) -> entities.EntitySpec | None:
    """The author of an item with the addresses and handles that it calls theirs."""
    author, item = work.message.author, work.item
    said = stated_in(work.text)
    if item.noise or author is None or not any(said):
        return None
    seen_by = (item.visibility, item.owner_id, item.audience_id)
    return entities.person_spec(author, seen_by, more_emails=said.emails, more_handles=said.handles)


def _link_declared(declaring: Sequence[Work]) -> None:
    """Keep the supersessions that items declare, whichever of the two arrives first.

    One that is declared no more is undone; one that a person undid stays so.
    """
    if not declaring:
        return
    pairs = _declared_pairs(declaring)
    mine = {work.item.id for work in declaring}
    decision_of = _decisions_of(mine | {end for pair in pairs for end in pair})
    wanted = {
        (decision_of[old].id, decision_of[new].id): (decision_of[old], decision_of[new])
        for old, new in sorted(pairs, key=str)
        if old in decision_of and new in decision_of
    }
    records = _recorded({decision_of[item].id for item in mine if item in decision_of})
    for record in records:
        if (record.old_id, record.new_id) not in wanted and record.undone_at is None:
            lineage.undo(record)
    known = {(record.old_id, record.new_id) for record in records}
    for key in wanted.keys() - known:
        _supersede(*wanted[key])


def _supersede(old: Memory, new: Memory) -> None:
    with suppress(lineage.LineageError):  # records that declare a circle settle nothing
        lineage.supersede(
            old, new, reason="Declared in the source.", evidence=new.source_url,
            by_rule=DECLARED_RULE,
        )  # fmt: skip


def _recorded(decision_ids: set[UUID]) -> list[Supersession]:
    """What sources declared of these decisions before, undone or not."""
    ends = Q(old_id__in=decision_ids) | Q(new_id__in=decision_ids)
    return list(Supersession.objects.filter(ends, by_rule=DECLARED_RULE))


def _declared_pairs(works: Sequence[Work]) -> set[tuple[UUID, UUID]]:
    """(old item, new item) for all that these items declare, or that others declare of them."""
    external = {w.item.external_id for w in works if w.item.declared}
    for work in works:
        declared = work.item.declared or {}
        external |= {*declared.get("supersedes", ()), *declared.get("superseded_by", ())}
    if not external:
        return set()
    integrations = {work.item.integration_id for work in works}
    items = list(
        SourceItem.objects.filter(integration_id__in=integrations, declared__isnull=False)
        .filter(_declaring(external))
        .only("team_id", "id", "integration_id", "holder", "external_id", "declared")
    )
    # Within one holder's records: a private copy says nothing about the team's.
    by_external = {(i.integration_id, i.holder, i.external_id): i.id for i in items}
    pairs = set()
    for item in items:
        for older in item.declared["supersedes"]:
            pairs.add((by_external.get((item.integration_id, item.holder, older)), item.id))
        for newer in item.declared["superseded_by"]:
            pairs.add((item.id, by_external.get((item.integration_id, item.holder, newer))))
    return {(old, new) for old, new in pairs if old and new}


def _declaring(external: set[str]) -> Q:
    """Items that are, or that name, one of these."""
    found = Q(external_id__in=external)
    for external_id in external:
        found |= Q(declared__supersedes__contains=external_id)
        found |= Q(declared__superseded_by__contains=external_id)
    return found


def _decisions_of(item_ids: set[UUID]) -> dict[UUID, Memory]:
    """The one decision that each declaring item states."""
    rows = Memory.objects.filter(source_item_id__in=item_ids, kind=Kind.DECISION)
    return {memory.source_item_id: memory for memory in rows.order_by("-importance", "id")}
