"""When teams are compacted: weekly, from 500 decisions on, what was missed once, one at a time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from lifecycle.compaction import run, state
from lifecycle.compaction.models import Compaction
from lifecycle.compaction.run import compact, go_on_with_next, work
from lifecycle.compaction.state import LEFT, AlreadyCompacting, LostClaim
from lifecycle.compaction.tuning import BUDGET_LOOK, EVERY, MAX_ATTEMPTS, MIN_DECISIONS
from momo.platform.ai import BudgetExceeded, ProviderError, QuotaExceeded
from momo.platform.tenancy.ids import uuid7
from tests.lifecycle.compaction.conftest import DATABASE, OFFICE

pytestmark = pytest.mark.usefixtures("small_teams_too")
WEEK = timedelta(weeks=1)


def always():
    return True


def the_run(world):
    return Compaction.objects.get(team_id=world.team.id)


def test_teams_of_500_decisions_are_on_the_schedule(world, decide, monkeypatch):
    assert MIN_DECISIONS == state.MIN_DECISIONS == 500
    decide(world, DATABASE)
    state.schedule()
    assert not Compaction.objects.exists()
    monkeypatch.setattr(state, "MIN_DECISIONS", 3)
    state.schedule()
    run_of_team = Compaction.objects.get()
    assert (run_of_team.team_id, run_of_team.principal_id) == (world.team.id, world.owner.id)


def test_the_scheduler_compacts_what_is_due_and_again_a_week_later(
    world, decide, summaries, monkeypatch
):
    monkeypatch.setattr(state, "MIN_DECISIONS", 3)
    decide(world, DATABASE)
    assert go_on_with_next(lambda: False)  # there is more to do
    assert not go_on_with_next(always)
    assert len(summaries(world)) == 1
    first = the_run(world)
    assert first.finished_at
    assert WEEK - timedelta(minutes=1) < first.due_at - timezone.now() <= WEEK == EVERY
    decide(world, OFFICE)
    go_on_with_next(always)
    assert len(summaries(world)) == 1
    Compaction.objects.update(slot_at=timezone.now(), due_at=timezone.now())
    go_on_with_next(always)
    assert len(summaries(world)) == 2


def test_missed_weeks_are_caught_up_once(world, decide, monkeypatch):
    decide(world, DATABASE)
    slot = timezone.now() - 3.5 * WEEK
    state.begin(world.scope("owner"))
    Compaction.objects.update(slot_at=slot, due_at=slot)
    go_on_with_next(always)
    after = the_run(world)
    assert after.due_at == slot + 4 * WEEK
    assert state.due() is None


def test_a_run_by_hand_leaves_the_weekly_moment(world, decide):
    decide(world, DATABASE)
    slot = timezone.now() + timedelta(days=2)
    state.begin(world.scope("owner"))
    Compaction.objects.update(slot_at=slot, due_at=slot)
    compact(world.scope("owner"))
    assert the_run(world).due_at == slot


def test_a_turn_that_is_over_is_gone_on_with(world, decide, summaries):
    decide(world, DATABASE)
    state.begin(world.scope("owner"))
    turns = 0
    while not work(world.team.id, go_on=lambda: False).finished:
        turns += 1
        assert state.due() == world.team.id
    assert turns > 1
    assert len(summaries(world)) == 1


def test_two_are_never_at_it(world, decide):
    decide(world, DATABASE)
    state.begin(world.scope("owner"))
    with state.held(world.team.id), pytest.raises(AlreadyCompacting):
        work(world.team.id)


def test_who_was_taken_over_from_stores_nothing(world, decide, summaries, monkeypatch):
    decide(world, DATABASE)

    def slow(holder, groups, models, compose=run.compose):
        Compaction.objects.update(claim=uuid7())
        return compose(holder, groups, models)

    monkeypatch.setattr(run, "compose", slow)
    with pytest.raises(LostClaim):
        compact(world.scope("owner"))
    assert not summaries(world)


@pytest.mark.parametrize(
    ("error", "wait"),
    [
        (ProviderError("The model is away."), timedelta(minutes=2)),
        (QuotaExceeded("No tokens are left.", retryable=False), WEEK),
        (RuntimeError("of a text"), timedelta(minutes=2)),
    ],
    ids=["away", "no budget", "a mistake"],
)
def test_what_fails_is_noted_and_tried_again(world, decide, summaries, monkeypatch, error, wait):
    decide(world, DATABASE)
    with monkeypatch.context() as patched:

        def fails(*_):
            raise error

        patched.setattr(run, "compose", fails)
        with pytest.raises(type(error)):
            compact(world.scope("owner"))
    noted = the_run(world)
    assert noted.error
    assert "of a text" not in noted.error
    assert timedelta() <= wait - (noted.due_at - timezone.now()) < timedelta(minutes=1)
    assert not noted.finished_at
    assert compact(world.scope("owner")).made == 1
    assert the_run(world).error == ""


def test_whoever_it_was_done_for_may_leave(world, decide, monkeypatch):
    from momo.platform.accounts.models import Membership

    monkeypatch.setattr(state, "MIN_DECISIONS", 3)
    decide(world, DATABASE, "teammate")
    state.begin(world.scope("teammate"))
    with world.acting_as("owner"):
        Membership.objects.filter(id=world.teammate.id).delete()
    Compaction.objects.update(principal_id=world.teammate.id)
    with pytest.raises(Exception, match="does not belong"):
        work(world.team.id)
    assert the_run(world).error == LEFT
    state.schedule()  # an owner takes over
    assert the_run(world).principal_id == world.owner.id


@pytest.mark.parametrize(
    ("renews", "wait"), [(timedelta(days=20), BUDGET_LOOK), (timedelta(minutes=9), None)]
)
def test_over_its_budget_it_goes_on_once_that_renews_or_is_raised(
    world, decide, monkeypatch, renews, wait
):
    decide(world, DATABASE)
    state.begin(world.scope("owner"))
    error = BudgetExceeded("The budget is used up.", retry_after=renews.total_seconds())

    def refuses(*given):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(run, "compose", refuses)
        for _ in range(MAX_ATTEMPTS + 1):  # however long it takes
            Compaction.objects.update(due_at=timezone.now())
            go_on_with_next(always)
    noted = the_run(world)
    assert (noted.error, noted.attempts) == (str(error), 0)
    wanted = wait or renews
    assert timedelta() <= wanted - (noted.due_at - timezone.now()) < timedelta(minutes=1)
    Compaction.objects.update(due_at=timezone.now())
    go_on_with_next(always)
    assert (the_run(world).made, the_run(world).error) == (1, "")
