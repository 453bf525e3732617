"""From Gmail's description of a mail to a record; whatever it holds."""

import base64
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.contract import MediaType, Refusal, SourceRecord
from connectors.gmail import changes, mapping
from connectors.gmail.onboarding import listed_ids
from connectors.gmail.problems import problem
from connectors.live.errors import Forbidden, RateLimited, Revoked, SourceError, Unavailable
from connectors.normalize import normalize
from tests.connectors.gmail.conftest import Reader

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
DESCRIBED: dict[str, Any] = {
    "id": "18c0000000000001",
    "threadId": "18c0000000000000",
    "labelIds": ["SENT", "Label_1", "CATEGORY_UPDATES", "UNREAD", "INBOX"],
    "internalDate": "1795000000000",
    "sizeEstimate": 700,
}
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def taken(raw: bytes, **changed: Any) -> SourceRecord | Refusal:
    state = mapping.read_state({**DESCRIBED, **changed})
    assert state
    payload = {"raw": base64.urlsafe_b64encode(raw).decode().rstrip("=")}
    return mapping.mail(state, payload, {"Label_1": "Board"}, mailbox="ada@a.example", as_of=NOW)


def record(raw: bytes, **changed: Any) -> SourceRecord:
    found = taken(raw, **changed)
    assert isinstance(found, SourceRecord)
    return found


def test_labels_are_tags_by_the_names_that_people_gave() -> None:
    assert record(b"Subject: A\r\n\r\nHello.").tags == ("category updates", "board", "sent")


def test_the_time_is_googles_and_not_the_writers() -> None:
    mail = record(b"Date: Fri, 1 Jan 2083 00:00:00 +0000\r\n\r\nHello.")
    assert mail.occurred_at == datetime.fromtimestamp(1_795_000_000, UTC)


def test_the_id_is_googles_so_that_nobody_writes_over_a_mail_by_its_message_id() -> None:
    mail = record(b"Message-ID: <mine@a.example>\r\nIn-Reply-To: <x@a.example>\r\n\r\nHello.")
    assert mail.external_id == "18c0000000000001"
    assert mail.thread_key == "18c0000000000000"


def test_nested_parts_html_alone_and_attachments_are_read() -> None:
    message = EmailMessage(policy=SMTP)
    message["From"], message["Subject"] = "Tom <tom@a.example>", "Plan"
    message.set_content("<p>We go with <b>Postgres</b>.</p>", subtype="html")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="chart.png")
    outer = EmailMessage(policy=SMTP)
    outer["From"], outer["Subject"] = "Ada <ada@a.example>", "Fwd: Plan"
    outer.set_content("FYI")
    outer.add_attachment(message)
    mail = record(outer.as_bytes())
    text = normalize(mail.raw, MediaType.MAIL, {})
    assert "We go with Postgres." in text.text
    assert text.attachments == ("chart.png",)


@pytest.mark.parametrize("raw", [b"", b"   \r\n "])
def test_an_empty_mail_is_refused(raw: bytes) -> None:
    assert isinstance(taken(raw), Refusal)


def test_any_bytes_are_taken_or_refused() -> None:
    for raw in (b"\0", b"\xff" * 50, b"Subject: a\0b\r\n\r\n\0", b": :\r\n\r\n"):
        assert isinstance(taken(raw), SourceRecord | Refusal)
    assert b"\0" not in record(b"Subject: a\0b\r\n\r\nHello.").raw


@given(raw=st.binary(max_size=400))
def test_no_raw_mail_is_too_odd(raw: bytes) -> None:
    assert isinstance(taken(raw), SourceRecord | Refusal)


@given(field=st.sampled_from(sorted(DESCRIBED)), value=JUNK)
def test_no_description_is_too_odd(field: str, value: Any) -> None:
    state = mapping.read_state({**DESCRIBED, field: value})
    assert state is None or state.id


@given(value=JUNK)
def test_no_payload_is_too_odd(value: Any) -> None:
    state = mapping.read_state(DESCRIBED)
    assert state
    found = mapping.mail(state, {"raw": value}, {}, mailbox="a@b.example", as_of=NOW)
    assert isinstance(found, SourceRecord | Refusal)


@given(label=st.text(max_size=30))
def test_labels_of_any_writing_are_tags_that_a_database_keeps(label: str) -> None:
    for tag in record(b"Subject: A\r\n\r\nHello.", labelIds=[label]).tags:
        tag.encode()
        assert "\0" not in tag


@given(history=JUNK, entries=JUNK)
def test_no_history_is_too_odd(history: Any, entries: Any) -> None:
    changes.read_changes({"history": history, "historyId": entries})
    kinds = ("messagesAdded", "messagesDeleted", "labelsAdded", "labelsRemoved")
    read = changes.read_changes({"history": [{"id": history, **dict.fromkeys(kinds, entries)}]})
    assert read.touched == []
    listed_ids({"messages": entries})
    mapping.read_label_names({"labels": entries})


@pytest.mark.parametrize(
    ("status", "reason", "error"),
    [
        (429, "rateLimitExceeded", RateLimited),
        (403, "rateLimitExceeded", RateLimited),
        (403, "userRateLimitExceeded", RateLimited),
        (403, "dailyLimitExceeded", RateLimited),
        (403, "insufficientPermissions", Revoked),
        (403, "domainPolicy", Forbidden),
        (403, "accessNotConfigured", Unavailable),
        (401, "authError", Revoked),
        (404, "notFound", SourceError),
        (400, "failedPrecondition", Forbidden),
        (400, "invalidArgument", SourceError),
        (500, "backendError", Unavailable),
        (503, "backendError", Unavailable),
    ],
)
def test_every_refusal_says_what_is_to_be_done(status: int, reason: str, error: type) -> None:
    content = f'{{"error": {{"message": "x", "errors": [{{"reason": "{reason}"}}]}}}}'.encode()
    assert type(problem(status, content, {}, NOW)) is error


@pytest.mark.parametrize(
    ("header", "message", "seconds"),
    [
        ("12", "", 12),
        ("1.5", "", 1.5),
        ("Sun, 22 Nov 2026 12:01:00 GMT", "", 60),
        ("", "User-rate limit exceeded.  Retry after 2026-11-22T12:00:45.000Z", 45),
        ("", "Quota exceeded", 30),
        ("soon", "", 30),
        ("", "Retry after 2020-01-01T00:00:00.000Z", 1),
    ],
)
def test_the_wait_is_the_one_that_google_asks_for(
    header: str, message: str, seconds: float
) -> None:
    content = f'{{"error": {{"message": "{message}"}}}}'.encode()
    found = problem(429, content, {"retry-after": header}, NOW)
    assert isinstance(found, RateLimited)
    assert found.retry_after == seconds


@given(content=st.binary(max_size=60), status=st.integers(400, 599), header=st.text(max_size=20))
def test_no_answer_is_too_odd(content: bytes, status: int, header: str) -> None:
    assert str(problem(status, content, {"retry-after": header}, NOW))


def test_a_mail_that_gmail_does_not_hand_out_is_refused_and_the_others_are_read(
    reader: Reader,
) -> None:
    ids = [reader.fake.do_mail(f"Mail {number}.", by="me") for number in range(3)]
    reader.fake.do_outage(status=400, path=f"messages/{ids[1]}")
    reader.backfill()
    assert set(reader.mails) == {ids[0], ids[2]}
    assert [refusal.locator for refusal in reader.refusals] == [f"mail {ids[1]}"]


def test_an_answer_that_makes_no_sense_is_an_outage(reader: Reader) -> None:
    reader.fake.do_mail("Hello.", by="me")
    reader.fake.box.mails.clear()
    reader.fake.box.history_id = "nonsense"  # type: ignore[assignment]
    with pytest.raises(Unavailable):
        reader.poll()
