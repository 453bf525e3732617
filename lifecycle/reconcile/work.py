"""Comparing what came or changed with what the team knows.

What becomes of a memory depends on what was stated before it and on nothing else, so not on what
arrived first: where something old comes late, all that is newer is judged anew. A team's turn comes
once its pipeline has nothing left to do, so that an import is judged once, as a whole.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

import numpy as np
from django.db.models import QuerySet
from django.utils import timezone
from numpy.typing import NDArray

from connectors.models import PipelineJob
from decisions import lineage
from decisions.models import Memory, Unreconciled
from decisions.providers import Providers, providers
from lifecycle.reconcile.apply import apply
from lifecycle.reconcile.contract import Nearby, Resolution, Resolver, Statement
from lifecycle.reconcile.hypotheses import HYPOTHESES, hypotheses_of, subject_of
from lifecycle.reconcile.llm import LLMResolver
from lifecycle.reconcile.llm.hypotheses import imagined
from lifecycle.reconcile.nearest import nearby
from lifecycle.reconcile.reading import (
    readers_of,
    statements_for,
    vectors_of,
    with_what_was_before,
)
from lifecycle.reconcile.rules import RulesResolver
from momo.platform.ai import BudgetExceeded, ProviderError, Unanswerable, metering
from momo.platform.tenancy.context import NotAMember, Scope, acting_as
from momo.platform.tenancy.visibility import Visibility

log = logging.getLogger(__name__)

FIRST_RETRY = timedelta(seconds=30)  # doubled with each failure
LONGEST_WAIT = timedelta(hours=2)  # whatever a server asks for
BUDGET_LOOK = timedelta(minutes=5)  # between looks at a budget that may be raised any time
ISOLATE_AFTER = 3  # failures; from then on each statement may be judged by itself
MOST_RETRIES = 8  # doublings; then every two hours


@dataclass(frozen=True, slots=True)
class Group:
    """What waits of one kind of readers, by memory with its token, and who acts for them."""

    scope: Scope
    readers: str
    tokens: Mapping[str, UUID]
    attempts: int = 0  # in a row that failed


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many memories were judged, what was found, and what a model answered about nothing."""

    judged: int = 0
    found: int = 0
    ignored: int = 0

    def __add__(self, other: "Reconciled") -> "Reconciled":
        return Reconciled(
            self.judged + other.judged, self.found + other.found, self.ignored + other.ignored
        )


def resolver_of(models: Providers) -> Resolver:
    """A model where there is one, else rules."""
    return LLMResolver(models.chat) if models.chat else RulesResolver()


def due_teams() -> list[UUID]:
    """Teams with something to judge and nothing left in their pipelines."""
    busy = PipelineJob.objects.filter(parked_at=None).values("team_id")
    waiting = Unreconciled.objects.filter(due_at__lte=timezone.now()).exclude(team_id__in=busy)
    return list(waiting.order_by("team_id").values_list("team_id", flat=True).distinct())


def reconcile(team_id: UUID) -> Reconciled:
    """Judge all that waits of a team. Call it outside any transaction.

    Where a model is away, what waits is tried again later. Raises nothing for that.
    """
    total = Reconciled()
    for group in _groups(team_id):
        try:
            with metering.charged_to(group.scope):
                total += _judge(group, providers())
        except BudgetExceeded as error:
            _put_off(_waiting(group), str(error), wait=BUDGET_LOOK)
        except ProviderError as error:
            log.warning("Reconciling of team %s waits: %s", team_id, error)
            wait = timedelta(seconds=error.retry_after) if error.retry_after else None
            _put_off(_waiting(group), str(error), wait=wait)
    return total


def nearest(
    statements: Sequence[Statement],
    vectors: Mapping[str, NDArray[np.float32]],
    wanted: Collection[str],
    *,
    asked: Collection[str],
    models: Providers,
) -> list[Nearby]:
    """What is near each of the wanted ones; for `asked` ones also by what it might have said.

    Asks the embedding model. Raises ProviderError.
    """
    hypotheses = _hypotheses([each for each in statements if each.key in asked], models)
    return list(nearby(statements, wanted, hypotheses=hypotheses, vectors=vectors))


def _groups(team_id: UUID) -> list[Group]:
    """What is due, by who sees it. What nobody there can see any more is left out for good."""
    due = list(Unreconciled.objects.filter(team_id=team_id, due_at__lte=timezone.now()))
    by_principal: defaultdict[UUID, dict[UUID, UUID]] = defaultdict(dict)
    for row in due:
        by_principal[row.principal_id][row.memory_id] = row.token
    attempts = {row.memory_id: row.attempts for row in due}
    found: dict[str, Group] = {}
    for principal, tokens in sorted(by_principal.items()):
        for readers, memory_id in _readers(Scope(team_id, principal), list(tokens)):
            group = found.setdefault(readers, Group(Scope(team_id, principal), readers, {}))
            found[readers] = replace(
                group, tokens={**group.tokens, str(memory_id): tokens[memory_id]},
                attempts=max(group.attempts, attempts[memory_id]),
            )  # fmt: skip
    known = {key for group in found.values() for key in group.tokens}
    lost = [row.memory_id for row in due if str(row.memory_id) not in known]
    Unreconciled.objects.filter(team_id=team_id, memory_id__in=lost).delete()
    return [found[readers] for readers in sorted(found)]


def _readers(scope: Scope, memory_ids: Sequence[UUID]) -> list[tuple[str, UUID]]:
    try:
        with acting_as(scope.team_id, scope.principal_id):
            # A secret is compared with nothing: it is in no index either.
            rows = Memory.objects.filter(id__in=memory_ids).exclude(visibility=Visibility.SECRET)
            seen = rows.values_list("visibility", "owner_id", "audience_id", "id")
            return [(readers_of(*seen_by), memory_id) for *seen_by, memory_id in seen]
    except NotAMember:
        return []


def _judge(group: Group, models: Providers) -> Reconciled:
    resolver = resolver_of(models)
    with acting_as(group.scope.team_id, group.scope.principal_id):
        statements = statements_for(group.readers)
        vectors = vectors_of([each.key for each in statements], models.embeddings.model)
    near = _with_context(group, _near(group, statements, vectors, models, again=resolver.again))
    resolution = _resolved(resolver, near, isolate=group.attempts >= ISOLATE_AFTER)
    judged = [each.new.key for each in near]
    if not _keep(group, resolution, judged if resolver.again else sorted(group.tokens)):
        return Reconciled()
    return Reconciled(len(judged), len(resolution.findings), resolution.ignored)


def _with_context(group: Group, near: Sequence[Nearby]) -> list[Nearby]:
    with acting_as(group.scope.team_id, group.scope.principal_id):
        told = with_what_was_before([each.new for each in near])
    return [replace(each, new=new) for each, new in zip(near, told, strict=True)]


def _resolved(resolver: Resolver, near: Sequence[Nearby], *, isolate: bool) -> Resolution:
    """All together; where a model cannot answer that again and again, each by itself.

    Rules judge what it does not answer even then: one statement must not keep all others waiting.
    """
    try:
        return resolver.resolve(near)
    except Unanswerable:
        if not isolate:
            raise
    total = Resolution(())
    for each in near:
        try:
            part = resolver.resolve([each])
        except Unanswerable:
            part = RulesResolver().resolve([each])
        total = Resolution(total.findings + part.findings, total.ignored + part.ignored)
    return total


def _near(
    group: Group,
    statements: Sequence[Statement],
    vectors: Mapping[str, NDArray[np.float32]],
    models: Providers,
    *,
    again: bool,
) -> list[Nearby]:
    """All that is as new as the oldest that waits, or newer, with what is near it.

    What costs money is asked about pairs alone of which one waits.
    """
    due = group.tokens.keys()
    mine = [each for each in statements if each.readers == group.readers]
    oldest = min((each.place for each in mine if each.key in due), default=None)
    wanted = {each.key for each in mine if oldest and each.place >= oldest}
    asked = wanted if again else due
    near = nearest(statements, vectors, wanted, asked=asked, models=models)
    if again:
        return near
    pairs = (
        each if each.new.key in due
        else Nearby(each.new, tuple(older for older in each.older if older.key in due))
        for each in near
    )  # fmt: skip
    return [each for each in pairs if each.older]


def _hypotheses(
    statements: Sequence[Statement], models: Providers
) -> dict[str, NDArray[np.float32]]:
    """Vectors of what older statements might say: by a model where there is one."""
    if not statements:
        return {}
    if models.chat:
        asked = imagined(statements, models.chat)
    else:
        asked = {each.key: hypotheses_of(subject_of(each)) for each in statements}
    rows = models.embeddings.embed([text for texts in asked.values() for text in texts])
    return {
        key: rows[at * HYPOTHESES : (at + 1) * HYPOTHESES] for at, key in enumerate(asked)
    }  # fmt: skip


def _keep(group: Group, resolution: Resolution, judged: Sequence[str]) -> bool:
    """Store what was found, unless something changed meanwhile: then it is judged anew."""
    with acting_as(group.scope.team_id, group.scope.principal_id):
        lineage.lock()  # first: who stores a memory has it, and then notes that it waits
        due = _waiting(group).select_for_update()
        now = {str(row.memory_id): row.token for row in due.order_by("memory_id")}
        if now != group.tokens:
            return False
        apply(resolution.findings, newer=[UUID(key) for key in judged])
        _waiting(group).filter(token__in=group.tokens.values()).delete()
    return True


def _waiting(group: Group) -> QuerySet[Unreconciled]:
    return Unreconciled.objects.filter(
        team_id=group.scope.team_id, memory_id__in=list(group.tokens)
    )


def _put_off(due: QuerySet[Unreconciled], error: str, *, wait: timedelta | None = None) -> None:
    for row in due:
        row.attempts = min(row.attempts + 1, MOST_RETRIES)
        again = wait or FIRST_RETRY * 2 ** (row.attempts - 1)
        row.due_at = timezone.now() + min(again, LONGEST_WAIT)
        row.error = error[:500]
        due.filter(memory_id=row.memory_id).update(
            attempts=row.attempts, due_at=row.due_at, error=row.error
        )
