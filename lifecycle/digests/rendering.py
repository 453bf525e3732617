"""A digest now, for whoever asks: composed for a period, and rendered as they want it."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from lifecycle.digests.compose import compose
from lifecycle.digests.contents import Digest
from lifecycle.digests.mail import as_html
from lifecycle.digests.serializers import digest_json
from lifecycle.digests.slack import as_blocks
from lifecycle.digests.text import as_text
from lifecycle.scheduling.slots import Cadence, Rhythm, period_before

FIRST, LAST = date(1900, 1, 1), date(9999, 1, 1)  # days around which others can be counted


class BeyondCalendar(ValueError):
    """A day so early or late that the days around it cannot be counted."""


def preview(
    cadence: Cadence, zone: ZoneInfo, now: datetime, *, for_team: bool, before: date | None = None
) -> Digest:
    """The digest of the period that ends yesterday, or before the day `before`.

    Three statements; call within `acting_as`. Raises BeyondCalendar.
    """
    today = before or now.astimezone(zone).date()
    if not FIRST <= today <= LAST:
        raise BeyondCalendar(f"Give a day from {FIRST} to {LAST}.")
    return compose(period_before(Rhythm(cadence, zone), today), today, for_team=for_team)


def rendered(digest: Digest, rendering: str) -> dict[str, Any]:
    """A digest as the API gives it, and besides as `text`, `html` or `slack`, or `json` alone."""
    if rendering == "slack":
        return digest_json(digest, blocks=as_blocks(digest))
    if rendering in ("text", "html"):
        body = as_text(digest) if rendering == "text" else as_html(digest)
        return digest_json(digest, body=body)
    return digest_json(digest)
