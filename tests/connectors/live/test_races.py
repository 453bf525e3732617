"""What happens to a connection while a worker is in the middle of a page, and what is wrong with
one connection and must not hold up others."""

from collections.abc import Iterator
from dataclasses import asdict

import pytest
from django.db import connections

from connectors.live import deliveries, engine, managing
from connectors.live.contract import Incoming, Task
from connectors.live.errors import LONGEST_WAIT_SECONDS, Malformed, RateLimited
from connectors.live.inbox import take
from connectors.live.models import Connection, Delivery
from connectors.live.opened import open_connection
from connectors.live.turns import Lane
from connectors.registry import LIVE_CONNECTORS
from tests.connectors.live.harness import Live
from tests.connectors.live.toy.connector import ToyConnector, toy
from tests.connectors.live.toy.fake import FakeToy


@pytest.fixture
def fake() -> Iterator[FakeToy]:
    with FakeToy() as service:
        yield service


def meanwhile(monkeypatch, method, act):
    """Do something once, while the connector waits for its service."""
    plain, acts = getattr(ToyConnector, method), iter([act])

    def asked(self, session, cursor):
        page = plain(self, session, cursor)
        for each in acts:
            each()
        return page

    monkeypatch.setattr(ToyConnector, method, asked)


def test_what_is_chosen_while_a_page_is_being_read_is_brought_in(live, fake, monkeypatch):
    fake.do_room("random")
    for number in range(7):
        fake.do_message(
            f"We decided to use option {number}.", room="random" if number else "general"
        )
    connection = live.connect(toy, fake)
    with live.world.acting_as("owner"):
        managing.choose(connection, ["general"])

    def choose_all():
        with live.world.acting_as("owner"):
            managing.choose(live.connection(connection), None)

    meanwhile(monkeypatch, "backfill", choose_all)
    live.settle()
    live.later(minutes=1)
    live.settle()
    assert len(live.items()) == 7


def test_who_links_their_account_while_members_are_being_listed_is_known_at_once(
    live, fake, monkeypatch
):
    fake.do_room("board", private=True, members=["tess"])
    fake.do_message("We decided to close the office.", room="board")
    live.connect(toy, fake)
    live.settle()
    assert live.items("teammate") == {}

    def link():
        fake.user = "tess"
        live.link(toy, fake, "teammate")

    meanwhile(monkeypatch, "refresh_acl", link)
    live.later(hours=1)
    live.settle(backfill=False)
    live.later(minutes=1)
    live.settle()
    assert list(live.items("teammate")) == ["m1"]


def test_the_backfill_waits_until_a_lost_place_is_noted_anew(live, fake):
    connection = live.connect(toy, fake)
    live.settle()
    fake.clock += 1
    fake.do_forget()
    live.later(minutes=11)
    fake.do_outage(times=1, path="/version")
    engine.take_turns(Lane.LIVE)
    assert live.tasks(connection)[Task.POLL].ran_at is None
    engine.take_turns(Lane.BACKFILL)
    assert live.tasks(connection)[Task.BACKFILL].due_at is not None
    live.later(minutes=1)
    live.settle()
    assert live.tasks(connection)[Task.BACKFILL].due_at is None


def test_credentials_that_are_renewed_late_do_not_replace_newer_ones(live, fake):
    connection = live.connect(toy, fake)
    scope = live.world.scope("owner")
    with live.world.acting_as("owner"):
        late = open_connection(scope, Connection.objects.get(id=connection.id))
    live.connect(toy, fake)
    newer = live.connection(connection).sealed_credentials
    late.session.renew({"token": "of the old authorization"})
    assert live.connection(connection).sealed_credentials == newer


def test_credentials_that_are_renewed_late_do_not_come_back_after_disconnecting(live, fake):
    connection = live.connect(toy, fake)
    scope = live.world.scope("owner")
    with live.world.acting_as("owner"):
        late = open_connection(scope, Connection.objects.get(id=connection.id))
    live.disconnect(connection)
    late.session.renew({"token": "too late"})
    assert live.connection(connection).sealed_credentials is None


def test_credentials_are_renewed_more_than_once_in_a_turn(live, fake):
    connection = live.connect(toy, fake)
    scope = live.world.scope("owner")
    with live.world.acting_as("owner"):
        opened = open_connection(scope, Connection.objects.get(id=connection.id))
    opened.session.renew({"token": "second"})
    opened.session.renew({"token": "third"})
    with live.world.acting_as("owner"):
        again = open_connection(scope, Connection.objects.get(id=connection.id))
    assert again.session.credentials["token"] == "third"


def test_a_delivery_whose_message_no_database_holds_is_set_aside_alone(live, fake):
    connection = live.connect(toy, fake)
    live.settle()
    fake.do_message("We decided to use Kafka.")
    message = asdict(fake.messages["m1"]) | {"id": "m9", "thread": "a\0b"}
    fake.post(fake.delivery("message", message=message))
    fake.do_message("We decided to use Redis.")
    live.settle()
    states = [(d.state, d.sealed_body is None) for d in live.deliveries(connection)]
    assert states == [("read", True), ("failed", False), ("read", True)]
    assert sorted(live.items()) == ["m1", "m2"]


def test_a_page_that_no_database_holds_is_told_and_holds_up_nobody_else(live, fake):
    fake.do_message("We decided to use Kafka.")
    fake.messages["m1"].thread = "a\0b"
    connection = live.connect(toy, fake)
    live.settle()
    for _ in range(2):
        live.later(hours=1)
        live.settle()
    task = live.tasks(connection)[Task.BACKFILL]
    assert task.error.startswith("Failed (")
    assert task.failures == 3


@pytest.mark.parametrize("break_it", ["kind", "credentials"])
def test_a_connection_that_cannot_be_opened_holds_up_nobody_else(live, fake, break_it):
    broken = live.connect(toy, fake)
    if break_it == "credentials":
        with live.world.acting_as("owner"):
            Connection.objects.filter(id=broken.id).update(sealed_credentials=b"\1" * 60)
    with FakeToy() as other:
        if break_it == "kind":
            with live.world.acting_as("owner"):
                Connection.objects.filter(id=broken.id).update(kind="gone")
        live.connect(toy, other, who="stranger")
        other.do_message("We decided to use Redis.")
        live.settle()
        assert list(live.items("stranger")) == ["m1"]


def test_the_pauses_between_attempts_at_a_delivery_grow(live, fake):
    connection = live.connect(toy, fake)
    live.settle()
    fake.do_message("We decided to use Kafka.")
    fake.do_outage(times=4, path="/rooms")
    for _ in range(3):
        engine.take_turns(Lane.LIVE)
        live.later(minutes=2)
    assert live.tasks(connection)[Task.DELIVER].failures == 3


def test_large_deliveries_are_opened_one_by_one(live, fake, monkeypatch):
    monkeypatch.setattr(deliveries, "DELIVERY_BYTES", 1)
    connection = live.connect(toy, fake)
    live.settle()
    for number in range(3):
        fake.do_message(f"We decided to use option {number}.")
    live.settle()
    assert [d.state for d in live.deliveries(connection)] == ["read"] * 3


def test_a_delivery_that_is_refused_again_after_reconnecting_is_kept(live, fake):
    connection = live.connect(toy, fake)
    live.settle()
    fake.post(fake.delivery("revoked"))
    live.settle()
    live.connect(toy, fake)
    live.settle()
    (delivery,) = live.deliveries(connection)
    assert (delivery.state, delivery.sealed_body is None) == (Delivery.State.FAILED, False)


def test_a_backfill_that_was_stopped_goes_on_once_the_service_lets_momo_in_again(live, fake):
    for number in range(4):
        fake.do_message(f"We decided to use option {number}.")
    connection = live.connect(toy, fake)
    engine.take_turns(Lane.LIVE)
    known, fake.tokens = fake.tokens, set()
    live.settle()
    assert live.connection(connection).state == Connection.State.NEEDS_ATTENTION
    fake.tokens = known
    fake.post(fake.delivery("restored"))
    live.settle()
    assert len(live.items()) == 4


def test_what_nobody_reads_goes_after_a_month_and_is_made_good_by_reading_again(live, fake):
    connection = live.connect(toy, fake)
    live.settle()
    with live.world.acting_as("owner"):
        managing.pause(connection)
    fake.do_message("We decided to use Kafka.")
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE connectors_delivery SET received_at = now() - interval '31 days'")
    fake.do_message("We decided to use Redis.")
    live.settle()
    assert len(live.deliveries(connection)) == 1
    with live.world.acting_as("owner"):
        managing.resume(live.connection(connection))
    live.settle()
    assert sorted(live.items()) == ["m1", "m2"]


def test_of_what_nobody_reads_only_so_many_wait(live, fake, monkeypatch):
    monkeypatch.setattr(deliveries, "MAX_WAITING", 2)
    connection = live.connect(toy, fake)
    live.settle()
    with live.world.acting_as("owner"):
        managing.pause(connection)
    for number in range(5):
        fake.do_message(f"We decided to use option {number}.")
    live.settle()
    assert len(live.deliveries(connection)) == 2


def test_deliveries_find_their_connection_after_the_secret_key_was_changed(live, fake):
    connection = live.connect(toy, fake)
    live.settle()
    live.settings.SECRET_KEY = "another one, as long as it takes"
    fake.do_message("We decided to use Kafka.")
    assert live.deliveries(connection) == []
    live.later(hours=1)
    live.settle()
    assert list(live.items()) == ["m1"]
    fake.do_message("We decided to use Redis.")
    assert len(live.deliveries(connection)) == 1


def test_a_delivery_whose_ids_are_half_a_character_is_refused(live, fake):
    live.use(toy, fake)
    for name in ("account_id", "delivery_id", "event"):
        told = {"account_id": "a", "delivery_id": "d", "event": "e", name: "\ud800"}
        with pytest.raises(Malformed):
            take("toy", Incoming(**told, body=b"", at=None))


@pytest.mark.parametrize("told", [float("nan"), float("inf"), -1.0, 1e300])
def test_a_service_is_believed_how_long_to_wait_within_reason(told):
    assert 0 <= RateLimited(told).retry_after <= LONGEST_WAIT_SECONDS


def test_a_source_that_this_version_does_not_have_can_be_disconnected(live: Live, fake):
    connection = live.connect(toy, fake)
    del LIVE_CONNECTORS["toy"]
    live.disconnect(connection)
    assert live.connection(connection).sealed_credentials is None
