"""The full text of results, which is stored sealed."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from connectors.services import ITEM_TABLE
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.prepared import prepared_cursor
from momo.platform.vault import services as vault
from momo.platform.vault.envelope import SealError
from retrieval.assembling.tiers import Tier, tier_of
from retrieval.results import Result

_SEALED = """
SELECT s.id, s.sealed_text FROM connectors_sourceitem s
WHERE s.team_id = %s AND s.id = ANY(%s) AND s.deleted_at IS NULL AND s.sealed_text IS NOT NULL
"""


def full_texts(results: Sequence[Result], *, now: datetime) -> dict[UUID, str]:
    """Of what is recent enough to be shown in full, by memory id; empty where none is stored.

    One statement at most; call within `acting_as`.
    """
    recent = [r for r in results if tier_of(r.source.date, now=now) == Tier.FULL]
    items = {r.source_item_id for r in recent if r.source_item_id}
    if not items:
        return {}
    with prepared_cursor(binary=True) as cursor:
        cursor.execute(_SEALED, [current_team_id(), list(items)])
        texts = {item: _opened(item, sealed) for item, sealed in cursor.fetchall()}
    return {r.id: texts.get(r.source_item_id, "") for r in recent if r.source_item_id}


def _opened(item: UUID, sealed: bytes) -> str:
    """The item's text; empty where its key is gone or not the server's, and the quote stands in."""
    try:
        return vault.unseal(sealed, table=ITEM_TABLE, row_id=item, field="sealed_text").decode()
    except SealError:
        return ""
