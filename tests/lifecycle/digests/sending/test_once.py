"""Each period is told once, when it is due, whatever is missed, started twice or moved."""

import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection

from lifecycle import tasks
from lifecycle.digests import subscriptions
from lifecycle.digests.models import DigestSubscription
from lifecycle.digests.send import send_due, send_now
from lifecycle.scheduling.models import Schedule
from momo.platform import mail as handing_over
from momo.platform.accounts.services import update_team
from tests.api import decision
from tests.lifecycle.digests.conftest import TOLD_AT, WEDNESDAY
from tests.lifecycle.digests.sending.conftest import BEFORE, WEEK


def test_it_is_mailed_when_it_is_due_and_not_before(decide, subscribe, runs):
    decide("Use Postgres")
    subscribe()
    send_due(TOLD_AT - timedelta(seconds=1))
    assert mail.outbox == []
    send_due(TOLD_AT)
    (sent,) = mail.outbox
    assert sent.to == ["teammate@momo.example"]
    assert "1 decided" in sent.subject
    (run,) = runs()
    assert (run.state, run.counts, run.error) == ("sent", {"decided": 1}, "")
    assert run.sent_at
    assert Schedule.objects.get().due_at == TOLD_AT + WEEK


def test_a_second_beat_sends_nothing(decide, subscribe):
    decide("Use Postgres")
    subscribe()
    send_due(TOLD_AT)
    send_due(TOLD_AT)
    Schedule.objects.update(due_at=TOLD_AT)  # as if it had been forgotten
    send_due(TOLD_AT + timedelta(hours=1))
    assert len(mail.outbox) == 1


def test_three_weeks_that_were_missed_are_one_mail(decide, subscribe, runs):
    decide("Use Postgres")
    decide("Use Redis", days=21)
    subscribe()
    send_due(TOLD_AT + 3 * WEEK + timedelta(days=2))
    (sent,) = mail.outbox
    assert "Use Redis" in sent.body
    assert len(runs()) == 1
    assert Schedule.objects.get().due_at == TOLD_AT + 4 * WEEK


def test_an_empty_one_is_not_sent_and_noted(subscribe, runs):
    subscribe()
    send_due(TOLD_AT)
    assert mail.outbox == []
    assert [run.state for run in runs()] == ["empty"]
    assert Schedule.objects.get().due_at == TOLD_AT + WEEK


def test_what_is_told_by_hand_is_told_once_too(world, decide, subscribe):
    decide("Use Postgres")
    subscription = subscribe(active=False)
    assert Schedule.objects.get().due_at is None
    for _ in range(2):
        send_now(world.scope("teammate"), subscription, TOLD_AT)
    assert len(mail.outbox) == 1


def test_one_team_that_fails_does_not_hold_up_another(decide, subscribe, monkeypatch):
    decide("Use Postgres")
    decide("Elsewhere", "stranger")
    subscribe("teammate")
    subscribe("stranger", at=BEFORE + timedelta(hours=1))
    told = handing_over.send

    def fails(message, folder):
        if "teammate@momo.example" in message.to:
            raise RuntimeError("of a text")
        told(message, folder)

    monkeypatch.setattr(handing_over, "send", fails)
    with pytest.raises(RuntimeError):
        send_due(TOLD_AT)
    send_due(TOLD_AT)
    assert [sent.to[0] for sent in mail.outbox] == ["stranger@momo.example"]


def test_a_time_zone_that_moves_tells_no_period_twice(world, decide, subscribe):
    decide("Use Postgres")
    subscribe()
    with world.acting_as("owner"):
        update_team(timezone="America/New_York")
    send_due(TOLD_AT)  # eight in UTC is three in the morning there
    assert mail.outbox == []
    there = Schedule.objects.get().due_at
    assert there == TOLD_AT + timedelta(hours=5)
    send_due(there)
    assert len(mail.outbox) == 1


def test_the_scheduler_knows_its_tasks(settings):
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {tasks.send_digests.name, tasks.follow_up_commitments.name} <= names


def test_two_workers_at_once_send_one_mail(committed_world):
    """Each on a connection of its own, at the same moment."""
    world = committed_world
    decision(world, "owner", "Use Postgres", decided_at=WEDNESDAY)
    with world.acting_as("teammate"):
        subscriptions.subscribe({}, for_team=False, is_admin=False, now=BEFORE)
        DigestSubscription.objects.update(created_at=BEFORE)
    together = threading.Barrier(4)

    def work():
        together.wait()
        try:
            send_due(TOLD_AT)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(mail.outbox) == 1
