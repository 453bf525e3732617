"""An onboarding of 5,000 mails, killed and refused at every turn, ends as one left alone."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping

import pytest
from django.utils import timezone

from connectors.gmail.connector import gmail
from connectors.gmail.fake import FakeGmail
from connectors.live import engine
from connectors.live.models import Connection, SyncTurn
from connectors.live.turns import Lane
from connectors.models import Queue, SourceItem, SyncRun
from connectors.slack.connector import slack
from connectors.slack.fake import FakeSlack
from decisions.pipeline.drain import drain
from tests.command import environment
from tests.connectors.conftest import live
from tests.connectors.live.harness import Live

__all__ = ["live"]

WORKER = """
import django
django.setup()
from connectors.live import engine
from connectors.live.turns import Lane
for lane in (Lane.LIVE, Lane.BACKFILL):
    engine.take_turns(lane)
"""
DAYS_90 = 90 * 86_400_000  # milliseconds
WAIT_SECONDS = 90


@pytest.fixture
def fake() -> Iterator[FakeGmail]:
    with FakeGmail() as service:
        yield service


def worker(settings: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """A process that works on connections until there is nothing left to do."""
    return subprocess.Popen([sys.executable, "-c", WORKER], env=environment(**settings))


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.05)


def count(live: Live) -> int:
    with live.world.acting_as("owner"):
        return SourceItem.objects.count()


def run_of(live: Live, connection: Connection) -> SyncRun:
    run_id = live.connection(connection).run_id
    with live.world.acting_as("owner"):
        return SyncRun.objects.get(id=run_id)


def wanted(fake: FakeGmail) -> set[str]:
    """What onboarding should take, worked out from the mailbox itself."""
    newest_first = sorted(fake.box.mails.values(), key=lambda mail: -mail.at)
    recent = [mail for mail in newest_first if mail.at >= newest_first[0].at - DAYS_90]
    sent = [mail.id for mail in recent if "SENT" in mail.labels]
    starred = [mail.id for mail in recent if "STARRED" in mail.labels and "SENT" not in mail.labels]
    return {*sent[:3_500], *starred[:1_500]}


def end_leases() -> None:
    """As if the time of a killed worker's lease had passed."""
    now = timezone.now()
    SyncTurn.objects.update(locked_until=None, live_due_at=now, backfill_due_at=now)


def test_killed_during_20_000_mails_it_ends_in_the_same(live: Live, fake: FakeGmail) -> None:
    fake.fill(20_000, sent=9_000, starred=5_000, both=1_000, days=120)
    expected = wanted(fake)
    connection = live.connect(gmail, fake)
    dice = random.Random(3)
    for enough in sorted(dice.randrange(1, 4_500) for _ in range(3)):
        process = worker(fake.app_settings())
        wait_for(lambda enough=enough: count(live) >= enough)  # type: ignore[misc]
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert run_of(live, connection).state == "running"
        end_leases()
    assert worker(fake.app_settings()).wait(WAIT_SECONDS) == 0
    items, run = live.items(), run_of(live, connection)
    assert len(items) == 5_000
    assert set(items) == expected
    assert sum("sent" in item.tags for item in items.values()) == 3_500
    assert (run.state, run.read, run.added, run.expected) == ("done", 5_000, 5_000, 5_000)


def test_a_storm_of_429_delays_it_and_loses_nothing(live: Live, fake: FakeGmail) -> None:
    fake.fill(600, sent=250, starred=120, days=80)
    connection = live.connect(gmail, fake)
    for number in range(200):
        if number < 40:
            fake.do_rate_limit(times=number % 3, retry_after=0.01)
            fake.do_rate_limit(times=number % 11, retry_after=0.01, path="messages/")
        for lane in Lane:
            engine.take_turns(lane)
        if run_of(live, connection).state == "done":
            break
        live.later(seconds=60)
        time.sleep(0.01)
    assert set(live.items()) == wanted(fake)
    assert live.connection(connection).state == Connection.State.CONNECTED


def test_another_teams_slack_message_is_found_while_it_runs(live: Live, fake: FakeGmail) -> None:
    fake.fill(20_000, sent=9_000, starred=5_000, days=120)
    connection = live.connect(gmail, fake)

    def is_found() -> bool:
        engine.take_turns(Lane.LIVE)
        drain(Queue.REALTIME)
        return any("Postgres" in decision.title for decision in live.decisions("stranger"))

    with FakeSlack() as other:
        other.do_channel("general", members=["stranger"], momo=True)
        live.connect(slack, other, who="stranger")
        live.settle(backfill=False)
        process = worker(fake.app_settings() | other.app_settings())
        try:
            wait_for(lambda: count(live) > 100)
            other.do_message("We decided to go with Postgres for the ledger.", by="stranger")
            wait_for(is_found)
            assert run_of(live, connection).state == "running"
        finally:
            process.kill()
            process.wait()
