"""What was in a workspace before Momo came."""

import json
from collections import Counter

import pytest

from connectors.live.errors import RateLimited, Revoked
from connectors.slack.connector import slack
from connectors.slack.fake.workspace import BOT
from tests.connectors.slack.conftest import records, refusals, texts, whole_backfill


def test_messages_and_replies_come_with_author_place_thread_and_link(fake, session):
    fake.do_user("jane", "jane@momo.example", "Jane Doe")
    fake.do_message("We go with Postgres.", by="jane", name="choice", days_ago=2)
    fake.do_reply("choice", "Agreed, <@UJANE>.", by="tom", days_ago=1)
    root, reply = sorted(records(*whole_backfill(session)), key=lambda each: each.occurred_at)
    assert (root.author.name, root.author.email, root.author.handle) == (
        "jane", "jane@momo.example", "UJANE",
    )  # fmt: skip
    assert root.container == "general"
    assert root.thread_key == reply.thread_key == reply.reply_to == root.external_id
    assert root.as_of == root.occurred_at
    ts = root.external_id.partition(":")[2]
    assert root.url == f"https://acme.slack.com/archives/CGENERAL/p{ts.replace('.', '')}"
    assert reply.url.endswith(f"?thread_ts={ts}&cid=CGENERAL")
    assert [person.email for person in reply.participants] == ["jane@momo.example"]


def test_all_pages_of_all_channels_and_threads_are_read_once(fake, session):
    for number in range(450):
        fake.do_message(f"message {number}", days_ago=30 - number / 100)
    fake.do_message("long thread", name="long", days_ago=3)
    for number in range(250):
        fake.do_reply("long", f"reply {number}", days_ago=2 - number / 1000)
    fake.do_channel("other", momo=True)
    fake.do_message("elsewhere", channel="other", days_ago=1)
    pages = whole_backfill(session)
    assert max(len(page.readings) for page in pages) <= 200
    found = Counter(texts(*pages))
    assert len(found) == 450 + 1 + 250 + 1
    assert set(found.values()) == {1}


def test_reading_goes_on_from_any_cursor_in_a_new_process(fake, new_session):
    for number in range(30):
        fake.do_message(f"message {number}", name=f"m{number}", days_ago=30 - number)
        fake.do_reply(f"m{number}", f"reply {number}", days_ago=1)
    found, cursor = Counter(), None
    while True:
        slack.backfill(new_session(), cursor)  # killed before anything was stored
        page = slack.backfill(new_session(), cursor)
        found.update(texts(page))
        if page.cursor is None:
            break
        cursor = json.loads(json.dumps(page.cursor))
    assert len(found) == 60
    assert set(found.values()) == {1}


def test_a_reply_sent_to_the_channel_too_is_one_message(fake, session):
    fake.do_message("root", name="root", days_ago=2)
    fake.do_reply("root", "for all", broadcast=True, days_ago=1)
    assert len({record.external_id for record in records(*whole_backfill(session))}) == 2


def test_what_is_older_than_the_horizon_is_left(fake, session):
    fake.do_message("ancient", days_ago=400)
    fake.do_message("recent", days_ago=300)
    assert texts(*whole_backfill(session)) == ["recent"]


def test_public_channels_are_joined_and_private_ones_need_an_invitation(fake, new_session):
    session = new_session(settings={"MOMO_APP_SLACK_JOIN": "all"})
    fake.do_channel("open", members=["jane"])
    fake.do_channel("closed", private=True, members=["jane"])
    fake.do_message("in the open", channel="open", days_ago=1)
    fake.do_message("behind doors", channel="closed", days_ago=1)
    assert texts(*whole_backfill(session)) == ["in the open"]
    assert BOT in fake.workspace.rooms["open"].members


@pytest.mark.parametrize(
    ("mode", "chosen", "found"),
    [
        ("none", None, []),
        ("none", {"COPEN"}, []),
        ("chosen", None, []),
        ("chosen", {"COPEN"}, ["in the open"]),
        ("all", None, ["in the open"]),
    ],
)
def test_momo_joins_by_itself_only_what_it_may(fake, new_session, mode, chosen, found):
    fake.do_channel("open", members=["jane"])
    fake.do_message("in the open", channel="open", days_ago=1)
    session = new_session(
        settings={"MOMO_APP_SLACK_JOIN": mode}, chosen=frozenset(chosen) if chosen else None
    )
    assert texts(*whole_backfill(session)) == found
    assert (BOT in fake.workspace.rooms["open"].members) == bool(found)


def test_only_chosen_channels_are_read(fake, new_session):
    fake.do_channel("other", momo=True)
    fake.do_message("elsewhere", channel="other", days_ago=1)
    fake.do_message("here", days_ago=1)
    assert texts(*whole_backfill(new_session(chosen=frozenset({"COTHER"})))) == ["elsewhere"]


def test_what_is_not_chosen_any_more_is_left_out_of_what_is_under_way(fake, session):
    fake.do_channel("other", momo=True)
    fake.do_message("elsewhere", channel="other", days_ago=1)
    fake.do_message("here", name="here", days_ago=2)
    fake.do_reply("here", "a reply", days_ago=1)
    first = slack.backfill(session, slack.backfill(session, None).cursor)
    assert texts(first) == ["here"]
    session.chosen = frozenset({"COTHER"})
    assert texts(*whole_backfill(session, first.cursor)) == ["elsewhere"]


def test_a_channel_that_closed_meanwhile_is_told_and_the_others_are_read(fake, session):
    fake.do_channel("doomed", momo=True)
    fake.do_message("here", days_ago=1)
    begun = slack.backfill(session, None)
    del fake.workspace.rooms["doomed"]
    fake.do_channel("doomed-too", momo=True)
    pages = whole_backfill(session, begun.cursor)
    assert texts(*pages) == ["here"]
    (refusal,) = refusals(*pages)
    assert refusal.locator == "CDOOMED"


def test_a_workspace_without_channels_is_read_at_once(fake, session):
    fake.workspace.rooms.clear()
    assert slack.backfill(session, None).cursor is None


def test_private_messages_are_for_the_members_who_are_still_there(fake, session):
    fake.do_user("jane", "jane@momo.example")
    fake.do_user("left", "left@momo.example")
    fake.workspace.users["left"]["deleted"] = True
    fake.do_channel("board", private=True, members=["jane", "left"], momo=True)
    fake.do_message("The raise is approved.", channel="board", by="jane", days_ago=1)
    (record,) = records(*whole_backfill(session))
    assert record.audience.key == "CBOARD"
    assert record.audience.name == "board"
    assert [member.email for member in record.audience.members] == ["jane@momo.example"]
    assert record.audience.as_of == session.now()


def test_a_private_channels_name_is_not_told_by_those_who_mention_it(fake, session):
    fake.do_channel("layoffs", private=True, momo=True)
    fake.do_message("see <#CLAYOFFS> and <#CGENERAL|>", days_ago=1)
    (record,) = records(*whole_backfill(session))
    assert record.names == {"CGENERAL": "general"}


def test_many_people_are_read_by_the_list_and_each_once(fake, session):
    for number in range(40):
        fake.do_message("hi", by=f"user{number}", days_ago=1)
    assert all(record.author.name for record in records(*whole_backfill(session)))
    asked = Counter(method for method, _ in fake.calls)
    assert asked["users.list"] == 1
    assert asked["users.info"] == 0


def test_momos_own_messages_are_no_source(fake, session):
    fake.do_message("We decided on Postgres.", by="momo", days_ago=1)
    fake.do_message("Digest: Postgres.", user=None, bot_id="B1", app_id="A0MOMO", days_ago=1)
    assert texts(*whole_backfill(session)) == []


def test_a_wait_that_slack_asks_for_holds_for_all_workers(fake, session):
    fake.do_message("here", days_ago=1)
    begun = slack.backfill(session, None)
    fake.do_rate_limit(retry_after=30, path="conversations.history")
    with pytest.raises(RateLimited) as limited:
        slack.backfill(session, begun.cursor)
    assert limited.value.retry_after == 30
    assert session.limiter.paused == {"conversations.history": 30}
    session.limiter.paused.clear()
    assert texts(*whole_backfill(session, begun.cursor)) == ["here"]


def test_a_revoked_token_tells_to_connect_again(fake, session):
    fake.access.end()
    with pytest.raises(Revoked, match="connect Slack again"):
        slack.backfill(session, None)
