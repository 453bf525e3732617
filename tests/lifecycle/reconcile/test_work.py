"""What becomes of memories once they are compared with what the team knows."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.contract import Person
from decisions import services, unreconciled
from decisions.editing import sharing
from decisions.editing.drafts import Draft
from decisions.extraction.rules import RulesExtractor
from decisions.histories import lineage
from decisions.models import Memory, Occurrence, Supersession, Unreconciled, Verdict
from decisions.pipeline import process
from decisions.providers import Providers
from decisions.ratification import ratify
from decisions.services import create_memory
from lifecycle.reconcile import conflicts, work
from lifecycle.reconcile.models import Conflict, Restatement
from lifecycle.reconcile.waiting import due_teams
from lifecycle.reconcile.work import reconcile
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.pipeline.feeding import HashedEmbeddings, note, take_in

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
SAID = "We move the harbor office to the old pier in June."


def state(world, title, text="", *, who="owner", day=0, **fields):
    draft = Draft(
        title=title, summary=text, quote=text, decided_at=START + timedelta(days=day), **fields
    )
    return create_memory(world.scope(who), draft)


def replaced(world, who="owner"):
    """(older, newer) titles of all supersessions in force."""
    with world.acting_as(who):
        titles = dict(Memory.objects.values_list("id", "title"))
        records = Supersession.objects.filter(undone_at=None)
        return {(titles[r.old_id], titles[r.new_id]) for r in records}


def reword(memory_id, **fields):
    with unreconciled.noting([memory_id]):
        Memory.objects.filter(id=memory_id).update(**fields)


def waiting(world):
    return [row.memory_id for row in Unreconciled.objects.filter(team_id=world.team.id)]


def holds(world, memory_id, who="owner"):
    with world.acting_as(who):
        memory = Memory.objects.get(id=memory_id)
        return memory.superseded_by is None and memory.archived_at is None


def test_a_new_decision_replaces_what_it_leaves(world):
    old = state(
        world, "Chose Coinbight", decision_type="selection",
        options=({"option": "Coinbight", "chosen": True},),
    )  # fmt: skip
    new = state(
        world, "Switched from Coinbight to Ferrypenny", day=60, decision_type="selection",
        options=({"option": "Ferrypenny", "chosen": True}, {"option": "Coinbight"}),
    )  # fmt: skip
    assert due_teams() == [world.team.id]
    assert reconcile(world.team.id).found == 1
    with world.acting_as("owner"):
        record = Supersession.objects.get()
        assert (record.old_id, record.new_id) == (old, new)
        assert "Coinbight" in record.reason
        assert record.by_rule == "reconcile/leaves-choice"
        assert Memory.objects.get(id=old).invalid_at == START + timedelta(days=60)
    assert due_teams() == []
    assert not Unreconciled.objects.exists()


def test_what_came_and_what_changed_waits_and_what_was_replaced_does_not(world):
    memory_id = state(world, "Weekly releases")
    state(world, "A message", kind="observation")
    assert waiting(world) == [memory_id]
    reconcile(world.team.id)
    assert waiting(world) == []
    replacing = state(world, "Releases when there is something", day=1)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        services.supersede_decision(memory_id, replacing)
        services.undo_supersession(memory_id)
    services.edit_memory(world.scope("owner"), memory_id, {"tags": ["ship"]})
    assert waiting(world) == []
    services.edit_memory(world.scope("owner"), memory_id, {"title": "Daily releases"})
    assert waiting(world) == [memory_id]


CHANGES = {
    "edited": lambda world, each: services.edit_memory(
        world.scope("owner"), each, {"summary": "Otherwise."}
    ),
    "reversed": lambda world, each: services.reverse_decision(each),
    "hidden": lambda world, each: services.edit_memory(
        world.scope("owner"), each, {"visibility": Visibility.PRIVATE}
    ),
    "narrowed": lambda world, each: sharing.narrow(
        [each], Visibility.PRIVATE, world.owner.id, None
    ),
    "rejected": lambda world, each: ratify(world.scope("owner"), each, Verdict.REJECT),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_whatever_changes_it_has_it_compared_anew(world, change):
    owner = Person(name="Owner", email="owner@momo.example", role="decider")
    memory_id = state(world, "Weekly releases", people=(owner,))
    reconcile(world.team.id)
    with world.acting_as("owner"):
        change(world, memory_id)
    assert waiting(world) == [memory_id]


def test_what_a_source_says_anew_is_compared_anew(world, monkeypatch):
    models = Providers(RulesExtractor(), HashedEmbeddings(), chat=None)
    monkeypatch.setattr(process, "providers", lambda: models)
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    take_in(world, "owner", note("n", "We decided to use Postgres."))
    assert len(waiting(world)) == 1
    reconcile(world.team.id)
    take_in(world, "owner", note("n", "Sunny today. We decided to use MySQL."))
    assert len(waiting(world)) == 1


def test_a_worker_that_dies_while_it_keeps_what_it_found_loses_nothing(world, monkeypatch):
    def die(*found, **given):
        raise SystemExit

    old = state(world, "ADR 1: Cache")
    new = state(world, "ADR 2: Service", "This replaces ADR 1.", day=1)
    with monkeypatch.context() as patched:
        patched.setattr(work, "apply", die)
        with pytest.raises(SystemExit):
            reconcile(world.team.id)
    assert set(waiting(world)) == {old, new}
    reconcile(world.team.id)
    assert not holds(world, old)


def test_doing_it_again_changes_nothing(world):
    state(world, "ADR 1: Cache")
    new = state(world, "ADR 2: Service", "This replaces ADR 1.", day=1)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        before = list(Supersession.objects.values())
        reword(new, rationale="It is faster.")
    reconcile(world.team.id)
    with world.acting_as("owner"):
        assert list(Supersession.objects.values()) == before


def test_what_a_person_undid_stays_undone(world):
    old = state(world, "ADR 1: Cache")
    new = state(world, "ADR 2: Service", "This replaces ADR 1.", day=1)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        services.undo_supersession(old)
        reword(new, rationale="It is faster.")
    reconcile(world.team.id)
    assert holds(world, old)


def test_what_is_said_no_more_replaces_no_more(world):
    old = state(world, "ADR 1: Cache")
    new = state(world, "ADR 2: Service", "This replaces ADR 1.", day=1)
    reconcile(world.team.id)
    assert not holds(world, old)
    services.edit_memory(
        world.scope("owner"), new, {"summary": "This complements ADR 1.", "title": "ADR 2: Both"}
    )
    with world.acting_as("owner"):
        reword(new, quote="")
    reconcile(world.team.id)
    assert holds(world, old)


def test_what_another_one_declares_is_left_alone(world):
    old, new = state(world, "Pier A"), state(world, "Pier B", day=1)
    with world.acting_as("owner"):
        memories = [Memory.objects.get(id=old), Memory.objects.get(id=new)]
        lineage.supersede(*memories, by_rule="declared-by-source")
    reconcile(world.team.id)
    assert not holds(world, old)


def test_deleting_the_newer_one_lets_the_older_one_stand_again(world):
    old = state(world, "ADR 1: Cache")
    new = state(world, "ADR 2: Service", "This replaces ADR 1.", day=1)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        lineage.remove([new])
    assert holds(world, old)


def test_what_is_private_replaces_nothing_that_others_see(world):
    shared = state(world, "ADR 1: Cache")
    state(
        world, "ADR 2: Service", "This replaces ADR 1.", who="private_owner", day=1,
        visibility=Visibility.PRIVATE,
    )  # fmt: skip
    mine = state(
        world, "ADR 3: Tides", "This replaces ADR 2.", who="private_owner", day=2,
        visibility=Visibility.PRIVATE,
    )  # fmt: skip
    reconcile(world.team.id)
    assert holds(world, shared)
    assert replaced(world, "private_owner") == {("ADR 2: Service", "ADR 3: Tides")}
    assert replaced(world) == set()
    assert holds(world, mine, "private_owner")


def test_a_secret_is_compared_with_nothing(world):
    old = state(world, "ADR 1: Cache", visibility=Visibility.PRIVATE)
    state(world, "ADR 2: Service", "This replaces ADR 1.", day=1, visibility=Visibility.SECRET)
    reconcile(world.team.id)
    assert holds(world, old)
    assert waiting(world) == []


def test_what_is_said_again_is_counted_and_set_aside(world):
    first = state(world, "Moved the office", SAID)
    again = state(world, "Moved the office", SAID, day=9)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        memory = Memory.objects.get(id=first)
        occurrence = Occurrence.objects.get()
        assert (memory.occurrence_count, memory.last_seen_at) == (2, START + timedelta(days=9))
        assert (occurrence.memory_id, occurrence.at) == (first, START + timedelta(days=9))
        assert (occurrence.snippet, occurrence.sentiment) == (SAID, "neutral")
        assert Memory.objects.filter(id=again).exists()
    assert holds(world, first)
    assert not holds(world, again)


def test_however_often_it_is_said_it_counts_with_the_first(world):
    first, *again = [state(world, "Moved the office", SAID, day=day) for day in range(20)]
    reconcile(world.team.id)
    with world.acting_as("owner"):
        assert Memory.objects.get(id=first).occurrence_count == 20
        assert Memory.objects.filter(archived_at=None).count() == 1
    last = state(world, "Moved the office", SAID, day=30)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        restated = dict(Restatement.objects.values_list("newer_id", "older_id"))
    assert restated == dict.fromkeys([*again, last], first)


def test_what_was_said_again_stands_once_the_first_is_gone(world):
    first = state(world, "Moved the office", SAID)
    again = state(world, "Moved the office", SAID, day=9)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        lineage.remove([first])
    assert holds(world, again)
    reconcile(world.team.id)
    with world.acting_as("owner"):
        assert not Restatement.objects.exists()


def test_an_older_one_that_comes_late_takes_the_place_of_the_first(world):
    second = state(world, "Moved the office", SAID, day=9)
    third = state(world, "Moved the office", SAID, day=12)
    reconcile(world.team.id)
    assert holds(world, second)
    first = state(world, "Moved the office", SAID)
    reconcile(world.team.id)
    assert [holds(world, each) for each in (first, second, third)] == [True, False, False]
    with world.acting_as("owner"):
        assert Memory.objects.get(id=first).occurrence_count == 3
        assert Memory.objects.get(id=second).occurrence_count == 1


def test_who_left_keeps_nobody_from_going_on(world):
    state(world, "ADR 1: Cache")
    state(world, "ADR 2: Service", "This replaces ADR 1.", day=1)
    Unreconciled.objects.filter(team_id=world.team.id).update(principal_id=world.stranger.id)
    assert reconcile(world.team.id).judged == 0
    assert due_teams() == []


@pytest.fixture
def disputed(world):
    older = state(
        world, "Berth map redesign before offline sync", "The berth map before offline sync.",
        decision_type="prioritization",
    )  # fmt: skip
    newer = state(
        world, "Offline sync before the berth map redesign", "Offline sync before the berth map.",
        day=1, decision_type="prioritization",
    )  # fmt: skip
    reconcile(world.team.id)
    with world.acting_as("owner"):
        return Conflict.objects.get(), older, newer


@pytest.mark.parametrize(
    ("choice", "standing"),
    [("older", (True, False)), ("newer", (False, True)), ("both", (True, True))],
)
def test_a_person_says_which_one_holds(world, disputed, choice, standing):
    conflict, older, newer = disputed
    assert (holds(world, older), holds(world, newer)) == (True, True)
    with world.acting_as("teammate"):
        conflicts.resolve(conflict.id, holds=choice)
        assert not conflicts.visible().exists()
    assert (holds(world, older), holds(world, newer)) == standing


def test_what_was_settled_is_not_asked_again(world, disputed):
    conflict, _, newer = disputed
    with world.acting_as("owner"):
        conflicts.resolve(conflict.id, holds="both")
        reword(newer, rationale="As said.")
    reconcile(world.team.id)
    with world.acting_as("owner"):
        assert Conflict.objects.get().holds == "both"


STORY = (
    ("ADR 1: Cache the tides", "In memory.", 0),
    ("ADR 2: Tide service", "This replaces ADR 1.", 1),
    ("ADR 3: Tide tables on paper", "It supersedes ADR 2.", 2),
    ("Moved the office", SAID, 3),
    ("Moved the office", SAID, 4),
    ("Opening hours of the pier", "From eight.", 5),
    ("Opening hours of the pier", "From nine.", 60),
    ("Harbor price list v1.0", "Per berth.", 6),
    ("Harbor price list v2.0", "Flat.", 61),
)


def _outcome(world, ids):
    with world.acting_as("owner"):
        name = {memory_id: number for number, memory_id in ids.items()}
        records = Supersession.objects.filter(undone_at=None)
        again = Restatement.objects.all()
        memories = Memory.objects.all()
        return (
            sorted((name[r.old_id], name[r.new_id], r.by_rule) for r in records),
            sorted((name[r.older_id], name[r.newer_id]) for r in again),
            sorted((name[m.id], m.archived_at is None, m.occurrence_count) for m in memories),
        )


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(order=st.permutations(range(len(STORY))), pauses=st.sets(st.integers(0, len(STORY) - 1)))
def test_the_order_of_arrival_changes_nothing(world, order, pauses):
    """However an import is broken up, and whatever is compared in between."""

    def told(order, pauses):
        ids = {}
        for place, number in enumerate(order):
            title, text, day = STORY[number]
            ids[number] = state(world, title, text, day=day)
            if place in pauses:
                reconcile(world.team.id)
        reconcile(world.team.id)
        outcome = _outcome(world, ids)
        with world.acting_as("owner"):
            lineage.remove(list(ids.values()))
        return outcome

    assert told(order, pauses) == told(range(len(STORY)), set())
