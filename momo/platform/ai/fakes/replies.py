"""What the fake answers: scripted rules first, then the smallest answer the schema allows."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Body = Mapping[str, Any]
Reply = str | Mapping[str, Any] | Callable[[Body], str | Mapping[str, Any]]

DEFAULT_TEXT = "This answer was scripted."


@dataclass(frozen=True, slots=True)
class Rule:
    """Answers with `reply` where the prompt matches the pattern and the schema has the name.

    An empty pattern matches all; an empty schema matches structured and plain requests alike.
    """

    reply: Reply
    pattern: str = ""
    schema: str = ""

    def matches(self, body: Body) -> bool:
        named = not self.schema or self.schema == schema_name(body)
        return named and re.search(self.pattern, prompt_text(body)) is not None


def answer(body: Body, rules: Sequence[Rule]) -> str:
    """Return the content of the answer: the last rule that matches, else a default."""
    for rule in reversed(rules):
        if rule.matches(body):
            reply = rule.reply(body) if callable(rule.reply) else rule.reply
            return reply if isinstance(reply, str) else json.dumps(reply)
    schema = _schema(body)
    return DEFAULT_TEXT if schema is None else json.dumps(smallest(schema, schema))


def prompt_text(body: Body) -> str:
    return "\n".join(str(message.get("content", "")) for message in body.get("messages", []))


def schema_name(body: Body) -> str:
    shape = (body.get("response_format") or {}).get("json_schema") or {}
    return str(shape.get("name", ""))


def smallest(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """Return a small instance of a schema written with the keywords of strict mode."""
    if "$ref" in schema:
        target: Any = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return smallest(target, root)
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return smallest(schema[union][0], root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    return _smallest_of_type(schema, root)


def _smallest_of_type(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    kind = schema.get("type", "object")
    if isinstance(kind, list):
        kind = "null" if "null" in kind else kind[0]
    match kind:
        case "object":
            properties = schema.get("properties", {})
            wanted = schema.get("required", properties)
            return {name: smallest(properties[name], root) for name in wanted}
        case "array":
            return [smallest(schema["items"], root)] * schema.get("minItems", 0)
        case "string":
            return "x" * schema.get("minLength", 0)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
    return None


def _schema(body: Body) -> Mapping[str, Any] | None:
    """Return the schema asked for: in the request's format, or spelled out in its first message."""
    shape = body.get("response_format") or {}
    if shape.get("type") == "json_schema":
        schema: Mapping[str, Any] = shape["json_schema"]["schema"]
        return schema
    first = str((body.get("messages") or [{}])[0].get("content", ""))
    _, found, text = first.partition("JSON schema, and nothing else:\n")
    if found:
        spelled: Mapping[str, Any] = json.loads(text)
        return spelled
    return {} if shape.get("type") == "json_object" else None
