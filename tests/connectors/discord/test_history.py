"""What is there already, and what polls bring."""

from datetime import UTC, datetime, timedelta

import pytest

from connectors.discord.tuning import MESSAGES_A_REQUEST
from connectors.live.errors import RateLimited, Revoked, Unavailable


def test_history_comes_oldest_first_with_what_a_message_has(hand, fake):
    fake.do_join("tom")
    fake.do_message("We go with Postgres, @tom.", name="choice", days_ago=3, files=["plan.pdf"])
    fake.do_reply("choice", "Agreed.", by="tom", name="yes")
    fake.do_react("choice", "👍")
    first, second = hand.backfill().records
    guild, channel = fake.world.guild["id"], hand.place("general")
    tom = fake.world.users["tom"]["id"]
    assert first.external_id == f"{channel}:{hand.id('choice')}"
    assert first.url == f"https://discord.com/channels/{guild}/{channel}/{hand.id('choice')}"
    assert first.raw.decode() == (
        f"We go with Postgres, <@{tom}>.\nplan.pdf ({fake.url}/attachments/1/plan.pdf)"
    )
    assert (first.author.name, first.container, first.names) == ("Jane", "general", {tom: "Tom"})
    assert (first.tags, first.audience) == (("reaction:👍",), None)
    assert second.reply_to == second.thread_key == first.external_id
    assert second.as_of >= second.occurred_at > first.occurred_at


def test_a_chain_of_replies_is_one_thread_wherever_reading_begins(connect, fake):
    fake.do_message("Which database?", name="1")
    for number in range(2, 6):
        fake.do_reply(str(number - 1), f"Answer {number}", name=str(number))
    everything = connect().backfill().records
    alone = connect()
    alone.session.key = "another process"
    event = fake.world.messages[alone.place("general")][alone.id("5")]
    alone.receive("MESSAGE_CREATE", **event)
    assert alone.records[0].thread_key == everything[0].external_id
    assert {record.thread_key for record in everything[1:]} == {everything[0].external_id}


def test_active_and_archived_threads_and_forum_posts_come_too(hand, fake):
    fake.do_message("Who runs the office?", name="office", days_ago=20)
    fake.do_thread("office", of="office", days_ago=10)
    fake.do_message("Ada does.", channel="office", days_ago=9)
    fake.do_archive("office")
    fake.do_channel("ideas", kind="forum")
    fake.do_forum_post("A second office", "We open one in Lyon.", channel="ideas", name="lyon")
    asked, answered, post = hand.backfill().records
    assert asked.thread_key == answered.thread_key == hand.place("office")
    assert answered.container == "general / office"
    assert (post.title, post.container) == ("A second office", "ideas / A second office")


def test_only_the_last_year_is_read(hand, fake):
    fake.do_message("Long ago.", days_ago=400)
    fake.do_message("This year.", days_ago=300)
    fake.do_message("Why?", name="old", days_ago=390)
    fake.do_thread("old talk", of="old", days_ago=380)
    fake.do_message("Because.", channel="old talk", days_ago=380)
    fake.do_archive("old talk")
    assert hand.backfill().texts == ["This year."]


def test_long_channels_are_read_page_by_page_and_each_call_is_bounded(hand, fake):
    for number in range(2 * MESSAGES_A_REQUEST + 5):
        fake.do_message(f"Message {number}")
    hand.backfill()
    assert hand.texts == [f"Message {number}" for number in range(2 * MESSAGES_A_REQUEST + 5)]


def test_a_limit_halfway_keeps_what_was_read(hand, fake):
    from connectors.discord.connector import discord

    for number in range(MESSAGES_A_REQUEST + 5):
        fake.do_message(f"Message {number}")
    fake.rest.remaining = 0
    with pytest.raises(RateLimited):
        hand.backfill()
    hand.session.limiter.paused.clear()
    page = discord.backfill(hand.session, None)
    assert len(page.readings) == MESSAGES_A_REQUEST
    hand.session.limiter.paused.clear()
    rest = discord.backfill(hand.session, page.cursor)
    assert next(each.raw.decode() for each in rest.readings) == f"Message {MESSAGES_A_REQUEST}"


def test_a_limit_says_how_long_to_wait_for_its_route_alone(hand, fake):
    fake.do_rate_limit(retry_after=1.5, path="/messages")
    with pytest.raises(RateLimited) as limited:
        hand.backfill()
    assert limited.value.retry_after == 1.5
    assert hand.session.limiter.paused == {f"/channels/{hand.place('general')}/messages": 1.5}


def test_an_outage_is_unavailable(hand, fake):
    fake.do_outage()
    with pytest.raises(Unavailable):
        hand.backfill()


def test_a_token_that_no_longer_holds_says_who_sets_it(hand, fake):
    fake.do_revoke_token()
    with pytest.raises(Revoked, match="whoever runs Momo sets MOMO_APP_DISCORD_BOT_TOKEN"):
        hand.poll()


def test_a_server_that_removed_the_bot_says_so(hand, fake):
    fake.do_kick()
    with pytest.raises(Revoked, match="no longer in the Discord server"):
        hand.poll()


def test_a_channel_that_is_closed_to_the_bot_is_skipped_by_its_id(hand, fake):
    fake.do_channel("board", private=True)
    fake.world.channels[hand.place("board")]["permission_overwrites"].pop()
    fake.do_message("Secret.", channel="board")
    fake.do_message("Open.")
    assert hand.backfill().texts == ["Open."]
    (refusal,) = hand.refusals
    assert refusal.locator == f"channel {hand.place('board')}"
    assert "View Channel" in refusal.reason


def test_hidden_content_says_what_to_turn_on(hand, fake):
    fake.do_message("We go with Postgres.")
    fake.rest.shows_content = False
    (refusal,) = hand.backfill().refusals
    assert "turn on Message Content Intent" in refusal.reason
    assert not refusal.skipped


def test_only_chosen_channels_and_their_threads_are_read(connect, fake):
    fake.do_channel("random")
    fake.do_message("Lunch?", channel="random", name="lunch")
    fake.do_thread("lunch talk", of="lunch")
    fake.do_message("Soup.", channel="lunch talk")
    fake.do_message("We go with Postgres.")
    hand = connect(chosen=frozenset({fake.world.places["random"]}))
    assert hand.backfill().texts == ["Lunch?", "Soup."]
    hand.receive("MESSAGE_CREATE", id="9", channel_id=hand.place("general"), content="No.")
    assert len(hand.records) == 2


def test_what_was_edited_while_nobody_listened_is_read_again_after(hand, fake):
    from connectors.discord.connector import discord

    fake.do_message("Long ago.", name="old", days_ago=9)
    fake.do_channel("quiet")
    fake.do_message("Also long ago.", channel="quiet", days_ago=9)
    fake.do_message("We go with MySQL.", name="choice", days_ago=0.5)
    hand.backfill()
    fake.do_edit("choice", "We go with Postgres.")
    at = datetime.now(UTC)
    restart = hand.receive("GUILD_CREATE", at=at).restart
    asked = len(fake.requests)
    page = discord.backfill(hand.session, restart)
    assert [record.raw.decode() for record in page.readings] == ["We go with Postgres."]
    assert page.cursor is None
    assert len(fake.requests) - asked == 4
    assert hand.receive("GUILD_CREATE", at=at).restart == restart


class TestPolling:
    def test_the_first_poll_notes_where_the_server_stands(self, hand, fake):
        fake.do_message("Before.")
        assert hand.poll().texts == []

    def test_a_poll_brings_what_came_since_and_asks_little_where_nothing_did(self, hand, fake):
        fake.do_channel("random")
        fake.do_message("Before.")
        hand.poll()
        fake.do_message("After.")
        assert hand.poll().texts == ["After."]
        asked = len(fake.requests)
        hand.poll()
        assert len(fake.requests) - asked <= 3
        assert hand.texts == ["After."]

    def test_new_channels_and_threads_are_found(self, hand, fake):
        fake.do_message("Which?", name="which")
        hand.poll()
        fake.do_channel("new")
        fake.do_message("In a new channel.", channel="new")
        fake.do_thread("which talk", of="which")
        fake.do_message("In a new thread.", channel="which talk")
        fake.do_channel("ideas", kind="forum")
        fake.do_forum_post("A post", "In a new forum.", channel="ideas")
        found = set(hand.poll().texts)
        assert found == {"In a new channel.", "In a new thread.", "In a new forum."}

    def test_a_channel_that_was_closed_is_read_again_for_those_who_may(self, hand, fake):
        fake.do_message("We close the office.")
        fake.do_join("jane")
        hand.backfill().poll()
        fake.do_deny("general")
        fake.do_allow("general", who="jane")
        hand.poll()
        (prefix,) = hand.closed
        assert prefix == f"{hand.place('general')}:"
        before, after = hand.records
        assert before.audience is None
        assert {person.name for person in after.audience.members} == {"Jane", "Olga"}
        assert after.as_of >= before.as_of

    def test_a_deleted_channel_takes_its_threads_along(self, hand, fake):
        fake.do_channel("lab")
        fake.do_message("Which?", channel="lab", name="which")
        fake.do_thread("which talk", of="which")
        fake.do_message("In a thread.", channel="which talk")
        lab, talk = hand.place("lab"), hand.place("which talk")
        hand.backfill().poll().poll()
        fake.do_archive("which talk")
        hand.poll()
        fake.do_delete_channel("lab")
        hand.poll()
        assert hand.emptied == [f"{lab}:", f"{talk}:"]

    def test_a_channel_that_is_only_not_listed_or_hidden_is_not_deleted(self, hand, fake):
        fake.do_channel("lab", private=True)
        hand.poll()
        fake.world.channels[hand.place("lab")]["permission_overwrites"].pop()
        fake.rest.unlisted = {hand.place("lab")}
        hand.poll()
        assert hand.emptied == []

    def test_what_was_archived_during_a_long_gap_is_found(self, connect, fake):
        hand = connect()
        fake.do_message("Which?", name="which")
        hand.poll()
        fake.do_thread("which talk", of="which")
        fake.do_message("In a thread.", channel="which talk")
        fake.do_archive("which talk")
        hand.session.now = lambda: datetime.now(UTC) + timedelta(hours=3)
        hand.cursor["at"] = (datetime.now(UTC) - timedelta(hours=2)).isoformat()
        assert "In a thread." in hand.poll().texts


def test_a_call_that_is_made_again_brings_the_same(hand, fake):
    from connectors.discord.connector import discord

    for number in range(7 * MESSAGES_A_REQUEST):
        fake.do_message(f"Message {number}")
    now = datetime.now(UTC)
    hand.session.now = lambda: now
    first, again = (discord.backfill(hand.session, None) for _ in range(2))
    assert [r.external_id for r in first.readings] == [r.external_id for r in again.readings]
    assert first.cursor == again.cursor is not None
    assert len(first.readings) == 500
