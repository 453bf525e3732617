"""How often one may ask."""

from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from momo.platform.rest import throttles
from momo.platform.rest.throttles import AddressThrottle, MachineThrottle, PrincipalThrottle
from tests.api import ROOT, session


@pytest.fixture
def three_a_minute(monkeypatch):
    for throttle in (PrincipalThrottle, AddressThrottle, MachineThrottle):
        monkeypatch.setattr(throttle, "rate", "3/min", raising=False)
    monkeypatch.setattr(throttles.time, "time", lambda: 1_700_000_010.0)


def _machine():
    """A network address that no other test has."""
    return f"2001:db8::{uuid4().hex[:4]}:{uuid4().hex[:4]}:{uuid4().hex[:4]}"


def _sign_in(email, machine):
    body = {"email": email, "password": "wrong"}
    return APIClient().post(f"{ROOT}/auth/sign-in", body, REMOTE_ADDR=machine).status_code


def test_a_principal_who_asks_too_often_is_told_when_to_come_back(world, three_a_minute):
    client = session(world, "owner")
    answers = [client.get(f"{ROOT}/memories") for _ in range(4)]
    assert [a.status_code for a in answers] == [200, 200, 200, 429]
    assert answers[-1]["Retry-After"] == "30"
    assert answers[-1].json()["code"] == "throttled"
    assert session(world, "teammate").get(f"{ROOT}/memories").status_code == 200


def test_without_redis_nobody_is_held_back(world, three_a_minute, without_redis):
    client = session(world, "owner")
    assert [client.get(f"{ROOT}/memories").status_code for _ in range(5)] == [200] * 5


def test_guessing_one_password_is_slow_from_anywhere(db, three_a_minute):
    email = f"{uuid4()}@momo.example"
    assert [_sign_in(email, _machine()) for _ in range(4)] == [401, 401, 401, 429]


def test_trying_many_addresses_is_slow_from_one_machine(db, three_a_minute):
    machine = _machine()
    tries = [_sign_in(f"{uuid4()}@momo.example", machine) for _ in range(16)]
    assert tries == [401] * 15 + [429]


def test_a_forwarded_address_is_not_believed(db, three_a_minute):
    machine = _machine()
    tries = [
        APIClient().post(
            f"{ROOT}/auth/sign-in", {"email": f"{uuid4()}@momo.example", "password": "x"},
            REMOTE_ADDR=machine, headers={"X-Forwarded-For": _machine()},
        ).status_code
        for _ in range(16)
    ]  # fmt: skip
    assert tries[-1] == 429


def test_an_address_that_no_text_can_hold_is_refused(db):
    body = b'{"email": "\\ud800@momo.example", "password": "wrong"}'
    client = APIClient(REMOTE_ADDR=_machine())
    response = client.post(f"{ROOT}/auth/sign-in", body, content_type="application/json")
    assert response.status_code == 400
