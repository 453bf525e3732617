"""Who made a decision says whether it is right, and that says how often what is found is."""

from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from django.db import connection
from django.test.utils import CaptureQueriesContext

from connectors.contract import Person
from decisions import ratification, services
from decisions.editing import sharing
from decisions.models import Decision, Entity, Memory, Ratification, Verdict
from decisions.ratification import Judged, accuracy, awaiting, ratify, withdraw
from decisions.refusals import NotYours, Refused
from momo.platform.tenancy.visibility import Visibility
from momo.surfaces.cli.main import run
from retrieval.filters import Filters
from retrieval.pipeline import search
from tests.api import ROOT, decision, session

TEAMMATE = Person(name="Teammate", email="Teammate@momo.example", role="decider")


@pytest.fixture
def found(world):
    """Make a decision that names the teammate as who made it, as the owner's source tells it."""

    def make(title="Use Postgres", *, by=TEAMMATE, who="owner", **fields):
        return decision(world, who, title, people=(by,), **fields)

    return make


def waiting(world, who="teammate"):
    with world.acting_as(who):
        return {each.title for each in awaiting()}


def status(world, memory_id):
    with world.acting_as("owner"):
        return Decision.objects.get(id=memory_id).status


def say(world, memory_id, verdict, who="teammate", **given):
    return ratify(world.scope(who), memory_id, Verdict(verdict), **given)


def test_it_waits_for_who_made_it_and_for_nobody_else(world, found):
    found()
    assert waiting(world) == {"Use Postgres"}
    assert waiting(world, "owner") == waiting(world, "private_owner") == set()


def test_a_handle_is_somebodys_whose_address_is_known(world, found):
    found("Sail on Friday", by=Person(name="Tess", handle="tess", role="decider"))
    assert waiting(world) == set()
    with world.acting_as("owner"):
        Entity.objects.filter(name="Tess").update(emails=["teammate@momo.example"])
    assert waiting(world) == {"Sail on Friday"}


def test_where_nobody_is_named_as_its_decider_its_author_made_it(world, found):
    author = Person(name="Teammate", email="teammate@momo.example", role="author")
    memory_id = found(by=author)
    assert waiting(world) == {"Use Postgres"}
    say(world, memory_id, "confirm")
    other = Person(name="Owner", email="owner@momo.example", role="decider")
    decision(world, "private_owner", "Sail on Friday", people=(author, other))
    assert waiting(world) == set()
    assert waiting(world, "owner") == {"Sail on Friday"}


@pytest.mark.parametrize(
    "person",
    [
        Person(name="Teammate", email="teammate@momo.example", role="to"),
        Person(name="Teammate", email="teammate@elsewhere.example", role="decider"),
        Person(name="Teammate", role="decider"),
    ],
)
def test_who_is_not_known_to_have_made_it_has_no_say(world, found, person):
    memory_id = found(by=person)
    assert waiting(world) == set()
    with pytest.raises(NotYours):
        say(world, memory_id, "confirm")


def test_what_is_private_to_another_is_as_if_it_were_not_there(world, found):
    memory_id = found(who="private_owner", visibility=Visibility.PRIVATE)
    assert waiting(world) == set()
    with pytest.raises(Decision.DoesNotExist):
        say(world, memory_id, "confirm")


def test_what_was_confirmed_waits_no_more_and_says_who_and_when(world, found):
    memory_id = found()
    say(world, memory_id, "confirm")
    assert waiting(world) == set()
    with world.acting_as("owner"):
        (word,) = ratification.words_on(memory_id)
    assert (word.verdict, word.by_principal) == ("confirm", world.teammate.id)
    assert abs((datetime.now(UTC) - word.at).total_seconds()) < 60
    with pytest.raises(Refused):
        say(world, memory_id, "confirm")


def test_a_rejected_decision_is_left_out_as_a_reversed_one_and_what_it_replaced_stands(
    world, found
):
    old, new = found("Database: MySQL"), found("Database: Postgres")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
    say(world, new, "reject", reason="I only asked.")
    results = search(world.scope("owner"), "Which database").results
    assert {each.title: each.holds.value for each in results} == {"Database: MySQL": "holds"}
    again = search(
        world.scope("owner"), "Which database", filters=Filters(include_reversed=True)
    ).results
    assert "reversed" in {each.holds.value for each in again}
    with world.acting_as("teammate"):
        withdraw(new)
    assert status(world, new) == "decided"
    with world.acting_as("owner"):
        assert Memory.objects.get(id=old).superseded_by == new


def test_a_rejection_taken_back_restores_only_what_it_reversed(world, found):
    memory_id = found()
    with world.acting_as("owner"):
        services.reverse_decision(memory_id)
    say(world, memory_id, "reject")
    with world.acting_as("teammate"):
        withdraw(memory_id)
    assert status(world, memory_id) == "reversed"


def test_of_two_who_rejected_it_both_must_take_it_back(world):
    people = (TEAMMATE, Person(name="Owner", email="owner@momo.example", role="decider"))
    memory_id = decision(world, "private_owner", "Use Postgres", people=people)
    say(world, memory_id, "reject")
    say(world, memory_id, "reject", "owner")
    with world.acting_as("teammate"):
        withdraw(memory_id)
    assert status(world, memory_id) == "reversed"
    with world.acting_as("owner"):
        withdraw(memory_id)
    assert status(world, memory_id) == "decided"


def test_a_later_word_takes_the_place_of_the_earlier(world, found):
    memory_id = found()
    say(world, memory_id, "reject")
    say(world, memory_id, "confirm")
    assert status(world, memory_id) == "decided"
    with world.acting_as("owner"):
        assert [word.verdict for word in ratification.words_on(memory_id)] == ["confirm"]
        assert Ratification.objects.count() == 2


def test_an_edit_makes_it_right_and_counts_as_one_that_was_not(world, found):
    memory_id = found(decision_type="approval")
    say(
        world, memory_id, "edit", changes={"title": "Use Postgres 18", "decision_type": "selection"}
    )
    with world.acting_as("owner"):
        assert Decision.objects.get(id=memory_id).title == "Use Postgres 18"
        assert accuracy().by_type == {"approval": Judged(edited=1)}


def test_accuracy_is_told_for_the_team_each_type_and_each_source(world, found):
    for number, verdict in enumerate(["confirm", "confirm", "confirm", "reject"]):
        say(world, found(f"Plan {number}", decision_type="selection"), verdict)
    say(world, found("Approve it", decision_type="approval"), "confirm")
    with world.acting_as("teammate"):
        told = accuracy()
    assert (told.team.share, told.team.judged) == (0.8, 5)
    assert told.by_type == {"approval": Judged(1), "selection": Judged(3, 0, 1)}
    assert told.by_source == {"manual": Judged(4, 0, 1)}


def test_accuracy_tells_nothing_of_what_others_keep_private(world, found):
    mine = Person(name="P", email="private.owner@momo.example", role="decider")
    hidden = found("Hidden", by=mine, who="private_owner", visibility=Visibility.PRIVATE)
    say(world, hidden, "confirm", "private_owner")
    for who in ("owner", "teammate", "stranger"):
        with world.acting_as(who):
            assert accuracy().team == Judged()
            assert accuracy().team.share is None
            assert not ratification.words_on(hidden)
    with world.acting_as("private_owner"):
        assert accuracy().team == Judged(1)


def test_a_word_is_hidden_with_its_decision(world, found):
    memory_id = found()
    say(world, memory_id, "confirm")
    with world.acting_as("owner") as scope:
        sharing.narrow([memory_id], Visibility.PRIVATE, scope.principal_id, None)
    with world.acting_as("teammate"):
        assert accuracy().team == Judged()


def test_the_list_takes_as_many_statements_however_long_it_is(world, found):
    client = session(world, "teammate")
    counts = []
    for title in ("One", "Two", "Three"):
        found(title)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{ROOT}/decisions/awaiting").status_code == 200
        counts.append(len(queries))
    assert counts[1] == counts[2]


def test_over_rest(world, found):
    memory_id = found(quote="We use Postgres.", rationale="It has pgvector.")
    client = session(world, "teammate")
    url = f"{ROOT}/decisions/{memory_id}/ratify"
    items = client.get(f"{ROOT}/decisions/awaiting").json()["items"]
    assert [item["id"] for item in items] == [str(memory_id)]
    assert (items[0]["quote"], items[0]["rationale"]) == ("We use Postgres.", "It has pgvector.")
    assert client.post(url, {"verdict": "edit"}).status_code == 400
    assert client.post(url, {"verdict": "confirm", "changes": {"title": "x"}}).status_code == 400
    said = client.post(url, {"verdict": "confirm", "reason": "Yes."})
    assert (said.status_code, said.json()["reason"]) == (201, "Yes.")
    assert client.get(f"{ROOT}/accuracy").json()["team"] == {
        "judged": 1, "confirmed": 1, "edited": 0, "rejected": 0, "share": 1.0,
    }  # fmt: skip
    assert session(world, "owner").post(url, {"verdict": "reject"}).status_code == 403
    assert [word["verdict"] for word in client.get(url).json()] == ["confirm"]
    assert client.delete(url).status_code == 204
    assert client.delete(url).status_code == 409
    edit = {"verdict": "edit", "changes": {"title": "Use Postgres 18"}}
    assert client.post(url, edit).status_code == 201


def test_on_the_command_line(world, found):
    memory_id = str(found())

    def momo(*arguments):
        env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.teammate.email}
        return CliRunner().invoke(run, list(arguments), env=env)

    assert "Use Postgres" in momo("ratify").output
    assert momo("ratify", memory_id).exit_code == 2
    assert momo("ratify", memory_id, "--title", "Use Postgres 18").output == "Noted.\n"
    assert momo("ratify", memory_id, "--reject").exit_code == 0
    assert momo("ratify", memory_id, "--withdraw").exit_code == 0
    assert "nothing" not in momo("ratify", memory_id, "--confirm").output
    assert "100%" in momo("accuracy").output
    assert '"share": 1.0' in momo("accuracy", "--json").output
    assert momo("ratify", str(world.team.id), "--confirm").exit_code == 1
