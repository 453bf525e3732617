"""What a call raises: one kind of error for each thing that a caller would do about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class MomoError(Exception):
    """Whatever went wrong with a call."""


class Unreachable(MomoError):
    """No answer came: the server cannot be reached, or took too long."""


class UnexpectedAnswer(MomoError):
    """The answer is not what this version of the client knows."""


@dataclass(frozen=True)
class FieldError:
    """What is wrong with a field; `field` is dotted, and empty for all of it together."""

    field: str
    message: str


class Problem(MomoError):
    """The server refused: its problem details (RFC 9457). `detail` says what to do next."""

    def __init__(self, status: int, body: Mapping[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.code = str(body.get("code", ""))
        self.detail = str(body.get("detail", ""))
        self.errors = tuple(FieldError(**each) for each in body.get("errors", ()))
        self.retry_after = retry_after  # seconds, where the server says when to come back
        super().__init__(self._told())

    def _told(self) -> str:
        fields = (f"{each.field}: {each.message}".removeprefix(": ") for each in self.errors)
        return " ".join([f"{self.status}: {self.detail}", *fields])


class Invalid(Problem):
    """400 and 422: what was sent is not valid; see `errors`."""


class NotSignedIn(Problem):
    """401: the key is missing, wrong, expired or revoked."""


class NotAllowed(Problem):
    """403: the key or its owner may not do this."""


class NotFound(Problem):
    """404: there is nothing here that the key's owner can see."""


class Refused(Problem):
    """409: it does not go with how things are."""


class Stale(Problem):
    """412: someone changed it since it was read: read it again."""


class TooLarge(Problem):
    """413: less at once."""


class RateLimited(Problem):
    """429: too often; again in `retry_after` seconds."""


class ServerFailed(Problem):
    """5xx: something went wrong there."""


_BY_STATUS: dict[int, type[Problem]] = {
    400: Invalid, 422: Invalid, 401: NotSignedIn, 403: NotAllowed, 404: NotFound, 409: Refused,
    412: Stale, 413: TooLarge, 429: RateLimited,
}  # fmt: skip


def problem_of(status: int, body: Mapping[str, Any], retry_after: float | None = None) -> Problem:
    kind = ServerFailed if status >= 500 else _BY_STATUS.get(status, Problem)
    return kind(status, body, retry_after)
