"""What a decision record says of its own standing, and which records it names. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import unquote

_REPLACED = re.compile(r"\b(?:super[sc]eded|replaced|obsoleted)\b", re.IGNORECASE)
_REPLACED_BY = re.compile(
    r"\b(?:super[sc]eded|replaced|obsoleted)[ -]+(?:by|with)\b[:*_ ]*(?P<refs>.+)", re.IGNORECASE
)
_REPLACES = re.compile(
    r"\b(?:super[sc]edes|replaces|obsoletes)\b[:*_ ]*(?P<refs>.+)", re.IGNORECASE
)
_FIRST_WORD = re.compile(r"[a-z]+")
_LINK_TARGET = re.compile(r"\]\(\s*<?([^)>\s]+)")
_NUMBER = re.compile(r"(?:\bADR[-_ #]*|(?<![\w.-]))0*(\d{1,6})(?![\w.])", re.IGNORECASE)
_FILE = re.compile(r"[\w./-]*\d[\w./-]*[a-z][\w./-]*", re.IGNORECASE)
_LEADING_NUMBER = re.compile(r"(?:adr[-_ ]?)?0*(\d+)(?!\d)", re.IGNORECASE)

_PENDING = frozenset({
    "proposed", "proposal", "draft", "pending", "open", "review", "in", "under", "rfc", "wip",
})  # fmt: skip
_REVERSED = frozenset({
    "deprecated", "obsolete", "withdrawn", "retired", "abandoned", "reversed", "cancelled",
})  # fmt: skip
_REJECTED = frozenset({"rejected", "declined", "refused"})


@dataclass(frozen=True, slots=True)
class Standing:
    """`status` is decided, pending or reversed; `rejected` marks a decision against the title."""

    status: str = "decided"
    rejected: bool = False
    superseded_by: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()


class RecordIndex:
    """The records of a folder, found by file name, path or number."""

    def __init__(self, ids_by_path: Mapping[str, str]) -> None:
        self._by_path = {_without_suffix(path): key for path, key in ids_by_path.items()}
        self._by_number: dict[tuple[str, int], str] = {}
        for path, key in ids_by_path.items():
            number = _LEADING_NUMBER.match(PurePosixPath(path).name)
            if number:
                folder = PurePosixPath(path).parent.as_posix()
                self._by_number.setdefault((folder, int(number[1][:9])), key)

    def find(self, reference: str, folder: str) -> str:
        """The external id that a path or number stands for, seen from a folder; empty if none."""
        if reference.isdecimal():
            return self._by_number.get((folder, int(reference[:9])), "")
        target = unquote(reference.partition("#")[0])
        near = normpath(f"{folder}/{target}")
        name = PurePosixPath(target).name
        for path in (near, normpath(f"{folder}/{name}")):
            if found := self._by_path.get(_without_suffix(path)):
                return found
        number = _LEADING_NUMBER.match(name)
        return self._by_number.get((folder, int(number[1][:9])), "") if number else ""

    def named(self, text: str, folder: str, own_id: str) -> tuple[str, ...]:
        """The records that a piece of text names, leaving out the one it stands in."""
        references = _LINK_TARGET.findall(text) or _NUMBER.findall(text) or _FILE.findall(text)
        found = dict.fromkeys(self.find(reference, folder) for reference in references)
        return tuple(key for key in found if key not in ("", own_id))


def standing(
    status: str, relations: Iterable[str], index: RecordIndex, folder: str, own_id: str
) -> Standing:
    """Read a status text, and the lines that may say what replaced what.

    A record replaced by one that cannot be found no longer holds, so it counts as reversed.
    """
    lines = [line for text in (status, *relations) for line in text.splitlines()]
    replaced_by = _related(_REPLACED_BY, lines, index, folder, own_id)
    replaces = _related(_REPLACES, lines, index, folder, own_id)
    words = _FIRST_WORD.findall(status.lower())
    first = words[0] if words else ""
    rejected = first in _REJECTED
    if replaced_by or rejected:
        return Standing("decided", rejected, replaced_by, replaces)
    if first in _REVERSED or any(_REPLACED.search(line) for line in status.splitlines()):
        return Standing("reversed", supersedes=replaces)
    return Standing("pending" if first in _PENDING else "decided", supersedes=replaces)


def _related(
    pattern: re.Pattern[str], lines: list[str], index: RecordIndex, folder: str, own_id: str
) -> tuple[str, ...]:
    named = (
        key
        for line in lines
        if (found := pattern.search(line))
        for key in index.named(found["refs"], folder, own_id)
    )
    return tuple(dict.fromkeys(named))


def _without_suffix(path: str) -> str:
    stem, dot, suffix = path.rpartition(".")
    return stem if dot and suffix.lower() in ("md", "markdown") else path
