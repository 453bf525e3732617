"""The OpenAPI description tells all that a caller needs: of a new endpoint, too.

Examples come from the modules `examples` of the apps: see `momo.platform.rest.illustrate`.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from momo.platform.rest.illustrate import NOT_DECLARED, Examples, bodies, declared, operations


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return schema


@pytest.fixture(scope="module")
def examples(description) -> Examples:
    made = Examples(description, declared())
    for where, media in bodies(description):
        made.of(media["schema"], where)
    return made


def test_every_operation_says_what_it_does(description):
    untold = [
        f"{each['operationId']}: {part}"
        for each in operations(description)
        for part in ("summary", "description", "tags")
        if not each.get(part)
    ]
    assert untold == []


def test_every_body_has_an_example_that_is_valid(description, examples):
    wrong = [
        f"{where}: {fault}"
        for where, media in bodies(description)
        for example in _examples(description, media)
        for fault in examples.faults(example, media["schema"])
    ]
    assert wrong == []


def test_no_example_leaves_text_out(description):
    gaps = {
        gap
        for _, media in bodies(description)
        for example in _examples(description, media)
        for gap in _gaps(example)
    }
    assert gaps == set(), "Declare these fields in the EXAMPLES of their app's module `examples`."


def test_no_example_of_a_request_is_empty(description):
    empty = [
        each["operationId"]
        for each in operations(description)
        for media in each.get("requestBody", {}).get("content", {}).values()
        if not all(_examples(description, media))
    ]
    assert empty == [], "Declare their components, as `SomeBodyRequest`."


def test_every_declared_example_is_valid_and_shown(examples):
    assert declared().keys() - examples.used == set()


def test_every_list_and_detail_offers_a_choice_of_fields(description):
    without = [
        each["operationId"]
        for path in description["paths"].values()
        if (each := path.get("get"))
        and _is_of_objects(each["responses"]["200"].get("content", {}))
        and "fields" not in {parameter.get("name") for parameter in each["parameters"]}
    ]
    assert without == []


def _is_of_objects(content: dict[str, Any]) -> bool:
    """Not what is downloaded as a whole."""
    schema = content.get("application/json", {}).get("schema", {})
    return "$ref" in schema or schema.get("type") == "array"


def _examples(description: dict[str, Any], media: dict[str, Any]) -> list[Any]:
    if "example" in media:
        return [media["example"]]
    kept = description["components"]["examples"]
    return [
        kept[each["$ref"].rpartition("/")[2]]["value"] if "$ref" in each else each["value"]
        for each in media["examples"].values()
    ]


def _gaps(value: Any, name: str = "") -> Iterator[str]:
    """The names of the fields that nobody declared."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [name] if key == NOT_DECLARED else _gaps(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _gaps(inner, name)
    elif value == NOT_DECLARED:
        yield name
