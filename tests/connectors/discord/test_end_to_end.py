"""A Discord server from connecting to disconnecting, through the engine, gateway and pipeline."""

import pytest

from connectors.discord.connector import discord
from connectors.live import inbox
from connectors.live.models import Connection
from tests.connectors.discord.listening import Listening


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr("connectors.discord.gateway.IDENTIFY_SECONDS", 0.01)
    monkeypatch.setattr("connectors.discord.gateway.FIRST_RETRY_SECONDS", 0.01)
    monkeypatch.setattr("connectors.discord.client.REQUESTS_A_SECOND", 10_000)


@pytest.fixture
def listening(fake):
    """The gateway, whose events the test passes to the inbox: its thread has no database."""
    with Listening(fake) as gateway:
        yield gateway


@pytest.fixture
def heard(live, listening):
    """Let Momo hear what happened, once as many events arrived as are said, and work on it."""
    taken = 0

    def settle(events: int) -> None:
        nonlocal taken
        listening.until(lambda: len(listening.arrived) >= taken + events)
        for incoming in listening.arrived[taken:]:
            inbox.take("discord", incoming)
        taken = len(listening.arrived)
        live.settle()

    return settle


def titles(live, who="owner"):
    return [decision.title for decision in live.decisions(who)]


def test_a_server_from_connecting_to_disconnecting(live, fake, heard):
    fake.do_message("We decided to use Postgres for the ledger.", name="db", days_ago=2)
    connection = live.connect(discord, fake)
    heard(1)
    guild, general = fake.world.guild["id"], fake.world.places["general"]
    (decision,) = live.decisions("teammate")
    assert decision.source_url == (
        f"https://discord.com/channels/{guild}/{general}/{fake.world.named['db'][1]}"
    )

    fake.do_message("We decided to host in Frankfurt.", name="host")
    heard(1)
    assert len(live.decisions()) == 2

    fake.do_edit("host", "We decided to host in Dublin.")
    heard(1)
    assert [("Dublin" in title, "Frankfurt" in title) for title in titles(live)[1:]] == [
        (True, False)
    ]

    fake.do_reply("db", "We decided to stay on version 17 of it.", name="late")
    heard(1)
    late = live.items()[f"{general}:{fake.world.named['late'][1]}"]
    assert late.thread_key == late.reply_to == f"{general}:{fake.world.named['db'][1]}"

    fake.do_delete("host")
    heard(1)
    assert not [title for title in titles(live) if "Dublin" in title]

    fake.do_kick()
    heard(1)
    found = live.connection(connection)
    assert found.state == Connection.State.NEEDS_ATTENTION
    assert "connect Discord again" in found.problem

    fake.do_message("We decided to ship on Friday.")
    again = live.connect(discord, fake)
    heard(1)
    assert again.id == connection.id
    assert [title for title in titles(live) if "Friday" in title]

    live.disconnect(connection)
    before = len(live.items())
    fake.do_message("We decided to close the office.")
    heard(1)
    assert len(live.items()) == before
    assert not fake.rest.installed


def test_a_private_channel_is_for_its_members_who_linked_their_account(live, fake, heard):
    fake.do_channel("board", private=True, members=["tess"])
    fake.do_message("We decided to close the Lyon office.", channel="board", by="tess")
    live.use(discord, fake)
    fake.rest.me = "tess"
    live.link(discord, fake, "teammate")
    fake.rest.me = "jane"
    live.connect(discord, fake)
    heard(1)
    assert len(live.decisions("teammate")) == 1
    assert live.decisions("owner") == live.decisions("stranger") == []
    fake.do_leave("tess")
    heard(1)
    assert live.decisions("teammate") == []


def test_a_channel_that_becomes_private_takes_its_decisions_along(live, fake, heard):
    fake.do_message("We decided to buy Initech.")
    live.connect(discord, fake)
    heard(1)
    assert len(live.decisions("teammate")) == 1
    fake.do_deny("general")
    heard(1)
    assert live.decisions("teammate") == []


def test_what_was_said_while_the_gateway_was_away_is_found_by_the_poll(
    live, fake, listening, heard
):
    live.connect(discord, fake)
    heard(1)
    fake.do_drop_connection(resumable=False)
    fake.do_message("We decided to go with Kafka.")
    heard(1)
    assert len(live.decisions()) == 1


def test_a_poll_that_has_ended_is_a_decision(live, fake, heard):
    live.connect(discord, fake)
    heard(1)
    fake.do_poll("Which database do we use for the ledger?", ["Postgres", "MySQL"], name="poll")
    heard(1)
    fake.do_close_poll("poll", [5, 1])
    heard(2)
    (decision,) = live.decisions()
    assert "Postgres" in decision.title


def test_signed_requests_come_through_the_inbox_and_forged_ones_do_not(live, fake, heard):
    connection = live.connect(discord, fake)
    assert fake.do_ping() == fake.do_authorized() == 200
    assert [each.event for each in live.deliveries(connection)] == ["APPLICATION_AUTHORIZED"]
    body = b'{"id": "1", "type": 1}'
    assert fake.deliver(fake.webhook_url, fake.signed(body + b" "), body) == 401


def test_a_deleted_channel_leaves_none_of_its_decisions(live, fake, heard):
    fake.do_channel("lab")
    fake.do_message("We decided to use Kafka.", channel="lab", name="kafka")
    fake.do_thread("kafka talk", of="kafka")
    fake.do_message("We decided to run it ourselves.", channel="kafka talk")
    live.connect(discord, fake)
    heard(1)
    assert len(live.decisions()) == 2
    fake.do_delete_channel("lab")
    heard(1)
    assert live.decisions() == []


def test_a_renamed_server_has_its_new_name(live, fake, heard):
    connection = live.connect(discord, fake)
    heard(1)
    fake.do_rename_server("Initech")
    heard(1)
    assert live.connection(connection).account_name == "Initech"


def test_a_new_bot_token_brings_the_connection_back_by_itself(live, fake):
    connection = live.connect(discord, fake)
    live.settle()
    fake.do_revoke_token()
    live.later(minutes=11)
    live.settle()
    found = live.connection(connection)
    assert found.state == Connection.State.NEEDS_ATTENTION
    assert "MOMO_APP_DISCORD_BOT_TOKEN" in found.problem
    fake.do_message("We decided to use Kafka.")
    live.use(discord, fake)  # the operator set the new token, and starts the gateway
    with Listening(fake) as gateway:
        inbox.take("discord", gateway.arrived[0])
    live.settle()
    assert live.connection(connection).state == Connection.State.CONNECTED
    assert len(live.decisions()) == 1
