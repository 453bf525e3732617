"""A request sent twice with one key is carried out once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from decisions import services
from momo.platform.accounts.models import Agent, ApiKey, Invitation
from momo.platform.rest import idempotency
from momo.platform.rest.models import IdempotentRequest
from tests.api import ROOT, as_agent, session, with_key


def _post(client, name="agents", body=None, key="one"):
    return client.post(f"{ROOT}/{name}", body or {"name": "bot"}, headers={"Idempotency-Key": key})


def test_the_answer_comes_again(world):
    client = session(world, "owner")
    first, again = _post(client), _post(client)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    with world.acting_as("owner"):
        assert Agent.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "body", "made"),
    [
        ("keys", {"name": "mine"}, ApiKey),
        ("invitations", {"email": "new@momo.example", "role": "member"}, Invitation),
    ],
)
def test_what_is_shown_once_is_made_once_and_neither_stored_nor_shown_again(
    world, name, body, made
):
    client = session(world, "owner")
    with world.acting_as("owner"):
        before = made.objects.count()
    assert _post(client, name, body).status_code == 201
    again = _post(client, name, body)
    assert (again.status_code, again.json()["code"]) == (409, "shown_once")
    with world.acting_as("owner"):
        assert made.objects.count() == before + 1
        assert IdempotentRequest.objects.get().sealed_answer is None


def test_an_answer_is_not_stored_in_the_open(world):
    _post(session(world, "owner"), "agents", {"name": "A bot of ours"})
    with world.acting_as("owner"):
        assert b"A bot" not in bytes(IdempotentRequest.objects.get().sealed_answer)


@pytest.mark.parametrize(
    ("name", "body"), [("agents", {"name": "other"}), ("keys", {"name": "bot"})]
)
def test_a_key_does_not_serve_another_request(world, name, body):
    client = session(world, "owner")
    _post(client)
    response = _post(client, name, body)
    assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")


def test_two_principals_may_have_one_key(world):
    body = {"title": "Use Postgres"}
    assert _post(session(world, "owner"), "decisions", body).status_code == 201
    again = _post(as_agent(world), "decisions", body)
    assert again.status_code == 201
    assert "Idempotent-Replayed" not in again


def test_a_request_that_failed_may_be_sent_again(world, monkeypatch):
    client = session(world, "owner")
    body = {"title": "Use Postgres"}
    with monkeypatch.context() as patched:
        patched.setattr(services, "_embed", lambda *_: 1 / 0)
        assert _post(client, "decisions", body).status_code == 500
    assert _post(client, "agents", {"name": ""}, key="two").status_code == 400
    assert _post(client, "decisions", body).status_code == 201
    assert _post(client, "agents", key="two").status_code == 201


def test_a_request_under_way_is_not_begun_again_until_it_is_given_up(world):
    client = session(world, "owner")
    body = {"title": "Use Postgres"}
    _post(client, "decisions", body)
    with world.acting_as("owner"):
        IdempotentRequest.objects.update(status=None, sealed_answer=None)
    assert _post(client, "decisions", body).json()["code"] == "under_way"
    with world.acting_as("owner"):
        IdempotentRequest.objects.update(created_at=timezone.now() - idempotency.GIVEN_UP)
    assert _post(client, "decisions", body).status_code == 201


def test_an_answer_is_forgotten_after_a_day(world):
    client = session(world, "owner")
    _post(client)
    with world.acting_as("owner"):
        IdempotentRequest.objects.update(
            created_at=timezone.now() - idempotency.KEPT - timedelta(seconds=1)
        )
    assert "Idempotent-Replayed" not in _post(client)


def test_a_key_that_is_too_long(world):
    assert _post(session(world, "owner"), key="x" * 201).status_code == 400


def test_twins_that_come_together_do_one_thing(committed_world):
    def send(_):
        try:
            return _post(session(committed_world, "owner")).json()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, range(4)))
    assert answers == [answers[0]] * 4
    with committed_world.acting_as("owner"):
        assert Agent.objects.count() == 1


def test_an_answer_is_not_given_to_a_key_that_may_do_less(world):
    allowed = with_key(world, "owner", "read", "write", "admin")
    assert _post(allowed, "decisions", {"title": "Use Postgres"}).status_code == 201
    lesser = with_key(world, "owner", "write")
    response = _post(lesser, "decisions", {"title": "Use Postgres"})
    assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")


def test_a_lesser_key_gets_no_key_made_by_a_greater_one(world):
    body = {"name": "x", "scopes": ["admin"]}
    assert _post(with_key(world, "owner", "write", "admin"), "keys", body).status_code == 201
    again = _post(with_key(world, "owner", "write"), "keys", body)
    assert again.status_code == 422
    assert "key" not in again.json()
