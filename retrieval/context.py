"""The context of a query for whoever answers it, a model or an agent's tool."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from connectors.models import SourceItem
from decisions.pipeline.work import open_field
from momo.platform.ai.counting import token_counter
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.vault.envelope import SealError
from retrieval.assemble import Budget, Context, Format, assemble
from retrieval.backends import Backend
from retrieval.expand import GraphMode
from retrieval.filters import Filters
from retrieval.pipeline import ANY, search
from retrieval.results import Result
from retrieval.tiers import Tier, tier_of
from retrieval.tuning import CONTEXT_TOKENS, TOP


def context(
    scope: Scope,
    query: str,
    *,
    max_tokens: int = CONTEXT_TOKENS,
    max_bytes: int | None = None,
    format: Format = Format.MARKDOWN,
    filters: Filters = ANY,
    limit: int = TOP,
    now: datetime | None = None,
    backend: Backend | None = None,
    graph: GraphMode | None = None,
) -> Context:
    """Search, and pack what is found into at most `max_tokens` and `max_bytes` of UTF-8.

    Tokens are counted as MOMO_TOKEN_COUNTER says. Raises NotAMember.
    """
    now = now or filters.as_of or timezone.now()
    found = search(
        scope, query, filters=filters, limit=limit, now=now, backend=backend, graph=graph
    )
    return context_of(
        scope, found.results, now=now, query=found.query, max_tokens=max_tokens,
        max_bytes=max_bytes, format=format,
    )  # fmt: skip


def context_of(
    scope: Scope,
    results: Sequence[Result],
    *,
    now: datetime,
    query: str = "",
    max_tokens: int = CONTEXT_TOKENS,
    max_bytes: int | None = None,
    format: Format = Format.MARKDOWN,
) -> Context:
    """Pack results that were found already; reads the full text of the recent ones."""
    recent = [r for r in results if tier_of(r.source.date, now=now) == Tier.FULL]
    return assemble(
        results,
        now=now,
        query=query,
        budget=Budget(max_tokens, max_bytes),
        format=format,
        texts=_texts(scope, recent),
        count=token_counter(),
    )


def _texts(scope: Scope, results: Sequence[Result]) -> dict[UUID, str]:
    item_ids = {r.source_item_id for r in results if r.source_item_id}
    if not item_ids:
        return {}
    with acting_as(scope.team_id, scope.principal_id):
        items = SourceItem.objects.filter(id__in=item_ids, deleted_at=None).only(
            "team_id", "id", "sealed_text"
        )
        by_item = {item.id: _opened(item) for item in items}
    return {r.id: by_item.get(r.source_item_id, "") for r in results if r.source_item_id}


def _opened(item: SourceItem) -> str:
    """The item's text; empty where its key is gone or not the server's, and the quote stands in."""
    try:
        return open_field(item, "sealed_text").decode()
    except SealError:
        return ""
