"""Reading what was sent: what is not known is refused, never ignored."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.request import Request


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not know."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, Mapping) and (unknown := sorted(set(data) - set(self.fields))):
            known = ", ".join(self.fields)
            raise serializers.ValidationError(
                {str(name)[:60]: f"There is no such field. Known: {known}." for name in unknown}
            )
        value: dict[str, Any] = super().to_internal_value(data)
        return value


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


_S = TypeVar("_S", bound=serializers.Serializer[Any])


def read_body(request: Request, serializer: type[_S]) -> dict[str, Any]:
    """The request's body, checked. Raises ValidationError."""
    return _checked(serializer(data=request.data))


def read_query(request: Request, serializer: type[_S]) -> dict[str, Any]:
    """The request's query parameters, checked. Raises ValidationError."""
    return _checked(serializer(data=_plain(request.query_params, serializer())))


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
    }
