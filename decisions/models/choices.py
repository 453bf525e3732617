"""Enumerations as choices of a field."""

from typing import Any


def choices(values: Any) -> list[tuple[str, str]]:
    """Of an enumeration, as a model's field takes them."""
    return [(v.value, v.value.replace("_", " ")) for v in values]
