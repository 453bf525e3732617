"""Only what Slack signed, and signed just now, gets in."""

import json
import random
import time
from datetime import UTC, datetime

import pytest
from slack_sdk.signature import SignatureVerifier

from connectors.live.app import read_app
from connectors.live.errors import Forged, Malformed
from connectors.slack.connector import slack

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
STAMP = str(int(NOW.timestamp()))
SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
EVENT = {"type": "message", "channel": "C1", "user": "U1", "text": "Décidé: Oslo ✅", "ts": "1.2"}
MUTATIONS = 6000


@pytest.fixture
def app():
    return read_app("slack", slack.app_settings, {
        "MOMO_APP_SLACK_CLIENT_ID": "1", "MOMO_APP_SLACK_CLIENT_SECRET": "2",
        "MOMO_APP_SLACK_SIGNING_SECRET": f"next-secret, {SECRET}",
    })  # fmt: skip


@pytest.fixture
def body(fake):
    return fake.envelope(EVENT)


def signed(body, stamp=STAMP, secret=SECRET):
    """The headers as Slack's own SDK computes them."""
    signature = SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body)
    return {"x-slack-request-timestamp": stamp, "x-slack-signature": signature}


def test_what_slack_signed_gets_in_and_says_for_whom(app, body):
    (incoming,) = slack.verify(app, signed(body), body, NOW).incoming
    assert (incoming.account_id, incoming.event) == ("TACME", "message")
    assert incoming.delivery_id == json.loads(body)["event_id"]
    assert json.loads(incoming.body)["event"]["text"] == EVENT["text"]


def test_what_happened_is_told_without_what_is_in_it(fake, app):
    edited = fake.envelope(EVENT | {"subtype": "message_changed"})
    (incoming,) = slack.verify(app, signed(edited), edited, NOW).incoming
    assert incoming.event == "message.message_changed"
    assert "Oslo" not in repr(incoming)


def test_both_secrets_are_taken_while_one_replaces_the_other(app, body):
    for secret in ("next-secret", SECRET):
        assert slack.verify(app, signed(body, secret=secret), body, NOW).incoming
    with pytest.raises(Forged):
        slack.verify(app, signed(body, secret="another"), body, NOW)


@pytest.mark.parametrize("seconds", [-301, 301, 3600, -86400])
def test_what_is_stale_or_from_the_future_is_refused(app, body, seconds):
    stamp = str(int(NOW.timestamp()) + seconds)
    with pytest.raises(Forged, match="stale"):
        slack.verify(app, signed(body, stamp), body, NOW)


@pytest.mark.parametrize("seconds", [-299, 0, 299])
def test_clocks_may_differ_by_minutes(app, body, seconds):
    stamp = str(int(NOW.timestamp()) + seconds)
    assert slack.verify(app, signed(body, stamp), body, NOW).incoming


@pytest.mark.parametrize(
    "stamp", ["", " ", "soon", "1e9", "-1", "9" * 400, "１７７２４４２０００", "NaN"]
)
def test_a_time_that_is_none_is_refused(app, body, stamp):
    headers = signed(body) | {"x-slack-request-timestamp": stamp}
    with pytest.raises(Forged):
        slack.verify(app, headers, body, NOW)


def test_the_address_is_confirmed_to_slack_alone(app):
    body = json.dumps({"type": "url_verification", "challenge": "abc", "token": "t"}).encode()
    verified = slack.verify(app, signed(body), body, NOW)
    assert (verified.answer, verified.incoming) == (b"abc", ())
    with pytest.raises(Forged):
        slack.verify(app, {}, body, NOW)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"{", b'"text"', b"[" * 100_000, b'{"type":"event_callback"}',
        '{"type":"event_callback"}'.encode("utf-16"),
        b'{"type":"event_callback","event_id":{},"event":[]}',
        b'{"type":"event_callback","event_id":"E","team_id":"T","event":{"type":7.5}}',
    ],
)  # fmt: skip
def test_what_is_signed_but_no_delivery_is_malformed(fake, app, body):
    headers = fake.signed(body, SECRET, NOW.timestamp())
    with pytest.raises(Malformed):
        slack.verify(app, {name.lower(): value for name, value in headers.items()}, body, NOW)


def test_other_kinds_of_requests_are_answered_and_left(app):
    body = json.dumps({"type": "app_rate_limited", "team_id": "T1"}).encode()
    assert slack.verify(app, signed(body), body, NOW).incoming == ()


def test_an_event_of_a_shared_channel_is_for_the_workspace_that_installed_momo(app, body):
    told = json.loads(body) | {"team_id": "TOTHER"}
    shared = json.dumps(told).encode()
    assert slack.verify(app, signed(shared), shared, NOW).incoming[0].account_id == "TACME"


def test_thousands_of_changed_deliveries_are_refused_and_the_true_one_gets_in(app, body):
    chance = random.Random(7)
    headers = signed(body)
    for number in range(MUTATIONS):
        changed_headers, changed_body = _mutated(chance, dict(headers), body)
        if (changed_headers, changed_body) == (headers, body):
            continue
        with pytest.raises((Forged, Malformed)):
            slack.verify(app, changed_headers, changed_body, NOW)
        if number % 100 == 0:
            assert slack.verify(app, headers, body, NOW).incoming


def _mutated(chance, headers, body):
    what = chance.randrange(12)
    at = chance.randrange(len(body))
    stamp, signature = headers["x-slack-request-timestamp"], headers["x-slack-signature"]
    place = chance.randrange(len(signature))
    if what == 0:  # a bit
        body = body[:at] + bytes([body[at] ^ (1 << chance.randrange(8))]) + body[at + 1 :]
    elif what == 1:  # truncated
        body = body[:at]
    elif what == 2:  # appended
        body += chance.randbytes(chance.randrange(1, 40))
    elif what == 3:  # inserted
        body = body[:at] + chance.randbytes(chance.randrange(1, 9)) + body[at:]
    elif what == 4:  # written anew: the same JSON
        body = json.dumps(json.loads(body), indent=chance.randrange(1, 9)).encode()
    elif what == 5:  # in another encoding
        text = json.dumps(json.loads(body), ensure_ascii=False)
        body = text.encode(chance.choice(["utf-16", "utf-32", "utf-8-sig", "utf-8", "cp1252"]),
                           "replace")  # fmt: skip
    elif what == 6:  # another time of signing, also within what is fresh
        stamp = str(int(stamp) + chance.choice([-1, 1]) * chance.randrange(1, 10_000))
    elif what == 7:  # the time written otherwise
        stamp = chance.choice([f" {stamp}", f"{stamp}.0", f"+{stamp}", f"0{stamp}", f"{stamp}\n"])
    elif what == 8:  # a digit of the signature
        digit = chance.choice("0123456789abcdefxyzÄ\0")
        signature = signature[:place] + digit + signature[place + 1 :]
    elif what == 9:  # the signature cut, doubled or in capitals
        signature = chance.choice(
            [signature[:place], signature * 2, signature.upper(), f" {signature}", signature[3:]]
        )
    elif what == 10:  # of another secret
        return signed(body, secret=chance.randbytes(8).hex()), body
    else:  # missing
        headers.pop(chance.choice(list(headers)))
        return headers, body
    return headers | {"x-slack-request-timestamp": stamp, "x-slack-signature": signature}, body


def test_refusing_is_quick_even_for_the_largest_body(app):
    body = b"x" * slack.max_delivery_bytes
    began = time.process_time()
    with pytest.raises(Forged):
        slack.verify(app, signed(b"y"), body, NOW)
    assert time.process_time() - began < 1
