"""What an endpoint is told, and what never."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from decisions import services
from decisions.models import Memory, Unreconciled
from lifecycle.hooks import endpoints
from lifecycle.hooks.models import WebhookDelivery, WebhookEndpoint
from lifecycle.reconcile.models import Conflict
from momo.platform.tenancy.visibility import Visibility
from tests.api import belongings, decision
from tests.lifecycle.hooks.conftest import deliveries, make, turn

PRIVATE = [Visibility.PRIVATE, Visibility.SECRET]


@pytest.fixture(autouse=True)
def compared(world):
    """Nothing waits to be compared with what the team knows."""

    def compare():
        Unreconciled.objects.all().delete()

    return compare


@pytest.fixture
def told(world, endpoint, receiver, compared):
    """Types and data of what the endpoint got, after a turn."""

    def tell():
        compared()
        turn(endpoint)
        return [(each["type"], each["data"]) for each in receiver.messages(endpoint.secret)]

    return tell


def test_a_decision_is_told_once(world, told, settings):
    settings.MOMO_PUBLIC_URL = "https://momo.test"
    made = decision(world, "teammate", "Use Postgres", summary="For the ledger.", tags=["db"])
    [(kind, data)] = told()
    assert kind == "decision.made"
    assert data["decision"]["title"] == "Use Postgres"
    assert data["decision"]["summary"] == "For the ledger."
    assert data["decision"]["url"] == f"https://momo.test/decisions/{made}"
    assert data["supersedes"] == []
    assert len(told()) == 1


def test_what_a_new_decision_replaced_comes_with_it_and_by_itself(world, told):
    old = decision(world, "owner", "Use MySQL")
    new = decision(world, "owner", "Use Postgres")
    with world.acting_as("owner"):
        services.supersede_decision(old, new, reason="It has pgvector.")
    found = dict(told())  # of two of a kind the later one
    assert found["decision.superseded"]["superseded_by"]["title"] == "Use Postgres"
    assert found["decision.superseded"]["reason"] == "It has pgvector."
    assert [each["id"] for each in found["decision.made"]["supersedes"]] == [str(old)]


def test_a_reversal_is_told_with_its_reason(world, told):
    made = decision(world, "owner")
    told()
    with world.acting_as("owner"):
        services.reverse_decision(made, reason="Too dear.")
    kind, data = told()[-1]
    assert (kind, data["decision"]["id"], data["reason"]) == (
        "decision.reversed", str(made), "Too dear.",
    )  # fmt: skip


def test_a_conflict_is_told_with_both_sides(world, told):
    older, newer = decision(world, "owner", "Use MySQL"), decision(world, "owner", "Use Postgres")
    with world.acting_as("owner"):
        Conflict.objects.create(older_id=older, newer_id=newer, rule="opposite")
    kind, data = told()[-1]
    assert kind == "conflict.opened"
    assert (data["older"]["id"], data["newer"]["id"]) == (str(older), str(newer))


def test_a_commitment_is_told_on_the_day_it_is_due(world, told):
    today = timezone.now().date()
    for title, due in (("Send the report", today), ("Call Ada", today + timedelta(days=1))):
        decision(
            world, "owner", title, decision_type="commitment", owner_name="Ada", due_on=due
        )  # fmt: skip
    due = [data for kind, data in told() if kind == "commitment.due"]
    assert [(each["commitment"]["title"], each["owner"]) for each in due] == [
        ("Send the report", "Ada")
    ]
    assert due[0]["due_on"] == today.isoformat()


@pytest.mark.parametrize("visibility", PRIVATE)
def test_what_is_not_shared_is_neither_told_nor_listed(world, told, endpoint, visibility):
    old = decision(world, "owner", "Use MySQL", visibility=visibility)
    new = decision(
        world, "owner", "Use Postgres", visibility=visibility, decision_type="commitment",
        owner_name="Ada", due_on=timezone.now().date(),
    )  # fmt: skip
    with world.acting_as("owner"):
        Conflict.objects.create(
            older_id=old, newer_id=new, rule="opposite", visibility="private",
            owner_id=world.owner.id,
        )  # fmt: skip
        services.supersede_decision(old, new)
        services.reverse_decision(new)
    assert told() == []
    assert deliveries(world, endpoint) == []


def test_what_is_shared_later_is_told_then(world, told):
    made = decision(world, "owner", visibility=Visibility.PRIVATE)
    assert told() == []
    services.edit_memory(world.scope("owner"), made, {"visibility": Visibility.SHARED})
    assert [data["decision"]["id"] for _, data in told()] == [str(made)]


def test_a_pending_decision_is_told_once_it_is_decided(world, told):
    made = decision(world, "owner", status="pending")
    assert told() == []
    services.edit_memory(world.scope("owner"), made, {"status": "decided"})
    assert [data["decision"]["id"] for _, data in told()] == [str(made)]


def test_what_turned_private_before_it_was_sent_is_withdrawn(world, told, endpoint, receiver):
    made = decision(world, "owner")
    receiver.answers.append((503, {}))
    assert told() == []
    services.edit_memory(world.scope("owner"), made, {"visibility": Visibility.PRIVATE})
    with world.acting_as("owner"):
        WebhookDelivery.objects.update(due_at=timezone.now())
    assert told() == []
    assert [each.state for each in deliveries(world, endpoint)] == ["withdrawn"]


def test_what_is_not_compared_yet_waits_but_not_for_long(world, endpoint, receiver):
    made = decision(world, "owner")
    turn(endpoint)
    assert receiver.taken == []
    Unreconciled.objects.filter(memory_id=made).update(since=timezone.now() - timedelta(minutes=31))
    turn(endpoint)
    assert len(receiver.taken) == 1


def test_history_that_is_brought_in_is_no_news(world, told):
    made = decision(world, "owner")
    with world.acting_as("owner"):
        Memory.objects.filter(id=made).update(
            source_item_id=_item(world), source_date=timezone.now() - timedelta(days=900)
        )
    assert str(made) not in [data["decision"]["id"] for _, data in told() if "decision" in data]


def _item(world) -> UUID:
    return belongings(world, "owner", Visibility.SHARED)["item"]


def test_what_was_before_the_endpoint_is_not_told(world, receiver, compared):
    decision(world, "owner", "Use MySQL")
    endpoint = make(world, receiver.url)
    decision(world, "owner", "Use Postgres")
    compared()
    turn(endpoint)
    titles = [each["data"]["decision"]["title"] for each in receiver.messages(endpoint.secret)]
    assert titles == ["Use Postgres"]


def test_an_endpoint_is_told_what_it_listens_to_alone(world, receiver, compared):
    endpoint = make(world, receiver.url, events=["decision.reversed"])
    made = decision(world, "owner")
    compared()
    turn(endpoint)
    assert receiver.taken == []
    with world.acting_as("owner"):
        services.reverse_decision(made)
    turn(endpoint)
    assert [each["type"] for each in receiver.messages(endpoint.secret)] == ["decision.reversed"]


def test_another_team_is_told_nothing(world, receiver, told):
    theirs = make(world, receiver.url, who="stranger")
    decision(world, "owner")
    assert len(told()) == 1
    turn(theirs)
    assert len(receiver.taken) == 1
    with world.acting_as("stranger"):
        assert WebhookDelivery.objects.count() == 0


def test_two_endpoints_know_an_event_by_one_id(world, receiver, compared):
    one, other = make(world, receiver.url), make(world, receiver.url)
    decision(world, "owner")
    compared()
    turn(one)
    turn(other)
    first, second = receiver.ids()
    assert first == second


def test_what_happens_while_it_is_switched_off_is_not_told_later(world, receiver, compared):
    endpoint = make(world, receiver.url)
    with world.acting_as("owner"):
        endpoints.change(endpoint.id, {"active": False})
    decision(world, "owner", "Use MySQL")
    turn(endpoint)
    with world.acting_as("owner"):
        endpoints.change(endpoint.id, {"active": True})
        assert WebhookEndpoint.objects.get().active
    decision(world, "owner", "Use Postgres")
    compared()
    turn(endpoint)
    titles = [each["data"]["decision"]["title"] for each in receiver.messages(endpoint.secret)]
    assert titles == ["Use Postgres"]


def test_a_transaction_that_commits_late_is_told_all_the_same(world, told):
    late = decision(world, "owner", visibility=Visibility.PRIVATE)
    assert told() == []
    with world.acting_as("owner"):  # what the last look did not see
        Memory.objects.filter(id=late).update(visibility=Visibility.SHARED)
    assert len(told()) == 1
