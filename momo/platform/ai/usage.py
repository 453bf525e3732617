"""What a team's models used: by stage, by model and by day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import F, QuerySet, Sum

from momo.platform.ai.models import ModelUsage


@dataclass(frozen=True, slots=True)
class Used:
    """Calls, tokens and money of one day, stage or model, which `key` names."""

    key: str
    calls: int
    input_tokens: int
    output_tokens: int
    unpriced_tokens: int
    cost: Decimal


@dataclass(frozen=True, slots=True)
class UsageReport:
    """Use in a span of days, both included, in three ways of adding it up."""

    since: date
    until: date
    by_stage: Sequence[Used]
    by_model: Sequence[Used]
    by_day: Sequence[Used]


_SUMS = ("calls", "input_tokens", "output_tokens", "unpriced_tokens", "cost")


def report(since: date, until: date) -> UsageReport:
    """What the current team used. Call within `acting_as`."""
    rows = ModelUsage.objects.filter(day__gte=since, day__lte=until)
    return UsageReport(
        since, until, _by(rows, "stage"), _by(rows, "model"), _by(rows, "day")
    )  # fmt: skip


def _by(rows: QuerySet[ModelUsage], column: str) -> list[Used]:
    sums = {f"sum_{name}": Sum(name) for name in _SUMS}
    summed = rows.values(key=F(column)).annotate(**sums).order_by("key")
    return [Used(str(row[0]), *row[1:]) for row in summed.values_list("key", *sums)]
