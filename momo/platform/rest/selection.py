"""`fields=`: which fields of an answer one wants. For every GET that answers in objects.

The names are those of the serializer that the endpoint declares to OpenAPI, so that what is
described is what is accepted. In a list they are those of its items.
"""

from collections.abc import Collection
from functools import cache
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

NAME = "fields"
_PAGE = {"items", "next"}


def parameter(known: Collection[str]) -> OpenApiParameter:
    return OpenApiParameter(
        NAME, {"type": "array", "items": {"type": "string", "enum": list(known)}, "minItems": 1},
        style="form", explode=False,
        description="Only these fields, of each item in a list; all of them where it is left out.",
    )  # fmt: skip


def wanted(request: Request, known: Collection[str]) -> frozenset[str]:
    """The fields that were asked for; none stands for all. Raises ValidationError."""
    if NAME not in request.query_params:
        return frozenset()
    names = frozenset(",".join(request.query_params.getlist(NAME)).split(","))
    if unknown := sorted(names.difference(known)):
        said = f"There is no field {unknown[0][:60]!r} here. Known: {', '.join(known) or 'none'}."
        raise ValidationError({NAME: said})
    return names


def select(data: Any, names: frozenset[str]) -> Any:
    """`data` with these fields alone: of an object, of a list's items, or of a page's items."""
    if isinstance(data, list):
        return [select(each, names) for each in data]
    if isinstance(data, dict) and data.keys() == _PAGE:
        return {**data, "items": select(data["items"], names)}
    return {name: value for name, value in data.items() if name in names}


def known_to(declared: Any) -> tuple[str, ...]:
    """The fields of what a GET declares as its responses; none where they are no objects."""
    if isinstance(declared, dict):
        usual = ("200", 200, (200, "application/json"))
        declared = next((declared[key] for key in usual if key in declared), None)
    declared = getattr(declared, "response", declared)  # an OpenApiResponse
    serializer = declared() if isinstance(declared, type) else declared
    if not isinstance(serializer, BaseSerializer):
        return ()
    return _fields_of(serializer)


def _fields_of(serializer: Any) -> tuple[str, ...]:
    if isinstance(serializer, ListSerializer):
        return _fields_of(serializer.child)
    if not isinstance(serializer, Serializer):
        return ()
    fields = serializer.fields
    return _fields_of(fields["items"]) if fields.keys() == _PAGE else tuple(fields)


@cache
def known_in(view: Any) -> tuple[str, ...]:
    """The fields of what a view class' GET answers."""
    schema = getattr(getattr(view, "get", None), "kwargs", {}).get("schema")
    if schema is None:
        return ()
    inspector = schema()
    inspector.view, inspector.method = view(), "GET"
    inspector.view.request, inspector.view.kwargs = None, {}
    return known_to(inspector.get_response_serializers())
