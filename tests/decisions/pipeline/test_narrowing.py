"""A source that turns narrower takes its memories along, those that a person edited too."""

from dataclasses import replace

from connectors.contract import Audience, Person, Visibility
from connectors.models import Queue
from decisions import services
from decisions.models import Decision, Entity, Memory
from decisions.pipeline.drain import drain
from tests.decisions.pipeline.feeding import fetch, note, take_in

SAID = note("a", "We decided to use Postgres.")
HUSH = Audience("C1", "#hush", (Person(email="teammate@momo.example"),))


def edited(world):
    """A decision of the team's, found in a note, whose title a person has changed."""
    take_in(world, "owner", SAID)
    with world.acting_as("owner"):
        decision_id = Decision.objects.get().id
    services.edit_memory(world.scope("owner"), decision_id, {"title": "Postgres it is"})


def titles(world, who):
    with world.acting_as(who):
        return set(Decision.objects.values_list("title", flat=True))


def test_to_a_channels_members(world):
    edited(world)
    take_in(world, "owner", replace(SAID, audience=HUSH))
    assert titles(world, "teammate") == {"Postgres it is"}
    assert titles(world, "owner") == titles(world, "private_owner") == set()


def names(world, who):
    with world.acting_as(who):
        return set(Entity.objects.exclude(type="thread").values_list("name", flat=True))


def test_a_name_that_only_it_told_goes_along(world):
    take_in(world, "owner", SAID)
    assert "Postgres" in names(world, "owner") & names(world, "teammate")
    take_in(world, "owner", replace(SAID, audience=HUSH))
    assert "Postgres" in names(world, "teammate")
    assert "Postgres" not in names(world, "owner") | names(world, "private_owner")


def test_a_name_that_others_tell_stays_theirs(world):
    take_in(world, "owner", SAID)
    take_in(world, "owner", note("b", "We decided to pay for Postgres support."))
    take_in(world, "owner", replace(SAID, audience=HUSH))
    assert "Postgres" in names(world, "owner") & names(world, "teammate")


def test_to_one_person(world):
    edited(world)
    take_in(world, "owner", replace(SAID, visibility=Visibility.PRIVATE))
    assert titles(world, "teammate") == set()
    assert len(titles(world, "owner")) == 1


def test_to_nobody_where_it_is_deleted(world):
    edited(world)
    fetch(world, "owner", replace(SAID, deleted=True))
    drain(Queue.BACKFILL)
    with world.acting_as("owner"):
        assert not Memory.objects.exists()
