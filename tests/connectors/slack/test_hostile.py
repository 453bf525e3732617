"""Whatever stands where Slack's fields should: read or refused, never a crash."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.contract import Refusal
from connectors.live.errors import Malformed, SourceError
from connectors.slack.connector import slack
from connectors.slack.reading import history_of
from tests.connectors.slack.conftest import incoming

_WORDS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20),
    st.sampled_from(["\0", "\ud800", "CGENERAL", "C" * 5000, "9" * 400, "message_changed",
                     "message_deleted", "channel_convert_to_private", "1704103200.0001", "group"]),
)  # fmt: skip
_JSON = st.recursive(
    _WORDS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
_KINDS = [
    "message", "member_joined_channel", "member_left_channel", "channel_rename", "channel_deleted",
    "user_change",
]  # fmt: skip
_FIELDS = [
    "channel", "channel_type", "subtype", "user", "text", "ts", "event_ts", "deleted_ts",
    "thread_ts", "message", "previous_message", "edited", "files", "blocks", "attachments",
    "reactions", "reply_count", "latest_reply", "bot_id", "username", "bot_profile",
]  # fmt: skip
_WHOLE = {"type": "message", "user": "UJANE", "text": "hi", "ts": "1704103200.000100",
          "channel": "CGENERAL", "channel_type": "channel"}  # fmt: skip
hostile = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@hostile
@given(st.sampled_from(_KINDS), st.dictionaries(st.sampled_from(_FIELDS), _JSON, max_size=8))
def test_whatever_an_event_holds_is_read_or_refused(fake, session, kind, fields):
    event = _WHOLE | fields | {"type": kind}
    body = incoming(fake, json.loads(json.dumps(event)))
    assert is_sound(lambda: slack.receive(session, body))


@hostile
@given(
    st.lists(st.dictionaries(st.sampled_from(_FIELDS), _JSON, max_size=8), max_size=4),
    st.booleans(),
)
def test_whatever_history_holds_is_read_or_refused(fake, session, fields, replies):
    messages = [_WHOLE | json.loads(json.dumps(each)) for each in fields]
    answer = {"messages": messages, "has_more": True}
    fake.api_conversations_history = fake.api_conversations_replies = lambda form: answer
    begun = history_of(session, ["CGENERAL"])
    threads = [["CGENERAL", "1704103200.000100", ""]] if replies else []
    assert is_sound(lambda: slack.backfill(session, {**begun, "threads": threads}))


def is_sound(read):
    """Whether what is read can be stored, or was refused; anything else that is raised fails."""
    try:
        page = read()
    except (Malformed, SourceError):
        return True
    records = [reading for reading in page.readings if not isinstance(reading, Refusal)]
    for record in records:
        record.raw.decode()
        record.external_id.encode()
    return json.dumps(page.cursor) and not any("\\x00" in repr(record) for record in records)
