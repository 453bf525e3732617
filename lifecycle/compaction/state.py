"""The state of a team's compaction: when it is due, and the one process at a time that is at it.

Short leases with a heartbeat, as the pipeline has them: what a killed process held is free again
within seconds. What is left to do of a run is derived, so none of it needs to be noted.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from decisions.pipeline.claims import LEASE
from decisions.pipeline.lease import beating
from lifecycle.compaction.models import Compaction
from lifecycle.compaction.tuning import (
    BUDGET_LOOK,
    EVERY,
    FIRST_RETRY,
    MAX_ATTEMPTS,
    MAX_RETRY,
    MIN_DECISIONS,
)
from momo.platform.ai import BudgetExceeded, ProviderError
from momo.platform.faults import where
from momo.platform.tenancy.context import NotAMember, Scope
from momo.platform.tenancy.ids import uuid7

POLL_SECONDS = 0.2  # between looks at a lease that another process may hold
LEFT = "Whoever it was done for has left the team."


class AlreadyCompacting(Exception):
    """Another process is at it just now."""

    def __init__(self) -> None:
        super().__init__("The team's memories are being compacted by another process.")


class LostClaim(Exception):
    """The lease ran out and another process took over; this one's batch is undone."""


@dataclass(frozen=True, slots=True)
class Held:
    """A run that this process holds."""

    run: Compaction
    claim: UUID

    def keep(self) -> None:
        """Renew the lease, in a batch's transaction. Raises LostClaim."""
        self.note()

    def count(self, **more: int) -> None:
        """Add to the run's counts, in the transaction that they are of. Raises LostClaim."""
        self.note(attempts=0, **{name: F(name) + number for name, number in more.items()})
        for name, number in more.items():
            setattr(self.run, name, getattr(self.run, name) + number)

    def note(self, **changes: object) -> None:
        """Set columns while the claim stands. Raises LostClaim."""
        until = timezone.now() + LEASE
        if not _of(self.run.team_id, claim=self.claim).update(locked_until=until, **changes):
            raise LostClaim
        for name, value in changes.items():
            if not hasattr(value, "resolve_expression"):
                setattr(self.run, name, value)


def schedule() -> None:
    """Put teams that have grown large enough on the schedule, due at once."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT momo_schedule_compaction(%s)", [MIN_DECISIONS])


def due() -> UUID | None:
    """The team that waits longest for somebody to begin or go on."""
    now = timezone.now()
    rows = Compaction.objects.filter(_free(now), due_at__lte=now).order_by("due_at")
    return rows.values_list("team_id", flat=True).first()


def begin(scope: Scope) -> None:
    """Have the team's run due now, acting for its shared memories as this principal.

    Raises AlreadyCompacting.
    """
    _wait_until_free(scope.team_id)
    now = timezone.now()
    with transaction.atomic():
        fresh = {"principal_id": scope.principal_id, "slot_at": now, "due_at": now}
        _, created = Compaction.objects.get_or_create(team_id=scope.team_id, defaults=fresh)
        if not created:
            free = _of(scope.team_id).filter(_free(now))
            free.update(principal_id=scope.principal_id, due_at=now, attempts=0)


@contextmanager
def held(team_id: UUID) -> Iterator[Held]:
    """Hold a team's run for the block, a fresh one where the last is finished.

    Notes how it fails. Raises AlreadyCompacting.
    """
    claim, now = uuid7(), timezone.now()
    if not _of(team_id).filter(_free(now)).update(claim=claim, locked_until=now + LEASE):
        raise AlreadyCompacting
    mine = Held(Compaction.objects.get(team_id=team_id), claim)
    if mine.run.started_at is None or mine.run.finished_at is not None:
        mine.note(
            started_at=now, finished_at=None, checked=False, holder="", made=0, remade=0,
            withdrawn=0,
        )  # fmt: skip

    def renew() -> None:
        _of(team_id, claim=claim).update(locked_until=timezone.now() + LEASE)

    with beating(renew), _failures_noted(mine):
        yield mine
    _let_go(mine)


def finish(mine: Held) -> None:
    """Done for this week. Runs that were missed are caught up by this one. Raises LostClaim."""
    now = timezone.now()
    mine.note(finished_at=now, error="", attempts=0, **_next_slot(mine.run, now))


@contextmanager
def _failures_noted(mine: Held) -> Iterator[None]:
    try:
        yield
    except LostClaim:
        raise
    except NotAMember:
        _failed(mine, LEFT, final=True)
        raise
    except BudgetExceeded as error:
        _wait_for_budget(mine, error)
        raise
    except ProviderError as error:
        wait = timedelta(seconds=error.retry_after) if error.retry_after else None
        _failed(mine, str(error), final=not error.retryable, wait=wait)
        raise
    except BaseException as error:
        # Where, never what: an exception's message may quote a memory.
        _failed(mine, f"{type(error).__name__} in {where(error)}")
        raise


def _failed(mine: Held, error: str, *, final: bool = False, wait: timedelta | None = None) -> None:
    """Try again soon; what will not help before somebody does something, next week."""
    run, now = Compaction.objects.get(team_id=mine.run.team_id), timezone.now()
    attempts = run.attempts + 1
    again: dict[str, datetime] = {"due_at": now + min(wait or FIRST_RETRY * 2**attempts, MAX_RETRY)}
    if final or attempts >= MAX_ATTEMPTS:
        attempts, again = 0, _next_slot(run, now)
    _let_go(mine, error=error[:500], attempts=attempts, **again)


def _wait_for_budget(mine: Held, error: BudgetExceeded) -> None:
    """Go on once it is renewed or raised, however long that takes: nothing has failed."""
    renewed = timedelta(seconds=error.retry_after or 0.0) or BUDGET_LOOK
    due_at = timezone.now() + min(renewed, BUDGET_LOOK)
    _let_go(mine, error=str(error)[:500], due_at=due_at)


def _next_slot(run: Compaction, now: datetime) -> dict[str, datetime]:
    weeks = max(1, -((run.slot_at - now) // EVERY)) if run.slot_at <= now else 0
    slot = run.slot_at + weeks * EVERY
    return {"slot_at": slot, "due_at": slot}


def _let_go(mine: Held, **changes: object) -> None:
    _of(mine.run.team_id, claim=mine.claim).update(claim=None, locked_until=None, **changes)


def _wait_until_free(team_id: UUID) -> None:
    """Wait for a lease that nobody renews, as its holder was killed. Raises AlreadyCompacting."""
    first = _of(team_id).exclude(_free(timezone.now())).first()
    while first and (run := _of(team_id).exclude(_free(timezone.now())).first()):
        if run.locked_until != first.locked_until:
            raise AlreadyCompacting
        time.sleep(POLL_SECONDS)


def _free(now: datetime) -> Q:
    return Q(locked_until=None) | Q(locked_until__lt=now)


def _of(team_id: UUID, **filters: object) -> QuerySet[Compaction]:
    return Compaction.objects.filter(team_id=team_id, **filters)
