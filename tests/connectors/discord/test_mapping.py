"""Messages as records, whatever is in them."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.contract import Refusal, SourceRecord
from connectors.discord.mapping import message_record
from connectors.discord.messages import Channel
from connectors.discord.places import (
    ADMINISTRATOR,
    CONNECT,
    VIEW_CHANNEL,
    guild_of,
    is_closed,
    may_view,
    member_of,
    place_of,
)
from connectors.discord.polls import poll_text
from connectors.discord.snowflakes import as_id, first_at, moment_of
from connectors.discord_export.mapping import ReplyRoots, channel_of
from connectors.discord_export.mapping import message_record as exported_record
from connectors.versions import content_hash

CHANNEL = Channel("2", "1", "general", is_thread=False)
ANNA = {"id": "10", "username": "anna", "global_name": "Anna", "bot": False}
BOT = {"id": "11", "username": "ci", "bot": True}


def message(**fields):
    return {
        "id": "1320295224496357380", "type": 0, "channel_id": "2", "author": ANNA,
        "content": "We go with Postgres.", "timestamp": "2026-01-02T10:00:00.123000+00:00",
        "edited_timestamp": None, "mentions": [], "attachments": [], "embeds": [],
    } | fields  # fmt: skip


def take(**fields):
    return message_record(message(**fields), CHANNEL, root="")


def text(**fields):
    return take(**fields).raw.decode()


def test_ids_and_urls_are_those_of_the_export():
    export = {"guild": {"id": "1"}, "channel": {"id": "2", "name": "general"}}
    entry = {
        "id": "1320295224496357380", "type": "Default", "content": "We go with Postgres.",
        "timestamp": "2026-01-02T10:00:00.123+00:00", "author": {"id": "10", "name": "Anna"},
    }  # fmt: skip
    told = exported_record(entry, channel_of(export, ()), ReplyRoots(), "x")
    live = take()
    assert (told.external_id, told.url) == (live.external_id, live.url)
    assert content_hash(told, "shared", None) == content_hash(live, "shared", None)


def test_bots_show_their_embeds_and_people_their_words():
    release = {"type": "rich", "title": "Release 2", "url": "https://example.com/2",
               "description": "is out", "fields": [{"name": "By", "value": "Anna"}]}  # fmt: skip
    assert text(content="", author=BOT, embeds=[release]) == (
        "Release 2 (https://example.com/2)\nis out\nBy: Anna"
    )
    preview = release | {"type": "article"}
    assert (
        text(content="See https://example.com/2", embeds=[preview]) == "See https://example.com/2"
    )
    assert take(author=BOT).tags == ("bot",)
    assert take(webhook_id="7").tags == ("bot",)


def test_a_bot_that_writes_into_components_is_read():
    words = {"type": 10, "content": "Release 2 is out."}
    container = {"type": 17, "components": [{"type": 9, "components": [words], "accessory": {}}]}
    assert text(content="", author=BOT, components=[container]) == "Release 2 is out."


def test_a_message_that_was_passed_on_is_quoted():
    snapshot = {"message": {"content": "We moved to Lyon.\nIt is final."}}
    record = take(content="", message_snapshots=[snapshot],
                  message_reference={"type": 1, "message_id": "9", "channel_id": "2"})  # fmt: skip
    assert record.raw.decode() == "> We moved to Lyon.\n> It is final."
    assert record.reply_to == ""


def test_a_files_link_stays_the_same_though_discord_signs_it_anew_each_time():
    first, second = (
        text(attachments=[{"filename": "plan.pdf", "url": f"https://cdn.example/attachments/1/plan.pdf?ex={n}"}])
        for n in (1, 2)
    )  # fmt: skip
    assert first == second
    assert first.endswith("plan.pdf (https://cdn.example/attachments/1/plan.pdf)")


def test_an_edit_is_the_newer_version():
    edited = take(edited_timestamp="2026-01-03T10:00:00+00:00")
    assert edited.edited_at == edited.as_of == datetime(2026, 1, 3, 10, tzinfo=UTC)


@pytest.mark.parametrize("kind", [6, 7, 18, 21, 46, "0", None, []])
def test_notices_are_skipped(kind):
    refusal = take(type=kind)
    assert refusal.skipped


def test_a_sticker_alone_is_no_hidden_content():
    refusal = take(content="", sticker_items=[{"id": "1", "name": "wave"}])
    assert refusal.skipped


def test_without_a_usable_id_there_is_no_record():
    for key in (None, "", "x/../y", "1" * 40, -3, {}):
        assert isinstance(take(id=key), Refusal)


class TestPolls:
    def poll(self, *counts, final=True):
        return {
            "question": {"text": "Which?"},
            "answers": [{"answer_id": n, "poll_media": {"text": f"Answer {n}"}} for n in (1, 2)],
            "results": {
                "is_finalized": final,
                "answer_counts": [{"id": n, "count": c} for n, c in enumerate(counts, start=1)],
            },
        }

    def test_what_won(self):
        assert poll_text(self.poll(1, 4)).splitlines() == [
            "Poll: Which?", "- Answer 1: 1 vote", "- Answer 2: 4 votes",
            "By vote, we chose Answer 2 over Answer 1.",
        ]  # fmt: skip

    def test_a_tie_and_no_vote_settle_nothing(self):
        assert poll_text(self.poll(2, 2)).endswith("The poll has ended in a tie.")
        assert poll_text(self.poll()).endswith("The poll has ended without a vote.")

    def test_a_running_poll_does_not_change_with_each_vote(self):
        assert poll_text(self.poll(1, 2, final=False)) == poll_text(self.poll(3, 2, final=False))


class TestPermissions:
    """Discord's own rules, in the order in which it applies them."""

    def guild(self, everyone=VIEW_CHANNEL, **roles):
        listed = [{"id": "1", "name": "@everyone", "permissions": str(everyone)}]
        listed += [{"id": key, "permissions": str(bits)} for key, bits in roles.items()]
        return guild_of({"id": "1", "owner_id": "90", "roles": listed})

    def place(self, *overwrites, kind=0):
        listed = [
            {"id": key, "type": of, "allow": str(allow), "deny": str(deny)}
            for key, of, allow, deny in overwrites
        ]
        return place_of({"id": "2", "type": kind, "permission_overwrites": listed})

    def member(self, key="10", *roles):
        return member_of({"user": {"id": key}, "roles": list(roles)})

    def test_everyone_may_view_unless_denied(self):
        assert may_view(self.member(), self.guild(), self.place())
        assert not may_view(self.member(), self.guild(), self.place(("1", 0, 0, VIEW_CHANNEL)))
        assert not may_view(self.member(), self.guild(everyone=0), self.place())

    def test_a_role_or_a_member_let_in(self):
        denied = ("1", 0, 0, VIEW_CHANNEL)
        by_role = self.place(denied, ("5", 0, VIEW_CHANNEL, 0))
        assert may_view(self.member("10", "5"), self.guild(), by_role)
        by_name = self.place(denied, ("10", 1, VIEW_CHANNEL, 0))
        assert may_view(self.member(), self.guild(), by_name)
        assert not may_view(self.member("11"), self.guild(), by_name)

    def test_one_role_that_allows_wins_over_one_that_denies_and_a_member_over_both(self):
        allow, deny = ("5", 0, VIEW_CHANNEL, 0), ("6", 0, 0, VIEW_CHANNEL)
        assert may_view(self.member("10", "5", "6"), self.guild(), self.place(deny, allow))
        own = ("10", 1, 0, VIEW_CHANNEL)
        assert not may_view(self.member("10", "5", "6"), self.guild(), self.place(own, deny, allow))

    def test_the_owner_and_administrators_see_everything(self):
        closed = self.place(("1", 0, 0, VIEW_CHANNEL), ("10", 1, 0, VIEW_CHANNEL))
        guild = guild_of({"id": "1", "owner_id": "90", "roles": [
            {"id": "1", "permissions": "0"}, {"id": "5", "permissions": str(ADMINISTRATOR)},
        ]})  # fmt: skip
        assert may_view(self.member("90"), guild, closed)
        assert may_view(self.member("10", "5"), guild, closed)

    def test_a_voice_channel_is_read_by_those_who_may_connect_to_it(self):
        guild, no_entry = self.guild(everyone=VIEW_CHANNEL | CONNECT), ("1", 0, 0, CONNECT)
        assert may_view(self.member(), guild, self.place(kind=2))
        assert not is_closed(guild, self.place(kind=2))
        assert not may_view(self.member(), guild, self.place(no_entry, kind=2))
        assert is_closed(guild, self.place(no_entry, kind=13))
        assert not is_closed(guild, self.place(no_entry))

    def test_one_denial_closes_a_channel(self):
        assert not is_closed(self.guild(), self.place())
        assert is_closed(self.guild(), self.place(("1", 0, 0, VIEW_CHANNEL)))
        assert is_closed(self.guild(), self.place(("6", 0, 0, VIEW_CHANNEL)))
        assert is_closed(self.guild(everyone=0), self.place())
        reopened = self.place(("1", 0, VIEW_CHANNEL, 0))
        assert not is_closed(self.guild(everyone=0), reopened)


def test_ids_tell_when_they_were_given():
    moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert moment_of(first_at(moment)) == moment
    assert moment_of("9" * 20) is None
    assert as_id(17) == "17"
    assert as_id(True) == as_id("٣") == as_id("0") == ""


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True)
    | st.text(st.characters() | st.sampled_from("\0\ud800\udfff<@#>"))
    | st.sampled_from(["9" * 400, "1320295224496357380", "x" * 5000, "1e999"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["id", "name", "text", "message", "url", "count"]), inner),
    max_leaves=8,
)  # fmt: skip
FIELDS = [
    "id", "type", "channel_id", "author", "content", "timestamp", "edited_timestamp", "mentions",
    "attachments", "embeds", "reactions", "message_reference", "referenced_message", "poll",
    "thread", "webhook_id", "message_snapshots", "sticker_items", "components",
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(changes=st.dictionaries(st.sampled_from(FIELDS), HOSTILE, min_size=1, max_size=4))
def test_a_hostile_message_is_a_record_that_can_be_stored_or_a_refusal(changes):
    found = message_record(message(**changes), CHANNEL, root="", names=lambda key: "x\0\ud800" * 99)
    if isinstance(found, SourceRecord):
        found.raw.decode()
        stored = [found.external_id, found.url, found.title, found.thread_key, found.reply_to,
                  *found.tags, *found.names, *found.names.values()]  # fmt: skip
        for person in filter(None, (found.author, *found.participants)):
            stored += [person.name, person.handle]
        for each in stored:
            assert "\0" not in each
            each.encode()
    else:
        assert json.dumps(found.locator)


@settings(max_examples=200, deadline=None)
@given(entry=st.dictionaries(st.sampled_from(
    ["id", "type", "roles", "user", "nick", "permission_overwrites", "owner_id", "thread_metadata"]
), HOSTILE))  # fmt: skip
def test_a_hostile_server_opens_nothing_and_breaks_nothing(entry):
    guild, place, member = guild_of(entry), place_of(entry), member_of(entry)
    assert is_closed(guild, place) in (True, False)
    assert may_view(member, guild, place) in (True, False)
