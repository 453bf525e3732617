"""Memories as statements: all that may be compared with those of one holder."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Q
from numpy.typing import NDArray

from connectors.models import SourceItem
from decisions.models import Memory, MemoryEmbedding
from decisions.pipeline.work import open_field
from decisions.unreconciled import STATING
from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.models import Restatement
from lifecycle.reconcile.tuning import BEFORE_CHARACTERS
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault.envelope import SealError

_COLUMNS = (
    "id", "kind", "source_date", "title", "summary", "rationale", "quote", "decision_type",
    "status", "options", "people", "replaces", "thread_key", "source_item_id", "fingerprint",
    "visibility", "owner_id", "audience_id",
)  # fmt: skip
_DECIDER = "decider"


def readers_of(visibility: str, owner_id: UUID | None, audience_id: UUID | None) -> str:
    """Who sees a memory, as one value: '' for the whole team."""
    if visibility == Visibility.SHARED:
        return ""
    return f"owner {owner_id}" if visibility == Visibility.PRIVATE else f"audience {audience_id}"


def statements_for(readers: str) -> list[Statement]:
    """What these readers and the whole team see, but secrets and what a person set aside.

    What was set aside because it says the same as another is compared as before.
    """
    restated = Restatement.objects.values("newer_id")
    rows = Memory.objects.filter(Q(archived_at=None) | Q(id__in=restated), kind__in=STATING)
    return [_statement(row) for row in rows.filter(_seen_by(readers)).values(*_COLUMNS)]


def vectors_of(keys: Sequence[str], model: str) -> dict[str, NDArray[np.float32]]:
    """The stored vectors of memories, as rows."""
    rows = MemoryEmbedding.objects.filter(memory_id__in=keys, model=model).order_by("chunk")
    found: dict[str, list[NDArray[np.float32]]] = {}
    for memory_id, vector in rows.values_list("memory_id", "embedding"):
        found.setdefault(str(memory_id), []).append(np.asarray(vector, dtype=np.float32))
    return {key: np.stack(vectors) for key, vectors in found.items()}


def with_what_was_before(new: Sequence[Statement]) -> list[Statement]:
    """With what their sources say just before the quotes: "Weekly releases end today."."""
    memories = Memory.objects.filter(id__in=[each.key for each in new], quote_start__gt=0)
    start = dict(memories.values_list("id", "quote_start"))
    items = dict(memories.values_list("id", "source_item_id"))
    texts = _texts(set(items.values()) - {None})
    before = {
        str(memory_id): texts.get(items[memory_id], "")[max(0, at - BEFORE_CHARACTERS) : at]
        for memory_id, at in start.items()
    }
    return [replace(each, before=before.get(each.key, "")) for each in new]


def _texts(item_ids: Collection[UUID]) -> dict[UUID, str]:
    """What items say, where their keys are still there."""
    found = {}
    for item in SourceItem.objects.filter(id__in=item_ids).only("team_id", "id", "sealed_text"):
        with suppress(SealError):
            found[item.id] = open_field(item, "sealed_text").decode()
    return found


def _seen_by(readers: str) -> Q:
    shared = Q(visibility=Visibility.SHARED)
    if not readers:
        return shared
    what, _, holder = readers.partition(" ")
    if what == "owner":
        return shared | Q(visibility=Visibility.PRIVATE, owner_id=holder)
    return shared | Q(visibility=Visibility.RESTRICTED, audience_id=holder)


def _statement(row: dict[str, Any]) -> Statement:
    texts = dict.fromkeys(row[name] for name in ("summary", "quote", "rationale") if row[name])
    options = row["options"]
    return Statement(
        key=str(row["id"]),
        at=row["source_date"],
        title=row["title"],
        text="\n".join(texts),
        quote=row["quote"],
        type=row["decision_type"],
        status=row["status"],
        chosen=tuple(o["option"] for o in options if o.get("chosen")),
        rejected=tuple(o["option"] for o in options if not o.get("chosen")),
        replaces=row["replaces"],
        deciders=frozenset(_name(p) for p in row["people"] if p.get("role") == _DECIDER),
        thread=row["thread_key"],
        item=str(row["source_item_id"] or row["id"]),
        readers=readers_of(row["visibility"], row["owner_id"], row["audience_id"]),
        fingerprint=bytes(row["fingerprint"] or b"").hex(),
    )


def _name(person: dict[str, Any]) -> str:
    return str(person.get("email") or person.get("name") or "").casefold()
