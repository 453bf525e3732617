"""Budgets: what is over one waits, with a reason, and goes on once it renews or is raised."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from connectors.models import PipelineJob
from decisions.pipeline import held
from momo.platform.accounts.services import NotAllowed
from momo.platform.ai import BudgetExceeded, Usage, budgets, metering, usage
from momo.platform.ai.budgets import Budget
from momo.platform.ai.models import ModelUsage
from momo.platform.ai.prices import Price, read_prices
from tests.api import ROOT, session
from tests.faults.models import answer, decisions, found, jobs, take_in, work_on

PRICES = {"fast": Price(Decimal("0.5"), Decimal("2"), batch=Decimal("0.5"))}


def spend(world, purpose="extract", tokens=(1_000, 100), model="fast", who="owner", **changes):
    with metering.charged_to(world.scope(who)):
        metering.charge(Usage(model, *tokens, **changes), purpose)


def allow(world, *args, **limits):
    with world.acting_as("owner"):
        budgets.set_budget(Budget(*args, **limits))


def used(world, way, who="owner"):
    today = timezone.now().date()
    with world.acting_as(who):
        report = usage.report(today - timedelta(days=1), today)
    return {each.key: each for each in getattr(report, way)}


def test_tokens_and_money_are_counted_by_stage_model_and_day(world, settings):
    settings.MOMO_PRICES = PRICES
    spend(world)
    spend(world)
    spend(world, "hypotheses")
    spend(world, "embed", (500, 0), model="unknown")
    stages = used(world, "by_stage")
    assert set(stages) == {"extract", "reconcile", "embed"}
    assert (stages["extract"].calls, stages["extract"].input_tokens) == (2, 2_000)
    assert stages["extract"].cost == Decimal("0.0014")
    assert (stages["embed"].cost, stages["embed"].unpriced_tokens) == (0, 500)
    assert used(world, "by_model")["fast"].calls == 3
    assert used(world, "by_day")[f"{timezone.now():%Y-%m-%d}"].calls == 4
    assert used(world, "by_stage", who="stranger") == {}


def test_a_price_that_changes_changes_nothing_that_was_used(world, settings):
    settings.MOMO_PRICES = PRICES
    spend(world)
    settings.MOMO_PRICES = {"fast": Price(Decimal(100))}
    assert used(world, "by_stage")["extract"].cost == Decimal("0.0007")


@pytest.mark.parametrize(
    "wrong",
    [[], {"m": {}}, {"m": {"input": "a"}}, {"m": {"input": -1}}, {"m": {"input": 1, "x": 2}},
     {"m": {"input": "NaN"}}, {"m": 3}],
)  # fmt: skip
def test_a_table_of_prices_that_is_none_is_refused(wrong):
    with pytest.raises(ValueError, match=r"must|numbers|nothing"):
        read_prices(wrong)


@pytest.mark.parametrize(
    ("limits", "stage", "stops"),
    [
        ({"tokens": 1_100}, "extract", True),
        ({"tokens": 1_101}, "extract", False),
        ({"cost": Decimal("0.0007")}, "extract", True),
        ({"cost": Decimal("0.0008")}, "extract", False),
        ({"stage": "answer", "tokens": 1}, "extract", False),
        ({"stage": "extract", "tokens": 1}, "extract", True),
        ({"stage": "extract", "tokens": 1}, "answer", False),
    ],
)
@pytest.mark.parametrize("period", ["day", "month"])
def test_a_budget_holds_what_it_is_for(world, settings, period, limits, stage, stops):
    settings.MOMO_PRICES = PRICES
    spend(world)
    allow(world, period, **limits)
    if not stops:
        metering.check(world.scope("owner"), stage)
        return
    with pytest.raises(BudgetExceeded, match=f"of this {period} is used up") as caught:
        metering.check(world.scope("teammate"), stage)
    assert 0 < caught.value.retry_after <= 31 * 86_400
    metering.check(world.scope("stranger"), stage)


def test_budgets_renew_at_the_turn_of_day_and_month():
    assert budgets._renews("day", date(2026, 12, 31)) == datetime(2027, 1, 1, tzinfo=UTC)
    assert budgets._renews("month", date(2026, 12, 31)) == datetime(2027, 1, 1, tzinfo=UTC)
    assert budgets._renews("month", date(2026, 1, 31)) == datetime(2026, 2, 1, tzinfo=UTC)


def test_a_team_has_the_settings_budget_unless_it_has_its_own(world, settings):
    settings.MOMO_MONTHLY_TOKENS = 1
    spend(world)
    with pytest.raises(BudgetExceeded):
        metering.check(world.scope("owner"), "extract")
    allow(world, "month", tokens=10_000)
    metering.check(world.scope("owner"), "extract")


def test_only_admins_change_budgets(world):
    with world.acting_as("teammate"), pytest.raises(NotAllowed):
        budgets.set_budget(Budget("day", tokens=1))


def test_work_over_the_budget_parks_and_goes_on_by_itself_once_it_is_raised(world, model):
    model.reply(answer(found()), schema="extract")
    allow(world, "day", tokens=1)
    spend(world)
    take_in(world)
    (job,) = jobs(world)
    assert job.parked_at is not None
    assert "It renews at" in job.error
    assert "momo budget" in job.error
    assert model.requests == []
    assert held.release_within_budget() == 0
    allow(world, "day", tokens=100_000)
    assert held.release_within_budget() == 1
    work_on()
    assert len(decisions(world)) == 1
    assert not PipelineJob.objects.exists()


def test_it_goes_on_when_the_budget_renews(world, model):
    model.reply(answer(found()), schema="extract")
    allow(world, "day", tokens=1)
    spend(world)
    take_in(world)
    with world.acting_as("owner"):  # a day later, that was yesterday
        ModelUsage.objects.update(day=timezone.now().date() - timedelta(days=1))
    assert held.release_within_budget() == 1
    work_on()
    assert len(decisions(world)) == 1


def test_a_quota_for_answers_is_a_problem_with_details(world, model):
    model.reply(answer(found()), schema="extract")
    take_in(world)
    allow(world, "day", "answer", tokens=0)
    told = session(world, "owner").post(f"{ROOT}/ask", {"question": "Are we on Postgres?"})
    assert told.status_code == 429
    assert told["content-type"] == "application/problem+json"
    assert "budget for answer of this day is used up" in told.json()["detail"]
    assert int(told["retry-after"]) > 0


def test_the_budget_for_all_leaves_answers_that_cost_nothing(world, model):
    model.reply(answer(found()), schema="extract")
    take_in(world)
    allow(world, "day", tokens=0)
    told = session(world, "owner").post(f"{ROOT}/ask", {"question": "Are we on Postgres?"})
    assert told.status_code == 200
    assert told.json()["provider"] == "extractive"


def test_admins_read_and_set_them_through_the_api(world, settings):
    settings.MOMO_PRICES = PRICES
    spend(world)
    client = session(world, "owner")
    shown = client.get(f"{ROOT}/usage").json()
    assert (shown["currency"], shown["by_stage"][0]["key"]) == ("USD", "extract")
    body = {
        "budgets": [
            {"period": "month", "tokens": 5_000}, {"period": "day", "stage": "answer", "cost": "2"},
        ],
        "batch_backfills": True,
    }  # fmt: skip
    told = client.put(f"{ROOT}/usage/budgets", body).json()
    assert told["batch_backfills"] is True
    assert [(b["stage"], b["period"], b["tokens"], b["used_tokens"]) for b in told["budgets"]] == [
        ("answer", "day", None, 0), ("", "month", 5_000, 1_100),
    ]  # fmt: skip
    assert client.put(f"{ROOT}/usage/budgets", {"budgets": []}).json()["budgets"] == []
    for wrong in (
        {"period": "day"},
        {"period": "year", "tokens": 1},
        {"period": "day", "tokens": -1},
        {"period": "day", "tokens": 10**30},
        {"period": "day", "cost": "1e30"},
    ):
        assert client.put(f"{ROOT}/usage/budgets", {"budgets": [wrong]}).status_code == 400
    backwards = client.get(f"{ROOT}/usage", {"since": "2026-02-01", "until": "2026-01-01"})
    assert backwards.status_code == 400
    for path in ("usage", "usage/budgets"):
        assert session(world, "teammate").get(f"{ROOT}/{path}").status_code == 403


def test_budgets_changed_on_top_of_unread_ones_are_refused(world):
    owner, address = session(world, "owner"), f"{ROOT}/usage/budgets"
    etag = owner.get(address)["ETag"]
    body = {"budgets": [{"period": "day", "tokens": 5}]}
    changed = owner.put(address, body, headers={"If-Match": etag})
    assert (changed.status_code, changed["ETag"] != etag) == (200, True)
    assert owner.put(address, body, headers={"If-Match": etag}).status_code == 412
    spend(world)  # what is used is no change of a budget
    assert owner.get(address)["ETag"] == changed["ETag"]
