"""Getting an object of a given JSON schema out of a chat model: formats, parsing, repair."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from jsonschema import Draft202012Validator

Prompt = Sequence[Mapping[str, str]]

# How to ask for an object, from the strictest way; servers differ in which of them they know.
FORMATS = ("json_schema", "json_object", "text")
SHOWN = 20_000  # characters of a bad answer that its author is shown again; chosen
_FENCED = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)


def request_format(kind: str, schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the request's arguments for one of FORMATS."""
    match kind:
        case "json_schema":
            shape = {"name": name, "schema": dict(schema), "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": shape}}
        case "json_object":
            return {"response_format": {"type": "json_object"}}
    return {}


def with_instructions(kind: str, prompt: Prompt, schema: Mapping[str, Any]) -> Prompt:
    """Return the prompt, with the schema spelled out where the server does not enforce it."""
    if kind == "json_schema":
        return prompt
    text = (
        "Answer with one JSON object that is valid under this JSON schema, and nothing else:\n"
        + json.dumps(schema)
    )
    return [{"role": "system", "content": text}, *prompt]


def parse(content: str, schema: Mapping[str, Any]) -> tuple[dict[str, Any] | None, str]:
    """Return the valid object and "", or None and what is wrong, in words for the model alone."""
    if not content.strip():
        return None, "The answer was empty."
    fenced = _FENCED.match(content)
    try:
        value = json.loads(fenced.group(1) if fenced else content, parse_constant=_no_number)
        fault = next(Draft202012Validator(schema).iter_errors(value), None)
        if fault is not None:
            return None, f"The answer was not valid under the schema: {fault.message[:500]}"
        value = storable(value)
    except RecursionError:
        return None, "The answer was nested too deep."
    except ValueError as error:
        return None, f"The answer was not JSON: {str(error)[:500]}."
    if not isinstance(value, dict):
        return None, "The answer was not a JSON object."
    return value, ""


def storable(value: Any) -> Any:
    """The value without what no database holds in a text: NUL and halves of characters."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "ignore").decode()
    if isinstance(value, list):
        return [storable(each) for each in value]
    if isinstance(value, dict):
        return {name: storable(each) for name, each in value.items()}
    return value


def _no_number(name: str) -> None:
    """JSON has no NaN and no Infinity, though many readers take them."""
    raise ValueError(f"{name} is no number")


def repair(prompt: Prompt, content: str, problem: str) -> Prompt:
    """Return the prompt of a second attempt, which shows the model what it answered and why not."""
    shown = [{"role": "assistant", "content": content[:SHOWN]}] if content.strip() else []
    ask = f"{problem} Answer again with the whole JSON object, corrected, and nothing else."
    return [*prompt, *shown, {"role": "user", "content": ask}]
