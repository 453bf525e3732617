"""Search, stage by stage: understand, land, score, expand, distill, trace.

Two short transactions, with the embedding of the query between them: a model may be asked over the
network, and no transaction waits for that.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray

from decisions.providers import providers
from momo.platform.ai import EmbeddingProvider, ProviderError, metering
from momo.platform.tenancy.context import Scope, acting_as
from retrieval.distill import distill
from retrieval.expand import GraphMode
from retrieval.filters import Filters
from retrieval.gate import with_evidence
from retrieval.graph_tuning import GRAPH_MODE
from retrieval.land import land, latest
from retrieval.meaning import Meaning
from retrieval.query import Intent, Query, clean
from retrieval.results import Explanation, SearchResult
from retrieval.scoring import Scored, Signals, recency, score
from retrieval.spread import spread, ties
from retrieval.trace import trace
from retrieval.tuning import MAX_RESULTS, TOP
from retrieval.understand import understand

ANY = Filters()


def search(
    scope: Scope,
    query: str,
    *,
    filters: Filters = ANY,
    limit: int = TOP,
    now: datetime | None = None,
    explain: bool = False,
    graph: GraphMode = GraphMode(GRAPH_MODE),  # noqa: B008  (a constant)
) -> SearchResult:
    """What the principal may see that answers a query, best first, at most MAX_RESULTS.

    Any text is taken; without words in it the newest memories that pass the filters are listed.
    `now` is what ages are counted from: `filters.as_of`, else the present. Call it outside any
    transaction. Raises NotAMember.
    """
    now = now or filters.as_of or timezone.now()
    limit = max(0, min(limit, MAX_RESULTS))
    text = clean(query)
    if not text:
        return _listed(scope, filters, limit=limit, now=now)
    clock = _Clock()
    embeddings = providers().embeddings
    with clock("understand"), acting_as(scope.team_id, scope.principal_id):
        understood = understand(text, now=now)
    with clock("embed"):
        vector, degraded = _embed(scope, embeddings, understood)
    with acting_as(scope.team_id, scope.principal_id):
        with clock("land"):
            landed = land(understood, vector, model=embeddings.model, filters=filters)
        with clock("score"):
            scored = score(landed, understood, now=now, calibrate=embeddings.calibrate)
            relevant = with_evidence(scored)
        with clock("expand"):
            meaning = Meaning(embeddings.model, vector, embeddings.calibrate)
            relevant, spread_to = spread(relevant, meaning, graph, filters=filters, now=now)
        with clock("distill"):
            best = distill(relevant, limit=limit)
        with clock("trace"):
            results = trace(best)
        tied = ties(best, spread_to, filters=filters) if explain else {}
    explanation = _explanation(understood, scored, tied, clock) if explain else None
    return SearchResult(text, understood.intent, results, degraded, explanation)


def _embed(
    scope: Scope, embeddings: EmbeddingProvider, query: Query
) -> tuple[NDArray[np.float32] | None, str]:
    """The query's vector, shape (EMBEDDING_DIMENSIONS,), or None and why there is none.

    A model that is down or over its quota does not take the search down with it.
    """
    try:
        with metering.charged_to(scope):
            vector = embeddings.embed([query.dense_text])[0]
    except ProviderError as error:
        return None, str(error)
    return (vector if vector.any() else None), ""


def _listed(scope: Scope, filters: Filters, *, limit: int, now: datetime) -> SearchResult:
    with acting_as(scope.team_id, scope.principal_id):
        newest = latest(filters, limit=limit)
        signals = [Signals(recency=recency(c.source_date, now=now)) for c in newest]
        listed = [Scored(c, s.recency, s) for c, s in zip(newest, signals, strict=True)]
        return SearchResult("", Intent.GENERAL, trace(listed))


class _Clock:
    """Measures the stages that it is called around, in seconds."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[stage] = time.perf_counter() - start


def _explanation(
    query: Query, scored: list[Scored], tied: dict[UUID, str], clock: _Clock
) -> Explanation:
    return Explanation(
        terms=query.terms,
        names=tuple(named.name for named in query.named),
        dense_text=query.dense_text,
        candidates=len(scored),
        ties=tied,
        seconds=clock.seconds,
    )
