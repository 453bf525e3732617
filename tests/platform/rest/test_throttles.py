"""How often one may ask."""

from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from momo.platform.rest import throttles
from momo.platform.rest.throttles import MachineThrottle, PrincipalThrottle
from tests.api import ROOT, session


@pytest.fixture
def three_a_minute(monkeypatch):
    for throttle in (PrincipalThrottle, MachineThrottle):
        monkeypatch.setattr(throttle, "rate", "3/min", raising=False)
    monkeypatch.setattr(throttles.time, "time", lambda: 1_700_000_010.0)


def _machine():
    """A network address that no other test has."""
    return f"2001:db8::{uuid4().hex[:4]}:{uuid4().hex[:4]}:{uuid4().hex[:4]}"


def _show(machine, **headers):
    """Try the token of an invitation."""
    client = APIClient(REMOTE_ADDR=machine, headers=headers)
    return client.post(f"{ROOT}/invitations/show", {"token": f"inv_{uuid4()}"}).status_code


def test_a_principal_who_asks_too_often_is_told_when_to_come_back(world, three_a_minute):
    client = session(world, "owner")
    answers = [client.get(f"{ROOT}/memories") for _ in range(4)]
    assert [a.status_code for a in answers] == [200, 200, 200, 429]
    assert answers[-1]["Retry-After"] == "30"
    assert answers[-1].json()["code"] == "throttled"
    assert session(world, "teammate").get(f"{ROOT}/memories").status_code == 200


def test_answers_say_how_much_may_still_be_asked(world, three_a_minute):
    client = session(world, "owner")
    answers = [client.get(f"{ROOT}/memories") for _ in range(4)]
    assert {a["RateLimit-Policy"] for a in answers} == {'"principal";q=3;w=60'}
    assert [a["RateLimit"] for a in answers] == [
        f'"principal";r={left};t=30' for left in (2, 1, 0, 0)
    ]


def test_without_redis_nobody_is_held_back(world, three_a_minute, without_redis):
    client = session(world, "owner")
    assert [client.get(f"{ROOT}/memories").status_code for _ in range(5)] == [200] * 5
    assert "RateLimit" not in client.get(f"{ROOT}/memories")


def test_a_counter_that_redis_lost_holds_nobody_back(world, three_a_minute, monkeypatch):
    monkeypatch.setattr(throttles.cache, "add", lambda *args, **options: True)
    assert session(world, "owner").get(f"{ROOT}/memories").status_code == 200


def test_trying_many_tokens_is_slow_from_one_machine(db, three_a_minute):
    machine = _machine()
    assert [_show(machine) for _ in range(16)] == [404] * 15 + [429]


def test_a_forwarded_address_is_not_believed(db, three_a_minute):
    machine = _machine()
    tries = [_show(machine, **{"X-Forwarded-For": _machine()}) for _ in range(16)]
    assert tries[-1] == 429
