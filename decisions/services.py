"""What people do with memories: state, edit, share, replace, reverse and delete them.

Each runs in the caller's scope, but for `create_memory` and `edit_memory`: these ask the embedding
model and so open their scopes themselves, with no transaction around the call.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from connectors import holds
from connectors.models import SourceItem
from decisions import crossrefs, entities, unreconciled
from decisions.editing import naming, sharing
from decisions.editing.drafts import Draft, body_of, memory_of, texts_of
from decisions.extraction.contract import Status
from decisions.histories import lineage, revisions
from decisions.models import Decision, Memory, Supersession
from decisions.people import people_of
from decisions.pipeline import context
from decisions.pipeline.plan import NewMemory
from decisions.pipeline.store import replace_embeddings, search_vector, word, write
from decisions.pipeline.terms import index_terms
from decisions.providers import providers
from decisions.refusals import NotYours, Refused
from decisions.wording import FIELDS as WORDING
from momo.platform.accounts.models import User
from momo.platform.ai import metering
from momo.platform.audit import services as audit
from momo.platform.rest import etags
from momo.platform.tenancy.context import Scope, acting_as, current
from momo.platform.tenancy.visibility import Visibility

_IN_TEXTS = frozenset({"title", "summary", "rationale", "visibility"})


def create_memory(scope: Scope, draft: Draft) -> UUID:
    """Keep what the principal states, as theirs. Returns its id. Raises ProviderError."""
    memory = memory_of(draft, scope, timezone.now())
    new = texts_of(memory)
    new.people, new.mentions = draft.people, draft.entities
    model = _embed(scope, new)
    with acting_as(scope.team_id, scope.principal_id):
        crossrefs.lock()  # before names are written, as whoever edits a memory does
        entities.lock()
        write([(memory, new, None)], model=model)
        crossrefs.refresh([memory.id])
        entities.resolve_stale()
        audit.record("memory.created", subject=str(memory.id), kind=draft.kind)
    return memory.id


def edit_memory(
    scope: Scope, memory_id: UUID, changes: Mapping[str, Any], *, etag: str = ""
) -> None:
    """Change fields of a memory, keeping how it was. Extraction leaves it alone from then on.

    `etag` is an `If-Match`: what `etag_of` gave for the memory as the principal read it. Raises
    Memory.DoesNotExist, Stale, NotYours, Refused and ProviderError.
    """
    with acting_as(scope.team_id, scope.principal_id):
        memory = Memory.objects.get(id=memory_id)
        _expect(memory, etag)
        read_at, changed = memory.updated_at, _apply(memory, changes)
        new = texts_of(memory, body_of(memory)) if changed.keys() & _IN_TEXTS else None
    if not changed:
        return
    model = _embed(scope, new) if new else ""
    with acting_as(scope.team_id, scope.principal_id):
        context.lock({memory.thread_key})
        lineage.lock()
        current_row = Memory.objects.select_for_update(no_key=True).get(id=memory_id)
        if current_row.updated_at != read_at:
            raise etags.Stale
        if "visibility" in changed:  # another decision may have come to hang on it meanwhile
            sharing.check(current_row, memory.visibility)
        _save(memory, changed, new)
        if new:
            replace_embeddings([(memory, new, None)], model)
            context.refresh([context.place_of(current_row)])  # those who saw it in its thread
        if "people" in changed:
            naming.follow_people(memory, people_of(changed["people"][0]))
        if "visibility" in changed:
            sharing.follow(memory)
        if new:
            crossrefs.refresh([memory_id])
        if "status" in changed:
            lineage.settle(newer=[memory_id])
        audit.record("memory.edited", subject=str(memory_id), fields=sorted(changed))


def etag_of(memory: Memory) -> str:
    """Names a version of a memory."""
    return etags.etag_of(memory.updated_at)


def expect_version(memory_id: UUID, etag: str) -> None:
    """Raises Stale where an `If-Match` names other versions; none comes until the transaction ends.

    Before what changes whether decisions hold. Raises Memory.DoesNotExist.
    """
    lineage.lock()
    _expect(Memory.objects.get(id=memory_id), etag)


def _expect(memory: Memory, etag: str) -> None:
    etags.expect(etag, etag_of(memory))


def reverse_decision(decision_id: UUID, *, reason: str = "") -> None:
    """The decision does not hold any more, from now on; what it had replaced stands again."""
    _set_status(decision_id, Status.REVERSED, "decision.reversed", reason)


def restore_decision(decision_id: UUID) -> None:
    """Take a reversal back. Raises Refused where there is none."""
    lineage.lock()
    decision = Decision.objects.select_for_update(no_key=True).get(id=decision_id)
    if decision.status != Status.REVERSED:
        raise Refused("It is not reversed, so there is nothing to restore.")
    earlier = revisions.status_before(decision_id, Status.REVERSED)
    _set_status(decision_id, earlier or Status.DECIDED, "decision.restored")


def supersede_decision(old_id: UUID, new_id: UUID, *, reason: str = "") -> None:
    """The principal says that one decision replaces another.

    Raises Decision.DoesNotExist and lineage.LineageError.
    """
    rows = Decision.objects.filter(id__in={old_id, new_id})
    found = {decision.id: decision for decision in rows}
    if old_id not in found or new_id not in found:
        raise Decision.DoesNotExist
    principal = current().principal_id
    lineage.supersede(found[old_id], found[new_id], reason=reason, by_principal=principal)
    audit.record("decision.superseded", subject=str(old_id), by=str(new_id))


def undo_supersession(old_id: UUID) -> None:
    """Take back that the decision was replaced. Raises Refused where nothing replaces it."""
    lineage.lock()
    old = Decision.objects.select_for_update(no_key=True).get(id=old_id)
    record = Supersession.objects.filter(
        old_id=old_id, new_id=old.superseded_by, undone_at=None
    ).first()
    if record is None:
        raise Refused("No decision that you can see replaces it.")
    lineage.undo(record)
    audit.record("decision.supersession_undone", subject=str(old_id), by=str(record.new_id))


def delete_memory(memory_id: UUID, *, is_admin: bool, etag: str = "") -> None:
    """Delete a memory with all that hangs on it. Raises NotYours, OnHold and Stale."""
    holds.lock()
    context.lock({Memory.objects.get(id=memory_id).thread_key})
    lineage.lock()
    memory = Memory.objects.select_for_update().get(id=memory_id)
    _expect(memory, etag)
    if not is_admin and memory.owner_id != current().principal_id:
        raise NotYours("Only its owner and the team's admins delete a memory.")
    _refuse_held(memory)
    lineage.remove([memory_id])
    audit.record("memory.deleted", subject=str(memory_id))


def _refuse_held(memory: Memory) -> None:
    """Raises OnHold where a legal hold covers its source, or what somebody stated themselves."""
    items = SourceItem.objects.filter(id=memory.source_item_id)
    if items.exists():
        holds.refuse(items)
        return
    people = {person.email.lower() for person in people_of(memory.people)}
    if memory.owner_id:
        people |= {user.email for user in User.objects.filter(id=memory.owner_id)}
    holds.refuse_stated(people=people, at=memory.source_date)


def _set_status(decision_id: UUID, status: str, action: str, reason: str = "") -> None:
    lineage.lock()
    decision = Decision.objects.select_for_update(no_key=True).get(id=decision_id)
    changed = _apply(decision, {"status": status})
    if not changed:
        raise Refused(f"It is {status} already.")
    _save(decision, changed, None, reason=reason)
    lineage.settle(newer=[decision_id])
    audit.record(action, subject=str(decision_id))


def _apply(memory: Memory, changes: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Set what differs. Returns [old, new] by field. Raises NotYours and Refused."""
    changed = {
        field: [getattr(memory, field), value]
        for field, value in changes.items()
        if getattr(memory, field) != value
    }
    if "visibility" in changed:
        sharing.check(memory, changes["visibility"])
        memory.audience_id = None  # an audience comes with a source, and only `restricted` has one
    for field, (_, value) in changed.items():
        setattr(memory, field, value)
    return changed


def _save(
    memory: Memory, changed: Mapping[str, list[Any]], new: NewMemory | None, *, reason: str = ""
) -> None:
    memory.edited_at = timezone.now()
    fields = {*changed, "audience_id", "edited_at", "updated_at"}
    if new:
        memory.search = _search(memory, new)
        word(memory, new)
        fields |= {"search", *WORDING}
    with unreconciled.noting([memory.id]):
        memory.save(update_fields=fields)
    if new:
        index_terms([memory.id], replaced=[memory.id])
    revisions.keep(memory, changed, by=current().principal_id, reason=reason)


def _search(memory: Memory, new: NewMemory) -> Any:
    return None if memory.visibility == Visibility.SECRET else search_vector(*new.indexed)


def _embed(scope: Scope, new: NewMemory) -> str:
    """Give it its vector, unless it is secret. Returns the model's name. Raises ProviderError."""
    model = providers().embeddings
    if new.embedded_text:
        with metering.charged_to(scope):
            new.vector = model.embed([new.embedded_text])[0]
    return model.model
