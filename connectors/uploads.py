"""Files that people hand in: kept on disk until a worker has read them.

What is only handed in waits under `staged/<team>/<principal>/<id>/` until its owner starts it. A
file or folder under `uploads/<team>/<run>/<principal>/` is work to do; the message that starts it
is only a wake-up, so a sweep finds what a lost message left. Web and worker share these folders.
"""

import fcntl
import logging
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from connectors.arrivals import INCOMING, Arrived, incoming, safe_name
from connectors.contract import UnreadableSource
from connectors.models import Queue
from momo.platform.tenancy.context import Scope
from momo.platform.tenancy.ids import uuid7

log = logging.getLogger(__name__)

INGEST_UPLOAD = "connectors.ingest_upload"
ABANDONED_SECONDS = 24 * 3600.0  # what arrived this long ago and was not started is given up
MAX_STAGED = 20  # uploads of a person that wait to be started, 2 GB each at most; chosen
MESSAGE_SECONDS = 120.0  # then the sweep has sent another


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that waits to be read, and for whom."""

    scope: Scope
    run_id: UUID
    path: Path

    def forget(self) -> None:
        """Delete the file; its content is in the source items."""
        shutil.rmtree(self.path.parent.parent, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Staged:
    """A file or folder that its owner has handed in and not started yet."""

    id: UUID
    path: Path

    @property
    def arrived(self) -> Arrived:
        return Arrived(self.path.name, self.path)

    def forget(self) -> None:
        shutil.rmtree(self.path.parent, ignore_errors=True)


def stage(arrived: Arrived, *, scope: Scope) -> Staged:
    """Keep what has arrived for whoever sent it, until they start or discard it, for a day.

    Raises UnreadableSource where they have MAX_STAGED already.
    """
    if len(list(_staged(scope).glob("*"))) >= MAX_STAGED:
        raise UnreadableSource(f"You have {MAX_STAGED} uploads: start or discard some first.")
    upload_id = uuid7()
    holder = _staged(scope) / str(upload_id)
    holder.mkdir(parents=True)
    staged = Staged(upload_id, holder / safe_name(arrived.name))
    arrived.path.rename(staged.path)
    return staged


def staged(scope: Scope, upload_id: UUID) -> Staged | None:
    """What the principal handed in; None where there is no such thing of theirs."""
    holder = _staged(scope) / str(upload_id)
    path = next(holder.iterdir(), None) if holder.is_dir() else None
    return Staged(upload_id, path) if path else None


def keep(arrived: Arrived, *, scope: Scope, run_id: UUID) -> Upload:
    """Put what has arrived where workers look for it. Atomic: it is there or it is not."""
    holder = _root() / str(scope.team_id) / str(run_id) / str(scope.principal_id)
    holder.mkdir(parents=True)
    upload = Upload(scope, run_id, holder / safe_name(arrived.name))
    arrived.path.rename(upload.path)
    return upload


def hand_over(upload: Upload) -> None:
    """Tell a worker. Where the message is lost, the sweep tells it again."""
    who = {"team_id": str(upload.scope.team_id), "principal_id": str(upload.scope.principal_id)}
    try:
        current_app.send_task(
            INGEST_UPLOAD,
            kwargs=who | {"run_id": str(upload.run_id)},
            queue=Queue.BACKFILL,
            expires=MESSAGE_SECONDS,
        )
    except OperationalError:
        log.warning("Redis did not take a message: the sweep will start the reading.")


def find(scope: Scope, run_id: UUID) -> Upload | None:
    """The file of a run, None where it was read already."""
    holder = _root() / str(scope.team_id) / str(run_id) / str(scope.principal_id)
    path = next(holder.iterdir(), None) if holder.is_dir() else None
    return Upload(scope, run_id, path) if path else None


def are_there(team_id: UUID, run_ids: Iterable[UUID]) -> bool:
    """Whether any of these runs has a file that waits to be read."""
    return bool(_folders(team_id, run_ids))


def discard(team_id: UUID, run_ids: Iterable[UUID]) -> int:
    """Delete files that wait to be read, by their runs. Returns how many runs had one."""
    there = _folders(team_id, run_ids)
    for folder in there:
        shutil.rmtree(folder, ignore_errors=True)
    return len(there)


def discard_all(team_id: UUID) -> None:
    """Delete all files of a team that wait to be read, or to be started."""
    for root in (_root(), _staging()):
        shutil.rmtree(root / str(team_id), ignore_errors=True)


def waiting() -> Iterator[Upload]:
    """Every file that waits to be read, of any team."""
    for path in _root().glob("*/*/*/*"):
        principal, run, team = (part.name for part in list(path.parents)[:3])
        if team == INCOMING:
            continue
        yield Upload(Scope(UUID(team), UUID(principal)), UUID(run), path)


def clear_abandoned() -> None:
    """Delete what began to arrive and never did, and what nobody started."""
    long_ago = time.time() - ABANDONED_SECONDS
    for path in (*incoming().glob("*"), *_staging().glob("*/*/*")):
        if path.stat().st_mtime < long_ago:
            shutil.rmtree(path, ignore_errors=True)
            path.unlink(missing_ok=True)


@contextmanager
def reading(upload: Upload) -> Iterator[bool]:
    """Whether this process alone reads the file; a process that dies lets go of it."""
    descriptor = os.open(upload.path, os.O_RDONLY)  # of a folder, too
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(descriptor)


def _root() -> Path:
    return Path(settings.DATA_DIR) / "uploads"


def _staging() -> Path:
    return Path(settings.DATA_DIR) / "staged"


def _staged(scope: Scope) -> Path:
    return _staging() / str(scope.team_id) / str(scope.principal_id)


def _folders(team_id: UUID, run_ids: Iterable[UUID]) -> list[Path]:
    folders = (_root() / str(team_id) / str(run_id) for run_id in run_ids)
    return [folder for folder in folders if folder.is_dir()]
