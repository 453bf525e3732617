"""A Python client of Momo's REST API: `Momo`, and `AsyncMomo` with `await`.

A method for each operation, under the name that docs/openapi.yaml has for it. It stands alone:
nothing else of Momo is imported.
"""

from momo.client.client import AsyncMomo, Momo
from momo.client.errors import (
    FieldError,
    Invalid,
    MomoError,
    NotAllowed,
    NotFound,
    NotSignedIn,
    Problem,
    RateLimited,
    Refused,
    ServerFailed,
    Stale,
    TooLarge,
    UnexpectedAnswer,
    Unreachable,
)
from momo.client.events import Event

__all__ = [
    "AsyncMomo", "Event", "FieldError", "Invalid", "Momo", "MomoError", "NotAllowed", "NotFound",
    "NotSignedIn", "Problem", "RateLimited", "Refused", "ServerFailed", "Stale", "TooLarge",
    "UnexpectedAnswer", "Unreachable",
]  # fmt: skip
