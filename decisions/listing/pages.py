"""Pages of a list in one of several orders, each after the last row of the page before."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import QuerySet

from decisions.models import Memory
from momo.platform.rest import pagination

_M = TypeVar("_M", bound=Memory)


@dataclass(frozen=True, slots=True)
class Sort:
    """An order by a column, and by id among equals."""

    column: str
    read: Callable[[Any], Any]  # a cursor's value, as the column has it
    descending: bool = True


SORTS = {
    "newest": Sort("source_date", pagination.moment),
    "oldest": Sort("source_date", pagination.moment, descending=False),
    "importance": Sort("importance", float),
    "updated": Sort("updated_at", pagination.moment),
}


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last row of a page, by what its list is sorted by."""

    sort: str
    value: Any
    row_id: UUID

    @classmethod
    def read(cls, sort: str, value: Any, row_id: str) -> "Cursor":
        """For `pagination.read_cursor`."""
        return cls(sort, SORTS[sort].read(value), UUID(row_id))


def page_of(
    rows: QuerySet[_M], query: dict[str, Any], show: Callable[[list[_M]], list[Any]]
) -> dict[str, Any]:
    """One page of rows in the order that the query asks for, as `{items, next}`."""
    sort: str = query["sort"]
    found = following(rows, sort, query.get("cursor"))
    by = SORTS[sort].column
    return pagination.page_from(
        found, query["limit"], show, lambda last: (sort, *pagination.place_of(last, by))
    )


def following(rows: QuerySet[_M], sort: str, cursor: Cursor | None) -> QuerySet[_M]:
    """Rows in an order, from a cursor on."""
    order = SORTS[sort]
    after = (cursor.value, cursor.row_id) if cursor else None
    return pagination.following(rows, order.column, after, descending=order.descending)


def cursor_after(row: Memory, sort: str) -> Cursor:
    return Cursor(sort, *pagination.place_of(row, SORTS[sort].column))
