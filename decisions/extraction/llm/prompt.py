"""The messages of one call: fixed instructions, then the thread as delimited data."""

import json
import secrets
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from decisions.extraction.llm.windows import Block

VERSION = "decisions-v2"
BOUNDARY_BYTES = 16  # of randomness; cannot be guessed by whoever wrote the messages


def prompt(window: Sequence[Block]) -> list[dict[str, str]]:
    """Return the chat messages that ask for the decisions of a window's fresh blocks."""
    boundary = _boundary([block.shown for block in window])
    fresh = ", ".join(str(block.number) for block in window if block.fresh)
    scope = (
        f"The boundary of this request is {boundary}. Extract from the messages numbered {fresh}."
    )
    data = "\n\n".join(
        f"[{boundary} message {block.number}]\n{block.shown}\n"
        f"[{boundary} end of message {block.number}]"
        for block in window
    )
    return [
        # First and unchanging, so that servers can cache it.
        {"role": "system", "content": _resource(f"{VERSION}.md")},
        {"role": "system", "content": scope},
        {"role": "user", "content": data},
    ]


@cache
def schema() -> dict[str, Any]:
    """Return the JSON schema of the answer; it keeps the rules of OpenAI's strict mode."""
    parsed: dict[str, Any] = json.loads(_resource(f"{VERSION}.schema.json"))
    return parsed


def _boundary(texts: Sequence[str]) -> str:
    """Return a random mark that stands in none of the texts, drawn after they were written."""
    while True:
        mark = secrets.token_hex(BOUNDARY_BYTES)
        if not any(mark in text for text in texts):
            return mark


@cache
def _resource(name: str) -> str:
    return (files("decisions.extraction") / "prompts" / name).read_text(encoding="utf-8")
