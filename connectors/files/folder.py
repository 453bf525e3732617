"""A folder's files, read where they lie: no symbolic link is followed, nothing blocks."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from connectors.contract import UnreadableSource
from connectors.files.members import ByteStream, Member, MemberError, is_litter
from connectors.files.text import clean, one_line
from connectors.files.times import believable

# O_NONBLOCK: opening a named pipe would wait for a writer for ever.
_OPEN_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class FolderBundle:
    """The files under a folder, or one file. Hidden files and tools' folders are left out.

    Raises UnreadableSource where a folder cannot be listed.
    """

    def __init__(self, root: Path) -> None:
        self._paths = {_member(path, root): path for path in _files(root)}
        self.members = tuple(sorted(self._paths, key=lambda member: member.name))

    @contextmanager
    def open(self, member: Member) -> Iterator[ByteStream]:
        """Raises MemberError, and so does reading it."""
        path = self._paths[member]
        if path.is_symlink():
            raise MemberError(
                "is a symbolic link, which is not followed: copy the file itself here"
            )
        try:
            descriptor = os.open(path, _OPEN_FLAGS)
        except OSError as error:
            raise MemberError("cannot be opened: check its permissions") from error
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise MemberError("is not a regular file: leave it out")
            yield _Reading(file)


class _Reading:
    def __init__(self, file: ByteStream) -> None:
        self._file = file

    def read(self, size: int, /) -> bytes:
        try:
            return self._file.read(size)
        except OSError as error:
            raise MemberError("cannot be read: check the disk and its permissions") from error


def _files(root: Path) -> Iterator[Path]:
    if not root.is_dir():
        yield root.resolve()  # the person named this very file, link or not
        return
    for folder, subfolders, names in os.walk(root, onerror=_refuse_folder, followlinks=False):
        subfolders[:] = [name for name in subfolders if not is_litter(name)]
        yield from (Path(folder, name) for name in names if not is_litter(name))


def _refuse_folder(error: OSError) -> None:
    raise UnreadableSource("A folder in it cannot be opened: check permissions.") from error


def _member(path: Path, root: Path) -> Member:
    try:
        modified = believable(path.lstat().st_mtime)
    except OSError:
        modified = believable(0)
    name = path.relative_to(root).as_posix() if root.is_dir() else root.name
    return Member(name=one_line(clean(name)), modified=modified)
