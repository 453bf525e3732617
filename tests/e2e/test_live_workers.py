"""Sources and the processes that `momo up` starts, over real HTTP, with a Redis to be killed."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from connectors.fakes.server import post
from connectors.gmail.connector import gmail
from connectors.gmail.fake import FakeGmail
from connectors.live.models import Connection, Delivery
from connectors.models import SourceItem, SyncRun
from connectors.slack.connector import slack
from connectors.slack.fake import FakeSlack
from momo.platform.accounts import keys
from momo.platform.embedded import Services, resolve_urls
from momo.surfaces.cli.commands.up import supervisor_of
from momo.surfaces.cli.supervisor import Supervisor, free_port, wait_for
from tests.command import environment
from tests.connectors.conftest import live
from tests.connectors.live.harness import Live

__all__ = ["live"]

START_SECONDS = 60.0
PATIENCE_SECONDS = 60.0
FOUND_SECONDS = 30.0  # generous: `make bench` holds it to 5
MAILS = 20_000


@dataclass
class Running:
    """A running Momo on this test's database, at an address, with a Redis of its own."""

    live: Live
    address: str
    redis: Services

    def webhook(self, kind: str) -> str:
        return f"{self.address}/api/v1/webhooks/{kind}"

    def client(self, who: str) -> httpx.Client:
        with self.live.world.acting_as(who):
            principal = self.live.world.scope(who).principal_id
            _, key = keys.create_key(principal_id=principal, name="e2e", scopes=("read",))
        return httpx.Client(
            base_url=f"{self.address}/api/v1", headers={"Authorization": f"Bearer {key}"}
        )

    def kill_redis(self) -> None:
        pid = self.redis.status().redis_pid
        assert pid
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def services_played(live: Live) -> Iterator[tuple[FakeGmail, FakeSlack]]:
    with FakeGmail() as mail, FakeSlack() as chat:
        chat.workspace.id = f"T{uuid4().hex[:8].upper()}"  # limits count by workspace
        chat.do_channel("general", members=["stranger"], momo=True)
        yield mail, chat


@pytest.fixture
def running(live: Live, services_played, tmp_path: Path) -> Iterator[Running]:
    told = environment()
    urls = resolve_urls({"DATABASE_URL": told["DATABASE_URL"]}, tmp_path)
    own_redis = Services(tmp_path, urls)
    own_redis.ensure_redis()
    port = free_port(8960 + os.getpid() % 40)
    supervisor = supervisor_of(port, 1, tmp_path / "logs")
    apps = {name: value for fake in services_played for name, value in fake.app_settings().items()}
    supervisor.environment = told | apps | {"REDIS_URL": urls.redis_url}
    try:
        with _tended(supervisor):
            assert wait_for(port, supervisor, seconds=START_SECONDS), _logs(tmp_path)
            yield Running(live, f"http://127.0.0.1:{port}", own_redis)
    finally:
        own_redis.stop()


@contextmanager
def _tended(supervisor: Supervisor) -> Iterator[None]:
    """What dies is started again, as `momo up` does; its signal handlers are not for tests."""
    handled = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = [signal.getsignal(each) for each in handled]
    supervisor.start()
    for each, handler in zip(handled, before, strict=True):
        signal.signal(each, handler)
    tending = threading.Thread(target=supervisor.watch, daemon=True)
    tending.start()
    try:
        yield
    finally:
        supervisor.stopping = True
        tending.join()
        supervisor.stop()


def _logs(folder: Path) -> str:
    return "\n".join(path.read_text()[-2_000:] for path in (folder / "logs").glob("*.log"))


def until(condition: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> float:
    """How many seconds it took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() < began + seconds, "it never came to that"
        time.sleep(0.05)
    return time.monotonic() - began


def connect(running: Running, connector, fake, who: str) -> Connection:
    connection = running.live.connect(connector, fake, who=who)
    fake.deliver, fake.webhook_url = post, running.webhook(connector.kind)
    return connection


def is_brought_in(live: Live, connection: Connection, who: str) -> bool:
    with live.world.acting_as(who):
        run_id = Connection.objects.get(id=connection.id).run_id
        return SyncRun.objects.get(id=run_id).state == SyncRun.State.DONE


def count(live: Live, who: str) -> int:
    with live.world.acting_as(who):
        return SourceItem.objects.count()


def test_a_message_is_found_at_once_while_another_team_brings_in_its_mail(
    running: Running, services_played
) -> None:
    live, (mail, chat) = running.live, services_played
    mail.fill(MAILS, sent=9_000, starred=5_000, days=80)
    slack_connection = connect(running, slack, chat, "stranger")
    until(lambda: is_brought_in(live, slack_connection, "stranger"))
    gmail_connection = connect(running, gmail, mail, "owner")
    until(lambda: count(live, "owner") > 200)
    with running.client("stranger") as client:

        def is_found() -> bool:
            answer = client.post("search", json={"query": "Which database for the ledger?"})
            assert answer.status_code == 200, answer.text
            return any("Postgres" in result["title"] for result in answer.json()["results"])

        assert not is_found()
        chat.do_message("We decided to go with Postgres for the ledger.", by="stranger")
        seconds = until(is_found, FOUND_SECONDS)
    print(f"A message is searchable after {seconds:.1f} s, {count(live, 'owner'):,} mails in.")
    assert chat.statuses[-1] in (200, 204)
    assert not is_brought_in(live, gmail_connection, "owner")
    assert "slack" not in {item.source for item in live.items("owner").values()}


def test_with_redis_killed_while_deliveries_come_in_none_is_lost(
    running: Running, services_played
) -> None:
    live, (_, chat) = running.live, services_played
    connection = connect(running, slack, chat, "stranger")
    until(lambda: is_brought_in(live, connection, "stranger"))
    for number in range(240):
        if number == 80:
            running.kill_redis()
        if number == 160:
            running.redis.ensure_redis()
        chat.do_message(f"Build {number} is green.", by="stranger")
    assert set(chat.statuses[-240:]) <= {200, 204}
    until(lambda: count(live, "stranger") == 240)
    with live.world.acting_as("stranger"):
        rows = Delivery.objects.filter(connection_id=connection.id)
        assert rows.filter(state=Delivery.State.READ).count() == rows.count() == 240
    found = live.connection(connection)
    assert (found.state, found.problem) == (Connection.State.CONNECTED, "")
    assert not [task for task in live.tasks(connection).values() if task.failures]
