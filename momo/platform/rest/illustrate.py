"""Examples in the OpenAPI description: of every body that is sent and answered.

An app declares in its module `examples` what its fields hold, as `EXAMPLES`, by a field's name
(`title`), a component's field (`BudgetItem.limit`), a whole component (`SearchBodyRequest`), or an
operation's media type where it is no JSON (`ask text/event-stream`). From these and from the
schemas every example is put together, so that it shows all fields and never falls behind; text
that nobody declared fails a test.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from django.apps import apps
from django.utils.module_loading import module_has_submodule
from jsonschema import Draft202012Validator

Schema = Mapping[str, Any]

# Of the formats that say enough by themselves.
BY_FORMAT = {
    "uuid": "019a9d2e-7c41-7b52-9d36-3f1b6c2a8e70",
    "date-time": "2026-03-02T09:30:00Z",
    "date": "2026-03-31",
    "email": "ada@lighthouse.example",
    "uri": "https://lighthouse.example/decisions/42",
    "binary": "(the file)",
    "decimal": "12.50",
}
METHODS = ("get", "post", "put", "patch", "delete")
NOT_DECLARED = "(an example is missing)"
_COMPONENTS = "#/components/schemas/"


def illustrate(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Put examples into a description: a postprocessing hook of drf-spectacular."""
    examples, kept = Examples(result, declared()), {}
    for where, media in bodies(result):
        schema = media["schema"]
        if "examples" in media:  # an endpoint has its own
            continue
        if name := _component(schema):
            kept[name] = {"value": examples.of(schema)}
            media["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}
        else:
            media["example"] = examples.of(schema, where)
    result.setdefault("components", {})["examples"] = dict(sorted(kept.items()))
    return result


def bodies(description: Schema) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every body that is sent or answered, by `operation media/type` where it is no JSON."""
    for operation in operations(description):
        for body in (operation.get("requestBody", {}), *operation["responses"].values()):
            for kind, media in body.get("content", {}).items():
                yield f"{operation['operationId']} {kind}", media


def operations(description: Schema) -> Iterator[dict[str, Any]]:
    for path in description["paths"].values():
        for method, operation in path.items():
            if method in METHODS:
                yield operation


def declared() -> dict[str, Any]:
    """What all apps declare. Raises ValueError where two declare the same."""
    found: dict[str, Any] = {}
    for app in apps.get_app_configs():
        if app.module and module_has_submodule(app.module, "examples"):
            values = import_module(f"{app.name}.examples").EXAMPLES
            if twice := found.keys() & values.keys():
                raise ValueError(f"Declared twice, in {app.name} too: {', '.join(sorted(twice))}.")
            found |= values
    return found


class Examples:
    """Makes examples for the schemas of one description. `used` are the declared ones in them."""

    def __init__(self, description: Schema, values: Mapping[str, Any]) -> None:
        self._schemas: Schema = description.get("components", {}).get("schemas", {})
        self._components = {"schemas": as_json_schema(self._schemas)}
        self._values = values
        self.used: set[str] = set()

    def of(self, schema: Schema, name: str = "") -> Any:
        """An example that is valid by the schema; `name` is what it is declared under."""
        if reference := schema.get("$ref"):
            name = reference.removeprefix(_COMPONENTS)
            return self.of(self._schemas[name], name)
        if name in self._values and self.is_valid(self._values[name], schema):
            self.used.add(name)
            return self._values[name]
        if parts := schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf"):
            return self.of(parts[0])
        if "enum" in schema:
            return schema["enum"][0]
        return self._of_type(schema, name)

    def _of_type(self, schema: Schema, name: str) -> Any:
        match schema.get("type"):
            case "object":
                return self._object(schema, name)
            case "array":
                return [self.of(schema["items"], name)]
            case "boolean":
                return schema.get("default", True)
            case "integer" | "number":
                return _number(schema)
            case "string":
                return BY_FORMAT.get(schema.get("format", ""), NOT_DECLARED)
        return NOT_DECLARED  # anything at all

    def _object(self, schema: Schema, component: str) -> dict[str, Any]:
        """All fields; of a request those that must be there, and those declared for it."""
        if "properties" not in schema:
            return {NOT_DECLARED: None}
        required = schema.get("required", ())
        all_of_it = not component.endswith("Request")
        return {
            name: self._field(inner, component, name)
            for name, inner in schema["properties"].items()
            if all_of_it or name in required or f"{component}.{name}" in self._values
        }

    def _field(self, schema: Schema, component: str, name: str) -> Any:
        for key in (f"{component}.{name}", name):
            if key in self._values and self.is_valid(self._values[key], schema):
                self.used.add(key)
                return self._values[key]
        return self.of(schema)

    def is_valid(self, value: Any, schema: Schema) -> bool:
        return not self.faults(value, schema)

    def faults(self, value: Any, schema: Schema) -> list[str]:
        """What is wrong with a value by a schema of this description, null as OpenAPI 3.0 has."""
        checker = Draft202012Validator(
            {**as_json_schema(schema), "components": self._components},
            format_checker=Draft202012Validator.FORMAT_CHECKER,
        )
        return [f"{each.json_path}: {each.message}" for each in checker.iter_errors(value)]


def as_json_schema(schema: Any) -> Any:
    """An OpenAPI 3.0 schema with `nullable` said as JSON Schema says it."""
    if isinstance(schema, list):
        return [as_json_schema(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: as_json_schema(value) for name, value in schema.items() if name != "nullable"}
    return {"anyOf": [plain, {"type": "null"}]} if schema.get("nullable") is True else plain


def _component(schema: Schema) -> str:
    return str(schema.get("$ref", "")).removeprefix(_COMPONENTS)


def _number(schema: Schema) -> int | float:
    value: int | float = schema.get("default") or schema.get("minimum", 0) or 1
    most: int | float = schema.get("maximum", value)
    return min(value, most)
