"""Who sees a row. Pure, so that connectors can state it without a database."""

from enum import StrEnum


class Visibility(StrEnum):
    """Its owner, the team, an audience, or its owner alone and only when asking for secrets."""

    PRIVATE = "private"
    SHARED = "shared"
    RESTRICTED = "restricted"
    SECRET = "secret"  # noqa: S105  (a kind of visibility)
