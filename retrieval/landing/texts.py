"""The full text of results, which is stored sealed."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from connectors.services import ITEM_TABLE
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.packed import PackedIds
from momo.platform.vault import services as vault
from momo.platform.vault.envelope import SealError
from retrieval.assembling.tiers import Tier, tier_of
from retrieval.lines import OWN

_SEALED = """
SELECT s.id, s.sealed_text FROM connectors_sourceitem s
WHERE s.team_id = %(team)s AND s.id = ANY(%(items)s::uuid[]) AND s.deleted_at IS NULL
  AND s.sealed_text IS NOT NULL
"""

Texts = Mapping[UUID, str]
Told = tuple[UUID, UUID | None, datetime]


def asked_texts(memories: Iterable[Told], *, now: datetime) -> Callable[[], Texts]:
    """The full text of those recent enough to be shown in full, by the memory's id; empty where
    none is stored. Waited for when called.

    Of each memory its id, its source item and its date are given. One statement at most; call
    within `acting_as`.
    """
    items = {
        id_: item for id_, item, date in memories if item and tier_of(date, now=now) == Tier.FULL
    }
    if not items:
        return dict
    rows = OWN.send(
        _SEALED,
        {
            "team": current_team_id(),
            "items": PackedIds.of(item.bytes for item in {*items.values()}),
        },
    )

    def texts() -> Texts:
        opened = {item: _opened(item, sealed) for item, sealed in rows()}
        return {id_: opened.get(item, "") for id_, item in items.items()}

    return texts


def _opened(item: UUID, sealed: bytes) -> str:
    """The item's text; empty where its key is gone or not the server's, and the quote stands in."""
    try:
        return vault.unseal(sealed, table=ITEM_TABLE, row_id=item, field="sealed_text").decode()
    except SealError:
        return ""
