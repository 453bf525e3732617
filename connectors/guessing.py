"""What kind of export something is, as far as its names and its beginning tell."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from connectors.contract import UnreadableSource
from connectors.files.archive import STREAMED_FILES
from connectors.files.bundle import open_bundle
from connectors.registry import FILE_CONNECTORS

MAX_COUNTED_BYTES = 200 * 1024**2  # above, reading it through would keep whoever asks waiting
_CHANNEL_LISTS = frozenset({"channels.json", "groups.json", "dms.json", "mpims.json"})
_RECORD = re.compile(r"(adr[-_ ]?)?\d{2,5}[-_. ].+")
_RECORD_FOLDERS = frozenset({"adr", "adrs", "decisions", "decision-records", "decision_records"})
_NOTION_ID = re.compile(r"[ _-][0-9a-f]{32}(_all)?$")

Names = list[PurePosixPath]


@dataclass(frozen=True, slots=True)
class Guess:
    """`expected` is about how many readings it holds; 0 where it is too large to look through."""

    kind: str
    expected: int


def guess(path: Path) -> Guess | None:
    """The kind whose marks it has and whose connector can read it; None where nothing fits."""
    try:
        with open_bundle(path, STREAMED_FILES) as bundle:
            names = [member.path for member in bundle.members]
    except UnreadableSource:
        return None
    is_large = _size(path) > MAX_COUNTED_BYTES
    for kind, has_marks in _MARKS:
        if not has_marks(names):
            continue
        if is_large:
            return Guess(kind, 0)
        try:
            return Guess(kind, FILE_CONNECTORS[kind].count(path))
        except UnreadableSource:
            continue
    return None


def _has_lists(names: Names) -> bool:
    return any(name.name in _CHANNEL_LISTS for name in names)


def _has_ids(names: Names) -> bool:
    """Notion ends the names of pages, or of the folders of their sub-pages, with ids."""
    parts = (part for name in names for part in (*name.parts[:-1], name.stem))
    return any(_NOTION_ID.search(part) for part in parts) or _has_notion_parts(names)


def _has_notion_parts(names: Names) -> bool:
    return any(name.suffix == ".zip" and "Export" in name.name for name in names)


def _has_records(names: Names) -> bool:
    """Numbered pages, or a folder that is named for them."""
    pages = [name for name in names if name.suffix.lower() in (".md", ".markdown")]
    folders = {part.lower() for name in pages for part in name.parts[:-1]}
    numbered = sum(bool(_RECORD.fullmatch(name.name.lower())) for name in pages)
    return bool(pages) and (bool(folders & _RECORD_FOLDERS) or numbered * 2 >= len(pages))


def _ends_with(*suffixes: str) -> Callable[[Names], bool]:
    return lambda names: any(name.suffix.lower() in suffixes for name in names)


# The most particular first. What has no marks of its own comes last, for its connector to judge.
_MARKS: Iterable[tuple[str, Callable[[Names], bool]]] = (
    ("slack", _has_lists),
    ("notion", _has_ids),
    ("adr", _has_records),
    ("notes", _ends_with(".jsonl", ".ndjson")),
    ("discord", _ends_with(".json")),
    ("mbox", lambda names: True),
    ("adr", _ends_with(".md", ".markdown")),
    ("notion", _ends_with(".html")),
)


def _size(path: Path) -> int:
    if path.is_file():
        return path.stat().st_size
    return sum(each.stat().st_size for each in path.rglob("*") if each.is_file())
