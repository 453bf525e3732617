"""The dashboard: what it counts, in which weeks, and for whom."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from tests.api import ROOT, as_agent, decision, session

PEOPLE = ("owner", "teammate", "private_owner", "stranger")
SINCE = "since=2026-03-02&until=2026-03-15"


@pytest.fixture
def said(world):
    """A decision that somebody made at a moment."""
    from decisions.models import Memory

    def at(title, *moment, who="owner", **fields):
        changes = {name: fields.pop(name) for name in ("status",) if name in fields}
        id_ = decision(world, who, title, **fields)
        when = datetime(2026, 3, *moment, tzinfo=UTC) if moment else timezone.now()
        with world.acting_as(who):
            Memory.objects.filter(id=id_).update(source_date=when, **changes)
        return id_

    return at


@pytest.fixture
def board(world):
    def read(who="owner", query=SINCE):
        answer = session(world, who).get(f"{ROOT}/dashboard?{query}")
        assert answer.status_code == 200, answer.json()
        return answer.json()

    return read


@pytest.fixture
def in_berlin(world):
    from momo.platform.tenancy.models import Team

    with world.acting_as("owner"):
        Team.objects.update(timezone="Europe/Berlin")


def test_decisions_count_by_week_and_type_and_no_week_is_missing(said, board):
    said("A", 3, decision_type="selection")
    said("B", 4, decision_type="selection")
    said("C", 8, 23, decision_type="approval")
    said("Before", 1, 23, decision_type="approval")
    found = board()
    assert found["weeks"] == [
        {
            "start": "2026-03-02", "decisions": {"selection": 2, "approval": 1},
            "superseded": 0, "reversed": 0,
        },
        {"start": "2026-03-09", "decisions": {}, "superseded": 0, "reversed": 0},
    ]  # fmt: skip
    assert found["totals"] == {
        "decisions": 3, "by_type": {"selection": 2, "approval": 1}, "superseded": 0, "reversed": 0,
    }  # fmt: skip
    assert (found["since"], found["until"]) == ("2026-03-02", "2026-03-15")


def test_weeks_are_those_of_the_teams_time_zone(in_berlin, said, board):
    said("Sunday night in London, Monday in Berlin", 8, 23, 30, decision_type="approval")
    found = board()
    assert found["time_zone"] == "Europe/Berlin"
    assert [week["decisions"] for week in found["weeks"]] == [{}, {"approval": 1}]


def test_replaced_and_reversed_ones_count_when_they_ended(world, said, board):
    from decisions import services
    from decisions.histories import lineage
    from decisions.models import Memory, MemoryRevision

    old, new = said("Use MySQL", 3), said("Use Postgres", 10)
    wrong = said("Use Oracle", 3)
    with world.acting_as("owner"):
        lineage.supersede(Memory.objects.get(id=old), Memory.objects.get(id=new))
        services.reverse_decision(wrong)
        MemoryRevision.objects.filter(memory_id=wrong).update(
            changed_at=datetime(2026, 3, 12, tzinfo=UTC)
        )
    ended = [(week["superseded"], week["reversed"]) for week in board()["weeks"]]
    assert ended == [(0, 0), (1, 1)]


def test_a_replacement_that_was_taken_back_does_not_count(world, said, board):
    from decisions.histories import lineage
    from decisions.models import Memory, Supersession

    old, new = said("Use MySQL", 3), said("Use Postgres", 10)
    with world.acting_as("owner"):
        lineage.supersede(Memory.objects.get(id=old), Memory.objects.get(id=new))
        lineage.undo(Supersession.objects.get(old_id=old))
    assert board()["totals"]["superseded"] == 0


def test_what_stands_open_counts_whenever_it_was_said(world, said, board):
    from lifecycle.reconcile.models import Conflict

    said("Maybe Redis", 3, status="pending")
    a, b = said("Use tabs", 3), said("Use spaces", 4)
    with world.acting_as("owner"):
        Conflict.objects.create(older_id=a, newer_id=b, rule="opposite")
    assert board(query="weeks=1")["open"] == {
        "pending": 1, "conflicts": 1, "awaiting_confirmation": 0,
    }  # fmt: skip


def test_who_made_a_decision_is_asked_to_confirm_it(world, said, board):
    from connectors.contract import Person
    from decisions.models import Memory

    made = said("Use Postgres", 3, people=(Person(name="T", email=world.teammate.email),))
    with world.acting_as("owner"):
        Memory.objects.filter(id=made).update(source="slack")
    waiting = {who: board(who)["open"]["awaiting_confirmation"] for who in PEOPLE}
    assert waiting == {"owner": 0, "teammate": 1, "private_owner": 0, "stranger": 0}


def test_commitments_are_counted_and_the_longest_due_come_first(said, board):
    today = timezone.now().date()
    for title, days in (("Late", -3), ("Soon", 2), ("Later", 40)):
        said(
            title, decision_type="commitment", owner_name="Ada",
            due_on=today + timedelta(days=days),
        )  # fmt: skip
    said("Some day", decision_type="commitment", owner_name="Ada")
    found = board()["commitments"]
    assert {name: found[name] for name in ("open", "due", "overdue")} == {
        "open": 4, "due": 1, "overdue": 1,
    }  # fmt: skip
    assert [each["title"] for each in found["next"]] == ["Late", "Soon", "Later"]


def test_who_decided_most_and_what_on_are_named(said, board):
    from connectors.contract import Person

    ada = (Person(name="Ada Bell", email="ada@momo.example"),)
    said("A", 3, people=ada)
    said("B", 4, people=ada)
    said("C", 5, people=(Person(name="Cy Dunn", email="cy@momo.example"),))
    people = [(each["name"], each["decisions"]) for each in board()["people"]]
    assert people == [("Ada Bell", 2), ("Cy Dunn", 1)]


def test_sources_say_how_they_are_those_with_a_problem_first(world, monkeypatch, board):
    from connectors.live import connecting
    from connectors.live.contract import Connected
    from connectors.models import Connection
    from connectors.registry import LIVE_CONNECTORS
    from tests.connectors.live.toy.connector import toy

    monkeypatch.setitem(LIVE_CONNECTORS, "toy", toy)
    with world.acting_as("owner"):
        for name in ("Fine", "Broken"):
            connecting.connect(toy, Connected(name, name, {"token": "t"}), "shared")
        Connection.objects.filter(account_name="Broken").update(
            state=Connection.State.NEEDS_ATTENTION, problem="The token was revoked."
        )
    found = board("teammate")["sources"]
    assert (found["needing_attention"], found["healthy"] + found["needing_attention"]) == (1, 2)
    assert [item["state"] for item in found["items"]] == ["needs_attention", "connected"]
    assert found["items"][0]["problem"] == "The token was revoked."
    assert board("stranger")["sources"]["items"] == []


def test_only_what_the_reader_sees_is_counted(said, board):
    today = timezone.now().date()
    said("Shared", 3, decision_type="approval")
    for name in ("private", "secret"):
        said(
            f"Mine, {name}", 3, who="private_owner", visibility=name, decision_type="commitment",
            owner_name="Ada", due_on=today, status="pending" if name == "private" else "decided",
        )  # fmt: skip
    said("My promise", 3, who="private_owner", visibility="private", decision_type="commitment",
         owner_name="Ada", due_on=today)  # fmt: skip
    seen = {
        who: (found["totals"]["decisions"], found["open"]["pending"], found["commitments"]["due"])
        for who in PEOPLE
        if (found := board(who))
    }
    assert seen == {
        "owner": (1, 0, 0), "teammate": (1, 0, 0), "private_owner": (3, 1, 1),
        "stranger": (0, 0, 0),
    }  # fmt: skip


def test_an_agent_reads_it_too(world, said):
    said("A", 3)
    found = as_agent(world).get(f"{ROOT}/dashboard?{SINCE}").json()
    assert found["totals"]["decisions"] == 1


def test_without_a_span_it_has_twelve_weeks_up_to_this_one(board):
    found = board(query="")
    assert len(found["weeks"]) == 12
    assert date.fromisoformat(found["until"]) >= timezone.now().date()


def test_it_takes_as_many_statements_however_much_there_is(
    world, said, board, django_assert_max_num_queries
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for round_ in range(2):
        for number in range(1 + 5 * round_):
            said(
                f"{round_} {number}", 3, decision_type="commitment", owner_name="Ada",
                due_on=timezone.now().date(), status="pending" if number % 2 else "decided",
            )  # fmt: skip
        with CaptureQueriesContext(
            connection,
        ) as asked:
            board()
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "query",
    ["weeks=0", "weeks=105", "weeks=2&since=2026-03-02", "until=2026-03-02", "since=yesterday",
     "since=2026-03-02&until=2026-03-01", "since=2020-01-01&until=2026-01-01", "colour=red"],
)  # fmt: skip
def test_senseless_spans_are_refused(query, world):
    answer = session(world, "owner").get(f"{ROOT}/dashboard?{query}")
    assert answer.status_code == 400
    assert answer.json()["errors"]
