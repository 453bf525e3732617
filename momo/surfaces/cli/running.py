"""Where the Momo of this data folder answers: `momo up` notes it, for the commands beside it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

DEFAULT_PORT = 8000


@contextmanager
def noted(port: int) -> Iterator[None]:
    """While it runs; what a killed one left is written over by the next."""
    note = Path(settings.RUNNING_AT)
    note.write_text(local(port))
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def address() -> str:
    """Where browsers find Momo: as the operator says, else where it was started here."""
    if settings.MOMO_PUBLIC_URL:
        return str(settings.MOMO_PUBLIC_URL)
    note = Path(settings.RUNNING_AT)
    if note.exists():
        return note.read_text()
    return local(int(os.environ.get("MOMO_PORT", DEFAULT_PORT)))


def local(port: int) -> str:
    return f"http://127.0.0.1:{port}"
