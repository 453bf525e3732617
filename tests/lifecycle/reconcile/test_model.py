"""Reconciling with a model, from the memory that came to what is stored."""

import pytest

from decisions.models import Memory, Supersession, Unreconciled
from lifecycle.reconcile import work
from lifecycle.reconcile.contract import Finding, Resolution, Verdict
from lifecycle.reconcile.waiting import due_teams
from momo.platform.ai import ProviderError
from tests.lifecycle.reconcile.test_work import holds, state


class Scripted:
    """Says that any statement about Google replaces any about Microsoft, and notes what it sees."""

    again = False

    def __init__(self):
        self.seen = []
        self.fails = False

    def resolve(self, nearby):
        if self.fails:
            raise ProviderError("fake is away")
        self.seen.append([(n.new.title, [o.title for o in n.older]) for n in nearby])
        return Resolution(
            tuple(
                Finding(
                    Verdict.INVALIDATE, older.key, n.new.key, "model", "Microsoft to Google",
                    n.new.quote,
                )
                for n in nearby
                for older in n.older
                if "Google" in n.new.title and "Microsoft" in older.title
            )
        )  # fmt: skip


@pytest.fixture
def model(monkeypatch):
    scripted = Scripted()
    monkeypatch.setattr(work, "resolver_of", lambda models: scripted)
    return scripted


def test_a_changed_fact_invalidates_the_older_one_with_reason_and_provenance(world, model):
    old = state(world, "Hamza works at Microsoft", "I work at Microsoft.", kind="fact")
    work.reconcile(world.team.id)
    new = state(world, "Hamza works at Google", "I left for Google.", kind="fact", day=30)
    work.reconcile(world.team.id)
    with world.acting_as("owner"):
        record = Supersession.objects.get()
        older, newer = Memory.objects.get(id=old), Memory.objects.get(id=new)
    assert (record.old_id, record.new_id) == (old, new)
    assert (record.reason, record.evidence) == ("Microsoft to Google", "I left for Google.")
    assert older.invalid_at == newer.valid_from
    assert holds(world, new)


def test_what_was_judged_is_not_paid_for_again(world, model):
    state(world, "Works at Microsoft", kind="fact")
    state(world, "Works at Google", kind="fact", day=30)
    work.reconcile(world.team.id)
    state(world, "Works on Mondays", kind="fact", day=60)
    work.reconcile(world.team.id)
    assert [new for call in model.seen for new, _ in call] == [
        "Works at Google", "Works on Mondays",
    ]  # fmt: skip


def test_an_older_one_that_comes_late_is_shown_with_those_that_it_may_concern(world, model):
    state(world, "Works at Google", kind="fact", day=30)
    work.reconcile(world.team.id)
    old = state(world, "Works at Microsoft", kind="fact")
    work.reconcile(world.team.id)
    assert model.seen[-1] == [("Works at Google", ["Works at Microsoft"])]
    assert not holds(world, old)


def test_what_a_model_cannot_judge_now_waits(world, model):
    old = state(world, "Works at Microsoft", kind="fact")
    state(world, "Works at Google", kind="fact", day=30)
    model.fails = True
    work.reconcile(world.team.id)
    waiting = Unreconciled.objects.filter(team_id=world.team.id)
    assert {(row.attempts, row.error) for row in waiting} == {(1, "fake is away")}
    assert due_teams() == []
    model.fails = False
    Unreconciled.objects.update(due_at=waiting[0].since)
    work.reconcile(world.team.id)
    assert not holds(world, old)
