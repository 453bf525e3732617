"""One process at a time is at what is due; a killed one holds it for seconds alone."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from lifecycle.scheduling import claims
from lifecycle.scheduling.claims import FIRST_RETRY, MAX_RETRY, Taken, held
from lifecycle.scheduling.models import Job, Schedule
from momo.platform.tenancy.ids import uuid7

NOW = datetime(2026, 11, 23, 8, tzinfo=UTC)
WEEK = timedelta(weeks=1)


@pytest.fixture
def due(db):
    claims.put(Job.DIGEST, uuid7(), uuid7(), principal_id=uuid7(), slot_at=NOW)
    return Schedule.objects.get().id


def test_what_is_due_is_found_once_its_moment_has_come(due):
    assert claims.due(Job.DIGEST, NOW - timedelta(seconds=1)) == []
    assert claims.due(Job.DIGEST, NOW) == [due]
    assert claims.due(Job.COMMITMENTS, NOW) == []


def test_two_are_never_at_it(due):
    with held(due, NOW), pytest.raises(Taken), held(due, NOW):
        pytest.fail("two hold it")
    assert claims.due(Job.DIGEST, NOW) == [due]


def test_what_another_beat_has_done_meanwhile_is_not_done_again(due):
    with held(due, NOW) as mine:
        claims.finish(mine, NOW, slot_at=NOW + WEEK)
    with pytest.raises(Taken), held(due, NOW):
        pytest.fail("it is not due any more")
    assert claims.due(Job.DIGEST, NOW + WEEK) == [due]


def test_what_a_killed_process_held_is_free_again(due):
    long_ago = timezone.now() - timedelta(minutes=1)
    Schedule.objects.update(claim=uuid7(), locked_until=long_ago)
    with held(due, NOW) as mine:
        assert mine.id == due


def test_who_lost_the_claim_notes_nothing(due):
    with held(due, NOW) as mine:
        Schedule.objects.update(claim=uuid7())
        with pytest.raises(Taken):
            claims.finish(mine, NOW, slot_at=NOW + WEEK)
    assert Schedule.objects.get().due_at == NOW


def test_failures_wait_longer_each_time(due):
    waits = []
    at = NOW
    for _ in range(8):
        with held(due, at) as mine:
            claims.put_off(mine, at, "away")
        row = Schedule.objects.get()
        waits.append(row.due_at - at)
        at = row.due_at
    assert waits[:3] == [FIRST_RETRY, 2 * FIRST_RETRY, 4 * FIRST_RETRY]
    assert waits[-1] == MAX_RETRY
    assert row.slot_at == NOW


def test_what_breaks_off_is_put_off_and_says_where_not_what(due):
    with pytest.raises(ValueError, match="secret words"), held(due, NOW):
        raise ValueError("secret words")
    row = Schedule.objects.get()
    assert row.due_at > NOW
    assert row.claim is None
    assert "ValueError" in row.error
    assert "secret" not in row.error


def test_what_fails_for_weeks_is_still_put_off(due):
    Schedule.objects.update(attempts=500)
    with held(due, NOW) as mine:
        claims.put_off(mine, NOW, "away")
    row = Schedule.objects.get()
    assert (row.due_at, row.attempts) == (NOW + MAX_RETRY, 501)
