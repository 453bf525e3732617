"""What Discord signs gets in, and nothing else."""

import json
import random
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.discord.connector import discord
from connectors.discord.fake import FakeDiscord
from connectors.live.app import read_app
from connectors.live.errors import Forged, Malformed

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
MUTATIONS = 4000
FAKE = FakeDiscord()  # its key alone is used: it never starts
PING = {"id": "42", "application_id": "4242", "type": 1, "token": "x", "version_": 1}
EVENT = {
    "version": 1, "application_id": "4242", "type": 1,
    "event": {
        "type": "APPLICATION_AUTHORIZED", "timestamp": "2026-03-01T09:00:00.000000",
        "data": {"integration_type": 0, "scopes": ["bot"], "guild": {"id": "77", "name": "Acme"}},
    },
}  # fmt: skip


def app(**settings):
    found = FAKE.app_settings() | {f"MOMO_APP_DISCORD_{k.upper()}": v for k, v in settings.items()}
    return read_app("discord", discord.app_settings, found)


def verify(headers, body, at=NOW, using=None):
    low = {name.lower(): value for name, value in headers.items()}
    return discord.verify(using or app(), low, body, at)


def signed(told, at=NOW):
    body = json.dumps(told).encode()
    return FAKE.signed(body, at.timestamp()), body


def test_a_ping_is_answered_with_a_pong():
    verified = verify(*signed(PING))
    assert (json.loads(verified.answer), verified.incoming) == ({"type": 1}, ())
    assert verified.content_type == "application/json"


def test_a_ping_of_the_webhook_events_is_answered_with_nothing():
    verified = verify(*signed({"version": 1, "application_id": "4242", "type": 0}))
    assert (verified.answer, verified.incoming) == (b"", ())


def test_a_command_is_answered_to_whoever_asked_alone():
    answer = json.loads(verify(*signed(PING | {"type": 2, "guild_id": "77"})).answer)
    assert answer["data"]["flags"] == 64


def test_an_authorization_is_for_its_server():
    (incoming,) = verify(*signed(EVENT)).incoming
    assert (incoming.account_id, incoming.event) == ("77", "APPLICATION_AUTHORIZED")
    (again,) = verify(*signed(EVENT, at=NOW + timedelta(seconds=9))).incoming
    assert again.delivery_id == incoming.delivery_id


@pytest.mark.parametrize(
    "event",
    [
        {"type": "APPLICATION_DEAUTHORIZED", "data": {"user": {"id": "1"}}},
        {"type": "APPLICATION_AUTHORIZED", "data": {"integration_type": 1, "user": {"id": "1"}}},
        {"type": "ENTITLEMENT_CREATE", "data": {"guild_id": "77"}},
        {"type": 7, "data": []},
        "no event",
    ],
)
def test_what_concerns_no_server_is_taken_and_left(event):
    assert verify(*signed(EVENT | {"event": event})).incoming == ()


def test_a_key_rotates_without_downtime():
    headers, body = signed(PING)
    old = FAKE.app_settings()["MOMO_APP_DISCORD_PUBLIC_KEY"]
    new = Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex()
    assert verify(headers, body, using=app(public_key=f"{new},{old}"))
    with pytest.raises(Forged):
        verify(headers, body, using=app(public_key=new))


@pytest.mark.parametrize("key", ["", "zz", "00", "0" * 64])
def test_without_a_usable_key_nothing_gets_in(key):
    settings = FAKE.app_settings() | {"MOMO_APP_DISCORD_PUBLIC_KEY": key}
    using = read_app("discord", discord.app_settings, settings)
    with pytest.raises(Forged):
        verify(*signed(PING), using=using)


@pytest.mark.parametrize("minutes", [-6, 6])
def test_what_is_not_of_now_is_refused(minutes):
    headers, body = signed(PING)
    with pytest.raises(Forged):
        verify(headers, body, at=NOW + timedelta(minutes=minutes))


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 90_000, b"7", b"null", b"[]"])
def test_what_is_signed_and_still_no_request_is_malformed(body):
    with pytest.raises(Malformed):
        verify(FAKE.signed(body, NOW.timestamp()), body)


def _mutated(rng, headers, body):
    """One small change of what is signed, or of the signature."""
    headers, kind = dict(headers), rng.randrange(8)
    at = rng.randrange(len(body))
    name = rng.choice(["X-Signature-Ed25519", "X-Signature-Timestamp"])
    if kind == 0:
        body = body[:at] + bytes([body[at] ^ (1 << rng.randrange(8))]) + body[at + 1 :]
    elif kind == 1:
        body = body[:at]
    elif kind == 2:
        body += rng.choice([b" ", b"\n", b"\0", b"{}", bytes([rng.randrange(256)])])
    elif kind == 3:
        body = rng.choice(["utf-16", "utf-8-sig", "utf-32"]) and body.decode().encode(
            rng.choice(["utf-16", "utf-8-sig", "utf-32"])
        )
    elif kind == 4:
        del headers[name]
    elif kind == 5:
        value = headers[name]
        spot = rng.randrange(len(value))
        other = rng.choice([c for c in "0123456789abcdefABCDEFx é" if c != value[spot]])
        headers[name] = value[:spot] + other + value[spot + 1 :]
    elif kind == 6:
        value = headers[name]
        headers[name] = rng.choice(
            [value[:-1], value + "0", " " + value, value + " ", value * 2, "", "-" + value]
        )
    else:
        headers["X-Signature-Ed25519"] = rng.randbytes(64).hex()
    return headers, body


@pytest.mark.parametrize("told", [PING, EVENT], ids=["interaction", "event"])
def test_thousands_of_forgeries_are_refused_and_the_genuine_one_always_gets_in(told):
    rng = random.Random(5)
    genuine = signed(told)
    for number in range(MUTATIONS):
        forged = _mutated(rng, *genuine)
        assert forged != genuine
        with pytest.raises(Forged):
            verify(*forged)
        if number % 100 == 0:
            assert verify(*genuine)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    told=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(
            st.sampled_from(["version", "type", "event", "data", "guild", "id", "x"]), inner
        ),
    )
)  # fmt: skip
def test_whatever_is_signed_is_taken_or_malformed(told):
    try:
        taken = verify(*signed(told)).incoming
    except Malformed:
        return
    assert all(each.account_id.isdecimal() and each.event for each in taken)
