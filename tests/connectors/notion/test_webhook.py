"""Which requests to the webhook address are taken."""

import json
import random
import threading
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.live.app import App
from connectors.live.errors import Forged, Malformed
from connectors.notion.connector import notion
from connectors.notion.handshake import Handshake, _Handler, wait
from connectors.notion.webhook import MAX_BODY_BYTES, signature

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TOKEN = "secret_one"
APP = App("notion", {"webhook_token": TOKEN})
WORKSPACE = "13950b26-c203-4f3b-b97d-93ec06319565"
EVENT = {
    "id": "367cba44-b6f3-4c92-81e7-6a2e9659efd4",
    "timestamp": "2026-03-02T08:59:34.285Z",
    "workspace_id": WORKSPACE,
    "type": "page.created",
    "entity": {"id": "153104cd-477e-809d-8dc4-ff2d96ae3090", "type": "page"},
    "data": {"parent": {"id": "0ef104cd-477e-80e1-8571-cfd10e92339a", "type": "page"}},
}
BODY = json.dumps(EVENT).encode()
HEADERS = {"x-notion-signature": signature(TOKEN, BODY), "content-type": "application/json"}


def signed(body: bytes, token: str = TOKEN) -> dict[str, str]:
    return {"x-notion-signature": signature(token, body)}


def test_a_genuine_delivery_names_its_workspace_and_itself() -> None:
    (incoming,) = notion.verify(APP, HEADERS, BODY, NOW).incoming
    assert incoming.account_id == WORKSPACE.replace("-", "")
    assert incoming.delivery_id == EVENT["id"].replace("-", "")  # type: ignore[attr-defined]
    assert incoming.event == "page.created"
    assert incoming.body == BODY


def mutated(body: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(body))
    ways = [
        lambda: body[:at] + bytes([body[at] ^ (1 << chance.randrange(8))]) + body[at + 1 :],
        lambda: body[:at],
        lambda: body + bytes([chance.randrange(256)]),
        lambda: body[:at] + bytes([chance.randrange(256)]) + body[at:],
        lambda: body.decode().encode("utf-16"),
        lambda: body.replace(b": ", b":"),
        lambda: body.replace(b"page.created", b"page.deleted"),
        lambda: body.upper(),
    ]
    return chance.choice(ways)()


def test_thousands_of_changes_to_a_genuine_delivery_are_all_refused() -> None:
    chance = random.Random(7)
    refused = 0
    for _ in range(4_000):
        body, headers = BODY, dict(HEADERS)
        which = chance.randrange(3)
        if which == 0:
            body = mutated(BODY, chance)
        elif which == 1:
            given = mutated(HEADERS["x-notion-signature"].encode(), chance)
            headers["x-notion-signature"] = given.decode("utf-8", "surrogateescape")
        else:
            del headers["x-notion-signature"]
        if (body, headers) == (BODY, HEADERS):
            continue
        with pytest.raises((Forged, Malformed)):
            notion.verify(APP, headers, body, NOW)
        refused += 1
        assert notion.verify(APP, HEADERS, BODY, NOW).incoming
    assert refused > 3_000


@given(st.binary(max_size=300), st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_anything_at_all_is_refused(body: bytes, given: str) -> None:
    with pytest.raises((Forged, Malformed)):
        notion.verify(APP, {"x-notion-signature": given}, body, NOW)


@pytest.mark.parametrize(
    "change",
    [
        {"id": None}, {"id": 7}, {"workspace_id": "x"}, {"timestamp": "soon"}, {"timestamp": 5},
        {"type": ""}, {"type": "x" * 101}, {"type": {}},
    ],
)  # fmt: skip
def test_a_signed_delivery_that_does_not_say_what_is_malformed(change: dict[str, object]) -> None:
    body = json.dumps(EVENT | change).encode()
    with pytest.raises(Malformed):
        notion.verify(APP, signed(body), body, NOW)


@pytest.mark.parametrize("body", [b"[]", b"17", b"{", b"\xff\xfe", b"[" * 100_000, b"null"])
def test_a_signed_body_that_is_no_object_is_malformed(body: bytes) -> None:
    with pytest.raises(Malformed):
        notion.verify(APP, signed(body), body, NOW)


def test_a_body_that_is_too_large_is_malformed() -> None:
    body = BODY + b" " * MAX_BODY_BYTES
    with pytest.raises(Malformed):
        notion.verify(APP, signed(body), body, NOW)


@pytest.mark.parametrize("age", [timedelta(days=2), timedelta(hours=-2)])
def test_a_stale_delivery_is_refused(age: timedelta) -> None:
    with pytest.raises(Forged, match="stale"):
        notion.verify(APP, HEADERS, BODY, NOW + age)


def test_the_last_retry_of_a_day_later_is_taken() -> None:
    assert notion.verify(APP, HEADERS, BODY, NOW + timedelta(hours=25)).incoming


def test_two_tokens_hold_while_one_replaces_the_other() -> None:
    app = App("notion", {"webhook_token": "secret_two, secret_one"})
    for token in ("secret_one", "secret_two"):
        assert notion.verify(app, signed(BODY, token), BODY, NOW).incoming


def test_without_a_token_nothing_is_taken() -> None:
    app = App("notion", {"webhook_token": ""})
    with pytest.raises(Forged):
        notion.verify(app, signed(BODY, ""), BODY, NOW)


@pytest.mark.parametrize("token", [TOKEN, ""])
def test_what_sets_a_subscription_up_is_answered_and_nothing_of_it_kept(token: str) -> None:
    app = App("notion", {"webhook_token": token})
    verified = notion.verify(app, {}, b'{"verification_token": "secret_theirs"}', NOW)
    assert verified.incoming == ()
    assert b"secret" not in verified.answer


def test_an_unsigned_event_is_no_handshake() -> None:
    body = json.dumps(EVENT | {"verification_token": "x"}).encode()
    with pytest.raises(Forged):
        notion.verify(APP, {}, body, NOW)


def test_the_token_is_shown_to_whoever_waits_for_it() -> None:
    with Handshake(("127.0.0.1", 0), _Handler) as server:
        found: list[str] = []
        waiting = threading.Thread(target=lambda: found.append(wait(server)))
        waiting.start()
        address = f"http://127.0.0.1:{server.server_port}/any/path"
        for body in (b"{}", BODY, b'{"verification_token": "secret_new"}'):
            assert httpx2.post(address, content=body).status_code == 200
        waiting.join()
    assert found == ["secret_new"]
