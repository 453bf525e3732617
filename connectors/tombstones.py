"""Marks of erased items, by which reading a source again is kept from bringing them back.

A mark is a keyed hash of where the item came from: the kind, name and holder of its integration
(so a source that is connected anew is known again), whether it was the team's or one person's, and
its id there. Without the team's data key it tells nothing, and with it no text.
"""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.utils import timezone

from connectors.holding import ErasedItem
from connectors.models import Integration, SourceItem
from momo.platform.tenancy.bulk import insert_rows
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault import services as vault

_COLUMNS = ("id", "visibility", "owner_id", "audience_id", "digest", "erased_at")


def mark(integration: Integration, items: Iterable[SourceItem]) -> None:
    """Note that these items of an integration were erased, in the caller's transaction."""
    now = timezone.now()
    rows = [
        (
            uuid7(),
            Visibility.PRIVATE if item.owner_id else Visibility.SHARED,
            item.owner_id,
            None,
            _digest(integration, item.owner_id, item.external_id),
            now,
        )
        for item in items
    ]
    insert_rows(ErasedItem, _COLUMNS, rows)


def erased(
    integration: Integration, reader: UUID | None, external_ids: Collection[str]
) -> set[str]:
    """Which of these ids were erased: in common, or as the reader's own."""
    digests = {
        _digest(integration, holder, each): each
        for each in external_ids
        for holder in {None, reader}
    }
    found = ErasedItem.objects.filter(digest__in=digests)
    return {digests[bytes(digest)] for digest in found.values_list("digest", flat=True)}


def _digest(integration: Integration, owner_id: UUID | None, external_id: str) -> bytes:
    whose = str(owner_id) if owner_id else "common"
    place = (integration.kind, integration.name, str(integration.holder), whose, external_id)
    return vault.keyed_hash("\0".join(place), purpose="erased item")
