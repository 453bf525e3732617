"""Clients of the REST API, and things for them to find."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.test import APIClient

from connectors.contract import MediaType, Person, SourceRecord
from connectors.models import Integration, PipelineJob, Queue, SourceItem, SyncRun
from connectors.notes.connector import notes
from connectors.runs import open_run
from connectors.store import Storing, store
from decisions import entities
from decisions.editing.drafts import Draft
from decisions.entities import acts, person_spec
from decisions.listing.saved import save_view
from decisions.models import (
    Edge,
    EdgeKind,
    EntityVerdict,
    Memory,
    MemoryRevision,
    Occurrence,
)
from decisions.services import create_memory
from lifecycle.reconcile.models import Conflict
from lifecycle.retention.models import RetentionPolicy
from momo.platform.accounts import keys
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility

ROOT = "/api/v1"


def session(world: Any, who: str) -> APIClient:
    """Signed in, in the team that the world has them in."""
    client = APIClient(headers={"X-Momo-Team": str(world.scope(who).team_id)})
    client.force_login(getattr(world, who))
    return client


def with_key(world: Any, who: str, *scopes: str) -> APIClient:
    with world.acting_as(who):
        _, plain = keys.create_key(
            principal_id=world.scope(who).principal_id, name="test", scopes=scopes or ("read",)
        )
    return APIClient(headers={"Authorization": f"Bearer {plain}"})


def as_agent(world: Any, *scopes: str) -> APIClient:
    with world.acting_as("owner"):
        agent = keys.create_agent("helper")
        _, plain = keys.create_key(
            principal_id=agent.id, name="test", scopes=scopes or ("read", "write", "admin")
        )
    return APIClient(headers={"Authorization": f"Bearer {plain}"})


def decision(world: Any, who: str, title: str = "Use Postgres", **fields: Any) -> UUID:
    return create_memory(world.scope(who), Draft(title=title, **fields))


@dataclass
class Belongings:
    """One of everything that someone can have, by the name of the thing."""

    ids: dict[str, UUID] = field(default_factory=dict)

    def __getitem__(self, name: str) -> UUID:
        return self.ids[name]


def belongings(world: Any, who: str, visibility: Visibility) -> Belongings:
    """A source, a run, an item that parked, and a decision with all that hangs on it."""
    scope = world.scope(who)
    with world.acting_as(who):
        run = open_run(notes, name=f"Notes, {visibility}", visibility=visibility)
        integration = Integration.objects.get(id=run.integration_id)
        is_common = visibility == Visibility.SHARED
        storing = Storing(integration, scope, Queue.BACKFILL, common=is_common)
        store(storing, [_record(visibility)])
        item = SourceItem.objects.get(integration_id=integration.id)
        job = PipelineJob.objects.get(item_id=item.id)
        PipelineJob.objects.filter(id=job.id).update(parked_at=timezone.now(), error="stuck")
        SyncRun.objects.filter(id=run.id).update(state=SyncRun.State.DONE)
    old = decision(world, who, f"Use MySQL {visibility}", visibility=visibility)
    new = decision(
        world, who, f"Use Postgres {visibility}", visibility=visibility,
        people=(Person(name="Ada", email="ada@momo.example"),),
    )  # fmt: skip
    with world.acting_as(who):
        _hang_on(Memory.objects.get(id=new), item)
        conflict = Conflict.objects.create(
            older_id=old, newer_id=new, rule="opposite", visibility=visibility,
            owner_id=scope.principal_id,
        )  # fmt: skip
        view = save_view(f"View, {visibility}", {}, shared=is_common)
        policy = RetentionPolicy.objects.create(
            visibility=visibility, owner_id=None if is_common else scope.principal_id, days=365,
            action="erase", created_by=scope.principal_id, due_at=timezone.now(),
        )  # fmt: skip
    ids = {
        "run": run.id, "integration": integration.id, "item": item.id, "job": job.id,
        "memory": new, "older": old, "conflict": conflict.id,
        "policy": policy.id, "saved_view": view.id,
    }  # fmt: skip
    return Belongings(ids | _namesakes(world, who, visibility))


def _namesakes(world: Any, who: str, visibility: Visibility) -> dict[str, UUID]:
    """Two entities that may be one, and two that their owner said are."""
    owner = None if visibility == Visibility.SHARED else world.scope(who).principal_id
    name = f"Nia {visibility.capitalize()}"
    people = [Person(name, f"{visibility}@{place}.example") for place in "abcd"]
    specs = [spec for each in people if (spec := person_spec(each, (visibility, owner, None)))]
    with world.acting_as(who):
        entities.lock()
        found = [entities.ensure_entities([spec])[spec].entity_id for spec in specs]
        entities.resolve_stale()
        merged = acts.merge(found[2], found[3])
        said = EntityVerdict.objects.get(by_principal__isnull=False, verdict="same", owner_id=owner)
        suggestion = EntityVerdict.objects.filter(a_id__in=found[:2], b_id__in=found[:2]).get()
    return {
        "entity": found[0], "other_entity": merged, "suggestion": suggestion.id,
        "entity_act": said.act,
    }  # fmt: skip


def _record(visibility: Visibility) -> SourceRecord:
    return SourceRecord(
        external_id=f"note-{visibility}",
        kind="note",
        raw=f"We use Postgres ({visibility}).".encode(),
        media_type=MediaType.PLAIN,
        occurred_at=datetime(2026, 3, 1, tzinfo=UTC),
        title="Note",
    )


def _hang_on(memory: Memory, item: SourceItem) -> None:
    seen_by = {"visibility": memory.visibility, "owner_id": memory.owner_id}
    Edge.objects.create(
        kind=EdgeKind.EXTRACTED_FROM, src_memory_id=memory.id, dst_item_id=item.id, **seen_by
    )
    Occurrence.objects.create(memory_id=memory.id, at=timezone.now(), snippet="again", **seen_by)
    MemoryRevision.objects.create(
        memory_id=memory.id, number=1, changed_by=memory.owner_id, changes={}, **seen_by
    )


def missing() -> UUID:
    return uuid7()
