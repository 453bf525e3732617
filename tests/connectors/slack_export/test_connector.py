"""Slack's export as records."""

import json
from datetime import UTC, datetime

import pytest

from connectors.contract import Person, UnreadableSource
from connectors.normalize import normalize
from connectors.slack_export.connector import slack_export

ANNA = {
    "id": "U1",
    "name": "anna",
    "profile": {"display_name": "Anna", "email": "anna@example.com"},
}
BEN = {"id": "U2", "name": "ben", "profile": {"real_name": "Ben Muster"}}
GENERAL = {"id": "C1", "name": "general", "members": ["U1", "U2"]}
BOARD = {"id": "G1", "name": "board", "members": ["U1"]}
TS = "1704103200.000100"  # 2024-01-01 10:00 UTC


def message(**fields):
    return {"type": "message", "user": "U1", "text": "We go with Postgres.", "ts": TS} | fields


def export(messages, folder="general", **more):
    files = {
        "users.json": [ANNA, BEN],
        "channels.json": [GENERAL],
        "groups.json": [BOARD],
        "dms.json": [{"id": "D1", "members": ["U1", "U2"]}],
        f"{folder}/2024-01-01.json": messages,
        **more,
    }
    return {name: json.dumps(content) for name, content in files.items()}


@pytest.fixture
def take(make_zip, read):
    def taken(*messages, folder="general"):
        return read(slack_export, make_zip(export(list(messages), folder)))

    return taken


def test_a_message_carries_its_channel_author_and_time(take):
    (record,), refusals = take(message())
    assert refusals == []
    assert record.external_id == f"C1:{TS}"
    assert record.occurred_at == datetime(2024, 1, 1, 10, 0, 0, 100, tzinfo=UTC)
    assert record.author == Person("Anna", "anna@example.com", "U1")
    assert (record.container, record.raw, record.url) == ("general", b"We go with Postgres.", "")
    assert record.audience is None


def test_replies_are_in_the_thread_of_the_message_they_answer(take):
    (root, reply), _ = take(message(thread_ts=TS), message(ts="1704103300.0", thread_ts=TS))
    assert root.thread_key == reply.thread_key == reply.reply_to == root.external_id
    assert root.reply_to == ""


def test_private_channels_and_direct_messages_are_for_their_members_alone(take):
    (record,), _ = take(message(), folder="board")
    assert record.audience.key == "G1"
    assert [member.email for member in record.audience.members] == ["anna@example.com"]
    (record,), _ = take(message(), folder="D1")
    assert [member.handle for member in record.audience.members] == ["U1", "U2"]
    assert record.container == "Anna, Ben Muster"


def test_a_channel_that_no_list_names_is_refused_since_it_may_be_private(take):
    records, (refusal,) = take(message(), folder="secret-plans")
    assert records == []
    assert not refusal.skipped


def test_edits_and_deletions_are_known(take):
    (edited, gone), _ = take(
        message(edited={"user": "U1", "ts": "1704106800.0"}),
        message(ts="1704103300.0", subtype="tombstone", user="USLACKBOT", text="was deleted"),
    )
    assert edited.edited_at == datetime(2024, 1, 1, 11, tzinfo=UTC)
    assert gone.deleted
    assert gone.raw == b""


@pytest.mark.parametrize(
    "subtype", ["channel_join", "channel_topic", "pinned_item", "huddle_thread"]
)
def test_notices_are_skipped(take, subtype):
    records, (refusal,) = take(message(subtype=subtype))
    assert records == []
    assert refusal.skipped


def test_bots_keep_their_name(take):
    (record,), _ = take(
        message(user=None, subtype="bot_message", bot_id="B1", username="Deploy", text="",
                attachments=[{"title": "Release 2", "text": "is out"}])
    )  # fmt: skip
    assert record.author == Person(name="Deploy", handle="B1")
    assert record.raw == b"Release 2\nis out"
    assert record.tags == ("bot",)


def test_the_titles_of_files_are_part_of_the_text(take):
    (record,), _ = take(message(files=[{"title": "Plan.pdf", "name": "x.pdf"}, {"name": "y.png"}]))
    assert record.raw == b"We go with Postgres.\nPlan.pdf\ny.png"


def test_only_the_names_of_those_mentioned_go_along(take):
    (record,), _ = take(message(text="<@U2> see <#C1|general>, <@U9>"))
    assert record.names == {"U2": "Ben Muster", "C1": "general"}
    assert record.participants == (Person("Ben Muster", "", "U2", "mentioned"),)
    text = normalize(record.raw, record.media_type, record.names).text
    assert text.startswith("@Ben Muster see #general")


@pytest.mark.parametrize("nothing", ["", "This content can't be displayed."])
def test_blocks_speak_where_the_text_says_nothing(take, nothing):
    section = {"type": "rich_text_section", "elements": [
        {"type": "text", "text": "Hi "}, {"type": "user", "user_id": "U2"},
        {"type": "link", "url": "https://example.com", "text": "this"},
    ]}  # fmt: skip
    item = {"type": "rich_text_section", "elements": [{"type": "text", "text": "Postgres"}]}
    bullets = {"type": "rich_text_list", "style": "bullet", "elements": [item, item]}
    blocks = [
        {"type": "header", "text": {"type": "plain_text", "text": "Plan"}},
        {"type": "rich_text", "elements": [section, bullets]},
    ]
    (record,), _ = take(message(text=nothing, blocks=blocks))
    assert record.raw.decode() == (
        "Plan\nHi <@U2><https://example.com|this>\n• Postgres\n• Postgres"
    )


def test_bad_entries_are_refused_by_number_and_the_rest_is_read(take):
    records, refusals = take(
        "text", message(ts="soon"), message(ts="99999999999.0"), message(text=" "), message()
    )
    assert len(records) == 1
    assert [refusal.locator for refusal in refusals] == [
        f"general/2024-01-01.json, message {number}" for number in (1, 2, 3, 4)
    ]
    assert [refusal.skipped for refusal in refusals] == [False, False, False, True]


def test_a_day_cut_short_gives_what_came_before(make_zip, read):
    files = export([message(), message(ts="1704103300.0")])
    files["general/2024-01-01.json"] = files["general/2024-01-01.json"][:-20]
    records, (refusal,) = read(slack_export, make_zip(files))
    assert len(records) == 1
    assert "after message 1" in refusal.reason


def test_the_unpacked_folder_is_read_too_also_inside_another(make_folder, read):
    files = {f"acme/{name}": content for name, content in export([message()]).items()}
    folder = make_folder(files)
    (record,), _ = read(slack_export, folder)
    assert record.container == "general"
    assert slack_export.count(folder) == 1


def test_a_zip_of_something_else_is_unreadable(make_zip):
    with pytest.raises(UnreadableSource, match=r"channels\.json"):
        list(slack_export.read(make_zip({"a.txt": "x"})))
