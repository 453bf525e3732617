"""What a change of settings would make of a team's own questions. Nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from momo.platform.tenancy.context import Scope, acting_as
from retrieval.pipeline import search
from retrieval.results import Result
from retrieval.settings import Changes, Settings, proposed, settings_of
from retrieval.tuning import TOP

LOOKED_AT = 3 * TOP  # results among which one that moves is found again; chosen


@dataclass(frozen=True, slots=True)
class Placed:
    """A result, its place (from 1), and its place under the other settings: None where it is not
    among the first LOOKED_AT there."""

    place: int
    other: int | None
    result: Result


@dataclass(frozen=True, slots=True)
class Compared:
    """One question's results as they are and as they would be, best first."""

    query: str
    current: Sequence[Placed]
    proposed: Sequence[Placed]


def preview(scope: Scope, queries: Sequence[str], changes: Changes) -> list[Compared]:
    """The first TOP results of each question under the settings that count, and under those with
    the changes.

    Both are read as of the same moment. Call it outside any transaction. Raises NotAMember.
    """
    with acting_as(scope.team_id, scope.principal_id):
        now_counts = settings_of()
    both, now = (now_counts, proposed(now_counts, changes)), timezone.now()
    return [
        _compared(query, *(_found(scope, query, now, settings) for settings in both))
        for query in queries
    ]


def _found(scope: Scope, query: str, now: datetime, settings: Settings) -> Sequence[Result]:
    return search(
        scope, query, limit=LOOKED_AT, now=now, backend=settings.backend, graph=settings.graph,
        parameters=settings.parameters,
    ).results  # fmt: skip


def _compared(query: str, before: Sequence[Result], after: Sequence[Result]) -> Compared:
    return Compared(query, _placed(before, after), _placed(after, before))


def _placed(results: Sequence[Result], others: Sequence[Result]) -> list[Placed]:
    places = {other.id: place for place, other in enumerate(others, 1)}
    return [Placed(place, places.get(each.id), each) for place, each in enumerate(results[:TOP], 1)]
