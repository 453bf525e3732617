"""The files of an export, wherever they lie, and what can be wrong with one."""

import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Protocol

MIB = 1 << 20
CHUNK_BYTES = MIB
MAX_WHOLE_BYTES = 100 * MIB  # the most of one file that is ever held in memory
_OVERLAP_BYTES = 64  # longer than anything counted
_LITTER = frozenset({"__MACOSX", "node_modules", "__pycache__"})


class MemberError(Exception):
    """One file cannot be read. The message says what to do and never quotes the file."""


class ByteStream(Protocol):
    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes, none at the end. Raises MemberError."""
        ...


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an export. `name` is its path inside, with slashes; never a path to write to."""

    name: str
    modified: datetime

    @property
    def path(self) -> PurePosixPath:
        return PurePosixPath(self.name)

    @property
    def suffix(self) -> str:
        return self.path.suffix.lower()


class Bundle(Protocol):
    """A folder, a zip or a single file, read alike. `members` are in order of name."""

    @property
    def members(self) -> tuple[Member, ...]: ...

    def open(self, member: Member) -> AbstractContextManager[ByteStream]:
        """Raises MemberError."""
        ...


def read_whole(bundle: Bundle, member: Member, limit: int = MAX_WHOLE_BYTES) -> bytes:
    """All of a file. Raises MemberError, also for a file over `limit` bytes."""
    parts: list[bytes] = []
    size = 0
    with bundle.open(member) as stream:
        while chunk := stream.read(CHUNK_BYTES):
            parts.append(chunk)
            size += len(chunk)
            if size > limit:
                raise MemberError(f"is larger than {limit / MIB:g} MiB: split it")
    return b"".join(parts)


def read_head(bundle: Bundle, member: Member, size: int) -> bytes:
    """Up to `size` bytes from the start of a file. Raises MemberError."""
    with bundle.open(member) as stream:
        return stream.read(size)


def count_matches(bundle: Bundle, member: Member, pattern: re.Pattern[bytes]) -> int:
    """About how often a short pattern occurs, for progress; what cannot be read counts as none."""
    found = 0
    held = b""
    try:
        with bundle.open(member) as stream:
            while chunk := stream.read(CHUNK_BYTES):
                found += len(pattern.findall(held + chunk))
                held = chunk[-_OVERLAP_BYTES:]
                found -= len(pattern.findall(held))
        return found + len(pattern.findall(held))
    except MemberError:
        return found


def is_litter(name: str) -> bool:
    """Whether a path is hidden or a tool's own: `__MACOSX/`, `.git/`, `.DS_Store`."""
    return any(part in _LITTER or part.startswith(".") for part in PurePosixPath(name).parts)
