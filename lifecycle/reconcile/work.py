"""Comparing what came or changed with what the team knows.

What becomes of a memory depends on what was stated before it and on nothing else, so not on what
arrived first: where something old comes late, all that is newer is judged anew. A team's turn comes
once its pipeline has nothing left to do, so that an import is judged once, as a whole.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from decisions.histories import lineage
from decisions.providers import Providers, providers
from lifecycle.reconcile.apply import apply
from lifecycle.reconcile.contract import Nearby, Resolution, Resolver, Statement
from lifecycle.reconcile.hypotheses import HYPOTHESES, hypotheses_of, subject_of
from lifecycle.reconcile.llm import LLMResolver
from lifecycle.reconcile.llm.hypotheses import imagined
from lifecycle.reconcile.nearest import nearby
from lifecycle.reconcile.reading import statements_for, vectors_of, with_what_was_before
from lifecycle.reconcile.rules import RulesResolver
from lifecycle.reconcile.tuning import NEW_A_CALL
from lifecycle.reconcile.waiting import FIRST_RETRY, Group, groups, put_off
from momo.platform.ai import BudgetExceeded, ProviderError, Unanswerable, metering
from momo.platform.faults import where
from momo.platform.tenancy.context import acting_as

log = logging.getLogger(__name__)

BUDGET_LOOK = timedelta(minutes=5)  # between looks at a budget that may be raised any time
ISOLATE_AFTER = 3  # failures; from then on each statement may be judged by itself
JUDGED_AT_ONCE = 4 * NEW_A_CALL  # statements that a model is asked about before that is kept


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


def reconcile(team_id: UUID) -> Reconciled:
    """Judge all that waits of a team. Call it outside any transaction.

    What fails is tried again later, with the reason. Raises nothing for that: no kind of readers
    and no team waits for the mistakes made with another's.
    """
    total = Reconciled()
    for group in groups(team_id):
        try:
            with metering.charged_to(group.scope):
                for judged in _judge(group, providers()):
                    total += judged
        except BudgetExceeded as error:
            put_off(group, str(error), wait=BUDGET_LOOK)
        except ProviderError as error:
            log.warning("Reconciling of team %s waits: %s", team_id, error)
            asked = timedelta(seconds=error.retry_after) if error.retry_after else None
            put_off(group, str(error), wait=asked and max(asked, FIRST_RETRY))
        except Exception as error:  # noqa: BLE001  (the boundary: any bug waits, and stops no other)
            # Where, never what: an exception's message may quote a memory.
            reason = f"{type(error).__name__} in {where(error)}"
            log.error("Reconciling of team %s failed: %s", team_id, reason)
            put_off(group, reason)
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


def _judge(group: Group, models: Providers) -> Iterator[Reconciled]:
    """Part after part, each kept before the next: what was paid for is not asked again."""
    resolver = resolver_of(models)
    with acting_as(group.scope.team_id, group.scope.principal_id):
        statements = statements_for(group.readers)
        vectors = vectors_of([each.key for each in statements], models.embeddings.model)
    at_once = len(group.tokens) if resolver.again else JUDGED_AT_ONCE
    for part in group.parts(statements, at_once):
        near = _with_context(part, _near(part, statements, vectors, models, again=resolver.again))
        resolution = _resolved(resolver, near, isolate=part.attempts >= ISOLATE_AFTER)
        judged = [each.new.key for each in near]
        if _keep(part, resolution, judged if resolver.again else sorted(part.tokens)):
            yield Reconciled(len(judged), len(resolution.findings), resolution.ignored)


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

    What costs money is asked about pairs alone of which one waits, and once about each: of two
    that wait, when it is the newer one's turn.
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
        for each in near if each.new.key not in group.later
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
        due = group.rows().select_for_update()
        now = {str(row.memory_id): row.token for row in due.order_by("memory_id")}
        if now != group.tokens:
            return False
        apply(resolution.findings, newer=[UUID(key) for key in judged])
        group.rows().filter(token__in=group.tokens.values()).delete()
    return True
