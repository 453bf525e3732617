"""Search, stage by stage: understand, land, score, expand, distill, trace.

One short transaction, or two with the embedding of the query between them where a model is asked
over the network: no transaction waits for that.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

import numpy as np
from django.db import connection
from django.utils import timezone
from numpy.typing import NDArray

from momo.platform.ai import EmbeddingProvider, ProviderError, metering
from momo.platform.ai.offline import WORDLLAMA
from momo.platform.tenancy.context import Scope, acting_as
from retrieval import stages
from retrieval.active import provider_of
from retrieval.assembling.tiers import full_since
from retrieval.backends import WAYS, Backend
from retrieval.explaining.explain import explanation_of
from retrieval.explaining.trace import asked_trace, trace
from retrieval.filters import Filters
from retrieval.graph.expand import Expansion, GraphMode
from retrieval.graph.spread import spread, ties
from retrieval.landing.candidate import Landed
from retrieval.landing.land import land, latest
from retrieval.landing.meaning import Meaning
from retrieval.lines import OWN
from retrieval.ranking.distill import distill
from retrieval.ranking.gate import with_evidence
from retrieval.ranking.parameters import Parameters
from retrieval.ranking.scoring import Ranking, contributions, rank, recency
from retrieval.ranking.signals import Scored, Signals
from retrieval.results import Run, SearchResult
from retrieval.settings import asked_settings
from retrieval.stages import Stage
from retrieval.tuning import MAX_RESULTS, TOP
from retrieval.understanding.query import Intent, Query, clean
from retrieval.understanding.reading import read_as
from retrieval.understanding.time.events import Happened, when
from retrieval.understanding.understand import understand

ANY = Filters()


def search(
    scope: Scope,
    query: str,
    *,
    filters: Filters = ANY,
    limit: int = TOP,
    now: datetime | None = None,
    explain: bool = False,
    full: bool = False,
    backend: Backend | None = None,
    graph: GraphMode | None = None,
    parameters: Parameters | None = None,
    off: stages.Off = stages.NONE,
) -> SearchResult:
    """What the principal may see that answers a query, best first, at most MAX_RESULTS.

    Any text is taken; without words in it the newest memories that pass the filters are listed.
    `now` is what ages are counted from: `filters.as_of`, else the present. With `full` the texts
    of the recent ones come with them. `backend`, `graph` and `parameters` are what the team has
    chosen unless given; `off` is left out. Call it outside any transaction. Raises NotAMember.
    """
    limit = max(0, min(limit, MAX_RESULTS))
    text = clean(query)
    if not text:
        return _listed(scope, filters, limit=limit, now=now or filters.as_of or timezone.now())
    clock = _Clock()
    # Another connection would not see what is not committed yet.
    aside = not connection.in_atomic_block
    with acting_as(scope.team_id, scope.principal_id, keep_plans=True, pipelined=True):
        with clock("understand"):
            plan = _plan(text, filters, limit, now, _Asked(backend, graph, parameters), off)
            plan = replace(plan, explain=explain, full=full, aside=aside)
        if plan.embeddings.model == WORDLLAMA:
            return _found(plan, lambda: _embed(scope, plan, clock), clock)
    embedded = _embed(scope, plan, clock)
    with acting_as(scope.team_id, scope.principal_id, keep_plans=True, pipelined=True):
        return _found(plan, lambda: embedded, clock)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked for instead of what the team has chosen."""

    backend: Backend | None
    graph: GraphMode | None
    parameters: Parameters | None


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is searched for and how, once the query is understood."""

    text: str
    query: Query
    happened: Happened | None
    filters: Filters
    now: datetime
    backend: Backend
    graph: GraphMode
    parameters: Parameters
    embeddings: EmbeddingProvider
    walked: bool
    off: stages.Off
    limit: int
    explain: bool = False
    full: bool = False
    aside: bool = False


def _plan(
    text: str,
    filters: Filters,
    limit: int,
    given: datetime | None,
    how: _Asked,
    off: stages.Off,
) -> _Plan:
    now = given or filters.as_of or timezone.now()
    asked = asked_settings()
    query = understand(text, now=now, names=Stage.NAMES not in off, times=Stage.TIMES not in off)
    settings = asked()
    happened = when(query.event, now=now, filters=filters) if query.event else None
    if happened:
        query = replace(query, span=happened.span)
    if query.as_of_hint and not filters.as_of:
        filters = replace(filters, as_of=query.as_of_hint)
        now = given or query.as_of_hint
    return _Plan(
        text, query, happened, filters, now, how.backend or settings.backend,
        how.graph or settings.graph, how.parameters or settings.parameters,
        provider_of(settings.embedding_model), settings.walked, off, limit,
    )  # fmt: skip


_Embedded = tuple[NDArray[np.float32] | None, str]


def _embed(scope: Scope, plan: _Plan, clock: "_Clock") -> _Embedded:
    """The query's vector, shape (EMBEDDING_DIMENSIONS,), or None and why there is none.

    A model that is down or over its quota does not take the search down with it.
    """
    if not stages.legs_of(WAYS[plan.backend], plan.off).vector:
        return None, ""
    try:
        with clock("embed"), metering.charged_to(scope):
            vector = plan.embeddings.embed([plan.query.dense_text])[0]
    except ProviderError as error:
        return None, str(error)
    return (vector if vector.any() else None), ""


def _found(plan: _Plan, embedded: Callable[[], _Embedded], clock: "_Clock") -> SearchResult:
    """All that follows on understanding, within one `acting_as`."""
    with clock("land"):
        landed, (vector, degraded) = _land(plan, embedded)
    with clock("score"):
        ranking = _rank(plan, landed)
        ranked: Iterable[Scored] = with_evidence(ranking.scored)
    wanted, reached = plan.explain or plan.graph != GraphMode.OFF, Expansion()
    if wanted:
        with clock("expand"):
            meaning = Meaning(plan.embeddings.model, vector, plan.embeddings.calibrate)
            ranked, reached = spread(
                list(ranked), meaning, plan.graph, filters=plan.filters, now=plan.now
            )
    with clock("distill"):
        best = _distilled(plan, ranked)
    with clock("trace"):
        since = full_since(plan.now) if plan.full else None
        traced = asked_trace(best, filters=plan.filters, full_since=since)
        if not wanted:
            OWN.last()
        results, texts = traced()
    tied = ties(best, reached, filters=plan.filters) if wanted else {}
    if tied:
        results = tuple(replace(each, via=tied.get(each.id, "")) for each in results)
    explanation = None
    if plan.explain:
        run = Run(
            query=plan.query, read=read_as(plan.query, plan.happened), now=plan.now,
            limit=plan.limit, lexemes=landed.lexemes, scored=ranking.scored,
            parts=contributions(ranking), ranked=list(ranked), best=best,
        )  # fmt: skip
        explanation = explanation_of(run, results, ties=tied, seconds=clock.seconds)
    return SearchResult(
        plan.text, plan.query.intent, results, plan.now, degraded, explanation, texts
    )


def _land(plan: _Plan, embedded: Callable[[], _Embedded]) -> tuple[Landed, _Embedded]:
    """What landed, and what was embedded for it while words were looked for."""
    found: _Embedded = None, ""

    def vector() -> NDArray[np.float32] | None:
        nonlocal found
        found = embedded()
        return found[0]

    landed = land(
        plan.query, vector, model=plan.embeddings.model, filters=plan.filters,
        legs=stages.legs_of(WAYS[plan.backend], plan.off), walked=plan.walked, aside=plan.aside,
    )  # fmt: skip
    return landed, found


def _rank(plan: _Plan, landed: Landed) -> Ranking:
    return rank(
        landed, plan.query, now=plan.now, calibrate=plan.embeddings.calibrate,
        weights=stages.weights_of(plan.off, plan.parameters),
        counted=WAYS[plan.backend].counted, parameters=plan.parameters,
    )  # fmt: skip


def _distilled(plan: _Plan, ranked: Iterable[Scored]) -> list[Scored]:
    if Stage.DISTILL in plan.off:
        return list(islice(ranked, plan.limit))
    return distill(ranked, limit=plan.limit, overlap=plan.parameters.duplicate_overlap)


def _listed(scope: Scope, filters: Filters, *, limit: int, now: datetime) -> SearchResult:
    with acting_as(scope.team_id, scope.principal_id, keep_plans=True):
        newest = latest(filters, limit=limit)
        signals = [Signals(recency=recency(c.source_date, now=now)) for c in newest]
        listed = [Scored(c, s.recency, s) for c, s in zip(newest, signals, strict=True)]
        return SearchResult("", Intent.GENERAL, trace(listed, filters=filters), now)


class _Clock:
    """Measures the stages that it is called around, in seconds."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        start, inner = time.perf_counter(), sum(self.seconds.values())
        yield
        inner = sum(self.seconds.values()) - inner  # what other stages took meanwhile
        self.seconds[stage] += time.perf_counter() - start - inner
