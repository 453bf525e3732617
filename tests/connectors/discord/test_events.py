"""What the gateway's events bring, driven by hand."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.discord.events import HANDLERS
from connectors.live.contract import Incoming, Task
from connectors.live.errors import Malformed, RateLimited, Revoked, Unavailable
from tests.connectors.discord.conftest import about, event_of


def test_a_live_message_is_what_history_brings_too(hand, fake):
    fake.do_message("We go with Postgres.", name="choice")
    hand.receive("MESSAGE_CREATE", **event_of(hand, "choice"))
    (live,), (found,) = hand.records, hand.backfill().records[1:]
    assert live.external_id == found.external_id
    assert (live.raw, live.author, live.tags) == (found.raw, found.author, found.tags)
    assert live.as_of == live.occurred_at <= found.as_of


def test_an_edit_is_read_again_and_is_newer(hand, fake):
    fake.do_message("We go with MySQL.", name="choice")
    hand.receive("MESSAGE_CREATE", **event_of(hand, "choice"))
    fake.do_react("choice")
    fake.do_edit("choice", "We go with Postgres.")
    hand.receive("MESSAGE_UPDATE", **about(hand, "choice", "id"))
    before, after = hand.records
    assert after.raw == b"We go with Postgres."
    assert after.as_of >= after.edited_at > before.as_of
    assert after.tags == ("reaction:👍",)


def test_an_edit_of_what_is_deleted_by_now_is_a_deletion(hand, fake):
    fake.do_message("We go with MySQL.", name="choice")
    event = about(hand, "choice", "id")
    fake.do_delete("choice")
    hand.receive("MESSAGE_UPDATE", **event)
    assert [record.deleted for record in hand.records] == [True]


def test_a_deletion_outranks_every_version_whatever_our_clock_says(hand, fake):
    fake.do_message("We go with MySQL.", name="choice")
    hand.backfill()
    at = datetime.now(UTC) - timedelta(minutes=10)  # our clock is behind
    page = hand.receive("MESSAGE_DELETE", at=at, **about(hand, "choice", "id"))
    (gone,) = page.readings
    assert gone.deleted
    assert gone.external_id == hand.records[0].external_id
    assert gone.as_of > hand.records[0].as_of
    assert gone.raw == b""


def test_many_are_deleted_at_once(hand, fake):
    for name in ("1", "2"):
        fake.do_message("Spam.", name=name)
    ids = [hand.id("1"), hand.id("2")]
    page = hand.receive("MESSAGE_DELETE_BULK", ids=ids, channel_id=hand.place("general"))
    assert [each.deleted for each in page.readings] == [True, True]


def test_a_message_of_a_channel_that_is_gone_is_deleted_without_its_name(hand, fake):
    page = hand.receive("MESSAGE_DELETE", id="77", channel_id="78")
    (gone,) = page.readings
    assert (gone.external_id, gone.container, gone.deleted) == ("78:77", "", True)


def test_reactions_are_signals_that_come_and_go(hand, fake):
    fake.do_message("We go with Postgres.", name="choice")
    fake.do_react("choice", "👍", by="tom")
    fake.do_react("choice", "👍", by="ann")
    hand.receive("MESSAGE_REACTION_ADD", **about(hand, "choice"))
    fake.do_unreact("choice", "👍", by="tom")
    hand.receive("MESSAGE_REACTION_REMOVE", **about(hand, "choice"))
    fake.do_unreact("choice", "👍", by="ann")
    hand.receive("MESSAGE_REACTION_REMOVE", **about(hand, "choice"))
    assert [r.tags for r in hand.records] == [("reaction:👍",), ("reaction:👍",), ()]


def test_a_message_that_a_thread_was_started_from_is_in_it(hand, fake):
    fake.do_message("Which database?", name="which")
    fake.do_thread("which talk", of="which")
    thread = fake.world.channels[hand.place("which talk")]
    hand.receive("THREAD_CREATE", **thread)
    (asked,) = hand.records
    assert asked.thread_key == hand.place("which talk")


def test_a_thread_without_a_message_deletes_nothing(hand, fake):
    fake.do_thread("loose talk")
    page = hand.receive("THREAD_CREATE", **fake.world.channels[hand.place("loose talk")])
    assert page.readings == []


def test_a_post_that_is_renamed_has_its_new_title(hand, fake):
    fake.do_channel("ideas", kind="forum")
    fake.do_forum_post("Lyon", "We open an office in Lyon.", channel="ideas")
    hand.backfill()
    fake.do_rename("Lyon", "An office in Lyon")
    hand.receive("THREAD_UPDATE", **fake.world.channels[hand.place("An office in Lyon")])
    assert [record.title for record in hand.records] == ["Lyon", "An office in Lyon"]


def test_a_private_thread_that_the_bot_is_added_to_is_read_from_its_beginning(hand, fake):
    fake.do_thread("secret", private=True, members=["jane"])
    page = hand.receive("THREAD_CREATE", **fake.world.channels[hand.place("secret")])
    assert Task.POLL in page.then


def test_a_poll_that_has_ended_says_what_won(hand, fake):
    fake.do_poll("Which database?", ["Postgres", "MySQL"], name="poll")
    hand.receive("MESSAGE_CREATE", **event_of(hand, "poll"))
    fake.do_close_poll("poll", [5, 1])
    channel = hand.place("general")
    ended = max(fake.world.messages[channel].values(), key=lambda each: int(each["id"]))
    hand.receive("MESSAGE_CREATE", **ended)
    running, over = hand.records
    assert running.raw.decode() == "Poll: Which database?\n- Postgres\n- MySQL"
    assert over.raw.decode().endswith("By vote, we chose Postgres over MySQL.")
    assert over.external_id == running.external_id


@pytest.mark.parametrize(
    "event", ["GUILD_CREATE", "CHANNEL_UPDATE", "GUILD_ROLE_UPDATE", "APPLICATION_AUTHORIZED"]
)
def test_after_a_gap_or_a_change_of_places_everything_is_looked_at_again(hand, event):
    assert hand.receive(event, id=hand.session.account_id).then == {Task.POLL, Task.ACL}


@pytest.mark.parametrize(
    "event", ["GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE", "GUILD_MEMBER_UPDATE", "CHANNEL_UPDATE"]
)
def test_a_change_of_members_or_places_tells_at_once_who_may_read(hand, fake, event):
    fake.do_channel("board", private=True, members=["jane"])
    hand.backfill()  # so that the members are known, as they were
    fake.do_allow("board", who="tom")
    (audience,) = hand.receive(event).audiences
    assert {person.name for person in audience.members} == {"Jane", "Olga", "Tom"}


@pytest.mark.parametrize("event", ["CHANNEL_DELETE", "THREAD_DELETE"])
def test_a_deleted_place_takes_its_messages_along(hand, event):
    page = hand.receive(event, id="77")
    assert (page.emptied, page.then) == (["77:"], {Task.POLL, Task.ACL})


def test_an_unknown_answer_on_the_way_deletes_nothing(hand, fake):
    fake.do_message("We go with Postgres.", name="choice")
    fake.do_outage(status=404, path="/messages/")
    with pytest.raises(Unavailable):
        hand.receive("MESSAGE_UPDATE", **about(hand, "choice", "id"))
    assert hand.readings == []


def test_many_changes_of_members_ask_once(hand, fake):
    fake.do_channel("board", private=True, members=["jane"])
    asked, at = len(fake.requests), datetime.now(UTC) - timedelta(seconds=2)
    for _ in range(20):
        hand.receive("GUILD_MEMBER_UPDATE", at=at)
    assert len(fake.requests) - asked == 3


def test_who_leaves_is_looked_for_in_private_threads_too(hand):
    assert hand.receive("GUILD_MEMBER_REMOVE").then == {Task.ACL}


def test_a_private_threads_members_are_told_when_they_change(hand, fake):
    fake.do_thread("deal", private=True, by="jane", members=["tom"])
    (audience,) = hand.receive("THREAD_MEMBERS_UPDATE", id=hand.place("deal")).audiences
    assert {person.name for person in audience.members} == {"Jane", "Tom"}


def test_being_removed_from_the_server_says_what_to_do(hand, fake):
    fake.do_kick()
    with pytest.raises(Revoked, match="connect Discord again"):
        hand.receive("GUILD_DELETE", id=hand.session.account_id)


def test_a_server_that_is_down_or_that_took_the_bot_back_is_not_lost(hand, fake):
    hand.receive("GUILD_DELETE", id=hand.session.account_id, unavailable=True)
    hand.receive("GUILD_DELETE", id=hand.session.account_id)  # an old one: the bot is there
    assert hand.readings == []


def test_a_limit_leaves_the_event_for_later(hand, fake):
    fake.do_message("We go with Postgres.", name="choice")
    fake.do_rate_limit(retry_after=2)
    with pytest.raises(RateLimited):
        hand.receive("MESSAGE_REACTION_ADD", **about(hand, "choice"))


def test_what_is_not_for_us_is_left_alone(hand):
    assert hand.receive("TYPING_START", user_id="1").readings == ()


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b'{"d": 7}', b"\xff\xfe\x00", b"null"])
@pytest.mark.parametrize("event", ["MESSAGE_CREATE", "MESSAGE_DELETE", "MESSAGE_UPDATE"])
def test_a_body_that_cannot_be_read_is_malformed(hand, event, body):
    from connectors.discord.connector import discord

    incoming = Incoming(hand.session.account_id, "x", event, body, datetime.now(UTC))
    with pytest.raises(Malformed):
        discord.receive(hand.session, incoming)


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9)
    | st.sampled_from(["../../users/@me", "1320295224496357380", "9" * 400, "\0", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["id", "message_id", "type"]), inner),
    max_leaves=5,
)  # fmt: skip
KEYS = ["id", "ids", "channel_id", "message_id", "parent_id", "type", "unavailable", "content",
        "message_reference", "author"]  # fmt: skip


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    event=st.sampled_from(sorted(HANDLERS)), data=st.dictionaries(st.sampled_from(KEYS), HOSTILE)
)
def test_a_hostile_event_is_read_refused_or_malformed(hand, fake, event, data):
    with suppress(Malformed):
        hand.receive(event, **{"channel_id": hand.place("general")} | data)
    asked = {request.path for request in fake.requests}
    assert not [path for path in asked if ".." in path or "@me" in path.replace("users/@me/th", "")]
