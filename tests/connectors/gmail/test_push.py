"""Pushes: whose token, for whom and until when; and what their body may say."""

import base64
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

import jwt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.gmail.connector import gmail
from connectors.gmail.fake import FakeGmail
from connectors.gmail.fake.signing import Signer, envelope
from connectors.live.errors import Forged, Malformed, SourceError
from connectors.live.inert import MIB
from tests.connectors.gmail.conftest import Clock, Reader, app_of

Verify = Callable[..., Any]


@pytest.fixture
def body(clock: Clock) -> bytes:
    return envelope("Ada@Team.example", 1234, "1000000000000001", clock())


@pytest.fixture
def verify(fake: FakeGmail, clock: Clock, body: bytes) -> Verify:
    app, signer = app_of(fake), fake.signer

    def check(token: str | None = None, content: bytes = body, **claims: Any) -> Any:
        token = signer.push_token(clock(), **claims) if token is None else token
        return gmail.verify(app, {"authorization": f"Bearer {token}"}, content, clock())

    return check


def test_a_genuine_push_names_the_mailbox_and_nothing_else(verify: Verify, clock: Clock) -> None:
    (incoming,) = verify().incoming
    assert incoming.account_id == "ada@team.example"
    assert incoming.delivery_id == "1000000000000001"
    assert (incoming.body, incoming.at) == (b"", clock())


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "https://elsewhere.example"},
        {"aud": None},
        {"iss": "https://accounts.evil.example"},
        {"email": "someone@momo-tests.iam.gserviceaccount.com"},
        {"email": None},
        {"email_verified": False},
        {"email_verified": "true"},
        {"exp": 1},
        {"exp": "soon"},
        {"exp": 10**18},
        {"iat": 10**18},
        {"iat": None},
    ],
    ids=str,
)
def test_a_token_of_google_for_something_else_is_refused(
    verify: Verify, claims: dict[str, Any]
) -> None:
    with pytest.raises(Forged):
        verify(**claims)


@pytest.mark.parametrize("late", [timedelta(hours=2), timedelta(days=-1)])
def test_a_stale_token_is_refused(
    verify: Verify, fake: FakeGmail, clock: Clock, late: timedelta
) -> None:
    token = fake.signer.push_token(clock())
    clock.advance(seconds=late.total_seconds())
    with pytest.raises(Forged, match="stale"):
        verify(token)


def test_a_token_signed_by_somebody_else_is_refused(verify: Verify, clock: Clock) -> None:
    with pytest.raises(Forged):
        verify(Signer().push_token(clock()))


@pytest.mark.parametrize("algorithm", ["none", "HS256"])
def test_a_token_in_another_algorithm_is_refused(
    verify: Verify, fake: FakeGmail, clock: Clock, algorithm: str
) -> None:
    claims = jwt.decode(fake.signer.push_token(clock()), options={"verify_signature": False})
    key = None if algorithm == "none" else "k" * 32
    token = jwt.encode(claims, key, algorithm=algorithm, headers={"kid": "fake-1"})
    with pytest.raises(Forged):
        verify(token)


def test_no_token_and_no_set_up_are_refused(fake: FakeGmail, clock: Clock, body: bytes) -> None:
    for headers in ({}, {"authorization": ""}, {"authorization": "Basic YWRh"}):
        with pytest.raises(Forged):
            gmail.verify(app_of(fake), headers, body, clock())
    headers = {"authorization": fake.push_headers()["Authorization"]}
    with pytest.raises(Forged, match="set up"):
        gmail.verify(app_of(fake, push_account=","), headers, body, clock())


def test_two_accounts_hold_while_one_takes_over_from_the_other(
    fake: FakeGmail, clock: Clock, body: bytes
) -> None:
    app = app_of(fake, push_account="next@x.example, push@momo-tests.iam.gserviceaccount.com")
    headers = {"authorization": fake.push_headers()["Authorization"]}
    assert gmail.verify(app, headers, body, clock()).incoming


def test_googles_keys_are_fetched_once_and_again_when_they_change(
    verify: Verify, fake: FakeGmail, clock: Clock
) -> None:
    for _ in range(20):
        verify()
    assert _fetches(fake) == 1
    clock.advance(minutes=5)
    fake.signer = Signer("fake-2")
    assert verify(fake.signer.push_token(clock())).incoming
    assert _fetches(fake) == 2


def test_a_flood_of_unknown_keys_makes_no_flood_of_requests(
    verify: Verify, fake: FakeGmail, clock: Clock
) -> None:
    forger = Signer("unknown")
    for _ in range(50):
        with pytest.raises(Forged):
            verify(forger.push_token(clock()))
    assert _fetches(fake) == 1


def test_keys_hold_through_an_outage(verify: Verify, fake: FakeGmail, clock: Clock) -> None:
    verify()
    fake.unlimited = frozenset()  # type: ignore[misc]
    fake.do_outage(times=100, path="certs")
    clock.advance(hours=3)
    assert verify().incoming
    clock.advance(hours=30)
    with pytest.raises(Forged, match="just now"):
        verify()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"message": {"data": 5}}',
        b'{"message": {"data": "%%%", "messageId": "1"}}',
        b'{"message": {"data": "e30=", "messageId": "1"}}',
    ],
    ids=lambda content: str(content[:20]),
)
def test_a_body_that_is_no_notification_is_malformed(verify: Verify, content: bytes) -> None:
    with pytest.raises(Malformed):
        verify(content=content)


@pytest.mark.parametrize("address", ["", "ada", "a\x00@b.example", "a b@c.example", 7, None])
@pytest.mark.parametrize("history", ["12", 12])
def test_an_address_that_is_none_is_malformed(verify: Verify, address: Any, history: Any) -> None:
    told = json.dumps({"emailAddress": address, "historyId": history}).encode()
    message = {"data": base64.b64encode(told).decode(), "messageId": "1"}
    with pytest.raises(Malformed):
        verify(content=json.dumps({"message": message}).encode())


def test_no_change_to_the_token_gets_in_and_the_token_itself_always_does(
    verify: Verify, fake: FakeGmail, clock: Clock
) -> None:
    token = fake.signer.push_token(clock())
    for changed in mutations(token.encode(), 6_000):
        with pytest.raises(Forged):
            verify(changed.decode("latin-1"))
    assert verify(token).incoming


def test_a_changed_body_is_malformed_or_says_no_more_than_which_mailbox(
    verify: Verify, body: bytes
) -> None:
    """The token is the sender's, and covers nothing of the body."""
    for changed in mutations(body, 3_000):
        try:
            (incoming,) = verify(content=changed).incoming
        except Malformed:
            continue
        assert incoming.body == b""
        assert "@" in incoming.account_id


def test_a_body_cut_short_or_made_longer_is_malformed(verify: Verify, body: bytes) -> None:
    longer = (body + bytes([more]) for more in range(256) if not bytes([more]).isspace())
    for changed in (*(body[:length] for length in range(len(body))), *longer):
        with pytest.raises(Malformed):
            verify(content=changed)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-7", "cp037"])
def test_a_body_in_another_encoding_is_malformed(
    verify: Verify, body: bytes, encoding: str
) -> None:
    recoded = body.decode().encode(encoding)
    if recoded != body:
        with pytest.raises(Malformed):
            verify(content=recoded)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(noise=st.text(max_size=300))
def test_no_other_text_is_a_token(verify: Verify, noise: str) -> None:
    with pytest.raises(Forged):
        verify(noise)


def test_a_delivery_is_small(verify: Verify) -> None:
    assert gmail.max_delivery_bytes < MIB


def test_a_mailbox_is_watched_for_a_day_at_a_time(connected: Reader, clock: Clock) -> None:
    assert gmail.renew(connected.session) == timedelta(days=1)
    assert connected.fake.box.watched_until == clock() + timedelta(days=7)


def test_a_topic_that_is_none_is_told_and_begins_nothing_anew(connected: Reader) -> None:
    for status in (400, 403, 404):
        connected.fake.do_outage(status=status, path="/watch")
        with pytest.raises(SourceError, match="topic") as told:
            gmail.renew(connected.session)
        assert type(told.value) is SourceError


def test_without_a_topic_nothing_is_watched(connected: Reader) -> None:
    connected.session.app = app_of(connected.fake, topic="")
    gmail.renew(connected.session)
    assert connected.fake.box.watched_until is None


def test_a_change_is_pushed_to_the_webhook(connected: Reader, clock: Clock) -> None:
    sent: list[tuple[dict[str, str], bytes]] = []
    fake = connected.fake
    fake.webhook_url = "momo:gmail"
    fake.deliver = lambda url, headers, body: sent.append((dict(headers), body)) or 200  # type: ignore[func-returns-value]
    fake.do_mail("Too early.")
    gmail.renew(connected.session)
    fake.do_mail("Hello.")
    ((headers, body),) = sent
    lower = {name.lower(): value for name, value in headers.items()}
    (incoming,) = gmail.verify(app_of(fake), lower, body, clock()).incoming
    assert incoming.account_id == connected.session.account_id


def mutations(raw: bytes, count: int) -> Iterator[bytes]:
    """Changes somewhere: another byte, one more, one less, a cut, a stretch left out."""
    chance = Random(11)
    for number in range(count):
        at, other = sorted((chance.randrange(len(raw)), chance.randrange(len(raw))))
        byte = bytes([chance.randrange(256)])
        changed = (
            raw[:at] + byte + raw[at + 1 :],
            raw[:at] + byte + raw[at:],
            raw[:at] + raw[at + 1 :],
            raw[:at],
            raw[:at] + raw[other:],
            raw + byte,
        )[number % 6]
        if changed != raw:
            yield changed


def _fetches(fake: FakeGmail) -> int:
    return sum(call.path.endswith("/certs") for call in fake.requests)
