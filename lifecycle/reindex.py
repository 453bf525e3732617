"""Reindexing a team: its index anew, or moving it to the embedding model that is configured now.

While a team moves, both models' vectors are kept and searches use the old ones. Once no memory
lacks one of the new, searches change over, and the old ones are deleted. Nobody sees every memory,
so each holder's are indexed as somebody who may see them. Where it stands is in the database: a run
that was killed is taken up by running it again, or by a worker.
"""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db import OperationalError
from django.utils import timezone

from connectors.services import ITEM_TABLE
from decisions import crossrefs
from decisions import reindex as index
from decisions.providers import providers
from decisions.reindex import Holder, Stored
from lifecycle import hnsw
from lifecycle.owner import AlreadyMoving, NoOwner, alone, rows
from lifecycle.partitions import partitions
from lifecycle.reindex_state import AlreadyReindexing, Held, LostClaim, begin, due, held
from momo.platform.accounts.models import Agent, AudienceMember, Membership
from momo.platform.accounts.services import NotAllowed, is_admin
from momo.platform.ai import EmbeddingProvider, ProviderError
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import NotAMember, Scope, acting_as
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault import services as vault
from momo.platform.vault.envelope import SealError
from momo.platform.vault.models import DataKey
from retrieval.active import activate, active_model, provider_of

log = logging.getLogger(__name__)

# A search reads which model counts, asks it, and looks for vectors in a later transaction: those of
# the old model stay this long after the change. Chosen; asking takes a fraction of it.
GRACE_SECONDS = 5.0
CATCH_UP_SECONDS = 30.0  # between looks for memories that came under the new model alone; chosen


@dataclass(frozen=True, slots=True)
class Done:
    """Memories that were indexed, how many of them without a vector, and by which model searches
    go now. `finished` is false where the turn was over first."""

    memories: int
    left_out: int
    model: str
    before: str
    finished: bool = True


Report = Callable[[int, int], None]  # memories done so far, and all there are to do


def _silently(done: int, total: int) -> None:
    """Report to nobody."""


def reindex(scope: Scope, *, anew: bool = False, report: Report = _silently) -> Done:
    """Index all memories of a team that lack an entry, with `anew` all there are.

    Call it outside any transaction. Raises NotAllowed, AlreadyReindexing, ProviderError and
    SealError; what was done until then is kept.
    """
    begin_for(scope, anew=anew)
    return work(scope.team_id, report=report)


def begin_for(scope: Scope, *, anew: bool = False) -> None:
    """Note what is to be done; whoever calls `work` next does it. Raises as `reindex`."""
    with acting_as(scope.team_id, scope.principal_id):
        if not is_admin(scope.principal_id):
            raise NotAllowed("Only the team's owners and admins have its memories indexed anew.")
        before, wanted = active_model(), providers().embeddings.model
    begin(scope, model=wanted, before=before, anew=anew)
    with acting_as(scope.team_id, scope.principal_id):
        audit.record("reindexing.begun", model=wanted, before=before, anew=anew)


def work(
    team_id: UUID, *, report: Report = _silently, go_on: Callable[[], bool] = lambda: True
) -> Done:
    """Go on with a team's reindexing until it is finished or `go_on` says no. Raises as above."""
    with held(team_id) as mine:
        _refuse_without_keys(_scope(mine))
        finished = all(go_on() for _ in _steps(mine, report))
        run = mine.run
        if finished:
            mine.note(finished_at=timezone.now(), error="")
        return Done(run.done, run.left_out, run.model, run.before, finished)


def go_on_with_next(go_on: Callable[[], bool]) -> None:
    """Take up the reindexing that waits longest, if any. What fails is noted with it."""
    if team_id := due(providers().embeddings.model):
        try:
            work(team_id, go_on=go_on)
        except (AlreadyReindexing, LostClaim):
            return
        except (ProviderError, SealError, NotAMember) as error:
            log.warning("Reindexing of team %s waits: %s", team_id, error)


def _steps(mine: Held, report: Report) -> Iterator[None]:
    """All that is to be done, a transaction a step; between any two it may be killed."""
    run = mine.run
    models = provider_of(run.model)
    if run.switched_at is None:
        yield from _passes(mine, models, report)
        _index_partition(run.team_id)
        with acting_as(run.team_id, run.principal_id):
            activate(run.model)
            mine.note(switched_at=timezone.now())
            audit.record("reindexing.switched", model=run.model, before=run.before)
    # What a process with the old settings stored until now.
    yield from _pass(mine, models, report)
    assert run.switched_at is not None
    since = (timezone.now() - run.switched_at).total_seconds()
    if run.before != run.model and since < GRACE_SECONDS:
        time.sleep(GRACE_SECONDS - since)
    for scope in {holder.scope: None for holder in holders(_scope(mine))}:
        for _ in index.forget_others(scope, run.model, keep=mine.keep):
            yield
    _index_partition(run.team_id)
    if run.before != run.model:  # what is alike is another matter under another model
        crossrefs.rebuild(_scope(mine), after={}, on_batch=lambda *_: None, embeddings=models)


def _passes(mine: Held, models: EmbeddingProvider, report: Report) -> Iterator[None]:
    """Until one finds nothing to do: what was stored behind a pass is found by the next."""
    run = mine.run
    if not run.holder:
        each_of = holders(_scope(mine))
        mine.note(total=sum(index.count(each, run.model, anew=run.anew) for each in each_of))
    while True:
        before = mine.run.done
        yield from _pass(mine, models, report)
        mine.note(holder="", after=None, anew=False)
        if mine.run.done == before:
            return


def _pass(mine: Held, models: EmbeddingProvider, report: Report) -> Iterator[None]:
    """Each holder's memories once, from where a pass was broken off."""
    run = mine.run
    if not run.holder:
        mine.note(left_out=0)
    looked = _catch_up(mine)
    for holder in holders(_scope(mine)):
        if holder.key < run.holder:
            continue
        after = run.after if holder.key == run.holder else None

        def keep(stored: Stored, key: str = holder.key) -> None:
            mine.keep(key, stored)

        for _ in index.fill(holder, models, keep=keep, after=after, anew=run.anew):
            report(run.done, max(run.total, run.done))
            if time.monotonic() - looked > CATCH_UP_SECONDS:
                looked = _catch_up(mine)
            yield


def _catch_up(mine: Held) -> float:
    """Give the model that is searched now what was stored under the new one alone. When it was."""
    run = mine.run
    if run.switched_at is None and run.before != run.model:
        old = provider_of(run.before)
        try:
            for holder in holders(_scope(mine)):
                for _ in index.fill(holder, old, keep=lambda _: mine.keep()):
                    pass
        except ProviderError:
            log.info("The old model %s is gone: searches go by words meanwhile.", run.before)
    return time.monotonic()


def holders(scope: Scope) -> list[Holder]:
    """Whose memories there are, and who acts for each, in the order of their keys.

    Private ones of people who have left are nobody's to see, and stay as they are.
    """
    with acting_as(scope.team_id, scope.principal_id):
        principals = set(Membership.objects.values_list("id", flat=True))
        principals |= set(Agent.objects.values_list("id", flat=True))
        members = AudienceMember.objects.filter(principal_id__in=principals)
        audiences = dict(
            members.order_by("-principal_id").values_list("audience_id", "principal_id")
        )
    team = scope.team_id
    restricted = [
        Holder(f"1{audience}", Scope(team, who), Visibility.RESTRICTED, audience)
        for audience, who in sorted(audiences.items())
    ]
    private = [
        Holder(f"2{who}", Scope(team, who), Visibility.PRIVATE, who) for who in sorted(principals)
    ]
    return [Holder("0", scope, Visibility.SHARED), *restricted, *private]


def _scope(mine: Held) -> Scope:
    return Scope(mine.run.team_id, mine.run.principal_id)


def _refuse_without_keys(scope: Scope) -> None:
    """A master key that is not configured must not pass for texts that were shredded.

    Raises SealError.
    """
    with acting_as(scope.team_id, scope.principal_id):
        if DataKey.objects.exists():
            vault.seal(b"", table=ITEM_TABLE, row_id=scope.team_id, field="sealed_text")


def _index_partition(team_id: UUID) -> None:
    """Where the team has a partition of its own, have its indexes follow its models at once."""
    try:
        if partitions().get(team_id):
            with alone():
                hnsw.ensure(team_id, online=True)
    except (NoOwner, AlreadyMoving, OperationalError):
        log.info("The index of team %s is left to the scheduler.", team_id)


_BEHIND = """
SELECT count(*) FROM tenancy_team t
LEFT JOIN retrieval_retrievalsettings s ON s.team_id = t.id
WHERE COALESCE(NULLIF(s.embedding_model, ''), (
    SELECT e.model FROM decisions_memoryembedding e WHERE e.team_id = t.id LIMIT 1
), %s) <> %s
"""
_TEAMS = """
SELECT DISTINCT ON (m.team_id) m.team_id, m.id FROM accounts_membership m
WHERE m.role IN ('owner', 'admin') ORDER BY m.team_id, m.role = 'owner' DESC, m.joined_at, m.id
"""


def teams_behind(model: str) -> int:
    """How many teams are searched with another model. Raises NoOwner."""
    return int(rows(_BEHIND, [model, model])[0][0])


def every_team() -> list[Scope]:
    """Each team with one of its owners. Raises NoOwner."""
    return [Scope(team_id, principal_id) for team_id, principal_id in rows(_TEAMS)]
