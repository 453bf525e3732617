"""Files that people hand in: kept on disk until a worker has read them.

A file under `uploads/<team>/<run>/<principal>/` is work to do; the message that starts it is only
a wake-up, so a sweep finds what a lost message left. Web and worker share this folder.
"""

import fcntl
import logging
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from uuid import UUID, uuid4

from celery import current_app
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest
from kombu.exceptions import OperationalError

from connectors.models import Queue
from momo.platform.rest.parsers import TooLarge
from momo.platform.tenancy.context import Scope

log = logging.getLogger(__name__)

INGEST_UPLOAD = "connectors.ingest_upload"
INCOMING = "incoming"  # where a file is while it still arrives
ABANDONED_SECONDS = 24 * 3600.0  # an arrival this old lost its process
MESSAGE_SECONDS = 120.0  # then the sweep has sent another
MAX_NAME_BYTES = 200  # of 255 that file systems take


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that waits to be read, and for whom."""

    scope: Scope
    run_id: UUID
    path: Path

    def forget(self) -> None:
        """Delete the file; its content is in the source items."""
        shutil.rmtree(self.path.parent.parent, ignore_errors=True)


class ArrivedFile(UploadedFile):  # type: ignore[type-arg]  # generic in its stubs alone
    """A file of a form, already where it is wanted."""

    path: Path


class ToDisk(FileUploadHandler):
    """Streams files next to where they are kept, and stops one that is too large."""

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self._file: IO[bytes] | None = None
        self._path = Path()
        self._size = 0
        self._arrived: list[Path] = []

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        """Raises TooLarge before anything is read, where the sender states a length."""
        if args[2] > settings.MOMO_MAX_UPLOAD_BYTES:
            raise TooLarge("A file", settings.MOMO_MAX_UPLOAD_BYTES)

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        folder = _root() / INCOMING
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._size = folder / str(uuid4()), 0
        self._file = self._path.open("xb")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        assert self._file is not None
        self._size += len(raw_data)
        if self._size > settings.MOMO_MAX_UPLOAD_BYTES:
            self.upload_interrupted()
            raise TooLarge("A file", settings.MOMO_MAX_UPLOAD_BYTES)
        self._file.write(raw_data)

    def file_complete(self, file_size: int) -> ArrivedFile:
        assert self._file is not None
        self._file.close()
        arrived = ArrivedFile(name=self.file_name, content_type=self.content_type, size=file_size)
        arrived.path = self._path
        self._arrived.append(self._path)
        return arrived

    def upload_interrupted(self) -> None:
        if self._file is not None:
            self._file.close()
            self._path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Delete what arrived and nobody kept."""
        for path in self._arrived:
            path.unlink(missing_ok=True)


def keep(arrived: ArrivedFile, *, scope: Scope, run_id: UUID) -> Upload:
    """Put a file that has arrived where workers look for it. Atomic: it is there or it is not."""
    holder = _root() / str(scope.team_id) / str(run_id) / str(scope.principal_id)
    holder.mkdir(parents=True)
    upload = Upload(scope, run_id, holder / _safe(arrived.name or ""))
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
    """Delete all files of a team that wait to be read."""
    shutil.rmtree(_root() / str(team_id), ignore_errors=True)


def waiting() -> Iterator[Upload]:
    """Every file that waits to be read, of any team."""
    for path in _root().glob("*/*/*/*"):
        principal, run, team = (Path(part).name for part in list(path.parents)[:3])
        yield Upload(Scope(UUID(team), UUID(principal)), UUID(run), path)


def clear_abandoned() -> None:
    """Delete what began to arrive and never did."""
    long_ago = time.time() - ABANDONED_SECONDS
    for path in (_root() / INCOMING).glob("*"):
        if path.stat().st_mtime < long_ago:
            path.unlink(missing_ok=True)


@contextmanager
def reading(upload: Upload) -> Iterator[bool]:
    """Whether this process alone reads the file; a process that dies lets go of it."""
    with upload.path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _root() -> Path:
    return Path(settings.DATA_DIR) / "uploads"


def _folders(team_id: UUID, run_ids: Iterable[UUID]) -> list[Path]:
    folders = (_root() / str(team_id) / str(run_id) for run_id in run_ids)
    return [folder for folder in folders if folder.is_dir()]


def _safe(name: str) -> str:
    """A name that is no path and not hidden; connectors take a place's name from it."""
    last = Path(name.replace("\0", "")).name.lstrip(".")
    short = last.encode()[-MAX_NAME_BYTES:].decode(errors="ignore")
    return short or "upload"
