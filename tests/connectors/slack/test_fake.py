"""The fake speaks as Slack does, and plays scenarios."""

import json

import httpx2
import pytest

from connectors.fakes.scenario import read_scenario
from connectors.slack.fake import FakeSlack
from tests.connectors.slack.conftest import TOKEN

STORY = """
- channel: {name: product, members: [jane, tom], momo: true}
- message: {channel: product, by: jane, text: "We go with Postgres.", as: choice}
- reply: {to: choice, by: tom, text: "Agreed."}
- react: {to: choice, by: tom}
- edit: {of: choice, text: "We go with Postgres 18."}
- file: {channel: product, title: Plan.pdf, by: jane}
- bot_message: {channel: product, text: "Release 2 is out"}
- join: {channel: product, who: nora}
- leave: {channel: product, who: nora}
- rename: {channel: product, to: ledger}
- make_private: {channel: ledger}
- out_of_order: {channel: ledger, text: "first", then: "second"}
- delete: {of: late}
- resend:
- rate_limit: {times: 2, retry_after: 3}
- outage: {path: history}
- expire_token:
- revoke_token:
- uninstall:
"""


def ask(fake, method, **values):
    headers = {"Authorization": f"Bearer {TOKEN}"}
    return httpx2.post(f"{fake.url}/api/{method}", headers=headers, data=values)


def test_a_story_is_told_by_signed_events_in_order():
    sent = []
    with FakeSlack(webhook_url="x", deliver=lambda *told: sent.append(told) or 200) as fake:
        fake.play(read_scenario(STORY))
    events = [json.loads(body)["event"] for _, _, body in sent]
    told = [event.get("subtype") or event["type"] for event in events]
    assert told == [
        "message", "message", "reaction_added", "message_changed", "file_share", "bot_message",
        "member_joined_channel", "member_left_channel", "channel_rename",
        "channel_convert_to_private", "message_changed", "message", "message_deleted",
        "message_deleted", "tokens_revoked", "app_uninstalled",
    ]  # fmt: skip
    assert len({json.loads(body)["event_id"] for _, _, body in sent}) == len(sent) - 1
    assert sent[13][1]["X-Slack-Retry-Num"] == "1"


def test_links_to_messages_can_lead_to_itself(fake):
    fake.opens_here = True
    fake.do_message(channel="general", text="We go with Postgres.")
    (ts,) = fake.workspace.room("general").messages
    home = ask(fake, "auth.test").json()["url"]
    channel = fake.workspace.room("general").id
    opened = httpx2.get(f"{home}archives/{channel}/p{ts.replace('.', '')}")
    assert "We go with Postgres." in opened.text
    assert httpx2.get(f"{home}archives/{channel}/p1").status_code == 404


def test_a_limit_is_enforced_by_the_minute(fake, clock):
    fake.enforced = {"conversations.history": 1}
    assert ask(fake, "conversations.history", channel="CGENERAL").json()["ok"]
    limited = ask(fake, "conversations.history", channel="CGENERAL")
    assert (limited.status_code, limited.headers["Retry-After"]) == (429, "60")
    assert limited.json() == {"ok": False, "error": "ratelimited"}
    clock.at += 60
    assert ask(fake, "conversations.history", channel="CGENERAL").json()["ok"]


@pytest.mark.parametrize(
    ("method", "values", "error"),
    [
        ("conversations.info", {"channel": "CNOWHERE"}, "channel_not_found"),
        ("conversations.history", {"channel": "COPEN"}, "not_in_channel"),
        ("conversations.replies", {"channel": "CGENERAL", "ts": "1.1"}, "thread_not_found"),
        ("users.info", {"user": "UNOBODY"}, "user_not_found"),
        ("users.list", {"cursor": "nonsense"}, "invalid_cursor"),
        ("chat.nothing", {}, "unknown_method"),
    ],
)
def test_refusals_are_ok_false_with_slacks_code(fake, method, values, error):
    fake.do_channel("open")
    answer = ask(fake, method, **values)
    assert (answer.status_code, answer.json()) == (200, {"ok": False, "error": error})
