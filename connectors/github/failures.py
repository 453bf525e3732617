"""What a failed answer of GitHub means. Pure.

https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
"""

from collections.abc import Mapping

from connectors.github.tuning import DEFAULT_WAIT_SECONDS
from connectors.live.errors import Forbidden, RateLimited, Revoked, SourceError, Unavailable

SUSPENDED = (
    "The Momo app is suspended at GitHub. Open the account's settings there, under Applications, "
    "Installed GitHub Apps, and choose Unsuspend; nothing is lost meanwhile."
)
UNINSTALLED = (
    "The Momo app is not installed at GitHub any more. Connect GitHub again to install it; what "
    "was collected is kept."
)
BAD_KEY = (
    "GitHub does not accept the app's key. Whoever runs Momo checks MOMO_APP_GITHUB_APP_ID, "
    "MOMO_APP_GITHUB_PRIVATE_KEY and the server's clock."
)
UNREACHABLE = "GitHub cannot be reached."
_DOWN = "GitHub does not answer as it should."
_CLOSED = "GitHub does not let Momo read this."
_LIMIT_KINDS = frozenset({"RATE_LIMIT", "RATE_LIMITED"})  # GraphQL has been seen to write both
_LIMIT_WORDS = ("rate limit", "abuse detection")


def failure(status: int, headers: Mapping[str, str], message: str, now: float) -> SourceError:
    """The error for a status of 400 and up. `message` is what GitHub answered, `now` in seconds
    since 1970; header names are in lower case."""
    text = message.lower()
    if status in (403, 429):
        wait = _wait(headers, text, now)
        if wait is not None or status == 429:
            return RateLimited(DEFAULT_WAIT_SECONDS if wait is None else wait)
    if status == 403 and "suspended" in text:
        return Revoked(SUSPENDED)
    if status in (403, 404, 410, 451):
        return Forbidden(_CLOSED)
    return Unavailable(_DOWN)


def minting_failure(status: int, headers: Mapping[str, str], message: str, now: float) -> Exception:
    """What it means where GitHub gives out no token for an installation."""
    if status == 401:
        return Unavailable(BAD_KEY)
    error = failure(status, headers, message, now)
    return Revoked(UNINSTALLED) if isinstance(error, Forbidden) else error


def graphql_failure(body: object) -> SourceError:
    """The error for a GraphQL answer without data; its status is 200 all the same."""
    errors = body.get("errors") if isinstance(body, dict) else None
    kinds = [each.get("type") for each in errors or () if isinstance(each, dict)]
    if not _LIMIT_KINDS.isdisjoint(kinds):
        return RateLimited(DEFAULT_WAIT_SECONDS)
    if "FORBIDDEN" in kinds or "NOT_FOUND" in kinds:
        return Forbidden(_CLOSED)
    return Unavailable(_DOWN)


def _wait(headers: Mapping[str, str], text: str, now: float) -> float | None:
    """Seconds to wait, or None where it is no rate limit."""
    after = number(headers.get("retry-after"))
    if after is not None:
        return max(after, 1.0)
    reset = number(headers.get("x-ratelimit-reset"))
    if headers.get("x-ratelimit-remaining") == "0" and reset is not None:
        return max(reset - now, 1.0)
    return DEFAULT_WAIT_SECONDS if any(word in text for word in _LIMIT_WORDS) else None


def number(text: object) -> float | None:
    """What a header says in digits."""
    try:
        found = float(str(text))
    except ValueError:
        return None
    return found if 0 <= found < float("inf") else None
