"""What no event told of: late replies, edits and lost messages."""

import json

import pytest

from connectors.slack.connector import slack
from tests.connectors.slack.conftest import records, texts, whole_backfill, whole_poll

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture
def start(session):
    """The cursor of a connection that has just begun."""
    return slack.poll(session, None).cursor


@pytest.fixture
def rounds(session, clock):
    """Whole rounds of looking for changes, an hour apart."""

    def run(cursor, hours=1.0):
        clock.at += hours * HOUR
        return whole_poll(session, cursor)

    return run


def test_the_first_call_notes_the_time_and_asks_nothing(fake, session, clock):
    page = slack.poll(session, None)
    assert page.cursor["since"] == clock.at
    assert (page.readings, fake.calls) == ((), [])


def test_messages_whose_events_were_lost_are_found(fake, start, rounds, clock):
    clock.at += 60
    fake.do_message("said while nobody listened")
    assert texts(*rounds(start)) == ["said while nobody listened"]


def test_a_quiet_round_brings_nothing_again(fake, start, rounds):
    fake.do_message("said before", days_ago=2)
    first = rounds(start)
    assert texts(*first) == []
    assert texts(*rounds(first[-1].cursor)) == []


def test_a_late_reply_is_found_where_the_latest_reply_moved(fake, start, rounds):
    fake.do_message("Shall we take Oslo?", name="old", days_ago=10)
    fake.do_reply("old", "I think so.", days_ago=9)
    fake.do_message("another thread", name="quiet", days_ago=10)
    fake.do_reply("quiet", "that is done", days_ago=9)
    first = rounds(start)
    assert texts(*first) == []
    fake.do_reply("old", "Decided: Oslo.")
    second = rounds(first[-1].cursor)
    assert set(texts(*second)) == {"Shall we take Oslo?", "Decided: Oslo."}
    asked = [form["ts"] for method, form in fake.calls if method == "conversations.replies"]
    assert len(asked) == 1


def test_an_edit_and_a_deleted_root_are_found(fake, start, rounds):
    fake.do_message("We take Oslo.", name="edited", days_ago=3)
    fake.do_message("Never mind.", name="gone", days_ago=3)
    fake.do_reply("gone", "ok", days_ago=2)
    first = rounds(start)
    fake.do_edit("edited", "We take Bergen.")
    fake.do_delete("gone")
    found = {record.raw.decode(): record for record in records(*rounds(first[-1].cursor))}
    assert found["We take Bergen."].edited_at
    assert found[""].deleted


def test_what_a_listing_lacks_is_not_taken_as_deleted(fake, start, rounds):
    fake.do_message("still there?", name="one", days_ago=1)
    first = rounds(start)
    with fake.silent():
        fake.do_delete("one")
    assert records(*rounds(first[-1].cursor)) == []


def test_a_new_channel_is_read_as_a_whole_by_the_backfill(fake, session, start, rounds):
    first = rounds(start)
    assert all(page.restart is None for page in first)
    fake.do_channel("new", momo=True)
    fake.do_message("history of its own", channel="new", days_ago=100)
    second = rounds(first[-1].cursor)
    (restart,) = [page.restart for page in second if page.restart]
    assert texts(*whole_backfill(session, restart)) == ["history of its own"]
    assert all(page.restart is None for page in rounds(second[-1].cursor))


def test_a_channel_made_private_unnoticed_is_read_again_for_its_members(
    fake, session, start, rounds
):
    fake.do_user("jane", "jane@momo.example")
    fake.do_message("The budget is cut.", days_ago=20)
    first = rounds(start)
    with fake.silent():
        fake.do_make_private("general")
    second = rounds(first[-1].cursor)
    (restart,) = [page.restart for page in second if page.restart]
    (closed,) = [page.closed for page in second if page.closed]
    assert closed["CGENERAL:"].key == "CGENERAL"
    found = records(*whole_backfill(session, restart))
    assert [record.audience.key for record in found] == ["CGENERAL"]


def test_a_round_goes_on_in_another_process_where_it_stood(fake, new_session, start, clock):
    for number in range(450):
        fake.do_message(f"m{number}", days_ago=-0.00005 * (number + 1))
    clock.at += HOUR
    found, cursor = [], start
    for _ in range(10):
        slack.poll(new_session(), cursor)
        page = slack.poll(new_session(), cursor)
        found += texts(page)
        cursor = json.loads(json.dumps(page.cursor))
        if not page.more:
            break
    assert sorted(found) == sorted(f"m{number}" for number in range(450))
