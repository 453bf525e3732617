import threading

import pytest

from momo.platform.breaker import (
    Circuit,
    CircuitBreaker,
    CircuitOpen,
    Standing,
    breaker_for,
)


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def breaker(clock):
    return CircuitBreaker(failures_to_open=2, seconds_open=30, clock=clock)


def is_outage(error):
    return isinstance(error, OSError)


def fail(breaker, error=OSError):
    with pytest.raises(error), breaker.guard(is_outage):
        raise error


def succeed(breaker):
    with breaker.guard(is_outage):
        pass


def test_opens_after_consecutive_failures_only(breaker):
    fail(breaker)
    succeed(breaker)
    fail(breaker)
    succeed(breaker)
    fail(breaker)
    fail(breaker)
    with pytest.raises(CircuitOpen) as caught:
        succeed(breaker)
    assert caught.value.retry_after == 30


def test_a_refusal_is_not_a_failure(breaker):
    for _ in range(5):
        fail(breaker, ValueError)
    succeed(breaker)


def test_lets_one_probe_through_and_closes_when_it_succeeds(breaker, clock):
    fail(breaker)
    fail(breaker)
    clock.now += 31
    with breaker.guard(is_outage), pytest.raises(CircuitOpen):
        succeed(breaker)
    succeed(breaker)


def test_opens_again_when_the_probe_fails(breaker, clock):
    fail(breaker)
    fail(breaker)
    clock.now += 31
    fail(breaker)
    with pytest.raises(CircuitOpen):
        succeed(breaker)


def test_calls_run_side_by_side(breaker):
    meet = threading.Barrier(2, timeout=2)

    def call():
        with breaker.guard(is_outage):
            meet.wait()

    other = threading.Thread(target=call)
    other.start()
    call()
    other.join()


def test_is_shared_by_server_and_model():
    assert breaker_for("http://a", "m") is breaker_for("http://a", "m")
    assert breaker_for("http://a", "m") is not breaker_for("http://a", "n")


def test_its_standing_is_told_and_the_last_failure_remembered(breaker, clock):
    assert breaker.standing == Standing(Circuit.CLOSED)
    fail(breaker)
    fail(breaker)
    assert breaker.standing == Standing(Circuit.OPEN, 2, 30, "OSError")
    clock.now += 31
    assert breaker.standing.circuit == Circuit.HALF_OPEN
    succeed(breaker)
    assert breaker.standing == Standing(Circuit.CLOSED, last_failure="OSError")
