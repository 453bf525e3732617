"""Only what GitHub signed gets in, and only as what it is."""

import json
import random
from datetime import UTC, datetime
from typing import Any

import pytest

from connectors.github.webhook import verify
from connectors.live.app import App
from connectors.live.contract import Incoming
from connectors.live.errors import Forged, Malformed
from tests.connectors.github.signing import signed

APP = App("github", {"webhook_secret": "new, old"})
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PAYLOAD: dict[str, Any] = {
    "action": "created",
    "issue": {"number": 12, "title": "Sessions"},
    "comment": {"id": 5, "body": "We use Postgres: ü €."},
    "repository": {"id": 7, "full_name": "acme/app", "owner": {"id": 9}},
    "installation": {"id": 1},
}
MUTATIONS = 4_000


def test_a_signed_delivery_gets_in() -> None:
    headers, body = signed("new", "issue_comment", PAYLOAD)
    (incoming,) = verify(APP, headers, body, NOW).incoming
    key = incoming.delivery_id
    assert incoming == Incoming("9", key, "issue_comment.created", body, NOW)


def test_a_copy_under_another_number_is_the_same_delivery() -> None:
    """GitHub signs the body alone."""
    headers, body = signed("new", "issue_comment", PAYLOAD)
    copied = headers | {"x-github-delivery": "00000000-cc78-11e3-81ab-4c9367dc0958"}
    ids = [verify(APP, each, body, NOW).incoming[0].delivery_id for each in (headers, copied)]
    assert ids[0] == ids[1]


def test_a_secret_rotates() -> None:
    for secret in ("new", "old"):
        assert verify(APP, *signed(secret, "issue_comment", PAYLOAD), NOW).incoming
    with pytest.raises(Forged):
        verify(APP, *signed("older", "issue_comment", PAYLOAD), NOW)


def test_of_thousands_of_mutations_none_gets_in() -> None:
    chance = random.Random(5)
    headers, body = signed("new", "issue_comment", PAYLOAD)
    for _ in range(MUTATIONS):
        mutated_headers, mutated = mutate(chance, headers, body)
        assert (mutated_headers, mutated) != (headers, body)
        try:
            verified = verify(APP, mutated_headers, mutated, NOW)
        except (Forged, Malformed):
            continue
        # What an event is called is not signed: an unknown name is left out.
        assert not verified.incoming
    assert verify(APP, headers, body, NOW).incoming


def mutate(
    chance: random.Random, headers: dict[str, str], body: bytes
) -> tuple[dict[str, str], bytes]:
    at = chance.randrange(len(body))
    changed = dict(headers)
    kind = chance.choice(["flip", "cut", "drop", "add", "encode", "signature", "event", "header"])
    if kind == "flip":
        return headers, body[:at] + bytes([body[at] ^ (1 << chance.randrange(8))]) + body[at + 1 :]
    if kind == "cut":
        return headers, body[:at]
    if kind == "drop":
        return headers, body[:at] + body[at + 1 :]
    if kind == "add":
        return headers, body[:at] + bytes([chance.randrange(256)]) + body[at:]
    if kind == "encode":
        return headers, body.decode().encode(chance.choice(["utf-16", "utf-32", "utf-8-sig"]))
    if kind == "signature":
        changed["x-hub-signature-256"] = _spoiled(chance, headers["x-hub-signature-256"])
    elif kind == "event":
        changed["x-github-event"] = chance.choice(
            [
                "issues",
                "installation",
                "push",
                "pull_request",
                "",
                "issue_comments",
                "commit_comment",
            ]
        )
    else:
        name = chance.choice(["x-hub-signature-256", "content-type", "x-github-delivery"])
        del changed[name]
    return changed, body


def _spoiled(chance: random.Random, signature: str) -> str:
    at = chance.randrange(len(signature))
    found = [
        signature[:at] + chance.choice("ghijklm\u0130\0 ") + signature[at + 1 :],
        signature[:at], signature + "0", signature.replace("sha256", "sha1"), "",
        "sha256=" + "0" * 64, signature.upper(), signature.removeprefix("sha256="),
    ]  # fmt: skip
    return chance.choice([each for each in found if each != signature])


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"{", b"\xff\xfe{}", b"[" * 100_000, b"1"])
def test_what_is_signed_and_still_no_payload_is_malformed(body: bytes) -> None:
    with pytest.raises(Malformed):
        verify(APP, *signed("new", "push", body), NOW)


def test_a_form_is_told_to_be_json() -> None:
    headers, body = signed("new", "issue_comment", PAYLOAD)
    headers["content-type"] = "application/x-www-form-urlencoded"
    with pytest.raises(Malformed, match="application/json"):
        verify(APP, headers, body, NOW)


def test_an_event_that_is_called_another_is_malformed() -> None:
    payload = PAYLOAD | {"action": "deleted"}
    for name in ("issues", "installation", "repository", "commit_comment", "discussion_comment"):
        with pytest.raises(Malformed):
            verify(APP, *signed("new", name, payload), NOW)


def test_what_momo_has_no_use_for_is_answered_and_not_kept() -> None:
    payload = {"zen": "Keep it logically awesome.", "hook": {}, "installation": {"id": 1}}
    assert not verify(APP, *signed("new", "ping", payload), NOW).incoming
    assert not verify(APP, *signed("new", "star", {"installation": {"id": 1}}), NOW).incoming


def test_that_the_app_may_read_again_revives_the_connection() -> None:
    told = {"action": "unsuspend", "installation": {"id": 1, "account": {"id": 9}}}
    (incoming,) = verify(APP, *signed("new", "installation", told), NOW).incoming
    assert incoming.revives
    assert incoming.account_id == "9"


def test_nothing_that_was_written_is_in_an_error() -> None:
    body = json.dumps(PAYLOAD | {"comment": "canary-4711"}).encode()[:-1]
    with pytest.raises(Malformed) as error:
        verify(APP, *signed("new", "issue_comment", body), NOW)
    assert "canary" not in repr(error.value)
    assert error.value.__cause__ is None
