"""The full text of results, which is stored sealed."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from connectors.services import ITEM_TABLE
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.packed import PackedIds
from momo.platform.vault import services as vault
from momo.platform.vault.envelope import SealError
from retrieval.assembling.tiers import full_since
from retrieval.lines import OWN

_SEALED = """
SELECT m.id, s.id, s.sealed_text FROM decisions_memory m
JOIN connectors_sourceitem s ON s.team_id = %(team)s AND s.id = m.source_item_id
WHERE m.team_id = %(team)s AND m.id = ANY(%(ids)s::uuid[]) AND s.deleted_at IS NULL
  AND m.source_date >= %(full_since)s
"""

Texts = Mapping[UUID, str]


def texts_of(ids: Iterable[UUID], *, now: datetime) -> Texts:
    """The full text of those recent enough to be shown in full, by the memory's id, where one is
    stored. One statement; call within `acting_as`."""
    given = {
        "team": current_team_id(),
        "ids": PackedIds.of(each.bytes for each in ids),
        "full_since": full_since(now),
    }
    return opened(OWN.send(_SEALED, given)())


def opened(rows: Iterable[tuple[UUID, UUID | None, bytes | None]]) -> Texts:
    """The texts of memories: of each its id, its source item's, and that item's sealed text. None
    where its key is gone or not the server's, and the quote stands in."""
    return {
        id_: text for id_, item, sealed in rows if item and sealed and (text := _text(item, sealed))
    }


def _text(item: UUID, sealed: bytes) -> str:
    try:
        return vault.unseal(sealed, table=ITEM_TABLE, row_id=item, field="sealed_text").decode()
    except SealError:
        return ""
