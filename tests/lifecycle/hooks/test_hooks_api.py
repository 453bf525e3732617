"""Webhook endpoints over REST, for a team's owners and admins."""

import pytest

from tests.api import ROOT, missing, session, with_key
from tests.lifecycle.hooks.conftest import turn
from tests.lifecycle.hooks.test_delivering import decide

ENDPOINTS = f"{ROOT}/webhook-endpoints"


@pytest.fixture
def owner(world):
    return session(world, "owner")


@pytest.fixture
def made(owner, receiver):
    body = {"url": receiver.url, "events": ["decision.made"], "description": "Chat"}
    response = owner.post(ENDPOINTS, body)
    assert response.status_code == 201
    return response.json()


def test_the_secret_is_shown_once(owner, made):
    assert made["secret"].startswith("whsec_")
    for address in (ENDPOINTS, f"{ENDPOINTS}/{made['id']}"):
        assert made["secret"] not in owner.get(address).content.decode()


def test_the_secret_is_not_given_again_to_who_repeats_the_request(owner, receiver):
    body = {"url": receiver.url, "events": ["decision.made"]}
    first = owner.post(ENDPOINTS, body, headers={"Idempotency-Key": "k1"}).json()
    again = owner.post(ENDPOINTS, body, headers={"Idempotency-Key": "k1"})
    assert first["secret"] not in again.content.decode()


def test_a_change_on_top_of_an_unread_one_is_refused(owner, made):
    one = f"{ENDPOINTS}/{made['id']}"
    read = {"If-Match": owner.get(one)["ETag"]}
    assert owner.patch(one, {"description": "Ours"}, headers=read).status_code == 200
    assert owner.patch(one, {"description": "Mine"}, headers=read).status_code == 412
    assert owner.delete(one, headers=read).status_code == 412
    assert owner.get(one).json()["description"] == "Ours"


@pytest.mark.parametrize("who", ["teammate", "private_owner"])
def test_members_neither_see_nor_change_them(world, made, who):
    client, one = session(world, who), f"{ENDPOINTS}/{made['id']}"
    answers = [
        client.get(ENDPOINTS), client.get(one), client.patch(one, {"active": False}),
        client.delete(one), client.post(f"{one}/test"), client.post(f"{one}/rotate-secret"),
        client.get(f"{one}/deliveries"),
    ]  # fmt: skip
    assert {answer.status_code for answer in answers} == {403}


def test_a_key_that_only_writes_does_not_manage_them(world, made):
    client = with_key(world, "owner", "read", "write")
    assert client.get(ENDPOINTS).status_code == 403


def test_a_stranger_cannot_tell_one_from_a_missing_one(world, made):
    stranger = session(world, "stranger")
    answers = [stranger.get(f"{ENDPOINTS}/{each}") for each in (made["id"], missing())]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert stranger.get(ENDPOINTS).json()["items"] == []


def test_addresses_inside_are_refused_in_production(owner, settings):
    settings.MOMO_HOOKS_ALLOW_PRIVATE = False
    for url in ("http://127.0.0.1/x", "https://169.254.169.254/latest"):
        answer = owner.post(ENDPOINTS, {"url": url, "events": ["decision.made"]})
        assert answer.status_code == 400
        assert "address" in answer.json()["detail"]


@pytest.mark.parametrize("events", [[], ["decision.deleted"], "decision.made"])
def test_events_that_there_are_not_are_refused(owner, receiver, events):
    answer = owner.post(ENDPOINTS, {"url": receiver.url, "events": events})
    assert answer.status_code == 400


def test_a_test_says_at_once_what_came_of_it(owner, made, receiver):
    answer = owner.post(f"{ENDPOINTS}/{made['id']}/test").json()
    assert (answer["event"], answer["state"], answer["status"]) == (
        "webhook.test", "delivered", 204,
    )  # fmt: skip
    receiver.answers.append((500, {}))
    answer = owner.post(f"{ENDPOINTS}/{made['id']}/test").json()
    assert (answer["state"], answer["status"]) == ("failed", 500)
    assert receiver.messages(made["secret"])[0]["data"]["message"]


def test_one_that_is_switched_off_can_be_tested(owner, made, receiver):
    one = f"{ENDPOINTS}/{made['id']}"
    assert owner.patch(one, {"active": False}).json()["active"] is False
    assert owner.post(f"{one}/test").json()["state"] == "delivered"


def test_deliveries_are_listed_and_sent_again(world, owner, made, receiver):
    one = f"{ENDPOINTS}/{made['id']}"
    decide(world)
    turn(_Row(made["id"]))
    [listed] = owner.get(f"{one}/deliveries?state=delivered").json()["items"]
    assert (listed["event"], listed["status"], listed["attempts"]) == ("decision.made", 204, 1)
    assert owner.post(f"{one}/deliveries/{listed['id']}/redeliver").status_code == 202
    turn(_Row(made["id"]))
    assert receiver.ids() == [listed["message_id"]] * 2


def test_a_rotation_says_until_when_the_old_secret_holds(owner, made):
    answer = owner.post(f"{ENDPOINTS}/{made['id']}/rotate-secret").json()
    assert answer["secret"] != made["secret"]
    assert answer["old_secret_until"]


def test_one_that_was_removed_is_told_nothing(world, owner, made, receiver):
    assert owner.delete(f"{ENDPOINTS}/{made['id']}").status_code == 204
    decide(world)
    assert owner.get(ENDPOINTS).json()["items"] == []
    assert receiver.taken == []


class _Row:
    def __init__(self, id_):
        self.id = id_
