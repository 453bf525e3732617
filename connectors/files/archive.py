"""Zips from strangers, read without unpacking and within limits checked while reading."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import IO

from connectors.contract import UnreadableSource
from connectors.files.members import MAX_WHOLE_BYTES, MIB, Member, MemberError, is_litter
from connectors.files.text import clean, one_line
from connectors.files.times import EARLIEST, usable

MAX_RATIO = 200  # text shrinks 5 to 20 times; what shrinks 200 times was made to do harm
RATIO_GRACE_BYTES = 10 * MIB  # small files may shrink as they like
_ENCRYPTED = 0x1
_UTF8_NAME = 0x800
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error,
    EOFError, OSError, ValueError, OverflowError, NotImplementedError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ZipLimits:
    """The most bytes that one file of a zip, and all of them together, may unpack to."""

    member: int = MAX_WHOLE_BYTES
    total: int = 2048 * MIB


WHOLE_FILES = ZipLimits()
STREAMED_FILES = ZipLimits(50 * 1024 * MIB, 50 * 1024 * MIB)  # the largest Takeout; never held


class Budget:
    """What may still be unpacked, shared by a zip and the zips inside it."""

    def __init__(self, limits: ZipLimits) -> None:
        self.limits = limits
        self._left = limits.total

    def spend(self, size: int) -> None:
        """Raises MemberError once all is spent."""
        self._left -= size
        if self._left < 0:
            raise MemberError(
                f"the zip unpacks to more than {self.limits.total // MIB} MiB: "
                "unpack it and import its folders one by one"
            )


class ZipBundle:
    """The files of a zip. Raises UnreadableSource for what is no zip, or a damaged one."""

    def __init__(self, file: IO[bytes], budget: Budget) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
            self._size = file.seek(0, 2)
        except _BROKEN as error:
            raise UnreadableSource(
                "The zip is damaged or cut short: download or export it again."
            ) from error
        self._budget = budget
        infos = [info for info in self._zip.infolist() if not info.is_dir() and _name(info)]
        if infos and all(info.flag_bits & _ENCRYPTED for info in infos):
            raise UnreadableSource(
                "The zip is protected by a password: unpack it and import the folder."
            )
        self._infos = {_member(info): info for info in infos}
        wanted = (member for member in self._infos if not is_litter(member.name))
        self.members = tuple(sorted(wanted, key=lambda member: member.name))

    @contextmanager
    def open(self, member: Member) -> Iterator["_Unpacking"]:
        """A file of the zip. Raises MemberError, and so does reading it."""
        info = self._infos[member]
        if info.flag_bits & _ENCRYPTED:
            raise MemberError("is protected by a password: unpack the zip and import the folder")
        if info.compress_type not in _METHODS:
            raise MemberError("is compressed in an unusual way: unpack the zip, import the folder")
        try:
            source = self._zip.open(info)
        except (*_BROKEN, RuntimeError) as error:
            raise MemberError("is damaged: download or export the zip again") from error
        with source:
            yield _Unpacking(source, min(info.compress_size, self._size), self._budget)

    def nested(self, file: IO[bytes]) -> "ZipBundle":
        """A zip found inside this one, under the same budget. Raises UnreadableSource."""
        return ZipBundle(file, self._budget)


class _Unpacking:
    """A file being unpacked, which stops when it grows beyond its limits."""

    def __init__(self, source: IO[bytes], packed: int, budget: Budget) -> None:
        self._source = source
        self._packed = packed
        self._budget = budget
        self._unpacked = 0

    def read(self, size: int, /) -> bytes:
        try:
            chunk = self._source.read(size)
        except _BROKEN as error:
            raise MemberError("is damaged: download or export the zip again") from error
        self._unpacked += len(chunk)
        self._budget.spend(len(chunk))
        if self._unpacked > self._budget.limits.member:
            raise MemberError(f"is larger than {self._budget.limits.member // MIB} MiB: split it")
        if self._unpacked > max(RATIO_GRACE_BYTES, MAX_RATIO * self._packed):
            raise MemberError(f"unpacks to over {MAX_RATIO} times its size, as zip bombs do")
        return chunk


def _member(info: zipfile.ZipInfo) -> Member:
    try:
        modified = usable(datetime(*info.date_time)) or EARLIEST  # noqa: DTZ001  zips know no zone
    except ValueError:
        modified = EARLIEST
    return Member(name=_name(info), modified=modified)


def _name(info: zipfile.ZipInfo) -> str:
    """The path inside, never leading out; many tools write UTF-8 unmarked, or back slashes."""
    name = info.filename
    if not info.flag_bits & _UTF8_NAME:
        try:
            name = name.encode("cp437").decode()
        except UnicodeError:
            name = info.filename
    parts = one_line(clean(name.replace("\\", "/"))).split("/")
    return "/".join(part for part in parts if part not in ("", ".", ".."))
