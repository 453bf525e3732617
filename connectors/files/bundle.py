"""Opens an export, be it one file, a folder or a zip, as the files in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from connectors.contract import UnreadableSource
from connectors.files.archive import WHOLE_FILES, Budget, ZipBundle, ZipLimits
from connectors.files.folder import FolderBundle
from connectors.files.members import Bundle

_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")


@contextmanager
def open_bundle(path: Path, limits: ZipLimits = WHOLE_FILES) -> Iterator[Bundle]:
    """The files at a path. Raises UnreadableSource where there is nothing that can be opened."""
    if path.is_dir():
        yield FolderBundle(path)
        return
    with _open_file(path) as file:
        if file.read(4) in _ZIP_MARKS:
            yield ZipBundle(file, Budget(limits))
        else:
            yield FolderBundle(path)


def _open_file(path: Path) -> IO[bytes]:
    try:
        if path.exists() and not path.is_file():  # a named pipe would never answer
            raise UnreadableSource("It is neither a file nor a folder: check the path.")
        return path.open("rb")
    except FileNotFoundError as error:
        raise UnreadableSource("There is no such file or folder: check the path.") from error
    except (OSError, ValueError) as error:
        raise UnreadableSource("It cannot be opened: check its permissions.") from error
