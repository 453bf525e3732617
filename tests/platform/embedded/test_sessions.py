import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager

from momo.platform.embedded import Services, Status

STOPPED = Status(postgres_pid=None, redis_pid=None)
OtherSession = Callable[[], AbstractContextManager["subprocess.Popen[str]"]]


def test_the_last_session_to_leave_stops_the_servers(
    servers: Services, other_session: OtherSession
) -> None:
    with other_session():
        with servers.session():
            running = servers.status()
            assert running != STOPPED
        assert servers.status() == running
    assert servers.status() == STOPPED


def test_a_session_within_a_session_stops_nothing(servers: Services) -> None:
    with servers.session():
        running = servers.status()
        with servers.session():
            assert servers.status() == running
        assert servers.status() == running
    assert servers.status() == STOPPED


def test_a_killed_session_does_not_count(servers: Services, other_session: OtherSession) -> None:
    with other_session() as other:
        running = servers.status()
        other.kill()
    assert servers.status() == running
    with servers.session():
        assert servers.status() == running
    assert servers.status() == STOPPED


def test_servers_that_were_asked_to_stay_outlive_every_session(servers: Services) -> None:
    servers.ensure()
    with servers.session():
        running = servers.status()
    assert servers.status() == running
    servers.stop()
    with servers.session():
        assert servers.status() != STOPPED
    assert servers.status() == STOPPED
