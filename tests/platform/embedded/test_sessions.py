import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager

from momo.platform.embedded import Services, Status

STOPPED = Status(postgres_pid=None, redis_pid=None)
OtherSession = Callable[[], AbstractContextManager["subprocess.Popen[str]"]]


def test_the_last_session_to_leave_stops_the_servers(
    services: Services, other_session: OtherSession
) -> None:
    with other_session():
        with services.session():
            running = services.status()
            assert running != STOPPED
        assert services.status() == running
    assert services.status() == STOPPED


def test_a_session_within_a_session_stops_nothing(services: Services) -> None:
    with services.session():
        running = services.status()
        with services.session():
            assert services.status() == running
        assert services.status() == running
    assert services.status() == STOPPED


def test_a_killed_session_does_not_count(services: Services, other_session: OtherSession) -> None:
    with other_session() as other:
        running = services.status()
        other.kill()
    assert services.status() == running
    with services.session():
        assert services.status() == running
    assert services.status() == STOPPED


def test_servers_that_were_asked_to_stay_outlive_every_session(services: Services) -> None:
    services.ensure()
    with services.session():
        running = services.status()
    assert services.status() == running
    services.stop()
    with services.session():
        assert services.status() != STOPPED
    assert services.status() == STOPPED
