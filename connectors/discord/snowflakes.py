"""Discord's ids, which hold the time at which they were given. Pure."""

import re
from datetime import UTC, datetime, timedelta

from connectors.files.json_input import as_text
from connectors.files.times import usable

_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_ID = re.compile(r"[1-9]\d{0,19}", re.ASCII)


def as_id(value: object) -> str:
    """An id as text; empty where it is none, so that nothing else gets into an address."""
    text = as_text(value)
    return text if _ID.fullmatch(text) else ""


def moment_of(key: str) -> datetime | None:
    """When an id was given; None where no clock says so."""
    try:
        return usable(_EPOCH + (int(key) >> 22) * _MILLISECOND)
    except (OverflowError, ValueError):
        return None


def first_at(moment: datetime) -> str:
    """The smallest id of a moment, to ask for what came after it."""
    return str(max(1, (moment - _EPOCH) // _MILLISECOND << 22))
