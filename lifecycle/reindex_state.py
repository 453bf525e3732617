"""The state of a team's reindexing: begun by a person, held by one process at a time.

Short leases with a heartbeat, as the pipeline has them: what a killed process held is free again
within seconds.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from decisions.pipeline.claims import FIRST_RETRY_SECONDS, LEASE, MAX_RETRY_SECONDS, MAX_WAITS
from decisions.pipeline.lease import beating
from decisions.reindex import Stored
from momo.platform.ai import ProviderError
from momo.platform.faults import where
from momo.platform.tenancy.context import NotAMember, Scope
from momo.platform.tenancy.ids import uuid7
from momo.platform.vault.envelope import SealError
from retrieval.models import Reindexing

POLL_SECONDS = 0.2  # between looks at a lease that another process may hold
STOPPED = "It was stopped by hand."
LEFT = "Whoever began it has left the team."


class AlreadyReindexing(Exception):
    """Another process is at it just now."""

    def __init__(self) -> None:
        super().__init__(
            "The team's memories are being indexed by another process: momo reindex --status"
        )


class LostClaim(Exception):
    """The lease ran out and another process took over; this one's batch is undone."""


@dataclass(frozen=True, slots=True)
class Held:
    """A reindexing that this process holds."""

    run: Reindexing
    claim: UUID

    def keep(self, holder: str = "", stored: Stored | None = None) -> None:
        """Note what a batch stored, in its transaction, and renew the lease. Raises LostClaim."""
        changes: dict[str, object] = {}
        if stored:
            changes = {
                "holder": holder, "after": stored.after, "attempts": 0,
                "done": self.run.done + stored.memories,
                "left_out": self.run.left_out + stored.left_out,
            }  # fmt: skip
        self.note(**changes)

    def note(self, **changes: object) -> None:
        """Set columns while the claim stands. Raises LostClaim."""
        until = timezone.now() + LEASE
        if not _of(self.run.team_id, claim=self.claim).update(locked_until=until, **changes):
            raise LostClaim
        for name, value in changes.items():
            setattr(self.run, name, value)


def begin(scope: Scope, *, model: str, before: str, anew: bool) -> None:
    """Begin, or take up the unfinished one that does as much. Raises AlreadyReindexing."""
    _wait_until_free(scope.team_id)
    now = timezone.now()
    with transaction.atomic():
        run = _of(scope.team_id).select_for_update().first()
        if run and _is_live(run):
            raise AlreadyReindexing
        if run and run.finished_at is None and run.model == model and (run.anew or not anew):
            _of(scope.team_id).update(
                principal_id=scope.principal_id, due_at=now, attempts=0, parked_at=None, error=""
            )
            return
        fresh = Reindexing(
            team_id=scope.team_id, principal_id=scope.principal_id, model=model, before=before,
            anew=anew, due_at=now, started_at=now,
        )  # fmt: skip
        fresh.save(force_update=run is not None, force_insert=run is None)


@contextmanager
def held(team_id: UUID) -> Iterator[Held]:
    """Hold a team's reindexing for the block; note how it fails. Raises AlreadyReindexing."""
    claim, now = uuid7(), timezone.now()
    free = Q(locked_until=None) | Q(locked_until__lt=now)
    mine = _of(team_id).filter(free, finished_at=None)
    if not mine.update(claim=claim, locked_until=now + LEASE):
        raise AlreadyReindexing
    run = Held(Reindexing.objects.get(team_id=team_id), claim)
    with beating(lambda: _of(team_id, claim=claim).update(locked_until=timezone.now() + LEASE)):
        try:
            yield run
        except ProviderError as error:
            _after_failure(run, str(error), final=not error.retryable, wait=error.retry_after)
            raise
        except SealError as error:
            _after_failure(run, str(error), final=True)
            raise
        except NotAMember:
            _after_failure(run, LEFT, final=True)
            raise
        except LostClaim:
            raise
        except KeyboardInterrupt:
            _after_failure(run, STOPPED, final=True)
            raise
        except Exception as error:
            # The boundary, and raised on. Where, never what: a message may quote a memory.
            _after_failure(run, f"{type(error).__name__} in {where(error)}")
            raise
        else:
            _let_go(run, due_at=timezone.now())


def due(model: str) -> UUID | None:
    """The team whose unfinished move to a model waits longest for somebody to go on with it.

    Other models are for processes that have them configured: not all restart at once.
    """
    now = timezone.now()
    free = Q(locked_until=None) | Q(locked_until__lt=now)
    mine = Reindexing.objects.filter(free, model=model, finished_at=None, parked_at=None)
    return mine.filter(due_at__lte=now).order_by("due_at").values_list("team_id", flat=True).first()


def _after_failure(
    held: Held, error: str, *, final: bool = False, wait: float | None = None
) -> None:
    run = Reindexing.objects.get(team_id=held.run.team_id)
    attempts, now = run.attempts + 1, timezone.now()
    seconds = min(wait or FIRST_RETRY_SECONDS * 2.0**attempts, MAX_RETRY_SECONDS)
    parked = now if final or attempts >= MAX_WAITS else None
    due_at = now + timedelta(seconds=seconds)
    _let_go(held, error=error[:500], attempts=attempts, parked_at=parked, due_at=due_at)


def _let_go(held: Held, **changes: object) -> None:
    _of(held.run.team_id, claim=held.claim).update(claim=None, locked_until=None, **changes)


def _wait_until_free(team_id: UUID) -> None:
    """Wait for a lease that nobody renews, as its holder was killed. Raises AlreadyReindexing."""
    first = _of(team_id).first()
    while (run := _of(team_id).first()) and first and _is_live(run):
        if run.locked_until != first.locked_until:
            raise AlreadyReindexing
        time.sleep(POLL_SECONDS)


def _is_live(run: Reindexing) -> bool:
    return run.locked_until is not None and run.locked_until >= timezone.now()


def _of(team_id: UUID, **filters: object) -> QuerySet[Reindexing]:
    return Reindexing.objects.filter(team_id=team_id, **filters)
