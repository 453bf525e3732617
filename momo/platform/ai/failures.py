"""Turns the openai package's exceptions into Momo's: what failed, and what to do about it.

A server's own error text is never passed on, because servers quote the prompt in it.
"""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
import openai

from momo.platform.ai.bounds import Endless
from momo.platform.ai.contract import ProviderError, QuotaExceeded, Unanswerable

# Parts of a request that some servers and models refuse and Momo can do without.
DISPENSABLE = ("temperature", "stream_options", "dimensions", "max_completion_tokens")
MOST_TO_WAIT = 86_400.0  # seconds that a server is believed when it says when to come back
_QUOTA_CODES = {"insufficient_quota", "billing_hard_limit_reached"}


class Refused(ProviderError):
    """The server will not take the request as it is; `about` are the dispensable parts it names."""

    def __init__(self, message: str, *, about: frozenset[str]) -> None:
        super().__init__(message, retryable=False)
        self.about = about


def is_outage(error: BaseException) -> bool:
    """Tell whether the server is down or failing; a refusal or a rate limit is an answer."""
    return isinstance(error, openai.APIConnectionError | openai.InternalServerError | Endless)


def explain(error: Exception, who: str) -> ProviderError:
    """Return what to raise instead of `error`; `who` is the provider and model."""
    if isinstance(error, Endless) or isinstance(error.__cause__, Endless):
        return ProviderError(
            f"{who} sent an answer without end, which was cut off: try later, or raise "
            "MOMO_AI_MAX_SECONDS."
        )
    match error:
        case openai.APITimeoutError():
            return ProviderError(f"{who} did not answer in time: try later, or raise the timeout.")
        case openai.APIConnectionError():
            return ProviderError(f"{who} cannot be reached: check its URL and the network.")
        case openai.APIStatusError():
            return _explain_status(error, who)
        case httpx2.TimeoutException():
            return ProviderError(f"{who} fell silent in its answer: try later.")
        case openai.APIError() | httpx2.TransportError():
            return ProviderError(f"{who} broke off with an error: try later.")
    return ProviderError(f"{who} sent an answer that cannot be read: check that its URL is an API.")


def _explain_status(error: openai.APIStatusError, who: str) -> ProviderError:
    match error.status_code:
        case 401 | 403:
            return ProviderError(f"{who} refused the API key: check it.", retryable=False)
        case 404:
            return ProviderError(
                f"{who} does not exist: check the URL and the model's name.", retryable=False
            )
        case 429 if error.code in _QUOTA_CODES:
            return QuotaExceeded(
                f"The account at {who} has no quota left: raise its budget.", retryable=False
            )
        case 429:
            return ProviderError(
                f"{who} limits requests: try later, or raise its rate limit.",
                retry_after=_retry_after(error),
            )
        case 413:
            return _too_long(who)
        case 400 | 422 if error.code == "context_length_exceeded":
            return _too_long(who)
        case 400 | 422:
            about = frozenset(name for name in DISPENSABLE if _names(error, name))
            return Refused(f"{who} refused the request: check what the model takes.", about=about)
    return ProviderError(
        f"{who} failed with HTTP {error.status_code}: try later.",
        retryable=error.status_code in {408, 409} or error.status_code >= 500,
        retry_after=_retry_after(error),
    )


def _too_long(who: str) -> ProviderError:
    return Unanswerable(
        f"The request is too long for {who}: use a model with a longer context.", retryable=False
    )


def _names(error: openai.APIStatusError, part: str) -> bool:
    return part == error.param or part in error.message


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Return the seconds of a Retry-After header, which has a number or a date."""
    value = error.response.headers.get("retry-after", "")
    try:
        return _believed(float(value))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    return _believed((moment - datetime.now(UTC)).total_seconds())


def _believed(seconds: float) -> float:
    """What a clock can add to now: neither "inf" nor "nan", which are numbers as well."""
    return min(max(0.0, seconds), MOST_TO_WAIT)
