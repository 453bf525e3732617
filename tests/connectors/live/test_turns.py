"""One worker at a time works on a connection, and none waits for a worker that is gone."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.live import turns
from connectors.live.models import SyncTurn
from connectors.live.turns import LEASE, Lane
from momo.platform.tenancy.ids import uuid7

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    """The time of the workers; `clock.tick(seconds)` lets it pass."""

    class Clock:
        now = NOON

        def tick(self, seconds: float) -> datetime:
            self.now += timedelta(seconds=seconds)
            return self.now

    held = Clock()
    monkeypatch.setattr("connectors.live.turns.timezone.now", lambda: held.now)
    return held


def a_turn(due: datetime | None = NOON, backfill: datetime | None = None) -> SyncTurn:
    return SyncTurn.objects.create(
        id=uuid7(), team_id=uuid7(), principal_id=uuid7(), kind="toy", routing_key=b"k",
        live_due_at=due, backfill_due_at=backfill,
    )  # fmt: skip


def in_threads(work, count: int) -> list:
    """Run it so often at once, each with its own connection to the database."""

    def own(number: int):
        try:
            return work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(own, range(count)))


# --- the lease ---


def test_what_one_has_claimed_no_other_gets_in_any_lane(committed, clock):
    row = a_turn(NOON, backfill=NOON)
    turn = turns.claim(Lane.LIVE)
    assert turn is not None
    assert turn.connection_id == row.id
    assert turns.claim(Lane.LIVE) is None
    assert turns.claim(Lane.BACKFILL) is None
    turns.finish(turn, None)
    assert turns.claim(Lane.LIVE) is None
    assert turns.claim(Lane.BACKFILL) is not None


def test_who_has_waited_longest_is_first(committed, clock):
    later, sooner = a_turn(NOON), a_turn(NOON - timedelta(minutes=1))
    a_turn(NOON + timedelta(minutes=1))
    claimed = [turns.claim(Lane.LIVE), turns.claim(Lane.LIVE), turns.claim(Lane.LIVE)]
    assert [turn and turn.connection_id for turn in claimed] == [sooner.id, later.id, None]


@pytest.mark.parametrize("lane", Lane)
def test_what_a_killed_worker_held_comes_back_by_itself(committed, clock, lane):
    a_turn(NOON, backfill=NOON)
    killed = turns.claim(lane)
    clock.tick(LEASE.total_seconds() - 1)
    assert turns.claim(lane) is None
    assert turns.lanes_due() == []
    clock.tick(2)
    assert lane in turns.lanes_due()
    again = turns.claim(lane)
    assert again is not None
    assert again.claim != killed.claim


def test_who_comes_back_after_its_lease_does_not_let_go_of_anothers(committed, clock):
    a_turn()
    slow = turns.claim(Lane.LIVE)
    clock.tick(LEASE.total_seconds() + 1)
    other = turns.claim(Lane.LIVE)
    turns.finish(slow, NOON)
    assert turns.claim(Lane.LIVE) is None
    turns.finish(other, None)
    assert SyncTurn.objects.get().live_due_at is None


def test_what_arrives_during_a_turn_is_due_when_it_ends(committed, clock):
    row = a_turn()
    turn = turns.claim(Lane.LIVE)
    assert turns.call(row.id, Lane.LIVE, clock.tick(1))
    assert not turns.call(row.id, Lane.LIVE, clock.now)  # told already
    turns.finish(turn, NOON + timedelta(hours=1))
    assert turns.claim(Lane.LIVE) is not None


def test_what_arrives_after_the_lease_is_due_though_nobody_else_came(committed, clock):
    row = a_turn()
    slow = turns.claim(Lane.LIVE)
    turns.call(row.id, Lane.LIVE, clock.tick(LEASE.total_seconds() + 1))
    turns.finish(slow, NOON + timedelta(hours=1))
    assert turns.claim(Lane.LIVE) is not None


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    steps=st.lists(
        st.sampled_from(["arrive", "claim", "finish", "finish idle", "wait", "die"]), max_size=25
    )
)
def test_in_whatever_order_things_happen_what_arrived_is_read(committed, clock, steps):
    """Of what arrived and nobody has read yet, somebody is at it or is called to it."""
    SyncTurn.objects.all().delete()
    row, held, unread = a_turn(None), None, 0
    for step in steps:
        clock.tick(1)
        if step == "arrive":
            unread += 1
            turns.call(row.id, Lane.LIVE, clock.now)
        elif step == "claim" and held is None:
            held = turns.claim(Lane.LIVE)
            unread = 0 if held else unread
            assert held is not None or unread == 0 or SyncTurn.objects.get().locked_until
        elif step.startswith("finish") and held:
            later = clock.now + timedelta(minutes=10)
            turns.finish(held, None if step == "finish idle" else later)
            held = None
        elif step == "wait":
            clock.tick(LEASE.total_seconds() / 3)
        elif step == "die":
            held = None
    if held:
        turns.finish(held, None)
    clock.tick(LEASE.total_seconds() + 1)
    assert unread == 0 or turns.claim(Lane.LIVE) is not None


# --- many at once ---


def test_never_two_work_on_one_connection_however_many_there_are(committed):
    now = timezone.now()
    rows = [a_turn(now, backfill=now) for _ in range(5)]
    guard, busy, overlaps, taken = threading.Lock(), set(), [], []

    def work(number: int) -> None:
        lane = list(Lane)[number % 2]
        for _ in range(100):
            if (turn := turns.claim(lane)) is None:
                continue
            with guard:
                overlaps.extend(busy & {turn.connection_id})
                busy.add(turn.connection_id)
                taken.append(turn.lane)
            turns.call(random.choice(rows).id, lane, timezone.now())
            with guard:
                busy.discard(turn.connection_id)
            turns.finish(turn, timezone.now())

    in_threads(work, 8)
    assert overlaps == []
    assert set(taken) == set(Lane)
    assert len(taken) > 100
    assert turns.lanes_due() == list(Lane)


def test_no_arrival_is_missed_however_many_come_while_others_are_read(committed):
    rows = [a_turn(None) for _ in range(3)]
    guard, waiting, read = threading.Lock(), {row.id: [] for row in rows}, []
    arriving = threading.Event()

    def send(number: int) -> None:
        for at in range(120):
            row = random.choice(rows)
            with guard:
                waiting[row.id].append((number, at))
            turns.call(row.id, Lane.LIVE, timezone.now())

    def receive(number: int) -> None:
        is_last = False
        while not is_last:
            is_last = arriving.is_set()
            while turn := turns.claim(Lane.LIVE):
                with guard:
                    read.extend(waiting[turn.connection_id])
                    waiting[turn.connection_id] = []
                turns.finish(turn, None)

    with ThreadPoolExecutor(1) as side:
        receivers = side.submit(in_threads, receive, 3)
        try:
            in_threads(send, 4)
        finally:
            arriving.set()
        receivers.result()
    while turn := turns.claim(Lane.LIVE):  # one that was held while its arrival was told
        read.extend(waiting.pop(turn.connection_id))
        turns.finish(turn, None)
    assert not any(waiting.values())
    assert len(read) == len(set(read)) == 4 * 120
