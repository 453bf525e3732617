"""Claiming what is due: a token with a lease that is renewed, so that two are never at one thing
and what a killed process held is free again within seconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from decisions.pipeline.claims import LEASE
from decisions.pipeline.lease import beating
from lifecycle.scheduling.models import Job, Schedule
from momo.platform.faults import where
from momo.platform.tenancy.ids import uuid7

FIRST_RETRY = timedelta(minutes=2)  # doubles with each attempt; chosen
MAX_RETRY = timedelta(hours=2)  # chosen
MOST_DOUBLINGS = 10  # far beyond the longest wait; what fails for weeks counts on
MAX_ATTEMPTS = 8  # then it is given up for this time: after some four hours; chosen


class Taken(Exception):
    """Another process is at it, or has been."""


def put(
    job: Job, team_id: UUID, subject_id: UUID, *, principal_id: UUID, slot_at: datetime | None
) -> None:
    """Have something come due at `slot_at`, or nothing by itself where that is None."""
    Schedule.objects.update_or_create(
        team_id=team_id, job=job, subject_id=subject_id,
        defaults={"principal_id": principal_id, "slot_at": slot_at, "due_at": slot_at,
                  "attempts": 0, "error": ""},
    )  # fmt: skip


def drop(job: Job, team_id: UUID, subject_id: UUID) -> None:
    Schedule.objects.filter(job=job, team_id=team_id, subject_id=subject_id).delete()


def due(job: Job, now: datetime) -> list[UUID]:
    """What is due and free, by id: what waits longest comes first."""
    rows = Schedule.objects.filter(_free(), job=job, due_at__lte=now).order_by("due_at", "id")
    return list(rows.values_list("id", flat=True))


@contextmanager
def held(schedule_id: UUID, now: datetime | None = None) -> Iterator[Schedule]:
    """Hold one for the block; with `now` only if it is due then. Raises Taken.

    The block says with `finish`, `put_off` or `give_up` what became of it. Where it breaks off
    it is put off, so that nothing else waits behind it.
    """
    claim = uuid7()
    rows = Schedule.objects.filter(_free(), id=schedule_id)
    if now:
        rows = rows.filter(due_at__lte=now)
    if not rows.update(claim=claim, locked_until=timezone.now() + LEASE):
        raise Taken
    mine = _of(schedule_id, claim)
    with beating(lambda: mine.update(locked_until=timezone.now() + LEASE)):
        row = mine.get()
        try:
            yield row
        except Taken:
            raise
        except BaseException as error:
            # Where, never what: an exception's message may quote a memory.
            put_off(row, now or timezone.now(), f"{type(error).__name__} in {where(error)}")
            raise
        finally:
            mine.update(claim=None, locked_until=None)


def finish(
    mine: Schedule, now: datetime, *, slot_at: datetime | None, cursor: UUID | None = None
) -> None:
    """Done for this time. Raises Taken where the claim was lost."""
    _note(
        mine, slot_at=slot_at, due_at=slot_at, attempts=0, error="", done_at=now,
        cursor=cursor or mine.cursor,
    )  # fmt: skip


def put_off(mine: Schedule, now: datetime, error: str, *, wait: timedelta | None = None) -> None:
    """It failed: try again later. Raises Taken where the claim was lost."""
    doubled = FIRST_RETRY * 2 ** min(mine.attempts, MOST_DOUBLINGS)
    again = now + (wait or min(doubled, MAX_RETRY))
    _note(mine, due_at=again, attempts=mine.attempts + 1, error=error[:500])


def give_up(mine: Schedule, error: str, *, slot_at: datetime | None) -> None:
    """It will not work this time: wait for the next one, and keep why. Raises Taken."""
    _note(mine, slot_at=slot_at, due_at=slot_at, attempts=0, error=error[:500])


def _note(mine: Schedule, **changes: object) -> None:
    assert mine.claim is not None
    if not _of(mine.id, mine.claim).update(**changes):
        raise Taken


def _of(schedule_id: UUID, claim: UUID) -> QuerySet[Schedule]:
    return Schedule.objects.filter(id=schedule_id, claim=claim)


def _free() -> Q:
    """Leases go by the clock on the wall, whatever moment the work is done for."""
    return Q(locked_until=None) | Q(locked_until__lt=timezone.now())
