"""Printing: tables and colour on a terminal, plain text in a pipe, JSON on request."""

import dataclasses
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from enum import Enum
from typing import Any
from uuid import UUID

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

PIPE_WIDTH = 160  # columns of a table that no terminal limits
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

out = Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else PIPE_WIDTH)
err = Console(stderr=True, highlight=False)


def print_json(value: Any) -> None:
    print(in_json(value))


def in_json(value: Any) -> str:
    return json.dumps(value, default=_plain, indent=2, ensure_ascii=False)


def table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    indent: int = 0,
    on: Console = out,
) -> None:
    """A table of plain values; text from memories is shown inert, markup and controls included.

    Without rows, a line that says so. Ids are never folded: they are there to be copied.
    """
    listed = [[inert(cell) for cell in row] for row in rows]
    if not listed:
        on.print(f"{title}: none.")
        return
    shown = Table(title=title, title_justify="left", header_style="bold", expand=False)
    for place, column in enumerate(columns):
        ids = any(_ID.fullmatch(row[place]) for row in listed)
        shown.add_column(column, overflow="fold", no_wrap=ids)
    for row in listed:
        shown.add_row(*row)
    on.print(Padding.indent(shown, indent))


@contextmanager
def step(what: str) -> Iterator[None]:
    """Show what is going on, and that it is done."""
    with err.status(what):
        yield
    err.print(f"[green]✓[/] {what}")


def inert(value: object) -> str:
    """Text that can neither colour the terminal nor move its cursor."""
    text = "" if value is None else str(value)
    return escape("".join(c for c in text if c in "\n\t" or c.isprintable()))


def day(moment: datetime | date | None) -> str:
    return f"{moment:%Y-%m-%d}" if moment else ""


def _keyed(value: Any) -> Any:
    """With text as keys: JSON has no others."""
    return {str(k): v for k, v in value.items()} if isinstance(value, dict) else value


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _keyed(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(f"not JSON: {type(value).__name__}")
