"""Marks between instructions and the texts of others, which these cannot imitate."""

import secrets
from collections.abc import Collection

BOUNDARY_BYTES = 16  # of randomness; cannot be guessed by whoever wrote the texts


def boundary(texts: Collection[str]) -> str:
    """Return a random mark that stands in none of the texts, drawn after they were written."""
    while True:
        mark = secrets.token_hex(BOUNDARY_BYTES)
        if not any(mark in text for text in texts):
            return mark
