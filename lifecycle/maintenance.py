"""Keeping every team's vectors where they belong."""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from lifecycle import emptied, hnsw
from lifecycle.owner import AlreadyMoving, alone
from lifecycle.partitions import moves
from lifecycle.promotion import Busy, demote, promote
from lifecycle.tuning import DEMOTE_BELOW, PROMOTE_AT

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Moved:
    """Teams that were moved, and those whose move could not be finished and goes on next time."""

    promoted: tuple[UUID, ...]
    demoted: tuple[UUID, ...]
    waiting: tuple[UUID, ...]


def balance(*, promote_at: int = PROMOTE_AT, demote_below: int = DEMOTE_BELOW) -> Moved:
    """Give large teams a partition of their own, take it from small ones, and have each index.

    May be run at any time and again. Raises NoOwner.
    """
    due = moves(promote_at=promote_at, demote_below=demote_below)
    promoted, waiting = _each(due.promote, promote)
    demoted, also_waiting = _each(due.demote, demote)
    _each(due.keep, _index)
    with suppress(AlreadyMoving):
        emptied.make_anew()
    return Moved(promoted, demoted, waiting + also_waiting)


def _index(team_id: UUID) -> None:
    """For a model that came, or a build that was killed, since the team was moved."""
    with alone():
        hnsw.ensure(team_id, online=True)


def _each(
    teams: Iterable[UUID], move: Callable[[UUID], None]
) -> tuple[tuple[UUID, ...], tuple[UUID, ...]]:
    done, waiting = [], []
    for team_id in teams:
        try:
            move(team_id)
            done.append(team_id)
        except (Busy, AlreadyMoving) as error:
            log.warning("Team %s stays where it is for now: %s", team_id, error)
            waiting.append(team_id)
    return tuple(done), tuple(waiting)
