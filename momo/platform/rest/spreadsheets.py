"""Tables as CSV, for people's spreadsheets and auditors' tools."""

import csv
import io
from collections.abc import Iterable
from typing import Any

MEDIA_TYPE = "text/csv; charset=utf-8"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a spreadsheet would carry out begins so


def lines(rows: Iterable[Iterable[Any]]) -> str:
    """Rows as CSV (RFC 4180). None is an empty cell; what begins like a formula is made text."""
    sheet = io.StringIO()
    csv.writer(sheet).writerows(map(_inert, row) for row in rows)
    return sheet.getvalue()


def _inert(value: Any) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
