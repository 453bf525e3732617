"""Files on their way in: streamed to disk next to where they are kept, within limits."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any
from uuid import uuid4

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser

from connectors.files.members import is_litter
from momo.platform.rest.parsers import TooLarge

INCOMING = "incoming"  # where a file is while it still arrives
MAX_NAME_BYTES = 200  # of 255 that file systems take
MAX_DEPTH = 20  # folders in folders; exports have some five
MAX_PATHS_CHARS = 400_000  # of all paths of a folder together
UNNAMED = "upload"


@dataclass(frozen=True, slots=True)
class Arrived:
    """What has arrived: one file, or a folder of files, already where it is wanted."""

    name: str
    path: Path


class ArrivedFile(UploadedFile):  # type: ignore[type-arg]  # generic in its stubs alone
    """A file of a form, closed already."""

    path: Path

    def close(self) -> None:
        """There is nothing to close."""


class FilesParser(MultiPartParser):
    """Says what to do where there are more files than are taken at once."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except TooManyFilesSent:
            most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
            raise serializers.ValidationError(
                {"file": f"More than {most} files at once: put the folder into a zip."}
            ) from None


class ToDisk(FileUploadHandler):
    """Streams files next to where they are kept, and stops when they are too large together."""

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self._file: IO[bytes] | None = None
        self._path = Path()
        self._size = 0
        self._arrived: list[Path] = []

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        """Raises TooLarge before anything is read, where the sender states a length."""
        if args[2] > settings.MOMO_MAX_UPLOAD_BYTES:
            raise TooLarge("An upload", settings.MOMO_MAX_UPLOAD_BYTES)

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._path = _somewhere()
        self._file = self._path.open("xb")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        assert self._file is not None
        self._size += len(raw_data)
        if self._size > settings.MOMO_MAX_UPLOAD_BYTES:
            self.upload_interrupted()
            raise TooLarge("An upload", settings.MOMO_MAX_UPLOAD_BYTES)
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

    def put_together(self, files: Sequence[ArrivedFile], paths: str) -> Arrived:
        """One file as it is; several as the folder that `paths` describes: a JSON list of where
        each lies in it. Raises ValidationError."""
        if len(files) == 1 and not paths:
            return self._by_name(files[0])
        places = _places(files, paths)
        root = _somewhere()
        self._arrived.append(root)
        try:
            for file, place in zip(files, places, strict=True):
                if is_litter(place.as_posix()) or (root / place).exists():
                    continue
                (root / place).parent.mkdir(parents=True, exist_ok=True)
                file.path.rename(root / place)
        except OSError:  # one is a folder and a file at once, or too long to be stored
            raise serializers.ValidationError(
                {"paths": "These cannot lie in one folder."}
            ) from None
        return _without_wrapper(root)

    def _by_name(self, file: ArrivedFile) -> Arrived:
        root, name = _somewhere(), safe_name(file.name or "")
        self._arrived.append(root)
        root.mkdir()
        return Arrived(name, file.path.rename(root / name))

    def discard(self) -> None:
        """Delete what arrived and nobody kept."""
        for path in self._arrived:
            shutil.rmtree(path, ignore_errors=True)
            path.unlink(missing_ok=True)


def incoming() -> Path:
    return Path(settings.DATA_DIR) / "uploads" / INCOMING


def safe_name(name: str) -> str:
    """A name that is no path and not hidden; connectors take a place's name from it."""
    last = Path(name.replace("\0", "")).name.lstrip(".")
    short = last.encode(errors="ignore")[-MAX_NAME_BYTES:].decode(errors="ignore")
    return short or UNNAMED


def _somewhere() -> Path:
    folder = incoming()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / str(uuid4())


def _places(files: Sequence[ArrivedFile], paths: str) -> list[PurePosixPath]:
    try:
        told = json.loads(paths) if paths else [file.name for file in files]
    except ValueError:
        told = None
    if not isinstance(told, list) or len(told) != len(files):
        raise serializers.ValidationError(
            {"paths": "A JSON list with the path of each file, in their order."}
        )
    return [_place(str(each)) for each in told]


def _place(path: str) -> PurePosixPath:
    """A path inside of the folder, never leading out of it."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    if len(parts) > MAX_DEPTH:
        raise serializers.ValidationError({"paths": f"More than {MAX_DEPTH} folders deep."})
    if not parts or any(part.startswith(".") for part in parts):  # `is_litter` leaves it out
        return PurePosixPath(".hidden", str(uuid4()))
    return PurePosixPath(*map(safe_name, parts))


def _without_wrapper(root: Path) -> Arrived:
    """The folder that was dropped, by its name, where all lies in one."""
    inside = list(root.iterdir()) if root.is_dir() else []
    if not inside:
        raise serializers.ValidationError({"file": "There is nothing to read in the folder."})
    if len(inside) == 1 and inside[0].is_dir():
        return Arrived(inside[0].name, inside[0])
    return Arrived(UNNAMED, root)
