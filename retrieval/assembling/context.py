"""The context of a query for whoever answers it, a model or an agent's tool."""

from collections.abc import Sequence
from datetime import datetime

from momo.platform.ai.counting import token_counter
from momo.platform.tenancy.context import Scope, acting_as
from retrieval.assembling.assemble import Budget, Context, Format, assemble
from retrieval.backends import Backend
from retrieval.filters import Filters
from retrieval.graph.expand import GraphMode
from retrieval.landing.texts import texts_of
from retrieval.pipeline import ANY, search
from retrieval.results import Result
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
    found = search(
        scope, query, filters=filters, limit=limit, now=now, full=True, backend=backend, graph=graph
    )
    return assemble(
        found.results, now=found.now, query=found.query, budget=Budget(max_tokens, max_bytes),
        format=format, texts=found.texts, count=token_counter(),
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
    with acting_as(scope.team_id, scope.principal_id):
        texts = texts_of((each.id for each in results), now=now)
    return assemble(
        results, now=now, query=query, budget=Budget(max_tokens, max_bytes),
        format=format, texts=texts, count=token_counter(),
    )  # fmt: skip
