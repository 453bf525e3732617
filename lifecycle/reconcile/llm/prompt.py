"""The messages of one call: fixed instructions, then the statements as delimited data."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from lifecycle.reconcile.contract import Nearby, Statement
from lifecycle.reconcile.tuning import SHOWN_CHARACTERS
from momo.platform.ai import boundary

VERSION = "reconcile-v1"

Shown = Mapping[str, Statement]  # by the id under which a statement is shown


def shown(nearby: Sequence[Nearby]) -> Shown:
    """All new statements and all that are near to any of them, each once, under short ids."""
    new = {each.new.key: each.new for each in nearby}
    held = {older.key: older for each in nearby for older in each.older if older.key not in new}
    return {f"n{at}": each for at, each in enumerate(new.values(), 1)} | {
        f"e{at}": each for at, each in enumerate(held.values(), 1)
    }


def prompt(statements: Shown) -> list[dict[str, str]]:
    """Return the chat messages that ask what the new statements do to the others."""
    return prompt_for(statements, VERSION)


def prompt_for(statements: Shown, version: str) -> list[dict[str, str]]:
    """Return the instructions of a version, then the statements as delimited data."""
    texts = {name: _text(name, each) for name, each in statements.items()}
    mark = boundary(list(texts.values()))
    data = "\n\n".join(
        f"[{mark} statement {name}]\n{text}\n[{mark} end of statement {name}]"
        for name, text in texts.items()
    )
    return [
        {"role": "system", "content": _resource(f"{version}.md")},
        {"role": "system", "content": f"The boundary of this request is {mark}."},
        {"role": "user", "content": data},
    ]


def schema() -> dict[str, Any]:
    """Return the JSON schema of the verdicts."""
    return schema_of(VERSION)


@cache
def schema_of(version: str) -> dict[str, Any]:
    """Return the JSON schema of an answer; it keeps the rules of OpenAI's strict mode."""
    parsed: dict[str, Any] = json.loads(_resource(f"{version}.schema.json"))
    return parsed


def _text(name: str, statement: Statement) -> str:
    header = {
        "id": name,
        "date": statement.at.date().isoformat(),
        "type": statement.type,
        "status": statement.status,
        "deciders": sorted(statement.deciders),
    }
    text = statement.text[:SHOWN_CHARACTERS]
    return f"{json.dumps(header, ensure_ascii=False)}\n{statement.title}\n{text}"


@cache
def _resource(name: str) -> str:
    return (files("lifecycle.reconcile") / "prompts" / name).read_text(encoding="utf-8")
