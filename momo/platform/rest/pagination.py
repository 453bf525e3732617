"""Cursor pagination, mostly on (time, id), newest first: stable while rows come and go."""

import base64
import json
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from drf_spectacular.utils import extend_schema_field, inline_serializer
from rest_framework import serializers

from momo.platform.rest.serializers import StrictSerializer

DEFAULT_LIMIT = 50  # rows a page
MAX_LIMIT = 100
_MAX_CURSOR = 300  # characters; ours have some 110, and a long one could nest too deeply

_M = TypeVar("_M", bound=Model)
_P = TypeVar("_P")
_R = TypeVar("_R")


@extend_schema_field({"type": "string", "format": "cursor", "maxLength": _MAX_CURSOR})
class CursorField(serializers.CharField):
    """`next` of the page before."""

    def __init__(self, **options: Any) -> None:
        told = {"max_length": _MAX_CURSOR, "help_text": "`next` of the page before."}
        super().__init__(**{"required": False, **told, **options})


class PageQuery(StrictSerializer):
    """The query parameters of every list."""

    cursor = CursorField()
    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_LIMIT, default=DEFAULT_LIMIT, help_text="Rows a page."
    )

    def validate_cursor(self, value: str) -> Any:
        """What the list goes on after."""
        return read_cursor(value, lambda at, row_id: (moment(at), UUID(row_id)))


def read_cursor(text: str, place: Callable[..., _P]) -> _P:
    """What a cursor says, by a function of its parts, which may raise ValueError and the like.

    Raises ValidationError for what this API did not give.
    """
    try:
        return place(*json.loads(base64.urlsafe_b64decode(text.encode())))
    except (ValueError, TypeError, AttributeError, KeyError):
        raise serializers.ValidationError(
            "Not a cursor of this list: use `next` as it came."
        ) from None


def write_cursor(*parts: Any) -> str:
    """Where a page ended, as opaque text; times as they are."""
    plain = [each.isoformat() if isinstance(each, date) else each for each in parts]
    return base64.urlsafe_b64encode(json.dumps(plain, default=str).encode()).decode()


def moment(text: str) -> datetime:
    """A time with its zone. Raises ValueError and TypeError."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("A time without a zone.")
    return found


def page_of(
    rows: QuerySet[_M], query: dict[str, Any], show: Callable[[list[_M]], list[Any]], *, by: str
) -> dict[str, Any]:
    """One page of rows, newest first by the time field `by`, as `{items, next}`."""
    found = following(rows, by, query.get("cursor"))
    return page_from(found, query["limit"], show, lambda last: place_of(last, by))


def page_from(
    rows: "QuerySet[Any] | Sequence[_R]",
    limit: int,
    show: Callable[[list[_R]], list[Any]],
    place: Callable[[_R], Sequence[Any]],
) -> dict[str, Any]:
    """One page of rows that come in order, as `{items, next}`; `place` says where one stands."""
    found = list(rows[: limit + 1])
    page = found[:limit]
    more = len(found) > limit
    return {"items": show(page), "next": write_cursor(*place(page[-1])) if more else None}


def following(
    rows: QuerySet[_M], by: str, after: tuple[Any, UUID] | None, *, descending: bool = True
) -> QuerySet[_M]:
    """Rows in the order of a field, and of id among equals, after a value of both."""
    if after:
        value, row_id = after
        than = "lt" if descending else "gt"
        # The first condition is implied by the second; an index on the field can use it.
        rows = rows.filter(**{f"{by}__{than}e": value}).filter(
            Q(**{f"{by}__{than}": value}) | Q(**{by: value, f"id__{than}": row_id})
        )
    sign = "-" if descending else ""
    return rows.order_by(f"{sign}{by}", f"{sign}id")


@cache
def page_serializer(item: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """What a list of `item` answers, for the OpenAPI description."""
    return inline_serializer(
        name=f"{item.__name__}Page",
        fields={"items": item(many=True), "next": serializers.CharField(allow_null=True)},
    )


def place_of(row: Model, by: str) -> tuple[Any, UUID]:
    """Where a row stands in the order of `following`."""
    return getattr(row, by), row.id  # type: ignore[attr-defined]
