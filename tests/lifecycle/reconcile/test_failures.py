"""What fails while memories are compared keeps nobody else's waiting."""

from datetime import timedelta

import pytest
from django.utils import timezone

from decisions.extraction.rules import RulesExtractor
from decisions.models import Unreconciled
from decisions.providers import Providers
from lifecycle.reconcile import waiting as queue
from lifecycle.reconcile import work
from lifecycle.reconcile.contract import Resolution
from lifecycle.reconcile.llm import LLMResolver
from lifecycle.reconcile.waiting import FIRST_RETRY, LONGEST_WAIT, MOST_RETRIES, due_teams
from lifecycle.reconcile.work import reconcile
from momo.platform.ai import BudgetExceeded, ProviderError
from tests.decisions.pipeline.feeding import HashedEmbeddings
from tests.lifecycle.reconcile.test_work import state, waiting


def fails(*given, **more):
    raise RuntimeError("of Weekly releases")


def come_due():
    Unreconciled.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def test_a_mistake_is_noted_without_a_word_of_what_was_said(world, monkeypatch):
    state(world, "Weekly releases")
    with monkeypatch.context() as patched:
        patched.setattr(work, "_resolved", fails)
        assert reconcile(world.team.id).judged == 0
    row = Unreconciled.objects.get()
    assert "RuntimeError" in row.error
    assert "releases" not in row.error
    assert timezone.now() < row.due_at <= timezone.now() + FIRST_RETRY
    come_due()
    assert reconcile(world.team.id).judged == 1
    assert waiting(world) == []


def test_a_mistake_with_ones_own_stops_no_others(world, monkeypatch):
    mine = state(world, "Mine", who="private_owner", visibility="private")
    state(world, "Weekly releases")
    judge = work._judge

    def judged(group, models):
        yield fails() if group.readers else next(judge(group, models))

    monkeypatch.setattr(work, "_judge", judged)
    assert reconcile(world.team.id).judged == 1
    assert waiting(world) == [mine]


def test_each_failure_waits_longer_in_one_statement(
    world, monkeypatch, django_assert_max_num_queries
):
    for number in range(5):
        state(world, f"Decision {number}")
    (group,) = queue.groups(world.team.id)
    waits = []
    for _ in range(MOST_RETRIES + 2):
        before = timezone.now()
        with django_assert_max_num_queries(1):
            queue.put_off(group, "away")
        due = set(Unreconciled.objects.values_list("due_at", flat=True))
        assert len(due) == 1
        waits.append(due.pop() - before)
    second = timedelta(seconds=1)
    assert [round(wait / second) for wait in waits[:3]] == [30, 60, 120]
    assert max(waits) < LONGEST_WAIT + second
    assert set(Unreconciled.objects.values_list("attempts", flat=True)) == {MOST_RETRIES}


@pytest.mark.parametrize("patience", [90.0, 1e9])
def test_a_server_is_believed_for_hours_not_days(world, monkeypatch, patience):
    state(world, "Weekly releases")

    def away(*given, **more):
        raise ProviderError("It is away.", retry_after=patience)

    monkeypatch.setattr(work, "_resolved", away)
    before = timezone.now()
    reconcile(world.team.id)
    waited = Unreconciled.objects.get().due_at - before
    wanted = min(timedelta(seconds=patience), LONGEST_WAIT)
    assert wanted <= waited < wanted + timedelta(seconds=5)


def test_the_team_that_waits_longest_comes_first(world):
    state(world, "Weekly releases")
    state(world, "Another", who="stranger")
    teams = {world.team.id, world.other_team.id}
    for first in teams:
        come_due()
        long_ago = timezone.now() - timedelta(hours=1)
        Unreconciled.objects.filter(team_id=first).update(due_at=long_ago)
        assert due_teams() == [first, *(teams - {first})]


def chatty(monkeypatch, answers):
    """A model that is asked about parts of two; `answers` says what becomes of each call."""
    asked = []

    def resolve(self, near):
        asked.append([(each.new.title, [older.title for older in each.older]) for each in near])
        answers(len(asked))
        return Resolution(())

    models = Providers(RulesExtractor(), HashedEmbeddings(), chat=None)
    monkeypatch.setattr(work, "JUDGED_AT_ONCE", 2)
    monkeypatch.setattr(work, "providers", lambda: models)
    monkeypatch.setattr(work, "resolver_of", lambda models: LLMResolver(None))
    monkeypatch.setattr(LLMResolver, "resolve", resolve)
    return asked


def test_what_a_model_was_asked_about_is_kept_when_a_later_call_fails(world, monkeypatch):
    """Else a budget smaller than an import would be used up again and again, for nothing."""

    def spent(call):
        if call == 2:
            raise BudgetExceeded("The budget is used up.", retry_after=60.0)

    for day in range(4):
        state(world, f"Release train {day}", day=day)
    asked = chatty(monkeypatch, spent)
    assert reconcile(world.team.id).judged == 1  # the first has nothing before it
    assert set(Unreconciled.objects.values_list("error", flat=True)) == {"The budget is used up."}
    assert len(waiting(world)) == 2
    come_due()
    reconcile(world.team.id)
    assert waiting(world) == []
    assert len(asked) == 3


def test_each_pair_is_asked_about_once(world, monkeypatch):
    for day in range(5):
        state(world, f"Release train {day}", day=day)
    asked = chatty(monkeypatch, lambda call: None)
    reconcile(world.team.id)
    pairs = [(new, older) for call in asked for new, olders in call for older in olders]
    assert len(pairs) == len(set(pairs)) == 10
    assert waiting(world) == []
