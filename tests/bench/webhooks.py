"""A burst of deliveries, against the processes that `momo up` starts: how long a service waits for
its answer, and whether every delivery is read and stored in the end, with Redis killed, too.

The deliveries are Slack's: signed messages of one workspace.
"""

import multiprocessing
import os
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.db import connections

import momo.celery  # noqa: F401  (the broker that wake-ups go to)
from connectors.live import authorizing
from connectors.live.models import Delivery, SyncTask
from connectors.models import SourceItem
from connectors.slack.fake import FakeSlack
from momo.platform.accounts import services as accounts
from momo.platform.embedded import Services
from momo.platform.tenancy.context import Scope, acting_as
from momo.surfaces.cli.commands.up import supervisor_of
from momo.surfaces.cli.supervisor import free_port, wait_for
from tests.bench.figures import Figure
from tests.bench.load import Answer, send
from tests.connectors.live.harness import CALLBACK, allow

DELIVERIES = int(os.environ.get("MOMO_BENCH_DELIVERIES", "5000"))
PER_SECOND = 200.0
WARM_UP = 400
FLOOR = 1_000
WORKERS = 2  # processes for backfills, as `momo up` starts them on 3 cores: the load takes one
REDIS_AWAY_SECONDS = 5.0
START_SECONDS = 60.0
DONE_SECONDS = 900.0
TARGET = "target: under 50"

Request = tuple[Mapping[str, str], bytes]


def measure() -> list[Figure]:
    with FakeSlack() as fake:
        settings.MOMO_APPS = fake.app_settings()
        fake.do_channel("builds", momo=True)
        scope = connected("slack", "Bench")
        with running(fake.app_settings()) as port:
            burst = Burst(fake, scope, f"http://127.0.0.1:{port}/api/v1/webhooks/slack")
            burst.settle(burst.is_backfilled)
            burst.send(WARM_UP)
            floor = burst.floor()
            calm = burst.figures("a burst", lambda: None)
            killed = burst.figures("Redis killed", _kill_redis_for_a_while)
    return [*floor, *calm, *killed]


@dataclass
class Burst:
    """Deliveries of one connection to a running Momo."""

    fake: FakeSlack
    scope: Scope
    address: str
    sent: int = 0
    waiting: list[Request] = field(default_factory=list)

    def figures(self, name: str, meanwhile: Callable[[], None]) -> Sequence[Figure]:
        side = threading.Thread(target=meanwhile)
        side.start()
        answers = self.send(DELIVERIES)
        side.join()
        began = time.monotonic()
        self.settle(self._all_read)
        seconds = time.monotonic() - began
        times = [answer.seconds * 1000 for answer in answers]
        cut = statistics.quantiles(times, n=100)
        refused = sum(answer.status not in (200, 204) for answer in answers)
        note = f"{DELIVERIES:,} at {PER_SECOND:g}/s, {os.cpu_count()} cores"
        return [
            Figure(f"{name}: p50", cut[49], "ms", note),
            Figure(f"{name}: p99", cut[98], "ms", TARGET),
            Figure(f"{name}: longest", max(times), "ms"),
            Figure(f"{name}: not taken", refused, "deliveries", "target: none", 0),
            Figure(f"{name}: lost", self.sent - self._stored(), "deliveries", "target: none", 0),
            Figure(f"{name}: all read after", seconds, "s", "from the last answer on"),
        ]

    def floor(self) -> Sequence[Figure]:
        """What this machine takes now for an answer that nothing is verified or stored for."""
        nowhere = self.address.removesuffix("slack") + "nowhere"
        answers = _send(nowhere, [({}, b"{}")] * FLOOR)
        cut = statistics.quantiles([answer.seconds * 1000 for answer in answers], n=100)
        load = f"{os.getloadavg()[0]:.1f} processes want a core"
        return [
            Figure("nothing stored: p50", cut[49], "ms", load),
            Figure("nothing stored: p99", cut[98], "ms", "the machine's own share of the next"),
        ]

    def send(self, count: int) -> list[Answer]:
        self.fake.webhook_url, self.fake.deliver = self.address, self._hold
        for number in range(self.sent, self.sent + count):
            self.fake.do_message(f"Build {number} is green.", channel="builds")
        self.sent += count
        requests, self.waiting = self.waiting, []
        return _send(self.address, requests)

    def _hold(self, address: str, headers: Mapping[str, str], body: bytes) -> int:
        self.waiting.append((headers, body))
        return 200

    def settle(self, is_done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + DONE_SECONDS
        while time.monotonic() < deadline and not is_done():
            time.sleep(0.5)

    def is_backfilled(self) -> bool:
        with acting_as(self.scope.team_id, self.scope.principal_id):
            return not SyncTask.objects.filter(task="backfill", due_at__isnull=False).exists()

    def _all_read(self) -> bool:
        with acting_as(self.scope.team_id, self.scope.principal_id):
            waiting = Delivery.objects.filter(state=Delivery.State.RECEIVED).exists()
        return not waiting and self._stored() == self.sent

    def _stored(self) -> int:
        with acting_as(self.scope.team_id, self.scope.principal_id):
            return int(SourceItem.objects.count())


def _send(address: str, requests: Sequence[Request]) -> list[Answer]:
    """From a process of its own, so that it does not wait for this one."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(send, (address, requests), {"per_second": PER_SECOND})


def connected(kind: str, name: str) -> Scope:
    """A team of that name, with a source that its owner allowed at the service."""
    email = f"{name.lower()}@momo.example"
    owner = accounts.create_user(email=email, password=uuid4().hex, name=name)
    team = accounts.create_team(owner=owner, name=name)
    with acting_as(team.id, owner.id):
        started = authorizing.begin(kind, CALLBACK)
    answer = allow(started.url)
    back = authorizing.way_back(answer.pop("state"))
    authorizing.complete(back.scope, back.authorization_id, answer)
    return Scope(team.id, owner.id)


@contextmanager
def running(apps: Mapping[str, str]) -> Iterator[int]:
    """Web, workers and scheduler as `momo up` starts them, on the database of this benchmark, with
    the settings of the apps. Yields the port."""
    port = free_port(8900)
    supervisor = supervisor_of(port, WORKERS, Path(settings.DATA_DIR) / "logs-webhooks")
    supervisor.environment = {
        **supervisor.environment, **apps, "DATABASE_URL": _database_url(),
    }  # fmt: skip
    supervisor.start()
    tending = threading.Thread(target=supervisor.watch, daemon=True)
    try:
        if not wait_for(port, supervisor, seconds=START_SECONDS):
            raise RuntimeError(f"The web server did not start: see {supervisor.logs}")
        tending.start()
        yield port
    finally:
        supervisor.stop()


def _database_url() -> str:
    parameters = connections["default"].get_connection_params()
    return (
        f"postgresql://{parameters['user']}@/{parameters['dbname']}"
        f"?host={parameters['host']}&port={parameters['port']}"
    )


def _kill_redis_for_a_while() -> None:
    services = Services(settings.DATA_DIR, settings.URLS)
    time.sleep(DELIVERIES / PER_SECOND / 2)
    if pid := services.status().redis_pid:
        os.kill(pid, signal.SIGKILL)
    time.sleep(REDIS_AWAY_SECONDS)
    services.ensure_redis()
