"""Notion's ids, which are UUIDs and come with and without dashes. Pure."""

import re

SITE = "https://www.notion.so"
_ID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}")


def compact(value: object) -> str:
    """The id in 32 hex digits, as an export names its files; empty where the value is no id."""
    text = value.lower() if isinstance(value, str) else ""
    return text.replace("-", "") if _ID.fullmatch(text) else ""


def address(value: object) -> str:
    """Where the page or database of this id opens; empty where the value is no id."""
    key = compact(value)
    return f"{SITE}/{key}" if key else ""
