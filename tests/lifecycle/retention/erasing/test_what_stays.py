"""What stands on something else too stays, as that has it."""

from datetime import timedelta

from decisions import services
from decisions.models import Edge, Entity, Memory, Occurrence, Supersession
from lifecycle.commitments.models import CommitmentMark
from lifecycle.reconcile.models import Conflict, Restatement
from momo.platform.tenancy.models import NOBODY
from tests.decisions.pipeline.feeding import ADA, WHEN, note, take_in
from tests.lifecycle.retention.erasing.erasure import BEN, SAID, decision_in, erase, item, restate


def test_what_it_replaced_holds_again(world):
    take_in(world, "teammate", note("a", SAID), note("b", "We decided to use MySQL."))
    old, new = decision_in(world, "a"), decision_in(world, "b")
    with world.acting_as("owner"):
        services.supersede_decision(old.id, new.id)
    done = erase(world, item=item(world, "b").id)
    assert done.reinstated == 1
    assert decision_in(world, "a").superseded_by is None


def test_what_other_sources_say_too_stays_as_they_say_it(world):
    later = WHEN + timedelta(days=3)
    take_in(
        world, "teammate", note("a", SAID), note("old", "We decided to use MySQL."),
        note("b", "It stays so: we decided to use Postgres.", occurred_at=later, author=BEN),
    )  # fmt: skip
    first, again, old = (decision_in(world, name) for name in ("a", "b", "old"))
    restate(world, first, again)
    with world.acting_as("owner"):
        services.supersede_decision(old.id, first.id, reason="Faster.")
        Conflict.objects.create(older_id=old.id, newer_id=first.id, rule="x", reason=first.quote)
    done = erase(world, item=item(world, "a").id)
    assert (done.rebased, done.reinstated) == (1, 0)
    with world.acting_as("owner"):
        stays = Memory.objects.get(id=again.id)
        record = Supersession.objects.get()
        assert (record.old_id, record.new_id, record.reason) == (old.id, again.id, "Faster.")
        assert Memory.objects.get(id=old.id).superseded_by == again.id
        assert Edge.objects.filter(kind="SUPERSEDES", src=again.id, dst=old.id).exists()
        conflict = Conflict.objects.get()
        assert (conflict.newer_id, conflict.reason) == (again.id, "")
        assert not Restatement.objects.exists()
        assert not Occurrence.objects.exists()
    assert stays.archived_at is None
    assert stays.occurrence_count == 1


def test_a_persons_word_on_it_stays_with_it(world):
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " Again.", author=BEN))
    first, again = decision_in(world, "a"), decision_in(world, "b")
    restate(world, first, again)
    with world.acting_as("owner"):
        services.reverse_decision(first.id, reason="Too dear.")
    erase(world, item=item(world, "a").id)
    assert decision_in(world, "b").status == "reversed"
    with world.acting_as("owner"):
        services.restore_decision(again.id)
    assert decision_in(world, "b").status == "decided"


def test_what_was_said_again_is_counted_without_it(world):
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " Again."))
    first, again = decision_in(world, "a"), decision_in(world, "b")
    restate(world, first, again)
    erase(world, item=item(world, "b").id)
    with world.acting_as("owner"):
        assert not Occurrence.objects.exists()
        assert Memory.objects.get(id=first.id).occurrence_count == 1


def test_names_that_it_alone_told_go_and_others_stay(world):
    ada = type(ADA)(name="Ada the Great", email=ADA.email)
    take_in(world, "teammate", note("a", SAID, author=ada))
    take_in(world, "teammate", note("b", SAID + " So."))
    erase(world, item=item(world, "a").id)
    with world.acting_as("owner"):
        (person,) = Entity.objects.filter(type="person")
    assert (person.name, person.aliases) == ("Ada Ashby", ["ada ashby"])
    assert person.emails == [ADA.email]
    erase(world, item=item(world, "b").id)
    with world.acting_as("owner"):
        assert not Entity.objects.exists()


def test_what_was_said_of_its_being_done_stays_with_it(world):
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " Again.", author=BEN))
    first, again = decision_in(world, "a"), decision_in(world, "b")
    restate(world, first, again)
    with world.acting_as("owner"):
        CommitmentMark.objects.create(
            memory_id=first.id, holder=NOBODY, closed=True, at=WHEN, by_principal=world.owner.id
        )
    erase(world, item=item(world, "a").id)
    with world.acting_as("owner"):
        assert CommitmentMark.objects.get().memory_id == again.id
