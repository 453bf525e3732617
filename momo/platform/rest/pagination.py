"""Cursor pagination on (time, id), newest first: stable while rows come and go."""

import base64
import binascii
import json
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from momo.platform.rest.serializers import StrictSerializer

DEFAULT_LIMIT = 50  # rows a page
MAX_LIMIT = 100
_MAX_CURSOR = 300  # characters; ours have some 110, and a long one could nest too deeply

_M = TypeVar("_M", bound=Model)


class PageQuery(StrictSerializer):
    """The query parameters of every list."""

    cursor = serializers.CharField(
        required=False, max_length=_MAX_CURSOR, help_text="`next` of the page before."
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_LIMIT, default=DEFAULT_LIMIT, help_text="Rows a page."
    )

    def validate_cursor(self, value: str) -> tuple[datetime, UUID]:
        try:
            at, row_id = json.loads(base64.urlsafe_b64decode(value.encode()))
            found = datetime.fromisoformat(at), UUID(row_id)
        except (binascii.Error, ValueError, TypeError, AttributeError):
            found = None
        if found is None or found[0].tzinfo is None:
            raise serializers.ValidationError("Not a cursor of this API: use `next` as it came.")
        return found


def page_of(
    rows: QuerySet[_M], query: dict[str, Any], show: Callable[[list[_M]], list[Any]], *, by: str
) -> dict[str, Any]:
    """One page of rows, newest first by the time field `by`, as `{items, next}`."""
    limit: int = query["limit"]
    if cursor := query.get("cursor"):
        at, row_id = cursor
        # The first condition is implied by the second; an index on the time can use it.
        rows = rows.filter(**{f"{by}__lte": at}).filter(
            Q(**{f"{by}__lt": at}) | Q(**{by: at, "id__lt": row_id})
        )
    found = list(rows.order_by(f"-{by}", "-id")[: limit + 1])
    page = found[:limit]
    following = _cursor_after(page[-1], by) if len(found) > limit else None
    return {"items": show(page), "next": following}


@cache
def page_serializer(item: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """What a list of `item` answers, for the OpenAPI description."""
    return inline_serializer(
        name=f"{item.__name__}Page",
        fields={"items": item(many=True), "next": serializers.CharField(allow_null=True)},
    )


def _cursor_after(row: Model, by: str) -> str:
    where = json.dumps([getattr(row, by).isoformat(), str(row.id)])  # type: ignore[attr-defined]
    return base64.urlsafe_b64encode(where.encode()).decode()
