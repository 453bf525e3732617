"""Erasing the texts of messages while what was decided in them stays.

A decision keeps its title, summary, reasons, options and the quote that it stands on. The message
itself goes: sealed texts, title, what it is found by, and the memory of it as a message.
"""

from collections.abc import Sequence
from typing import Any

from connectors.models import PipelineJob, SourceItem
from decisions import entries
from decisions.histories import lineage
from decisions.models import Kind, Memory
from decisions.pipeline import context
from decisions.providers import providers
from lifecycle.retention import names, references
from lifecycle.retention.batches import Erased, seen_by_all
from lifecycle.retention.references import Gone
from momo.platform.audit import services as audit
from momo.platform.rest import idempotency
from momo.platform.tenancy.context import current_team_id
from retrieval.conversations.forgetting import forget_told_in_full


def erase(items: Sequence[SourceItem], **details: Any) -> Erased:
    """Erase the texts of items, in the caller's transaction; see `with_text` for which."""
    ids = [item.id for item in items]
    list(SourceItem.objects.select_for_update().filter(id__in=ids).order_by("id").values("id"))
    # An edit that came meanwhile is worked on first, or it would find nothing to read.
    items = list(with_text(SourceItem.objects.filter(id__in=ids)))
    ids = [item.id for item in items]
    found = Memory.objects.filter(source_item_id__in=ids)
    messages = list(found.filter(kind=Kind.OBSERVATION).defer("search"))
    context.lock({item.thread_key for item in items})
    lineage.lock()
    message_ids = [memory.id for memory in messages]
    named = names.named_by(message_ids)
    counts = references.count(Gone(memories=message_ids))
    lineage.remove(message_ids)
    SourceItem.objects.filter(id__in=ids).update(
        title="", names={}, sealed_raw=None, sealed_text=None, sealed_extraction=None
    )
    deciding = [memory.id for memory in found.only("id")]
    _index_anew(deciding)
    forget_told_in_full(deciding)
    unnamed = names.forget(named, (), messages)
    counts["entities"], counts["texts"] = len(unnamed), len(ids)
    counts["kept_answers"] = idempotency.forget_answers(message_ids)
    erased = Erased(+counts, Gone((), message_ids, unnamed))
    audit.record("texts.erased", items=seen_by_all(items), **details)
    return erased


def with_text(rows: Any) -> Any:
    """Those items of a queryset that have a text still and that the pipeline is done with."""
    busy = PipelineJob.objects.filter(team_id=current_team_id()).values("item_id")
    return rows.filter(sealed_raw__isnull=False).exclude(id__in=busy)


def _index_anew(memory_ids: Sequence[Any]) -> None:
    """Take the message's words from what decisions are found by; their own stay, and so do their
    vectors, which are made of their own words alone."""
    model = providers().embeddings.model
    entries.store(entries.read(list(memory_ids)), model, anew=True)
