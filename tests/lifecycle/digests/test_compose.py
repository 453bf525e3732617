"""What a digest tells, and to whom."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from connectors.contract import Person
from decisions import services
from decisions.models import Memory, MemoryRevision, Occurrence
from lifecycle.commitments import services as commitments
from lifecycle.digests.compose import compose
from lifecycle.digests.tuning import SHOWN
from lifecycle.scheduling.slots import Cadence, Rhythm, period_before
from momo.platform.accounts.services import update_team
from momo.platform.tenancy.zones import zone_of_team
from tests.decisions.pipeline.feeding import note, take_in
from tests.lifecycle.digests.conftest import MONDAY, WEDNESDAY

JANE = (Person(name="Jane Doe", role="decider"),)


def again(world, memory_id, who="owner", *, days=0, visibility="shared", snippet="Once more."):
    with world.acting_as(who):
        Occurrence.objects.create(
            memory_id=memory_id, at=WEDNESDAY + timedelta(days=days), snippet=snippet,
            visibility=visibility, owner_id=world.scope(who).principal_id,
        )  # fmt: skip
        seen = Occurrence.objects.filter(memory_id=memory_id).count()
        Memory.objects.filter(id=memory_id).update(occurrence_count=1 + seen)


def test_what_was_decided_in_the_week_is_told_and_nothing_before_or_after(decide, told):
    decide("Use Postgres")
    decide("Long ago", days=-7)
    decide("Today", days=5)
    assert told() == {"decided": ["Use Postgres"]}


def test_a_record_is_told_by_its_folder(world, entry):
    said = note("a", "We decided to use Postgres.", container="adr", occurred_at=WEDNESDAY)
    take_in(world, "owner", said)
    assert entry("decided").where == "adr"


def test_who_decided_when_where_and_why_is_told(decide, entry):
    decide("Use Postgres", people=JANE, rationale="It is boring.")
    found = entry("decided")
    assert found.people == ["Jane Doe"]
    assert found.day == WEDNESDAY.date()
    assert found.reason == "It is boring."
    assert found.where == "stated in Momo"


def test_the_week_is_the_teams_own(world, decide, told):
    """Monday at 03:00 UTC is Sunday evening in New York."""
    decide("Late on Sunday", days=4.7)
    assert told() == {}
    with world.acting_as("owner"):
        update_team(timezone="America/New_York")
    assert told() == {"decided": ["Late on Sunday"]}


def test_what_replaced_what_is_told_once_with_the_reason(world, decide, told, entry):
    old, new = decide("Use MySQL", days=-30), decide("Use Postgres")
    with world.acting_as("owner"):
        services.supersede_decision(old, new, reason="It scales.")
    assert told() == {"changed": ["Use MySQL"]}
    found = entry("changed")
    assert (found.now.title, found.reason, found.people) == (
        "Use Postgres",
        "It scales.",
        ["Owner"],
    )


def test_what_was_taken_back_is_not_told_as_changed(world, decide, told):
    old, new = decide("Use MySQL", days=-30), decide("Use Postgres")
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
        services.undo_supersession(old)
    assert told() == {"decided": ["Use Postgres"]}


def test_what_was_reversed_is_told_with_who_did_it(world, decide, told, entry):
    old = decide("Use MySQL", days=-30)
    with world.acting_as("teammate"):
        services.reverse_decision(old, reason="Too slow.")
        MemoryRevision.objects.update(changed_at=WEDNESDAY)
    assert told() == {"changed": ["Use MySQL"]}
    found = entry("changed")
    assert (found.now, found.reason, found.people) == (None, "Too slow.", ["Teammate"])


def test_what_is_pending_is_asked_about_for_sixty_days(decide, told, entry):
    decide("Perhaps Kafka", status="pending", days=-20)
    decide("Perhaps Rabbit", status="pending", days=-70)
    assert told() == {"pending": ["Perhaps Kafka"]}
    assert entry("pending").days == 25


def test_what_is_only_waiting_is_no_news(decide, told):
    decide("Perhaps Kafka", status="pending", days=-20)
    assert not told(digest=True).is_news
    decide("Perhaps Rabbit", status="pending")
    assert told(digest=True).is_news


def test_what_came_up_again_is_told_and_recurring_from_three_times_on(world, decide, told, entry):
    memory = decide("Use Postgres", days=-60)
    again(world, memory)
    assert told() == {"again": ["Use Postgres"]}
    found = entry("again")
    assert (found.times, found.in_all, found.recurring) == (1, 2, False)
    assert found.reason == "Once more."
    again(world, memory, days=1, snippet="And again.")
    found = entry("again")
    assert (found.times, found.in_all, found.recurring) == (2, 3, True)
    assert found.reason == "And again."


def test_what_comes_up_most_is_first(world, decide, told):
    once, twice = decide("Once", days=-60), decide("Twice", days=-60)
    for memory in (once, twice, twice):
        again(world, memory)
    assert told() == {"again": ["Twice", "Once"]}


def owe(decide, title, due_on, **fields):
    given = {"decision_type": "commitment", "owner_name": "Jane Doe", "days": -30} | fields
    return decide(title, due_on=due_on, **given)


def test_what_is_due_and_overdue_is_told_until_it_is_done(world, decide, told):
    late = owe(decide, "Send the report", date(2026, 11, 20))
    owe(decide, "Ship the importer", date(2026, 11, 23))
    owe(decide, "Renew the contract", date(2026, 11, 30))
    owe(decide, "Next year", date(2027, 1, 1))
    assert told() == {
        "overdue": ["Send the report"], "due": ["Ship the importer", "Renew the contract"],
    }  # fmt: skip
    with world.acting_as("teammate"):
        commitments.close(late)
    assert "overdue" not in told()


def test_what_is_due_is_not_told_as_decided_too(decide, told):
    owe(decide, "Ship the importer", date(2026, 11, 25), days=0)
    assert told() == {"due": ["Ship the importer"]}


def test_how_far_ahead_goes_by_how_often_it_is_told(decide, told):
    owe(decide, "In three days", date(2026, 11, 26))
    assert "due" in told()
    assert "due" not in told(cadence=Cadence.DAY)


def test_ones_own_come_first_and_are_marked(decide, told, entry):
    owe(decide, "Send the report", date(2026, 11, 22))
    owe(decide, "Ship the importer", date(2026, 11, 10), owner_name="teammate")
    assert told("teammate")["overdue"] == ["Ship the importer", "Send the report"]
    assert entry("overdue", "teammate").yours
    assert not entry("overdue").yours


def test_a_digest_that_is_told_late_says_what_is_late_by_then(decide, told, entry):
    owe(decide, "Ship the importer", date(2026, 11, 25))
    assert entry("due").days == 2
    assert entry("overdue", today=MONDAY + timedelta(days=5)).days == 3


def test_there_is_no_end_of_it_but_a_count(decide, told):
    for number in range(SHOWN + 3):
        decide(f"Decision {number}")
    section = told(digest=True).sections[0]
    assert (len(section.entries), section.total, section.more) == (SHOWN, SHOWN + 3, 3)


@pytest.mark.parametrize("who", ["owner", "teammate", "stranger"])
def test_what_one_person_keeps_is_in_nobody_elses_digest(world, decide, told, who):
    mine = {"who": "private_owner", "visibility": "private"}
    kept = decide("Quietly", **mine)
    decide("Quietly pending", status="pending", **mine)
    owe(decide, "Quietly owed", date(2026, 11, 25), **mine)
    old = decide("Quietly before", days=-30, **mine)
    with world.acting_as("private_owner"):
        services.supersede_decision(old, kept)
    again(world, old, "private_owner", visibility="private")
    assert told(who) == {}
    assert told(who, for_team=True) == {}
    assert told("private_owner").keys() == {"changed", "due", "pending", "again"}


def test_the_teams_digest_has_what_is_shared_whoever_asks(world, decide, told):
    decide("Shared")
    decide("Quietly", "private_owner", visibility="private")
    old = decide("Shared before", days=-20)
    again(world, old, "private_owner", visibility="private")
    for who in ("private_owner", "owner"):
        assert told(who, for_team=True) == {"decided": ["Shared"]}
    mine = told("private_owner")
    assert set(mine["decided"]) == {"Quietly", "Shared"}
    assert mine["again"] == ["Shared before"]


def test_secrets_are_in_no_digest(decide, told):
    decide("Password", visibility="secret")
    assert told() == {}


def test_it_takes_one_statement_however_much_there_is(world, decide, told):
    for number in range(4):
        decide(f"Decision {number}", people=JANE)
    with world.acting_as("owner"), CaptureQueriesContext(connection) as queries:
        period = period_before(Rhythm(Cadence.WEEK, zone_of_team()), MONDAY)
        compose(period, MONDAY, for_team=False)
    assert len(queries) == 4  # the time zone, who asks, all that is told, the team's name


@pytest.mark.parametrize(
    "url", ["http://[x", "javascript:alert(1)", "//evil.example", "https://x.example/1"]
)
def test_a_source_may_give_any_address_and_only_one_of_the_web_is_a_link(world, decide, entry, url):
    id_ = decide("Use Postgres")
    with world.acting_as("owner"):
        Memory.objects.filter(id=id_).update(source_url=url)
    assert entry("decided").about.url == (url if url.startswith("http") else "")
