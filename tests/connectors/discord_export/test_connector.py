"""DiscordChatExporter's files as records."""

import json
from datetime import UTC, datetime

import pytest

from connectors.contract import Person, UnreadableSource
from connectors.discord_export.connector import discord_export
from connectors.discord_export.mapping import ReplyRoots

ANNA = {"id": "10", "name": "anna", "nickname": "Anna", "isBot": False}
BEN = {"id": "11", "name": "ben", "isBot": False}


def message(key, **fields):
    return {
        "id": key, "type": "Default", "timestamp": "2024-01-01T10:00:00.123+00:00",
        "timestampEdited": None, "content": "We go with Postgres.", "author": ANNA,
        "attachments": [], "embeds": [], "reactions": [], "mentions": [],
    } | fields  # fmt: skip


def reply(key, to, **fields):
    return message(key, type="Reply", reference={"messageId": to, "channelId": "2"}, **fields)


def export(messages, kind="GuildTextChat", guild="1"):
    channel = {"id": "2", "type": kind, "category": "Team", "name": "general"}
    head = {"guild": {"id": guild, "name": "Acme"}, "channel": channel}
    return json.dumps(head | {"messages": messages, "messageCount": len(messages)}, indent=2)


@pytest.fixture
def take(make_folder, read):
    def taken(*messages, **head):
        folder = make_folder({"general.json": export(list(messages), **head)})
        return read(discord_export, folder / "general.json")

    return taken


def test_a_message_carries_its_channel_author_link_and_time(take):
    (record,), _ = take(message("3", timestampEdited="2024-01-01T11:00:00+00:00"))
    assert record.external_id == "2:3"
    assert record.url == "https://discord.com/channels/1/2/3"
    assert record.occurred_at == datetime(2024, 1, 1, 10, 0, 0, 123000, tzinfo=UTC)
    assert record.edited_at == datetime(2024, 1, 1, 11, tzinfo=UTC)
    assert record.author == Person(name="Anna", handle="10")
    assert (record.container, record.thread_key) == ("Team / general", "")


def test_a_chain_of_replies_is_one_thread(take):
    (_, second, third), _ = take(message("3"), reply("4", "3"), reply("5", "4"))
    assert second.thread_key == third.thread_key == "2:3"
    assert third.reply_to == "2:4"


def test_chains_are_forgotten_when_too_many():
    roots = ReplyRoots(size=1)
    assert roots.root("4", "3") == "3"
    assert roots.root("9", "8") == "8"
    assert roots.root("5", "4") == "4"


def test_a_thread_is_a_thread(take):
    (record,), _ = take(message("3"), kind="GuildPublicThread")
    assert record.thread_key == "2"


@pytest.mark.parametrize("kind", ["DirectTextChat", "GuildPrivateThread"])
def test_private_talk_is_for_those_who_wrote_in_it(take, kind):
    (record, _), _ = take(message("3"), message("4", author=BEN), kind=kind, guild="0")
    assert [member.handle for member in record.audience.members] == ["10", "11"]
    assert record.url == "https://discord.com/channels/@me/2/3"


def test_reactions_attachments_mentions_and_bots_are_kept(take):
    thumb = {"emoji": {"name": "👍", "code": "thumbsup"}, "count": 2}
    (record,), _ = take(
        message("3", content="", author=ANNA | {"isBot": True}, reactions=[thumb], mentions=[BEN],
                embeds=[{"title": "Release 2", "description": "is out"}],
                attachments=[{"fileName": "plan.pdf", "url": "https://example.com/1"}])
    )  # fmt: skip
    assert record.raw == b"Release 2\nis out\nplan.pdf"
    assert record.tags == ("bot", "reaction:thumbsup")
    assert record.names == {"11": "ben"}


@pytest.mark.parametrize("kind", ["GuildMemberJoin", "ChannelPinnedMessage", "ThreadCreated"])
def test_notices_are_skipped(take, kind):
    records, (refusal,) = take(message("3", type=kind))
    assert records == []
    assert refusal.skipped


def test_bad_entries_are_refused_by_number_and_the_rest_is_read(take):
    records, refusals = take(7, message(""), message("4", timestamp="x"), message("5"))
    assert [record.external_id for record in records] == ["2:5"]
    assert [refusal.locator[-1] for refusal in refusals] == ["1", "2", "3"]


def test_a_file_cut_short_gives_what_came_before(make_folder, read):
    whole = export([message("3"), message("4")])
    folder = make_folder({"general.json": whole[: whole.index('"4"')]})
    records, (refusal,) = read(discord_export, folder)
    assert len(records) == 1
    assert "after message 1" in refusal.reason


def test_a_zip_of_channels_is_read_file_by_file(make_zip, read):
    path = make_zip(
        {"b.json": export([message("3")]), "a.json": export([message("4")]), "c.json": "{}"}
    )
    records, (refusal,) = read(discord_export, path)
    assert [record.external_id for record in records] == ["2:4", "2:3"]
    assert refusal.locator == "file 3"
    assert discord_export.count(path) == 2


def test_other_json_is_unreadable(make_folder):
    with pytest.raises(UnreadableSource, match="DiscordChatExporter"):
        list(discord_export.read(make_folder({"a.json": '{"messages": []}', "b.json": "[]"})))
