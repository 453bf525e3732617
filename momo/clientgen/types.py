"""Schemas of OpenAPI 3.0 as Python types."""

import keyword
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

_COMPONENTS = "#/components/schemas/"
_FORMATS = {"uuid": "UUID", "date-time": "datetime", "date": "date", "decimal": "Decimal"}
_PLAIN = {"integer": "int", "number": "float", "boolean": "bool", "string": "str"}


class Types:
    """Type expressions for the schemas of one description."""

    def __init__(self, description: Schema) -> None:
        self.schemas: Mapping[str, Schema] = description["components"]["schemas"]

    def of(self, schema: Schema, *, sent: bool = False) -> str:
        """The type of what the server answers or, where it is `sent`, of what one may give."""
        null = " | None" if schema.get("nullable") else ""
        if reference := schema.get("$ref"):
            return self._named(reference.removeprefix(_COMPONENTS), sent) + null
        if parts := schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf"):
            return self._either(parts, sent, null)
        if "enum" in schema:
            return f"Literal[{', '.join(repr(each) for each in schema['enum'])}]{null}"
        return self._of_type(schema, sent) + null

    def plain(self, schema: Schema) -> Schema:
        """The schema, or the one that it refers to."""
        reference = schema.get("$ref", "")
        return self.schemas[reference.removeprefix(_COMPONENTS)] if reference else schema

    def _either(self, parts: Any, sent: bool, null: str) -> str:
        found = dict.fromkeys(self.of(part, sent=sent) for part in parts)
        if "Literal[None]" in found:
            del found["Literal[None]"]
            null = " | None"
        return " | ".join(found) + null

    def _named(self, name: str, sent: bool) -> str:
        """Objects have a class; all else is what it stands for."""
        schema = self.schemas[name]
        return name if "properties" in schema else self.of(schema, sent=sent)

    def _of_type(self, schema: Schema, sent: bool) -> str:
        kind = schema.get("type")
        if kind == "array":
            inner = self.of(schema["items"], sent=sent)
            return f"Sequence[{inner}]" if sent else f"list[{inner}]"
        if kind == "object":
            values = schema.get("additionalProperties")
            inner = self.of(values, sent=sent) if isinstance(values, Mapping) else "Any"
            return f"Mapping[str, {inner}]" if sent else f"dict[str, {inner}]"
        if kind == "string" and schema.get("format") == "binary":
            return "File" if sent else "bytes"
        plain = _FORMATS.get(schema.get("format", "")) or _PLAIN.get(str(kind), "Any")
        return f"{plain} | str" if sent and plain in _FORMATS.values() else plain

    def reached_from(self, roots: Iterator[Schema]) -> list[str]:
        """The names of the objects that these schemas are made of, in order."""
        found: set[str] = set()
        waiting = [name for root in roots for name in _references(root)]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += _references(self.schemas[name])
        return sorted(name for name in found if "properties" in self.schemas[name])


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if isinstance(reference := schema.get("$ref"), str):
            yield reference.removeprefix(_COMPONENTS)
        for inner in schema.values():
            yield from _references(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _references(inner)


def python_name(name: str) -> str:
    """A name as Python takes it."""
    plain = name.replace("-", "_").lower() if "-" in name else name
    return f"{plain}_" if keyword.iskeyword(plain) else plain
