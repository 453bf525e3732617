"""Counting what each team's model calls use, and holding them to its budgets.

The team is charged through a context variable, because calls happen outside any transaction and
deep inside providers that know nothing of teams. What is counted is what was used before a call:
calls made at once may together go over a budget by what they use.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from momo.platform.ai import budgets
from momo.platform.ai.config import ANSWER, EMBEDDING
from momo.platform.ai.contract import Usage
from momo.platform.ai.models import ModelUsage
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.ids import uuid7

_charged: ContextVar[Scope | None] = ContextVar("momo_charged", default=None)

# The stages that people see and set budgets for, and what else is counted with one of them.
EXTRACT, RECONCILE, COMPACT = "extract", "reconcile", "compact"
STAGES = (EXTRACT, EMBEDDING, RECONCILE, COMPACT, ANSWER)
_COUNTED_WITH = {"hypotheses": RECONCILE, "resolve_entities": EXTRACT, "commitments": EXTRACT}

_ADD = """
INSERT INTO ai_modelusage (team_id, id, day, model, purpose, stage, calls,
    input_tokens, output_tokens, unpriced_tokens, cost)
VALUES (%s, %s, %s, %s, %s, %s, 1, %s, %s, %s, %s)
ON CONFLICT (team_id, day, model, purpose) DO UPDATE SET
    calls = ai_modelusage.calls + 1,
    input_tokens = ai_modelusage.input_tokens + excluded.input_tokens,
    output_tokens = ai_modelusage.output_tokens + excluded.output_tokens,
    unpriced_tokens = ai_modelusage.unpriced_tokens + excluded.unpriced_tokens,
    cost = ai_modelusage.cost + excluded.cost
"""


def stage_of(purpose: str) -> str:
    """The stage that calls of a purpose are counted with; itself where it is one."""
    return _COUNTED_WITH.get(purpose, purpose)


@contextmanager
def charged_to(scope: Scope) -> Iterator[None]:
    """Charge the model calls made inside to a scope's team."""
    token = _charged.set(scope)
    try:
        yield
    finally:
        _charged.reset(token)


def charge(usage: Usage, purpose: str) -> None:
    """Add a call to today's usage of the charged team. Raises RuntimeError where there is none."""
    scope = _payer()
    price = settings.MOMO_PRICES.get(usage.model)
    unpriced = 0 if price else usage.input_tokens + usage.output_tokens
    with acting_as(scope.team_id, scope.principal_id), connection.cursor() as cursor:
        cursor.execute(
            _ADD,
            [scope.team_id, uuid7(), timezone.now().date(), usage.model, purpose,
             stage_of(purpose), usage.input_tokens, usage.output_tokens, unpriced,
             price.of(usage) if price else 0],
        )  # fmt: skip


def check_quota(usage: Usage, purpose: str) -> None:
    """Raises BudgetExceeded where the team has used up what it may for this."""
    check(_payer(), stage_of(purpose))


def check(scope: Scope, stage: str, *, of_its_own: bool = False) -> None:
    """Raises BudgetExceeded where a scope's team has used up what it may in a stage.

    `of_its_own` asks about the budgets of this stage alone, not about those for all of them.
    """
    with acting_as(scope.team_id, scope.principal_id):
        spent = budgets.first_spent({stage} if of_its_own else {stage, budgets.ALL_STAGES})
    if spent:
        raise spent.refusal()


def tokens_this_month(scope: Scope) -> int:
    with acting_as(scope.team_id, scope.principal_id):
        used = ModelUsage.objects.filter(day__gte=timezone.now().date().replace(day=1)).aggregate(
            total=Sum("input_tokens") + Sum("output_tokens")
        )
    return used["total"] or 0


def _payer() -> Scope:
    scope = _charged.get()
    if scope is None:
        raise RuntimeError("A model call that no team pays for: use metering.charged_to(scope).")
    return scope
