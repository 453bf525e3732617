"""Reading what was sent: what is not known is refused, never ignored."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.request import Request

from momo.platform.rest import selection

TEXT = "text"  # in a serializer's context: what it reads came as text, as queries and forms do


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not know, and JSON of another type than the field's."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, Mapping) and (unknown := sorted(set(data) - set(self.fields))):
            known = ", ".join(self.fields)
            raise serializers.ValidationError(
                {str(name)[:60]: f"There is no such field. Known: {known}." for name in unknown}
            )
        if isinstance(data, Mapping):
            self._refuse_what_would_be_made_to_fit(data)
        value: dict[str, Any] = super().to_internal_value(data)
        return value

    def _refuse_what_would_be_made_to_fit(self, data: Mapping[str, Any]) -> None:
        """Raises ValidationError."""
        is_text = bool(self.context.get(TEXT))
        given = {name: field for name, field in self.fields.items() if name in data}
        found: dict[str, Any] = {
            name: _mismatch(field, data[name], is_text=is_text) for name, field in given.items()
        }
        if wrong := {name: message for name, message in found.items() if message}:
            raise serializers.ValidationError(wrong)


def _mismatch(field: Any, value: Any, *, is_text: bool) -> str | dict[int, Any]:
    """What the framework would overlook: 1 for "1", 0 for false, and blanks past the length. Of a
    list by place, as the framework tells it."""
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        found = {n: _mismatch(field.child, each, is_text=is_text) for n, each in enumerate(value)}
        return {place: message for place, message in found.items() if message}
    if isinstance(value, str) and len(value) > (getattr(field, "max_length", None) or len(value)):
        return f"At most {field.max_length} characters."
    return "" if is_text or value is None else _other_type(field, value)


def _other_type(field: Any, value: Any) -> str:
    if isinstance(field, serializers.BooleanField):
        return "" if isinstance(value, bool) else "This must be true or false."
    if isinstance(field, serializers.IntegerField | serializers.FloatField):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return "" if is_number else "This must be a number."
    if isinstance(field, _WRITTEN):
        return "" if isinstance(value, str) else "This must be text."
    return ""


_WRITTEN = (
    serializers.CharField, serializers.UUIDField, serializers.DateTimeField, serializers.DateField,
    serializers.DecimalField,
)  # fmt: skip


class ProblemError(serializers.Serializer[Any]):
    field = serializers.CharField()
    message = serializers.CharField()


class Problem(serializers.Serializer[Any]):
    """An error as RFC 9457 has it. `code` is for programs, `detail` for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    errors = ProblemError(many=True, required=False)  # type: ignore[assignment]


def _takes_several(field: Any) -> bool:
    return isinstance(field, serializers.ListField | serializers.MultipleChoiceField)


_S = TypeVar("_S", bound=serializers.Serializer[Any])


def read_body(request: Request, serializer: type[_S]) -> dict[str, Any]:
    """The request's body, checked. Raises ValidationError."""
    data = request.data
    if not isinstance(data, QueryDict):
        return _checked(serializer(data=data))
    return _checked(serializer(data=_plain(data, serializer()), context={TEXT: True}))


def read_query(request: Request, serializer: type[_S]) -> dict[str, Any]:
    """The request's query parameters, checked. Raises ValidationError."""
    fields = serializer().fields
    for name, values in request.query_params.lists():
        if len(values) > 1 and name in fields and not _takes_several(fields[name]):
            raise serializers.ValidationError({name: "Give this once."})
    query = _plain(request.query_params, serializer())
    return _checked(serializer(data=query, context={TEXT: True}))


def _checked(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def _plain(query: QueryDict, serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    """One value a name, or a list where the field is one. A form's absent field is no value."""
    fields = serializer.fields
    return {
        name: query.getlist(name)
        if isinstance(fields.get(name), serializers.ListField)
        else query[name]
        for name in query
        if name != selection.NAME  # the view's base reads it
    }
