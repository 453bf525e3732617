"""Counting what each team's model calls use, and holding them to a budget.

The team is charged through a context variable, because calls happen outside any transaction and
deep inside providers that know nothing of teams.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from momo.platform.ai.contract import QuotaExceeded, Usage
from momo.platform.ai.models import ModelUsage
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.ids import uuid7

_charged: ContextVar[Scope | None] = ContextVar("momo_charged", default=None)

_ADD = """
INSERT INTO ai_modelusage
    (team_id, id, day, model, purpose, calls, input_tokens, output_tokens)
VALUES (%s, %s, %s, %s, %s, 1, %s, %s)
ON CONFLICT (team_id, day, model, purpose) DO UPDATE SET
    calls = ai_modelusage.calls + 1,
    input_tokens = ai_modelusage.input_tokens + excluded.input_tokens,
    output_tokens = ai_modelusage.output_tokens + excluded.output_tokens
"""


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
    with acting_as(scope.team_id, scope.principal_id), connection.cursor() as cursor:
        cursor.execute(
            _ADD,
            [scope.team_id, uuid7(), timezone.now().date(), usage.model, purpose,
             usage.input_tokens, usage.output_tokens],
        )  # fmt: skip


def check_quota(usage: Usage, purpose: str) -> None:
    """Raises QuotaExceeded where the team has used up its tokens of this month."""
    if not settings.MOMO_MONTHLY_TOKENS:
        return
    if tokens_this_month(_payer()) >= settings.MOMO_MONTHLY_TOKENS:
        raise QuotaExceeded(
            "The team's tokens for this month are used up: raise MOMO_MONTHLY_TOKENS, then retry.",
            retryable=False,
        )


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
