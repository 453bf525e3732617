"""A model server that misbehaves while memories are compared: they wait, with the reason, and are
compared once it behaves; one that it will not read keeps no other waiting."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from decisions.models import Supersession, Unreconciled
from lifecycle.reconcile import work
from momo.platform.ai import budgets, metering
from momo.platform.ai.budgets import Budget
from momo.platform.ai.fakes import Fault
from tests.lifecycle.reconcile.test_consolidation import imagining, invalidating
from tests.lifecycle.reconcile.test_work import state

OLD, NEW = "Works at Microsoft", "Works at Google"
SAYS = {
    Fault.EMPTY: "no valid answer for reconcile", Fault.NESTED: "no valid answer for reconcile",
    Fault.SCHEMA_VIOLATION: "no valid answer for reconcile", Fault.DECLINED: "declined",
    Fault.HUGE: "without end", Fault.TRICKLE: "without end", Fault.HANG: "in time",
    Fault.SERVER_ERROR: "HTTP 500", Fault.RATE_LIMIT: "limits requests",
    Fault.UNAUTHORIZED: "API key",
}  # fmt: skip


@pytest.fixture
def told(world, model):
    """An older and a newer statement that wait, and a model that knows what they are."""
    model.reply(imagining(["a", "b", "c"], ["d", "e", "f"]), schema="hypotheses")
    model.reply(invalidating(OLD, "Changed jobs."), schema="reconcile")
    state(world, OLD, kind="fact")
    work.reconcile(world.team.id)
    state(world, NEW, kind="fact", day=30)
    return model


def waiting(world):
    return Unreconciled.objects.get(team_id=world.team.id)


def due(world):
    Unreconciled.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    return work.reconcile(world.team.id)


def spoil(model, fault):
    """From here on, whatever is asked about what replaces what."""
    model.fail(fault, times=1000)


@pytest.mark.parametrize("fault", list(SAYS))
def test_what_cannot_be_compared_now_waits_and_says_why(world, told, fault):
    spoil(told, fault)
    assert work.reconcile(world.team.id).judged == 0
    row = waiting(world)
    # What it might have been is made without a model where it has nothing to say.
    assert SAYS[fault] in row.error
    assert "Google" not in row.error
    assert row.due_at > timezone.now()
    told.script.faults.clear()
    assert due(world).found == 1
    with world.acting_as("owner"):
        assert Supersession.objects.count() == 1


def test_a_server_that_asks_for_patience_gets_it(world, told):
    told.script.retry_after = "900"
    spoil(told, Fault.RATE_LIMIT)
    before = len(told.requests)
    work.reconcile(world.team.id)
    assert len(told.requests) == before + 1
    assert waiting(world).due_at > timezone.now() + timedelta(seconds=890)


def test_a_statement_that_no_model_reads_is_judged_by_rules_and_keeps_no_other_waiting(world, told):
    state(world, "Cursed chair", kind="fact", day=40)
    state(world, "Cursed chair again", kind="fact", day=50)
    told.reply("no JSON", pattern="Cursed", schema="reconcile")
    for _ in range(work.ISOLATE_AFTER):
        assert due(world).judged == 0
    assert due(world).found >= 1
    assert not Unreconciled.objects.exists()
    with world.acting_as("owner"):
        record = Supersession.objects.get(reason="Changed jobs.")
    assert record.by_rule.startswith("reconcile/reconcile-v1")


def test_over_the_budget_it_waits_and_looks_again_soon(world, told):
    with world.acting_as("owner"):
        budgets.set_budget(Budget("month", metering.RECONCILE, tokens=0))
    work.reconcile(world.team.id)
    row = waiting(world)
    assert "budget for reconcile of this month" in row.error
    soon: datetime = timezone.now() + work.BUDGET_LOOK
    assert timezone.now() < row.due_at <= soon
    with world.acting_as("owner"):
        budgets.set_budget(Budget("month", metering.RECONCILE))
    assert due(world).found == 1
