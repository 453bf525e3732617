"""What is erased leaves nothing in what a live connection keeps besides items."""

from collections.abc import Iterator
from dataclasses import asdict

import pytest
from django.db import connections

from connectors.live import managing
from lifecycle.retention import erasing
from lifecycle.retention.targets import Target
from lifecycle.retention.teams import erase_team
from tests.connectors.live.toy.connector import toy
from tests.connectors.live.toy.fake import FakeToy
from tests.e2e.traces import places_of

CANARY = "zephyrolithe"


@pytest.fixture
def fake() -> Iterator[FakeToy]:
    with FakeToy() as service:
        yield service


def stored(table):
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM connectors_{table}")
        return cursor.fetchall()


def test_a_word_that_a_service_sent_is_nowhere_after_its_source_was_erased(live, fake):
    fake.account = f"account-{CANARY}"
    fake.do_room(f"room-{CANARY}", private=True, members=[f"ada@{CANARY}.example"])
    connection = live.connect(toy, fake)
    fake.do_message(f"We decided to move the Berlin office to {CANARY}.")
    fake.do_message(f"We decided to leave {CANARY}.", room=f"room-{CANARY}")
    live.settle()
    fake.post(fake.delivery("message", message={"text": 17, "was": CANARY}))
    live.settle()
    fake.post(fake.delivery("message", message=asdict(fake.messages["m1"])))
    scope = live.world.scope("owner")
    assert {"connectors_delivery.sealed_body", "connectors_sourceitem.sealed_raw"} <= places_of(
        CANARY, scope
    )
    erasing.erase(scope, Target(integration=connection.integration_id))
    assert places_of(CANARY, scope) == set()


def test_erasing_an_item_leaves_no_body_of_what_could_not_be_read(live, fake):
    connection = live.connect(toy, fake)
    fake.do_message("We decided to use Kafka.")
    live.settle()
    fake.post(fake.delivery("message", message={"text": 17, "was": "We decided to use Kafka."}))
    live.settle()
    failed = live.deliveries(connection)[-1]
    assert (failed.state, failed.sealed_body is None) == ("failed", False)
    erasing.erase(live.world.scope("owner"), Target(item=live.items()["m1"].id))
    assert live.deliveries(connection)[-1].sealed_body is None
    with live.world.acting_as("owner"):
        assert not managing.retry_delivery(connection, failed.id)
    live.settle()


def test_erasing_a_source_gives_its_credentials_back_and_leaves_nothing_of_it(live, fake):
    connection = live.connect(toy, fake)
    fake.do_message("We decided to use Kafka.")
    live.settle()
    fake.do_message("We decided to use Redis.")
    scope, target = live.world.scope("owner"), Target(integration=connection.integration_id)
    assert erasing.erase(scope, target).erased["integrations"] == 1
    assert fake.tokens == set()
    for table in ("connection", "synctask", "delivery", "syncturn", "sourceitem", "integration"):
        assert stored(table) == [], table


def test_erasing_a_team_gives_its_credentials_back_and_leaves_nothing_of_it(live, fake):
    live.connect(toy, fake)
    fake.do_message("We decided to use Kafka.")
    erase_team(live.world.scope("owner"))
    assert fake.tokens == set()
    for table in ("connection", "synctask", "delivery", "syncturn", "linkedidentity"):
        assert stored(table) == [], table
    fake.do_message("We decided to use Redis.")
    live.settle()
