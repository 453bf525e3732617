"""Compacting a team: its summaries checked, what is old compared, and what is alike summed up.

Nobody sees every memory, so each holder's are summed up as somebody who may see them, and never
with another's. All that is left to do is derived, a batch is a short transaction, and no model is
asked within one: a run that was killed is taken up by running it again, or by a worker.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.db import connection
from django.utils import timezone

from decisions.providers import Providers, providers
from decisions.reindex import Holder
from lifecycle.compaction import checks, links, neighbors, state
from lifecycle.compaction.grouping import groups as groups_of
from lifecycle.compaction.state import AlreadyCompacting, Held, LostClaim
from lifecycle.compaction.summaries import Group, compose, store
from lifecycle.compaction.tuning import MAX_REST, MIN_DECISIONS, REST, WRITTEN
from lifecycle.reindex import holders
from momo.platform.accounts.services import NotAllowed, is_admin
from momo.platform.ai import EmbeddingProvider, ProviderError
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import NotAMember, Scope, acting_as
from retrieval.active import active_model, provider_of

log = logging.getLogger(__name__)


class TooFewDecisions(Exception):
    """The team is too small for it to help."""

    def __init__(self) -> None:
        super().__init__(
            f"There is too little to sum up: teams are compacted from {MIN_DECISIONS} decisions on."
        )


@dataclass(frozen=True, slots=True)
class Done:
    """What a run did to summaries. `finished` is false where the turn was over first."""

    made: int
    remade: int
    withdrawn: int
    finished: bool = True


@dataclass(frozen=True, slots=True)
class Planned:
    """What a run would do: summaries that it would make, of how many decisions, by their titles."""

    summaries: int
    decisions: int
    largest: int


Report = Callable[[str, int, int], None]  # what is being done, how many are, of how many


def _silently(what: str, done: int, total: int) -> None:
    """Report to nobody."""


def compact(scope: Scope, *, report: Report = _silently) -> Done:
    """Compact a team now. Not to be called in a transaction.

    Raises NotAllowed, TooFewDecisions, AlreadyCompacting and ProviderError; what was done until
    then is kept.
    """
    _refuse(scope)
    state.begin(scope)
    return work(scope.team_id, report=report)


def plan(scope: Scope, *, report: Report = _silently) -> Planned:
    """What `compact` would sum up. Makes no summary; what lies near what is noted. Raises as it."""
    _refuse(scope)
    now, model = timezone.now(), _searched_with(scope)
    sizes = list[int]()
    for holder in holders(scope):
        for done, total in neighbors.note(holder, model, now, again=False, keep=lambda: None):
            report("Comparing", done, total)
        groups = groups_of(holder, links.read(holder, model.model, now), now)
        sizes += [len(group.members) for group in groups]
    return Planned(len(sizes), sum(sizes), max(sizes, default=0))


def work(
    team_id: UUID, *, report: Report = _silently, go_on: Callable[[], bool] = lambda: True
) -> Done:
    """Go on with a team's run until it is finished or `go_on` says no. Raises as `compact`."""
    with state.held(team_id) as mine:
        finished = all(go_on() for _ in _resting(_steps(mine, report)))
        if finished:
            _finish(mine)
        run = mine.run
        return Done(run.made, run.remade, run.withdrawn, finished)


def go_on_with_next(go_on: Callable[[], bool]) -> bool:
    """Take up the team that waits longest, if any is due. What fails is noted with it.

    Returns whether one is due after that.
    """
    state.schedule()
    if team_id := state.due():
        try:
            work(team_id, go_on=go_on)
        except (AlreadyCompacting, LostClaim):
            log.info("Team %s is compacted by another process.", team_id)
        except (ProviderError, NotAMember) as error:
            log.warning("Compaction of team %s waits: %s", team_id, error)
    return state.due() is not None


def _resting(steps: Iterator[None]) -> Iterator[None]:
    """Rest after each step, in proportion to it, so that searches find a processor free."""
    started = time.perf_counter()
    for step in steps:
        time.sleep(min(REST * (time.perf_counter() - started), MAX_REST))
        yield step
        started = time.perf_counter()


def _steps(mine: Held, report: Report) -> Iterator[None]:
    """All that is to be done, a transaction a step; between any two it may be killed."""
    scope, models = Scope(mine.run.team_id, mine.run.principal_id), providers()
    if not _is_large(scope):
        return
    each_holder = holders(scope)
    if not mine.run.checked:
        for holder in each_holder:
            yield from checks.check(holder, models, _now(mine), keep=_counting(mine))
        mine.note(checked=True)
    for holder in each_holder:
        if holder.key > mine.run.holder:
            yield from _sum_up(mine, holder, models, report)
            mine.note(holder=holder.key)


def _sum_up(mine: Held, holder: Holder, models: Providers, report: Report) -> Iterator[None]:
    """Until nothing comes of it: what was beyond the nearest that were noted may come near once
    these have been summed up."""
    model, again = _searched_with(holder.scope), False
    while True:
        for done, total in neighbors.note(holder, model, _now(mine), again=again, keep=mine.keep):
            report("Comparing", done, total)
            yield
        made = 0
        groups = groups_of(holder, links.read(holder, model.model, _now(mine)), _now(mine))
        for batch in _batches(groups, 1 if models.chat else WRITTEN):
            made += store(
                holder, compose(holder, batch, models), models.embeddings.model, _now(mine),
                keep=lambda made, remade: mine.count(made=made, remade=remade),
            )  # fmt: skip
            report("Summing up", made, len(groups))
            yield
        if again and not made:
            return
        again = True


def _counting(mine: Held) -> Callable[[int, int], None]:
    return lambda remade, withdrawn: mine.count(remade=remade, withdrawn=withdrawn)


def _now(mine: Held) -> datetime:
    """One moment for a whole run, so that what is old stays the same."""
    assert mine.run.started_at is not None
    return mine.run.started_at


def _batches(groups: Iterable[Group], size: int) -> Iterator[list[Group]]:
    each = iter(groups)
    while batch := list(islice(each, size)):
        yield batch


def _searched_with(scope: Scope) -> EmbeddingProvider:
    with acting_as(scope.team_id, scope.principal_id):
        return provider_of(active_model())


def _refuse(scope: Scope) -> None:
    with acting_as(scope.team_id, scope.principal_id):
        if not is_admin(scope.principal_id):
            raise NotAllowed("Only the team's owners and admins have its memories compacted.")
    if not _is_large(scope):
        raise TooFewDecisions


def _is_large(scope: Scope) -> bool:
    with acting_as(scope.team_id, scope.principal_id), connection.cursor() as cursor:
        cursor.execute("SELECT momo_has_decisions(%s, %s)", [scope.team_id, MIN_DECISIONS])
        return bool(cursor.fetchone()[0])


def _finish(mine: Held) -> None:
    """Note it, in the run and in the audit chain at once. Raises LostClaim."""
    run = mine.run
    with acting_as(run.team_id, run.principal_id):
        state.finish(mine)
        audit.record(
            "compaction.finished", made=run.made, remade=run.remade, withdrawn=run.withdrawn
        )
