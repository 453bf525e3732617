"""The messages of one call about undecided pairs: fixed instructions, then the pairs as data."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from decisions.models import EntityName, Sameness
from momo.platform.ai import boundary

VERSION = "entities-v1"
PURPOSE = "resolve_entities"  # under which usage is metered
REASON_CHARACTERS = 200

Pair = tuple[EntityName, EntityName]


def prompt(pairs: Sequence[Pair]) -> list[dict[str, str]]:
    """Return the chat messages that ask about pairs, numbered from 1."""
    shown = [_shown(number, *pair) for number, pair in enumerate(pairs, 1)]
    mark = boundary(shown)
    data = "\n\n".join(
        f"[{mark} pair {number}]\n{text}\n[{mark} end of pair {number}]"
        for number, text in enumerate(shown, 1)
    )
    return [
        {"role": "system", "content": _resource(f"{VERSION}.md")},
        {"role": "system", "content": f"The boundary of this request is {mark}."},
        {"role": "user", "content": data},
    ]


def answers(answer: Mapping[str, Any], count: int) -> dict[int, tuple[Sameness, str]]:
    """Verdict and reason by the pair's number; "unsure" is undecided. Other numbers are dropped."""
    found: dict[int, tuple[Sameness, str]] = {}
    for each in answer["pairs"]:
        if 1 <= each["pair"] <= count:
            unsure = each["verdict"] == "unsure"
            verdict = Sameness.UNDECIDED if unsure else Sameness(each["verdict"])
            reason = each["reason"].replace("\0", "")[:REASON_CHARACTERS]
            found.setdefault(each["pair"], (verdict, reason))
    return found


@cache
def schema() -> dict[str, Any]:
    """Return the JSON schema of the answer; it keeps the rules of OpenAI's strict mode."""
    parsed: dict[str, Any] = json.loads(_resource(f"{VERSION}.schema.json"))
    return parsed


def _shown(number: int, one: EntityName, other: EntityName) -> str:
    sides = [
        {
            "spelled": sorted(name.spelled),
            "addresses": sorted(name.emails),
            "handles": sorted(name.handles),
        }
        for name in (one, other)
    ]
    return json.dumps({"pair": number, "type": one.type, "sides": sides}, ensure_ascii=False)


@cache
def _resource(name: str) -> str:
    return (files("decisions.entities") / "prompts" / name).read_text(encoding="utf-8")
