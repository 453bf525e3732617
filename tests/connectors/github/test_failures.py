"""What GitHub's errors mean."""

import pytest

from connectors.github.failures import failure, graphql_failure, minting_failure
from connectors.live.errors import Forbidden, RateLimited, Revoked, Unavailable

NOW = 1_000_000.0


@pytest.mark.parametrize("status", [403, 429])
@pytest.mark.parametrize(
    ("headers", "message", "seconds"),
    [
        ({"retry-after": "30"}, "", 30),
        ({"retry-after": "0"}, "", 1),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000090"}, "", 90),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "999000"}, "", 1),
        ({}, "You have exceeded a secondary rate limit.", 60),
        ({"retry-after": "soon"}, "You have triggered an abuse detection mechanism", 60),
        ({"retry-after": "inf"}, "rate limit", 60),
    ],
)
def test_both_kinds_of_rate_limit_say_how_long_to_wait(
    status: int, headers: dict[str, str], message: str, seconds: float
) -> None:
    error = failure(status, headers, message, NOW)
    assert isinstance(error, RateLimited)
    assert error.retry_after == seconds


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (403, "Resource not accessible by integration", Forbidden),
        (403, "This installation has been suspended", Revoked),
        (404, "Not Found", Forbidden),
        (410, "This issue was deleted", Forbidden),
        (451, "Repository access blocked", Forbidden),
        (422, "Validation Failed", Unavailable),
        (500, "", Unavailable),
        (502, "", Unavailable),
    ],
)
def test_each_failure_has_its_meaning(status: int, message: str, kind: type[Exception]) -> None:
    assert type(failure(status, {}, message, NOW)) is kind


def test_what_github_says_is_not_repeated() -> None:
    assert "canary" not in str(failure(500, {}, "canary", NOW))
    assert "canary" not in str(failure(403, {"x-github-request-id": "canary"}, "canary", NOW))


def test_no_token_means_that_the_app_is_gone_or_its_key_is_wrong() -> None:
    assert isinstance(minting_failure(404, {}, "", NOW), Revoked)
    assert isinstance(minting_failure(401, {}, "", NOW), Unavailable)
    assert isinstance(minting_failure(500, {}, "", NOW), Unavailable)
    assert isinstance(minting_failure(403, {"retry-after": "5"}, "", NOW), RateLimited)


def test_graphql_fails_with_a_status_of_200() -> None:
    for kind in ("RATE_LIMIT", "RATE_LIMITED"):
        assert isinstance(graphql_failure({"errors": [{"type": kind}]}), RateLimited)
    assert isinstance(graphql_failure({"errors": [{"type": "FORBIDDEN"}]}), Forbidden)
    assert isinstance(graphql_failure({"errors": "x"}), Unavailable)
    assert isinstance(graphql_failure(None), Unavailable)
