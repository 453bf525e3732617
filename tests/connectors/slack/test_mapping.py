"""A message as a record, wherever it was read."""

from datetime import UTC, datetime

import pytest

from connectors.contract import Refusal
from connectors.slack.mapping import message_record
from connectors.slack.workspace import Channel, Workspace

TS = "1704103200.000100"  # 2024-01-01 10:00 UTC
LATER = "1704106800.000000"
GENERAL = Channel("C1", "general", "general", None)
CONNECTED = Workspace(address="https://acme.slack.com/", read_at=datetime(2024, 2, 1, tzinfo=UTC))


def mapped(workspace=CONNECTED, **fields):
    message = {"type": "message", "user": "U1", "text": "Oslo it is.", "ts": TS} | fields
    return message_record(message, GENERAL, workspace, "C1, message 1")


def test_an_export_and_the_service_give_the_same_id():
    assert mapped().external_id == mapped(Workspace()).external_id == f"C1:{TS}"


def test_a_message_that_may_still_be_answered_begins_its_thread():
    assert mapped().thread_key == mapped().external_id
    assert mapped(Workspace()).thread_key == ""


def test_a_mark_of_a_deleted_root_is_as_new_as_its_reading():
    gone = mapped(subtype="tombstone", text="This message was deleted.", user="USLACKBOT")
    assert (gone.deleted, gone.raw, gone.author, gone.as_of) == (
        True, b"", None, CONNECTED.read_at,
    )  # fmt: skip


def test_a_deleted_reply_is_of_its_thread_still():
    gone = mapped(
        subtype="message_deleted", ts=LATER, deleted_ts=TS, event_ts=LATER, text=None, user=None,
        previous_message={"ts": TS, "thread_ts": "1704100000.000000"},
    )  # fmt: skip
    assert gone.external_id == f"C1:{TS}"
    assert gone.thread_key == "C1:1704100000.000000"
    assert gone.as_of == datetime(2024, 1, 1, 11, tzinfo=UTC)


def test_an_edit_within_the_second_is_newer_all_the_same():
    edited = mapped(edited={"user": "U1", "ts": f"{TS.partition('.')[0]}.000000"})
    assert edited.as_of > mapped().as_of


def test_a_notice_that_was_edited_is_a_notice():
    edited = {"subtype": "channel_topic", "ts": TS, "text": "set the topic"}
    assert mapped(subtype="message_changed", message=edited).skipped


@pytest.mark.parametrize("title", ["a|b", "a>b<c", "plan\nb"])
def test_a_files_title_does_not_break_its_link(title):
    raw = mapped(files=[{"title": title, "permalink": "https://acme.slack.com/f/1"}]).raw.decode()
    assert raw.count("|") == raw.count("<") == raw.count(">") == 1


def test_thousands_of_mentions_name_a_bounded_number_of_people():
    everyone = Workspace(people={}, names={f"U{number}": "x" for number in range(9999)})
    record = mapped(everyone, text=" ".join(f"<@U{number}>" for number in range(9999)))
    assert len(record.names) == 50


@pytest.mark.parametrize(
    "ts", ["", "soon", "9" * 40, "1704103200.000100\n", "１７０４１０３２００", None, 7.5]
)
def test_a_time_that_is_none_is_refused(ts):
    assert isinstance(mapped(ts=ts), Refusal)
