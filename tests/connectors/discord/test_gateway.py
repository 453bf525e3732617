"""The gateway, with the real library over a real websocket."""

import json

import pytest

from connectors.discord.fake import FakeDiscord
from connectors.discord.fake.wire import CONTENT_INTENT
from connectors.live.app import NotConfigured
from tests.connectors.discord.listening import Listening


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr("connectors.discord.gateway.IDENTIFY_SECONDS", 0.01)
    monkeypatch.setattr("connectors.discord.gateway.FIRST_RETRY_SECONDS", 0.01)


def deliver(hand, gateway):
    """Let the connector read what arrived, as the engine does."""
    from connectors.discord.connector import discord

    for incoming in gateway.arrived:
        hand.readings += discord.receive(hand.session, incoming).readings


def test_a_new_session_tells_of_the_server_so_that_it_is_polled(fake):
    with Listening(fake) as gateway:
        (incoming,) = gateway.arrived
    assert incoming.account_id == fake.world.guild["id"]
    assert json.loads(incoming.body) == {
        "t": "GUILD_CREATE",
        "d": {"id": incoming.account_id, "unavailable": False},
    }


def test_messages_edits_reactions_and_deletions_arrive_in_order(hand, fake):
    with Listening(fake) as gateway:
        fake.do_message("We go with MySQL.", name="choice")
        fake.do_react("choice")
        fake.do_edit("choice", "We go with Postgres.")
        fake.do_message("Never mind.", name="slip")
        fake.do_delete("slip")
        gateway.until(lambda: "MESSAGE_DELETE" in gateway.names)
    deliver(hand, gateway)
    assert gateway.names[1:] == [
        "MESSAGE_CREATE", "MESSAGE_REACTION_ADD", "MESSAGE_UPDATE", "MESSAGE_CREATE",
        "MESSAGE_DELETE",
    ]  # fmt: skip
    newest = {record.external_id: record for record in sorted(hand.records, key=lambda r: r.as_of)}
    choice, slip = newest.values()
    assert (choice.raw, choice.tags) == (b"We go with Postgres.", ("reaction:👍",))
    assert slip.deleted


def test_only_a_new_message_is_kept_whole(fake):
    with Listening(fake) as gateway:
        fake.do_message("We go with MySQL.", name="choice")
        fake.do_edit("choice", "Postgres it is.")
        fake.do_join("tom")
        gateway.until(lambda: "GUILD_MEMBER_ADD" in gateway.names)
    bodies = {incoming.event: incoming.body.decode() for incoming in gateway.arrived}
    assert "We go with MySQL." in bodies["MESSAGE_CREATE"]
    assert "Postgres" not in bodies["MESSAGE_UPDATE"]
    assert "tom" not in bodies["GUILD_MEMBER_ADD"]


def test_a_lost_connection_resumes_and_nothing_is_lost_or_twice(fake):
    with Listening(fake) as gateway:
        fake.do_message("Before.", name="1")
        gateway.until(lambda: len(gateway.arrived) == 2)
        fake.do_drop_connection()
        for number in range(20):
            fake.do_message(f"While away {number}")
        fake.do_delete("1")
        gateway.until(lambda: len(gateway.arrived) >= 23)
    assert (fake.gateway.resumed, fake.gateway.identified) == (1, 1)
    assert gateway.names.count("MESSAGE_CREATE") == 21
    assert gateway.names[-1] == "MESSAGE_DELETE"
    assert len({incoming.delivery_id for incoming in gateway.arrived}) == len(gateway.arrived)


def test_discord_may_ask_to_reconnect(fake):
    with Listening(fake) as gateway:
        fake.do_reconnect()
        fake.do_message("After.")
        gateway.until(lambda: "MESSAGE_CREATE" in gateway.names)
    assert fake.gateway.identified == 1


def test_after_a_session_that_is_gone_a_poll_heals(hand, fake):
    hand.poll()
    with Listening(fake) as gateway:
        fake.do_drop_connection(resumable=False)
        fake.do_message("Said to nobody.")
        gateway.until(lambda: gateway.names.count("GUILD_CREATE") == 2)
    first, second = (each for each in gateway.arrived if each.event == "GUILD_CREATE")
    assert first.delivery_id != second.delivery_id
    assert hand.poll().texts == ["Said to nobody."]


def test_an_invalidated_session_begins_anew(fake):
    with Listening(fake) as gateway:
        fake.do_invalidate_session()
        gateway.until(lambda: gateway.names.count("GUILD_CREATE") == 2)
    assert fake.gateway.identified == 2


def test_what_has_arrived_is_taken_before_the_end(fake):
    import threading

    slow = threading.Event()
    gateway = Listening(fake, take=lambda incoming: slow.wait(10))
    gateway._thread.start()
    gateway.until(lambda: bool(fake.gateway.sessions))
    fake.do_message("Late.")
    fake.do_drop_connection()
    fake.do_message("Later.")
    gateway.until(lambda: fake.gateway.resumed == 1)
    fake.do_message("Last.")
    slow.set()
    gateway.until(lambda: gateway.names.count("MESSAGE_CREATE") == 3)
    gateway.stop()
    heard = [json.loads(each.body) for each in gateway.arrived if each.event == "MESSAGE_CREATE"]
    assert [each["d"]["content"] for each in heard] == ["Late.", "Later.", "Last."]


def test_what_the_taker_raises_ends_the_gateway(fake):
    class Full(Exception):
        pass

    def take(incoming):
        raise Full

    gateway = Listening(fake, take=take)
    with pytest.raises(Full), gateway:
        pass
    gateway.stop()


@pytest.mark.parametrize("at", ["login", "gateway"])
def test_a_wrong_token_is_the_operators_to_set(fake, at):
    fake.gateway.token = "another"
    if at == "login":
        fake.rest.token, settings = "another", fake.app_settings()
        fake.app_settings = lambda: settings | {"MOMO_APP_DISCORD_BOT_TOKEN": "old"}
    with pytest.raises(NotConfigured, match="MOMO_APP_DISCORD_BOT_TOKEN"), Listening(fake):
        pass


def test_intents_that_are_not_turned_on_are_the_operators_to_turn_on(fake):
    fake.gateway.intents &= ~CONTENT_INTENT
    with pytest.raises(NotConfigured, match="Message Content Intent"), Listening(fake):
        pass


def test_an_outage_at_the_start_is_waited_out(fake):
    fake.do_outage(status=503, path="/users/@me")
    with Listening(fake) as gateway:
        assert gateway.names == ["GUILD_CREATE"]


def test_two_fakes_at_once_do_not_mix(fake):
    with FakeDiscord() as other, Listening(fake) as one, Listening(other) as two:
        other.do_message("There.")
        fake.do_message("Here.")
        one.until(lambda: len(one.arrived) == 2)
        two.until(lambda: len(two.arrived) == 2)
    assert b"Here." in one.arrived[1].body
    assert b"There." in two.arrived[1].body
