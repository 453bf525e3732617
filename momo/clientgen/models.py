"""Classes: models of what is answered, typed dictionaries of what is sent."""

import inspect
from collections.abc import Iterator

from pydantic import BaseModel

from momo.clientgen.types import Schema, Types, python_name

HEAD = '"""Written by momo.clientgen from docs/openapi.yaml: not edited."""\n\n# ruff: noqa\n'
_IMPORTS = """
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import {typing}
from uuid import UUID
{ours}
"""


def models(types: Types, names: list[str]) -> str:
    ours = "\nfrom pydantic import Field\n\nfrom momo.client.calls import Model"
    parts = [HEAD, _IMPORTS.format(typing="Any, Literal", ours=ours)]
    parts += [_model(types, name) for name in names]
    rebuilt = "\n".join(f"{name}.model_rebuild()" for name in names)
    return "\n".join(["from __future__ import annotations\n", *parts, rebuilt, ""]).replace(
        f"from __future__ import annotations\n\n{HEAD}",
        f"{HEAD}\nfrom __future__ import annotations\n",
    )


def bodies(types: Types, names: list[str]) -> str:
    head = _IMPORTS.format(typing="Any, Literal, NotRequired, TypedDict", ours="")
    parts = [HEAD, head, *(_dictionary(types, name) for name in names)]
    return "\n".join(parts)


def _model(types: Types, name: str) -> str:
    schema = types.schemas[name]
    fields = [_field(types, schema, each) for each in schema["properties"]]
    return "\n".join([f"\nclass {name}(Model):", *_doc(schema), *fields, ""])


def _field(types: Types, schema: Schema, name: str) -> str:
    """A field that may be missing is None then."""
    kind = types.of(schema["properties"][name])
    safe = python_name(name)
    safe = f"{safe}_" if hasattr(BaseModel, safe) or safe == "etag" else safe
    default = [] if name in schema.get("required", ()) else ["default=None"]
    if default and not kind.endswith("None") and kind != "Any":
        kind += " | None"
    settings = default + ([f"alias={name!r}"] if safe != name else [])
    return f"    {safe}: {kind}" + (f" = Field({', '.join(settings)})" if settings else "")


def _dictionary(types: Types, name: str) -> str:
    schema = types.schemas[name]
    fields = []
    for each, inner in schema["properties"].items():
        kind = f'"{types.of(inner, sent=True)}"'
        needed = each in schema.get("required", ())
        fields.append(f"    {each}: {kind if needed else f'NotRequired[{kind}]'}")
    return "\n".join([f"\nclass {name}(TypedDict):", *_doc(schema), *fields, ""])


def _doc(schema: Schema) -> Iterator[str]:
    text = inspect.cleandoc(schema.get("description", "")).replace("\\", "\\\\")
    if text:
        yield from docstring(text, "    ")


def docstring(text: str, indent: str) -> Iterator[str]:
    lines = text.split("\n")
    if len(lines) == 1:
        yield f'{indent}"""{text}"""'
        return
    yield f'{indent}"""{lines[0]}'
    yield from (f"{indent}{line}".rstrip() for line in lines[1:])
    yield f'{indent}"""'
