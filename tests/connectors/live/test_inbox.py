"""However many deliveries come at once and however often each, every one is stored once."""

import json
import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.utils import timezone

from connectors.live import engine, inbox
from connectors.live.contract import Incoming
from connectors.live.errors import Malformed
from connectors.live.models import Connection, Delivery
from connectors.live.turns import Lane
from tests.connectors.live.harness import Live
from tests.connectors.live.toy.connector import sign, toy
from tests.connectors.live.toy.fake import FakeToy

SENDERS = 6


@pytest.fixture
def fake():
    with FakeToy() as service:
        yield service


@pytest.fixture
def connection(live: Live, fake: FakeToy) -> Connection:
    made = live.connect(toy, fake)
    live.settle()
    return made


def post(fake: FakeToy, body: bytes) -> None:
    inbox.accept("toy", {"x-toy-signature": sign(fake.secret, body)}, body)


def noises(fake: FakeToy, count: int) -> list[bytes]:
    """Deliveries of something that is not collected."""
    return [fake.delivery("noise", number=number) for number in range(count)]


def send(fake: FakeToy, bodies: list[bytes]) -> None:
    """From several threads at once, as a web server does."""

    def part(number: int) -> None:
        try:
            for body in bodies[number::SENDERS]:
                post(fake, body)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(SENDERS) as threads:
        list(threads.map(part, range(SENDERS)))


def test_thousands_at_once_with_duplicates_are_each_stored_once(
    live: Live, fake: FakeToy, connection: Connection
) -> None:
    once = noises(fake, 1_000)
    bodies = once * 3
    random.Random(5).shuffle(bodies)
    send(fake, bodies)
    ids = Counter(delivery.delivery_id for delivery in live.deliveries(connection))
    assert ids == Counter(json.loads(body)["id"] for body in once)


def test_what_comes_while_others_are_read_is_read_too(
    live: Live, fake: FakeToy, connection: Connection
) -> None:
    """Two workers, as many senders: when all is quiet, nothing waits, and nobody calls again."""
    sending = threading.Event()

    def work(_: int) -> None:
        try:
            is_last = False
            while not is_last:
                is_last = sending.is_set()
                engine.take_turns(Lane.LIVE)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as workers:
        running = [workers.submit(work, number) for number in range(2)]
        try:
            send(fake, noises(fake, 600))
        finally:
            sending.set()
        for each in running:
            each.result()
    engine.take_turns(Lane.LIVE)  # one that was told of while the other worker was at it
    states = Counter(delivery.state for delivery in live.deliveries(connection))
    assert states == {Delivery.State.IGNORED: 600}
    assert live.connection(connection).state == Connection.State.CONNECTED


def test_every_team_with_the_account_has_each_once_and_no_other_team_any(
    live: Live, fake: FakeToy, connection: Connection
) -> None:
    theirs = live.connect(toy, fake, who="stranger")
    fake.account = "another"
    unknown = noises(fake, 20)
    fake.account = "acme"
    known = noises(fake, 20)
    send(fake, (known + unknown) * 2)
    for each, who in ((connection, "owner"), (theirs, "stranger")):
        with live.world.acting_as(who):
            rows = Delivery.objects.filter(connection_id=each.id)
            assert rows.count() == Delivery.objects.count() == 20


def test_a_delivery_of_an_endless_id_is_known_again(
    live: Live, fake: FakeToy, connection: Connection
) -> None:
    for ending in ("a", "b", "a"):
        incoming = Incoming("acme", "x" * 5_000 + ending, "noise" * 100, b"{}", timezone.now())
        inbox.take("toy", incoming)
    assert len(live.deliveries(connection)) == 2


@pytest.mark.parametrize("where", ["account_id", "delivery_id", "event"])
def test_ids_that_the_database_cannot_hold_are_refused(
    live: Live, fake: FakeToy, connection: Connection, where: str
) -> None:
    given = {"account_id": "acme", "delivery_id": "d", "event": "e"} | {where: "a\0b"}
    with pytest.raises(Malformed):
        inbox.take("toy", Incoming(**given, body=b"", at=timezone.now()))


def test_after_disconnecting_nothing_is_stored(
    live: Live, fake: FakeToy, connection: Connection
) -> None:
    live.disconnect(connection)
    send(fake, noises(fake, 5))
    assert live.deliveries(connection) == []
