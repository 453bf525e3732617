"""Where a story item went: the ids that its source format knows it by."""

import hashlib

Places = dict[str, str]
"""Story key to the item's own id in its source, which its connector's external id contains."""


def digest(*parts: str) -> str:
    """64 hex digits that are the same for the same parts, for ids that look like the real ones."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
