"""Notion's file names: a title, cut short, and the page's id. Pure."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

_NAMED = re.compile(
    r"(?P<title>.*?)[ _-]?"
    r"(?P<id>[0-9a-f]{32}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})?(?P<all>_all)?",
    re.DOTALL,
)
_EXPORT = re.compile(r"(?:[0-9a-f-]{36}_)?Export-?[0-9a-f-]{0,36}(?:-Part-\d+)?")


@dataclass(frozen=True, slots=True)
class Named:
    """A file's or folder's title and id; the id is empty where the name has none."""

    title: str
    id: str
    is_whole_table: bool = False  # `_all`: every row, not only those that a view shows


def named(stem: str) -> Named:
    found = _NAMED.fullmatch(stem)
    if not found or not found["id"]:
        return Named(stem, "")
    return Named(found["title"].strip(), found["id"].replace("-", ""), bool(found["all"]))


def titles(folder: PurePosixPath) -> tuple[str, ...]:
    """The pages that a folder lies in, outermost first, without the export's own folder."""
    parts = (part for part in folder.parts if not _EXPORT.fullmatch(part))
    return tuple(named(part).title for part in parts)
