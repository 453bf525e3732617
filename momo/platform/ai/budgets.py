"""What a team may use of models: budgets by day and month, for one stage or for all of them.

Days and months are UTC's. A team without a budget of its own for all stages and months has that of
the settings.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from momo.platform.accounts.services import NotAllowed, is_admin
from momo.platform.ai.contract import BudgetExceeded
from momo.platform.ai.models import ModelBudget, ModelChoices, Period
from momo.platform.audit import services as audit
from momo.platform.rest.etags import etag_of
from momo.platform.tenancy.context import current, current_team_id

ALL_STAGES = ""
MOST_TOKENS = 10**15  # of a budget: more than any, and within what a column takes; chosen
MOST_COST = Decimal(10**9)  # of a budget, likewise; chosen


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that may be used; None is no limit. `cost` is in the currency of the prices."""

    period: str
    stage: str = ALL_STAGES
    tokens: int | None = None
    cost: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A budget and what has been used of it so far."""

    budget: Budget
    tokens: int
    cost: Decimal
    renews_at: datetime

    @property
    def spent(self) -> bool:
        over = self.budget.tokens is not None and self.tokens >= self.budget.tokens
        return over or (self.budget.cost is not None and self.cost >= self.budget.cost)

    def refusal(self) -> BudgetExceeded:
        of = f" for {self.budget.stage}" if self.budget.stage else ""
        return BudgetExceeded(
            f"The team's budget{of} of this {self.budget.period} is used up. It renews at "
            f"{self.renews_at:%Y-%m-%d %H:%M} UTC; to go on before, raise it (momo budget, or "
            "MOMO_MONTHLY_TOKENS for all teams).",
            retry_after=max(0.0, (self.renews_at - timezone.now()).total_seconds()),
        )


# The budget of the settings counts where the team has none of its own for the same.
_STANDINGS = """
WITH budget AS (
    SELECT stage, period, tokens, cost FROM ai_modelbudget WHERE team_id = %(team)s
    UNION ALL
    SELECT '', 'month', %(default)s::bigint, NULL WHERE %(default)s::bigint > 0 AND NOT EXISTS (
        SELECT FROM ai_modelbudget WHERE team_id = %(team)s AND stage = '' AND period = 'month')
)
SELECT b.period, b.stage, b.tokens, b.cost,
    COALESCE(sum(u.input_tokens + u.output_tokens), 0)::bigint, COALESCE(sum(u.cost), 0)
FROM budget b LEFT JOIN ai_modelusage u ON u.team_id = %(team)s
    AND u.day >= CASE b.period WHEN 'day' THEN %(day)s::date ELSE %(month)s::date END
    AND (b.stage = '' OR u.stage = b.stage)
GROUP BY b.period, b.stage, b.tokens, b.cost ORDER BY b.period, b.stage
"""


def standings() -> list[Standing]:
    """The budgets of the current team and what was used of each, in one statement."""
    today = timezone.now().date()
    given: dict[str, Any] = {
        "team": current_team_id(), "default": settings.MOMO_MONTHLY_TOKENS,
        "day": today, "month": today.replace(day=1),
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_STANDINGS, given)
        rows = cursor.fetchall()
    return [Standing(Budget(*row[:4]), row[4], row[5], _renews(row[0], today)) for row in rows]


def first_spent(stages: Collection[str]) -> Standing | None:
    """The spent budget of these stages that renews last, if any is."""
    spent = [each for each in standings() if each.spent and each.budget.stage in stages]
    return max(spent, key=lambda each: each.renews_at, default=None)


def _renews(period: str, today: date) -> datetime:
    if period == Period.DAY:
        day = today + timedelta(days=1)
    else:
        day = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
    return datetime.combine(day, time(), UTC)


def set_budget(budget: Budget) -> None:
    """Set the current team's budget of a stage and period; without any limit, it has none.

    Raises NotAllowed.
    """
    _only_admins()
    where: dict[str, Any] = {"stage": budget.stage, "period": budget.period}
    if budget.tokens is None and budget.cost is None:
        ModelBudget.objects.filter(**where).delete()
    else:
        limits = {"tokens": budget.tokens, "cost": budget.cost}
        ModelBudget.objects.update_or_create(**where, defaults=limits)
    cost = None if budget.cost is None else str(budget.cost)
    audit.record("model_budget.changed", **where, tokens=budget.tokens, cost=cost)


def replace_budgets(wanted: Sequence[Budget]) -> None:
    """Make the current team's budgets these and no others. Raises NotAllowed."""
    _only_admins()
    keep = {(each.stage, each.period) for each in wanted}
    for stage, period in ModelBudget.objects.values_list("stage", "period"):
        if (stage, period) not in keep:
            set_budget(Budget(period=period, stage=stage))
    for each in wanted:
        set_budget(each)


def lock() -> None:
    """Wait for whoever changes the current team's budgets, until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('budgets ' || %s::uuid, 0))",
            [current_team_id()],
        )


def etag() -> str:
    """Names a version of the current team's budgets and choices, whatever was used of them."""
    limits = ModelBudget.objects.order_by("period", "stage").values_list(
        "period", "stage", "tokens", "cost"
    )
    return etag_of(list(limits), batch_backfills())


def batch_backfills() -> bool:
    """Whether the current team's backfills are sent in batches."""
    chosen = ModelChoices.objects.values_list("batch_backfills", flat=True).first()
    return bool(settings.MOMO_BATCH_BACKFILLS if chosen is None else chosen)


def choose_batches(chosen: bool | None) -> None:
    """Say whether backfills are sent in batches; None is as the settings say. Raises NotAllowed."""
    _only_admins()
    ModelChoices.objects.update_or_create(defaults={"batch_backfills": chosen})
    audit.record("model_batches.changed", chosen=chosen)


def _only_admins() -> None:
    if not is_admin(current().principal_id):
        raise NotAllowed("Only the team's owners and admins change what models may use.")
