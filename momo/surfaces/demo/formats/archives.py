"""Zip files that are the same bytes for the same content."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

Entry = tuple[str, str, datetime]
"""A file in an archive: its path, text and time of change."""


def write_zip(path: Path, entries: Iterable[Entry]) -> None:
    """Write `entries` in the given order; their times go in as they are, in UTC."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, text, changed in entries:
            info = ZipInfo(name, changed.timetuple()[:6])
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, text)
