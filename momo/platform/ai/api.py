"""What the team's models used, and what they may use: for its owners and admins."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts.keys import KeyScope
from momo.platform.ai import budgets, usage
from momo.platform.ai.budgets import Budget
from momo.platform.ai.metering import STAGES
from momo.platform.ai.models import Period
from momo.platform.rest import etags
from momo.platform.rest.serializers import StrictSerializer, read_body, read_query
from momo.platform.rest.views import TeamView

DEFAULT_DAYS = 30
BUDGET_STAGES = [budgets.ALL_STAGES, *STAGES]
BUDGET_PERIODS = Period.values


class UsageQuery(StrictSerializer):
    since = serializers.DateField(required=False, help_text="The first day; 30 days by default.")
    until = serializers.DateField(required=False, help_text="The last day; today by default.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if {"since", "until"} <= attrs.keys() and attrs["since"] > attrs["until"]:
            raise serializers.ValidationError("`since` comes after `until`.")
        return attrs


class UsedItem(serializers.Serializer[Any]):
    """`key` is the stage, model or day. `unpriced_tokens` are of models without a price."""

    key = serializers.CharField()
    calls = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    unpriced_tokens = serializers.IntegerField()
    cost = serializers.DecimalField(max_digits=20, decimal_places=10)


class UsageItem(serializers.Serializer[Any]):
    since = serializers.DateField()
    until = serializers.DateField()
    currency = serializers.CharField()
    by_stage = UsedItem(many=True)
    by_model = UsedItem(many=True)
    by_day = UsedItem(many=True)


class BudgetBody(StrictSerializer):
    """The most that may be used in each day or month; null is no limit."""

    stage = serializers.ChoiceField(
        BUDGET_STAGES, default=budgets.ALL_STAGES, allow_blank=True, help_text="Empty: all stages."
    )
    period = serializers.ChoiceField(BUDGET_PERIODS)
    tokens = serializers.IntegerField(
        min_value=0, max_value=budgets.MOST_TOKENS, allow_null=True, default=None
    )
    cost = serializers.DecimalField(
        max_digits=14,
        decimal_places=4,
        min_value=Decimal(0),
        max_value=budgets.MOST_COST,
        allow_null=True,
        default=None,
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["tokens"] is None and attrs["cost"] is None:
            raise serializers.ValidationError("Give tokens, cost or both.")
        return attrs


class BudgetItem(serializers.Serializer[Any]):
    """A budget, what was used of it, and when it renews."""

    stage = serializers.CharField(source="budget.stage", allow_blank=True)
    period = serializers.ChoiceField(BUDGET_PERIODS, source="budget.period")
    tokens = serializers.IntegerField(source="budget.tokens", allow_null=True)
    cost = serializers.DecimalField(
        source="budget.cost", max_digits=14, decimal_places=4, allow_null=True
    )
    used_tokens = serializers.IntegerField(source="tokens")
    used_cost = serializers.DecimalField(source="cost", max_digits=20, decimal_places=10)
    spent = serializers.BooleanField()
    renews_at = serializers.DateTimeField()


class BudgetsBody(StrictSerializer):
    budgets = BudgetBody(many=True)
    batch_backfills = serializers.BooleanField(
        required=False, allow_null=True, help_text="Null: as the server's settings say."
    )


class BudgetsItem(serializers.Serializer[Any]):
    """`batch_backfills` says whether what is imported is read in batches, later and for less."""

    currency = serializers.CharField()
    batch_backfills = serializers.BooleanField()
    budgets = BudgetItem(many=True)


class UsageView(TeamView):
    """Calls, tokens and money by stage, model and day."""

    needs = {"GET": KeyScope.ADMIN}

    @extend_schema(operation_id="read_usage", parameters=[UsageQuery], responses=UsageItem)
    def get(self, request: Request) -> Response:
        query = read_query(request, UsageQuery)
        until = query.get("until", timezone.now().date())
        since = query.get("since", until - timedelta(days=DEFAULT_DAYS - 1))
        shown = usage.report(since, until)
        own = {name: getattr(shown, name) for name in usage.UsageReport.__dataclass_fields__}
        return Response(UsageItem(own | {"currency": settings.MOMO_PRICE_CURRENCY}).data)


class BudgetsView(TeamView):
    """What models may use. What is over a budget waits, and goes on once it renews or is raised."""

    needs = {"GET": KeyScope.ADMIN, "PUT": KeyScope.ADMIN}

    @extend_schema(operation_id="read_budgets", responses=BudgetsItem)
    def get(self, request: Request) -> Response:
        return _budgets()

    @extend_schema(
        operation_id="replace_budgets", parameters=[etags.IF_MATCH], request=BudgetsBody,
        responses=BudgetsItem,
    )  # fmt: skip
    def put(self, request: Request) -> Response:
        body = read_body(request, BudgetsBody)
        budgets.lock()
        etags.require(request, budgets.etag())
        budgets.replace_budgets([Budget(**each) for each in body["budgets"]])
        if "batch_backfills" in body:
            budgets.choose_batches(body["batch_backfills"])
        return _budgets()


def _budgets() -> Response:
    shown = {
        "currency": settings.MOMO_PRICE_CURRENCY,
        "batch_backfills": budgets.batch_backfills(),
        "budgets": budgets.standings(),
    }
    return Response(BudgetsItem(shown).data, headers={etags.HEADER: budgets.etag()})


urlpatterns = [
    path("usage", UsageView.as_view(), name="usage"),
    path("usage/budgets", BudgetsView.as_view(), name="budgets"),
]
