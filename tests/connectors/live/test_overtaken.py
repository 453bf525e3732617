"""What a worker read whose lease ran out meanwhile is thrown away."""

import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from connectors.live import engine, outcome, turns
from connectors.live.contract import Task
from connectors.live.models import SyncTurn
from connectors.live.opened import open_turn
from connectors.live.turns import Lane, Turn
from connectors.models import SyncRun
from tests.connectors.live.harness import Live
from tests.connectors.live.test_turns import in_threads
from tests.connectors.live.toy.connector import toy
from tests.connectors.live.toy.fake import FakeToy


@pytest.fixture
def fake():
    with FakeToy() as service:
        yield service


def ended(turn: Turn) -> None:
    """As if its lease had run out."""
    now = timezone.now()
    SyncTurn.objects.filter(id=turn.connection_id).update(
        locked_until=now - timedelta(seconds=1), backfill_due_at=now, live_due_at=now
    )


def run_of(live: Live, connection) -> SyncRun:
    with live.world.acting_as("owner"):
        return SyncRun.objects.get(id=live.connection(connection).run_id)


def test_what_an_overtaken_worker_read_is_thrown_away(live: Live, fake: FakeToy) -> None:
    for number in range(3):
        fake.do_message(f"We decided to use option {number}.")
    connection = live.connect(toy, fake)
    live.settle(backfill=False)
    slow = turns.claim(Lane.BACKFILL)
    opened = open_turn(slow)
    row = live.tasks(connection)[Task.BACKFILL]
    page = toy.backfill(opened.session, None)
    ended(slow)
    engine.take_turns(Lane.BACKFILL)
    after = live.tasks(connection)[Task.BACKFILL]
    fake.do_delete("m1")
    live.settle()

    with pytest.raises(outcome.Overtaken):
        outcome.store_backfill(opened, row, page)
    turns.finish(slow, timezone.now())
    run = run_of(live, connection)
    assert (run.state, run.read, run.added) == ("done", 3, 3)
    assert live.tasks(connection)[Task.BACKFILL].cursor == after.cursor
    assert sorted(live.items()) == ["m2", "m3"]


def test_an_overtaken_worker_neither_puts_off_nor_fails_what_another_did(
    live: Live, fake: FakeToy
) -> None:
    connection = live.connect(toy, fake)
    live.settle(backfill=False)
    slow = turns.claim(Lane.BACKFILL)
    opened, row = open_turn(slow), live.tasks(connection)[Task.BACKFILL]
    ended(slow)
    engine.take_turns(Lane.BACKFILL)
    for late in (
        lambda: outcome.put_off(opened, row, "The service does not answer."),
        lambda: outcome.wait(opened, row, 60),
        lambda: outcome.done(opened, row, due=timezone.now()),
        lambda: outcome.begin_anew(opened, row, "It forgot where we were."),
    ):
        with pytest.raises(outcome.Overtaken):
            late()
    found = live.tasks(connection)[Task.BACKFILL]
    assert (found.failures, found.error, found.due_at) == (0, "", None)


def test_two_workers_with_the_same_page_at_the_same_moment_store_it_once(
    live: Live, fake: FakeToy
) -> None:
    for number in range(3):
        fake.do_message(f"We decided to use option {number}.")
    connection = live.connect(toy, fake)
    live.settle(backfill=False)
    turn = turns.claim(Lane.BACKFILL)
    pages = [(open_turn(turn), live.tasks(connection)[Task.BACKFILL]) for _ in range(4)]
    ready = threading.Barrier(4)

    def store(number: int) -> bool:
        opened, row = pages[number]
        page = toy.backfill(opened.session, None)
        ready.wait(10)
        try:
            outcome.store_backfill(opened, row, page)
        except outcome.Overtaken:
            return False
        return True

    assert sorted(in_threads(store, 4)) == [False, False, False, True]
    assert run_of(live, connection).read == 3
