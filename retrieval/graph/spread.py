"""Spread: what landed, and what hangs together with the best of it, in one order."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.packed import PackedIds
from retrieval.filters import Filters, to_sql
from retrieval.graph.expand import Expansion, GraphMode, expand
from retrieval.landing.candidate import Candidate
from retrieval.landing.legs import Legs
from retrieval.landing.meaning import Meaning
from retrieval.landing.signals import REACHED, candidates_of, signals_sql
from retrieval.lines import OWN
from retrieval.ranking.scoring import recency
from retrieval.ranking.signals import Scored, Signals
from retrieval.tuning import LANDED_SHARE


def spread(
    scored: Sequence[Scored], meaning: Meaning, mode: GraphMode, *, filters: Filters, now: datetime
) -> tuple[list[Scored], Expansion]:
    """The scored (best first) with what the graph adds, best first, and the paths it took.

    A score is LANDED_SHARE what landed, the rest what spread: a memory's own score, or what
    reached it if that is more. Call within `acting_as`.
    """
    expansion = expand({s.candidate.id: s.score for s in scored}, meaning, mode, filters=filters)
    if not expansion.scores:
        return list(scored), expansion
    blended = [
        Scored(s.candidate, _blend(s.score, max(s.score, expansion.scores.get(s.candidate.id, 0))),
               s.signals)
        for s in scored
    ]  # fmt: skip
    landed = {s.candidate.id for s in scored}
    for candidate in _hydrated([id_ for id_ in expansion.scores if id_ not in landed], filters):
        signals = Signals(recency=recency(candidate.source_date, now=now))
        blended.append(Scored(candidate, _blend(0.0, expansion.scores[candidate.id]), signals))
    return sorted(blended, key=lambda s: -s.score), expansion


def ties(best: Sequence[Scored], spread_to: Expansion, *, filters: Filters) -> dict[UUID, str]:
    """How each result hangs together with a better one, or with what it was reached from, in words.

    One statement where nothing was spread. Call within `acting_as`.
    """
    place = {each.candidate.id: number for number, each in enumerate(best)}
    seeds = {each.candidate.id: each.score for each in best}
    paths = spread_to.paths or expand(seeds, Meaning(), filters=filters).paths
    return {
        id_: path.text
        for id_, path in paths.items()
        if id_ in place and place.get(path.nodes[0].id, -1) < place[id_]
    }


def _blend(landed: float, reached: float) -> float:
    return LANDED_SHARE * landed + (1 - LANDED_SHARE) * reached


def _hydrated(ids: Sequence[UUID], filters: Filters) -> Sequence[Candidate]:
    given = {"team": current_team_id(), "ids": PackedIds.of(each.bytes for each in ids)}
    sql = signals_sql(REACHED, filters, Legs(words=False), lexemes=0)
    return candidates_of(OWN.send(sql, to_sql(filters)[1] | given | {"terms": ""})())
