"""A ZIP file that is sent while it is written."""

import io
import zipfile
from collections.abc import Generator, Iterable
from datetime import UTC, datetime

Member = tuple[str, datetime, str]  # its name, when it is from, and its text
_EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)  # of the format


class _Sink(io.RawIOBase):
    """Takes what is written until it is taken away. It cannot seek, and so the file needs not."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        self._held += data
        return len(data)

    def taken(self) -> bytes:
        held, self._held = bytes(self._held), bytearray()
        return held


def zipped(members: Iterable[Member], *, at_least: int = 64 * 1024) -> Generator[bytes, None, None]:
    """The file in pieces of `at_least` so many bytes. Memory grows by an entry a member."""
    sink, waiting = _Sink(), 0
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, at, text in members:
            info = zipfile.ZipInfo(name, max(at.astimezone(UTC), _EARLIEST).timetuple()[:6])
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, text)
            waiting += len(text)
            if waiting >= at_least:
                yield sink.taken()
                waiting = 0
    yield sink.taken()
