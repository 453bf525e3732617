"""Rows of a Notion database that have no page of their own."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Set

from connectors.contract import Refusal, SourceRecord
from connectors.files.members import Member
from connectors.files.text import decode, one_line
from connectors.notion_export.mapping import row_record

PageKey = tuple[tuple[str, ...], str]  # the titles of the folders a page lies in, and its own


def page_key(folder: tuple[str, ...], title: str) -> PageKey:
    return folder, one_line(title).casefold()


def table_rows(
    raw: bytes, table: Member, folder: tuple[str, ...], pages: Set[PageKey]
) -> Iterator[SourceRecord | Refusal]:
    """A record for each row without a page in `folder`, which is where its pages would lie."""
    reader = csv.reader(io.StringIO(decode(raw), newline=""))
    seen: Counter[str] = Counter()
    try:
        columns = [one_line(column) for column in next(reader, [])]
        for values in reader:
            if not any(value.strip() for value in values):
                continue
            title = one_line(values[0]) or "Untitled"
            seen[title] += 1
            if page_key(folder, title) not in pages:
                row_key = title if seen[title] == 1 else f"{title}~{seen[title]}"
                row = dict(zip(columns, values, strict=False))
                yield row_record(row, title, row_key, table)
    except csv.Error:
        yield Refusal(
            f"{table.name}, line {reader.line_num}",
            "the table cannot be read from here on: export it again",
        )
