"""Reindexing a team: the same model anew, or moving it to the model that is configured now.

While a team moves, every memory has vectors of both models and searches use the old ones; once no
memory lacks one of the new, searches change over and the old are deleted. Each step derives what
is left to do, so a run that was killed is taken up by running it again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import UUID

from decisions import reindex as index
from decisions.providers import providers
from momo.platform.accounts.models import Agent, Membership
from momo.platform.ai import EmbeddingProvider
from momo.platform.tenancy.context import Scope, acting_as
from retrieval.active import activate, active_model, provider_of


@dataclass(frozen=True, slots=True)
class Reindexed:
    """Memories that were indexed, the model they are searched with now, and the one before."""

    memories: int
    model: str
    before: str


def reindex(
    scope: Scope, *, everything: bool = False, report: Callable[[int], None] = lambda _: None
) -> Reindexed:
    """Index all memories of a team that lack an entry, with `everything` all there are.

    Done as each of its principals in turn: nobody sees every memory. Raises ProviderError; what
    was done until then is kept.
    """
    wanted = providers().embeddings
    with acting_as(scope.team_id, scope.principal_id):
        before = active_model()
        activate(before)  # from here on the team has vectors of two models
    count = 0
    if before != wanted.model:
        count += _fill(scope, provider_of(before), report, everything=False)
    count += _fill(scope, wanted, report, everything=everything)
    with acting_as(scope.team_id, scope.principal_id):
        activate(wanted.model)
    for each in _scopes(scope):
        with acting_as(each.team_id, each.principal_id):
            index.forget_other_models(wanted.model)
    return Reindexed(count, wanted.model, before)


def _fill(
    scope: Scope,
    models: EmbeddingProvider,
    report: Callable[[int], None],
    *,
    everything: bool,
) -> int:
    """A memory stored just behind a pass is found by the next; the first empty one ends it."""
    count = sum(
        index.fill(each, models, everything=everything, report=report) for each in _scopes(scope)
    )
    return count + sum(index.fill(each, models, report=report) for each in _scopes(scope))


def _scopes(scope: Scope) -> Iterator[Scope]:
    for principal_id in _principals(scope):
        yield Scope(scope.team_id, principal_id)


def _principals(scope: Scope) -> list[UUID]:
    with acting_as(scope.team_id, scope.principal_id):
        people = list(Membership.objects.values_list("id", flat=True))
        return people + list(Agent.objects.values_list("id", flat=True))
