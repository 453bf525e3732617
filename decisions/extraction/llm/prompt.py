"""The messages of one call: fixed instructions, then the thread as delimited data."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from decisions.extraction.llm.windows import Block
from momo.platform.ai import boundary

VERSION = "decisions-v2"


def prompt(window: Sequence[Block]) -> list[dict[str, str]]:
    """Return the chat messages that ask for the decisions of a window's fresh blocks."""
    mark = boundary([block.shown for block in window])
    fresh = ", ".join(str(block.number) for block in window if block.fresh)
    scope = f"The boundary of this request is {mark}. Extract from the messages numbered {fresh}."
    data = "\n\n".join(
        f"[{mark} message {block.number}]\n{block.shown}\n[{mark} end of message {block.number}]"
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


@cache
def _resource(name: str) -> str:
    return (files("decisions.extraction") / "prompts" / name).read_text(encoding="utf-8")
