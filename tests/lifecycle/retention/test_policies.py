"""What is older than a policy says goes, day by day."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from connectors import holds
from connectors.contract import Audience as SourceAudience
from connectors.contract import Person
from connectors.holds import Covered
from connectors.models import SourceItem
from decisions.models import Decision, Memory, MemoryTerms
from lifecycle.retention import policies
from lifecycle.retention.models import RetentionPolicy
from lifecycle.retention.policies import Unclear
from lifecycle.tasks import carry_out_retention
from momo.platform.accounts.models import Audience
from momo.platform.accounts.services import NotAllowed
from momo.platform.audit.models import AuditEvent
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.pipeline.feeding import item_named, note, take_in

SAID = "The quokka is at the zoo. We decided to use Postgres."
ERASE, TEXT = "erase", "erase_text"


def aged(name, days, **fields):
    at = timezone.now() - timedelta(days=days)
    return note(name, SAID, occurred_at=at, title="", **fields)


def keep_for(world, days, who="owner", action=ERASE, **given):
    with world.acting_as(who):
        return policies.keep_for(days, action=action, **given)


def left(world, who="owner"):
    with world.acting_as(who):
        return set(SourceItem.objects.values_list("external_id", flat=True))


def test_what_is_older_goes_and_what_is_younger_stays(world):
    take_in(world, "teammate", aged("old", 400), aged("new", 300))
    policy = keep_for(world, 365)
    assert policies.would_go(world.scope("owner"), policy) == (1, 0)
    carry_out_retention()
    assert left(world) == {"new"}
    with world.acting_as("owner"):
        policy = RetentionPolicy.objects.get()
        assert (policy.erased, policy.held) == (1, 0)
        assert policy.due_at - policy.done_at == timedelta(days=1)
        event = AuditEvent.objects.get(action="items.erased")
    assert event.details["policy"] == str(policy.id)


def test_it_is_carried_out_once_a_day_and_made_up_for_where_it_was_missed(world):
    keep_for(world, 365)
    carry_out_retention()
    take_in(world, "teammate", aged("old", 400))
    carry_out_retention()
    assert left(world) == {"old"}
    with world.acting_as("owner"):
        RetentionPolicy.objects.update(due_at=timezone.now() - timedelta(days=9))
    carry_out_retention()
    assert left(world) == set()


def test_only_its_kind_of_source_goes(world):
    take_in(world, "teammate", aged("a", 400), source="slack")
    take_in(world, "teammate", aged("b", 400), kind="adr", source="github")
    keep_for(world, 365, source="slack")
    carry_out_retention()
    assert left(world) == {"b"}


def test_texts_go_and_decisions_stay_with_their_quotes(world):
    take_in(world, "teammate", aged("a", 400, thread_key="t"))
    take_in(world, "teammate", aged("b", 300, thread_key="t"))
    keep_for(world, 365, action=TEXT)
    carry_out_retention()
    with world.acting_as("owner"):
        item = item_named("a")
        assert (item.sealed_raw, item.sealed_text, item.title) == (None, None, "")
        (decision,) = Memory.objects.filter(source_item_id=item.id)
        assert decision.quote == "We decided to use Postgres."
        assert "quokka" not in decision.search
        assert "postgr" in decision.search
        assert MemoryTerms.objects.filter(memory_id=decision.id).exists()
        assert item_named("b").sealed_text is not None
    carry_out_retention()
    take_in(world, "teammate", aged("b", 300, thread_key="t"))
    with world.acting_as("owner"):
        assert item_named("a").sealed_raw is None
        assert Decision.objects.count() == 2


def test_what_is_under_a_hold_stays_and_is_counted(world):
    take_in(world, "teammate", aged("a", 400), aged("b", 500))
    policy = keep_for(world, 365)
    with world.acting_as("owner"):
        hold = holds.place(Covered(until=timezone.now() - timedelta(days=450)), reason="Case 7")
    assert policies.would_go(world.scope("owner"), policy) == (1, 1)
    carry_out_retention()
    assert left(world) == {"b"}
    with world.acting_as("owner"):
        assert RetentionPolicy.objects.get().held == 1
        holds.release(hold.id)
    policies.carry_out_now(world.scope("owner"), policy.id)
    assert left(world) == set()


def test_a_private_policy_is_for_what_is_ones_own_and_a_teams_is_not(world):
    private = {"default_visibility": Visibility.PRIVATE}
    take_in(world, "teammate", aged("mine", 400), **private)
    take_in(world, "private_owner", aged("theirs", 400), **private)
    take_in(world, "teammate", aged("ours", 400))
    keep_for(world, 365)
    carry_out_retention()
    assert (left(world, "teammate"), left(world, "private_owner")) == ({"mine"}, {"theirs"})
    keep_for(world, 365, "teammate", private=True)
    carry_out_retention()
    assert (left(world, "teammate"), left(world, "private_owner")) == (set(), {"theirs"})
    with world.acting_as("owner"):
        assert RetentionPolicy.objects.count() == 1
        private_events = AuditEvent.objects.filter(details__private=True)
        assert [event.details["items"] for event in private_events] == [[]]


def channel(world, key):
    emails = {"C1": world.owner.email, "C2": world.teammate.email}
    return SourceAudience(key=key, name=key, members=(Person(email=emails[key]),))


def test_a_private_channel_goes_by_its_own_policy_and_by_the_teams_otherwise(world):
    take_in(
        world, "teammate", aged("one", 400, audience=channel(world, "C1")),
        aged("two", 400, audience=channel(world, "C2")),
    )  # fmt: skip
    assert (left(world, "owner"), left(world, "teammate")) == ({"one"}, {"two"})
    with world.acting_as("owner"):
        mine = SourceItem.objects.get().audience_id
    keep_for(world, 500, audience=mine)
    team = keep_for(world, 365)
    assert policies.would_go(world.scope("owner"), team) == (0, 0)
    carry_out_retention()
    assert (left(world, "owner"), left(world, "teammate")) == ({"one"}, set())
    with world.acting_as("owner"):
        assert {p.erased for p in RetentionPolicy.objects.all()} == {0}
        RetentionPolicy.objects.filter(audience_id=mine).update(days=365, due_at=timezone.now())
    carry_out_retention()
    assert left(world, "owner") == set()


def test_only_admins_set_and_drop_what_is_not_their_own(world):
    policy = keep_for(world, 365)
    with pytest.raises(NotAllowed):
        keep_for(world, 365, "teammate")
    with pytest.raises(NotAllowed), world.acting_as("teammate"):
        policies.drop(policy.id)
    with pytest.raises(NotAllowed):
        policies.carry_out_now(world.scope("teammate"), policy.id)
    with pytest.raises(RetentionPolicy.DoesNotExist), world.acting_as("stranger"):
        policies.drop(policy.id)
    with world.acting_as("owner"):
        policies.drop(policy.id)


def test_a_channel_that_one_is_not_in_is_not_there(world):
    take_in(world, "teammate", aged("two", 400, audience=channel(world, "C2")))
    with world.acting_as("teammate"):
        theirs = SourceItem.objects.get().audience_id
    with pytest.raises(Audience.DoesNotExist):
        keep_for(world, 365, audience=theirs)


def test_a_turn_that_is_over_goes_on_with_the_next(world, monkeypatch):
    monkeypatch.setattr("lifecycle.retention.batches.SIZE", 1)
    take_in(world, "teammate", aged("a", 400), aged("b", 500))
    policy = keep_for(world, 365)
    policies.carry_out(world.scope("owner"), policy, lambda: False)
    assert len(left(world)) == 1
    carry_out_retention()
    assert left(world) == set()


def test_a_channels_policy_is_nobodys_own(world):
    """Or anybody in it could have all of it go."""
    take_in(world, "teammate", aged("two", 400, audience=channel(world, "C2")))
    with world.acting_as("teammate"):
        theirs = SourceItem.objects.get().audience_id
    for private in (True, False):
        with pytest.raises((Unclear, NotAllowed)):
            keep_for(world, 365, "teammate", private=private, audience=theirs)
    carry_out_retention()
    assert left(world, "teammate") == {"two"}


def test_a_teams_policy_counts_what_all_see_alone(world):
    take_in(
        world, "teammate", aged("one", 400, audience=channel(world, "C1")), aged("all", 400),
        aged("held", 500, audience=channel(world, "C1")),
    )  # fmt: skip
    policy = keep_for(world, 365)
    with world.acting_as("owner"):
        holds.place(Covered(until=timezone.now() - timedelta(days=450)), reason="Case 7")
    assert policies.would_go(world.scope("owner"), policy) == (2, 1)  # for whoever asks
    carry_out_retention()
    with world.acting_as("teammate"):
        kept = RetentionPolicy.objects.get()
    assert (kept.erased, kept.held) == (1, 0)


def test_a_policy_that_fails_does_not_hold_up_the_others(world, monkeypatch, caplog):
    take_in(world, "teammate", aged("a", 400))
    take_in(world, "stranger", aged("b", 400))
    broken = keep_for(world, 365)
    keep_for(world, 365, "stranger")
    go = policies.carry_out

    def fails(scope, policy, go_on):
        if policy.id == broken.id:
            raise OperationalError("deadlock over a text")
        return go(scope, policy, go_on)

    monkeypatch.setattr(policies, "carry_out", fails)
    carry_out_retention()
    assert (left(world), left(world, "stranger")) == ({"a"}, set())
    assert "over a text" not in caplog.text
    with world.acting_as("owner"):
        assert RetentionPolicy.objects.get().due_at > timezone.now()
