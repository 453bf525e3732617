"""What a legal hold covers is erased by nobody until it is released."""

from datetime import timedelta
from uuid import uuid4

import pytest

from connectors import holds
from connectors.contract import Person
from connectors.holds import Covered, OnHold
from connectors.models import Integration, SourceItem, SyncRun
from decisions import services
from decisions.models import Decision
from lifecycle.retention import erasing
from lifecycle.retention.targets import Target
from momo.platform.accounts.services import NotAllowed
from momo.platform.tenancy.visibility import Visibility
from tests.api import decision
from tests.decisions.pipeline.feeding import ADA, WHEN, item_named, note, take_in

SAID = "We decided to use Postgres."
DAY = timedelta(days=1)


def place(world, reason="Case 7", who="owner", **covered):
    with world.acting_as(who):
        return holds.place(Covered(**covered), reason=reason)


def item(world, name="a", who="owner"):
    with world.acting_as(who):
        return item_named(name)


def erase(world, who="owner", **named):
    return erasing.erase(world.scope(who), Target(**named))


def on(world):
    a = item(world)
    return {
        "team": {}, "source": {"source": "file"},
        "integration": {"integration_id": a.integration_id},
        "writer": {"person": "ADA@momo.example"}, "recipient": {"person": "ben@momo.example"},
        "dates": {"since": WHEN - DAY, "until": WHEN + DAY},
    }  # fmt: skip


@pytest.mark.parametrize("what", ["team", "source", "integration", "writer", "recipient", "dates"])
def test_it_covers_what_matches_all_that_it_names(world, what):
    ben = type(ADA)(name="Ben", email="Ben@momo.example")
    take_in(world, "teammate", note("a", SAID, participants=(ben,)))
    hold = place(world, **on(world)[what])
    with pytest.raises(OnHold, match=str(hold.id)):
        erase(world, item=item(world).id)
    with pytest.raises(OnHold):
        erasing.preview(world.scope("owner"), Target(item=item(world).id))
    with world.acting_as("owner"):
        holds.release(hold.id)
    assert erase(world, item=item(world).id).erased["items"] == 1


@pytest.mark.parametrize(
    "covered",
    [
        {"source": "slack"}, {"person": "eve@momo.example"}, {"since": WHEN + DAY},
        {"until": WHEN - DAY}, {"source": "file", "person": "eve@momo.example"},
    ],
)  # fmt: skip
def test_it_covers_nothing_else(world, covered):
    take_in(world, "teammate", note("a", SAID))
    place(world, **covered)
    assert erase(world, item=item(world).id).erased["items"] == 1


def test_where_one_item_is_held_nothing_of_the_request_is_erased(world):
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " So.", occurred_at=WHEN + DAY))
    place(world, until=WHEN)
    with pytest.raises(OnHold):
        erase(world, integration=item(world).integration_id)
    assert item(world, "b")


def test_only_admins_learn_which_hold_it_is(world):
    take_in(world, "private_owner", note("a", SAID), default_visibility=Visibility.PRIVATE)
    hold = place(world, reason="The audit of Ada")
    with pytest.raises(OnHold) as caught:
        erase(world, "private_owner", item=item(world, who="private_owner").id)
    assert str(hold.id) not in str(caught.value)
    assert "Ada" not in str(caught.value)


@pytest.mark.parametrize("who", ["teammate", "private_owner", "stranger"])
def test_only_admins_place_see_and_release_holds(world, who):
    hold = place(world)
    refusal = holds.LegalHold.DoesNotExist if who == "stranger" else NotAllowed
    with world.acting_as(who):
        with pytest.raises(refusal):
            holds.release(hold.id)
        if who != "stranger":
            with pytest.raises(NotAllowed):
                holds.place(Covered(), reason="Mine")
            with pytest.raises(NotAllowed):
                holds.placed()
        else:
            assert not holds.placed().exists()


def test_nobody_deletes_a_memory_that_is_held(world):
    take_in(world, "teammate", note("a", SAID))
    stated = decision(world, "teammate", "Use MySQL")
    place(world)
    with world.acting_as("owner"):
        found = Decision.objects.get(source_item_id=item_named("a").id).id
    for memory_id in (found, stated):
        with pytest.raises(OnHold), world.acting_as("owner"):
            services.delete_memory(memory_id, is_admin=True)


def test_what_somebody_stated_is_held_by_their_address(world):
    mine, other = decision(world, "teammate", "Use MySQL"), decision(world, "owner", "Use SQLite")
    place(world, person=world.teammate.email)
    with world.acting_as("owner"):
        services.delete_memory(other, is_admin=True)
        with pytest.raises(OnHold):
            services.delete_memory(mine, is_admin=True)


def test_a_deletion_at_the_source_waits_for_the_release(world):
    take_in(world, "teammate", note("a", SAID), note("b", SAID + " So.", occurred_at=WHEN + DAY))
    hold = place(world, until=WHEN)
    gone = [note("a", "", deleted=True), note("b", "", deleted=True, occurred_at=WHEN + DAY)]
    take_in(world, "teammate", *gone)
    with world.acting_as("owner"):
        assert [d.source_item_id for d in Decision.objects.all()] == [item_named("a").id]
        assert item_named("a").sealed_text is not None
        holds.release(hold.id)
    take_in(world, "teammate", *gone)
    with world.acting_as("owner"):
        assert not Decision.objects.exists()


def test_an_unknown_source_cannot_be_held(world):
    with pytest.raises(Integration.DoesNotExist):
        place(world, integration_id=uuid4())


def test_another_teams_hold_holds_nothing_here(world):
    take_in(world, "teammate", note("a", SAID))
    place(world, who="stranger")
    assert erase(world, item=item(world).id).erased["items"] == 1
    with world.acting_as("owner"):
        assert not SourceItem.objects.exists()


def test_an_address_in_other_letters_is_held_too(world):
    jose = Person(name="José", email="josé@exämple.example")
    take_in(world, "teammate", note("a", SAID, participants=(jose,)))
    place(world, person=jose.email)
    with pytest.raises(OnHold):
        erase(world, item=item(world).id)


def test_files_that_wait_to_be_read_are_held_with_their_source(world, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    take_in(world, "teammate", note("a", SAID))
    source = item(world).integration_id
    with world.acting_as("owner"):
        run = SyncRun.objects.get()
    waiting = tmp_path / "uploads" / str(world.team.id) / str(run.id) / str(world.owner.id)
    waiting.mkdir(parents=True)
    (waiting / "notes.zip").write_bytes(b"text")
    hold = place(world, person="eve@momo.example")  # who may have written what is in it
    with pytest.raises(OnHold):
        erase(world, integration=source)
    assert waiting.exists()
    with world.acting_as("owner"):
        holds.release(hold.id)
    assert erase(world, integration=source).erased["uploads"] == 1


def test_what_was_found_in_a_held_reply_stays_though_what_it_answers_goes(world):
    later, ben = WHEN + timedelta(hours=1), Person(name="Ben Birch")
    take_in(
        world, "teammate",
        note("a", "Shall we use Quokkadb for the search?", thread_key="t", title=""),
        note("b", "Agreed, let's do that.", thread_key="t", title="", author=ben,
             occurred_at=later),
    )  # fmt: skip
    place(world, since=later)
    done = erase(world, item=item(world, "a").id)
    assert done.read_again == 0
    with world.acting_as("owner"):
        reply = Decision.objects.get(source_item_id=item_named("b").id)
    assert "Quokkadb" in reply.title
