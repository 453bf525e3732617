"""What can go wrong at a service, by what is to be done about it. Messages tell a person that, and
never hold a token or what somebody wrote."""

LONGEST_WAIT_SECONDS = 86_400.0  # that a service is believed; then it is asked again


class SourceError(Exception):
    """A request to a service failed. The engine decides by the class when it is tried again."""


class Unavailable(SourceError):
    """The service is down, slow or out of reach: tried again with growing pauses."""


class RateLimited(SourceError):
    """Asked too often. `retry_after` is in seconds."""

    def __init__(self, retry_after: float) -> None:
        # What is no number, or none to wait for, is told by nobody who means it.
        self.retry_after = min(retry_after, LONGEST_WAIT_SECONDS) if retry_after > 0 else 0.0
        super().__init__(f"The service asks to wait {self.retry_after:.0f} s.")


class Revoked(SourceError):
    """The credentials no longer hold: the person must connect again. Work waits until then."""


class CursorExpired(SourceError):
    """The service no longer knows where we were: `poll` begins anew, and the backfill fills in."""


class Forbidden(SourceError):
    """One place (a channel, a repository) is closed to Momo. Raised only where nothing else is left
    to read; a connector skips such a place with a Refusal."""


class Refused(Exception):
    """An authorization did not come about. The message says what to do."""


class Forged(Exception):
    """A delivery is not from the service, or is stale."""


class Malformed(Exception):
    """A delivery is from the service, but not as it should be."""
