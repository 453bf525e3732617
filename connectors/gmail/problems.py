"""What Google's refusals mean, as `connectors.live.errors`. Pure."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from connectors.files.times import from_iso
from connectors.gmail.tuning import DAILY_QUOTA_SECONDS, WAIT_SECONDS
from connectors.live.errors import Forbidden, RateLimited, Revoked, SourceError, Unavailable

AGAIN = "Connect Gmail again: "
WITHDRAWN = (
    AGAIN + "Google no longer lets Momo read this mailbox. Access was withdrawn, the password"
    " changed, or it was not used for six months."
)
NOT_ALLOWED = AGAIN + "Momo was not allowed to read mail. Leave that box ticked."

_LIMITS = frozenset({"rateLimitExceeded", "userRateLimitExceeded", "RESOURCE_EXHAUSTED"})
_DAILY = frozenset({"dailyLimitExceeded", "quotaExceeded"})
_SCOPES = frozenset({
    "insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "authError",
})  # fmt: skip
_NOT_ENABLED = frozenset({"accessNotConfigured", "SERVICE_DISABLED"})
_RETRY_AFTER = re.compile(r"[Rr]etry after (\d{4}-\d\d-\d\dT[\d:.]{5,20}Z)")


def problem(status: int, content: bytes, headers: Mapping[str, str], now: datetime) -> SourceError:
    """What a refusal by the Gmail API means. `headers` are in lower case."""
    reasons, message = _said(content)
    if reasons & _DAILY:
        return RateLimited(DAILY_QUOTA_SECONDS)
    if status == 429 or reasons & _LIMITS:
        return RateLimited(_wait(headers.get("retry-after", ""), message, now))
    if status == 401:
        return Revoked(WITHDRAWN)
    if reasons & _NOT_ENABLED:
        return Unavailable("The Gmail API is not enabled for the app: see docs/connectors/gmail.md")
    if reasons & _SCOPES:
        return Revoked(NOT_ALLOWED)
    if status == 403 or "failedPrecondition" in reasons:
        return Forbidden("Google does not let apps read this mailbox: ask whoever manages it.")
    if status >= 500:
        return Unavailable(f"Gmail answered with {status}.")
    return SourceError(f"Gmail did not take a request, and answered with {status}.")


def _said(content: bytes) -> tuple[frozenset[str], str]:
    """The reasons that an answer names, and its message."""
    try:
        error = json.loads(content)["error"]
        found = [error.get("status"), *(each.get("reason") for each in _listed(error))]
        return frozenset(each for each in found if isinstance(each, str)), str(error["message"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return frozenset(), ""


def _listed(error: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*(error.get("errors") or ()), *(error.get("details") or ())]


def _wait(header: str, message: str, now: datetime) -> float:
    """Seconds to wait, from Retry-After or from Gmail's own words."""
    if header.replace(".", "", 1).isdecimal():
        return float(header)
    written = _RETRY_AFTER.search(message)
    until = _http_date(header) or (from_iso(written[1]) if written else None)
    return max((until - now).total_seconds(), 1.0) if until else WAIT_SECONDS


def _http_date(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
