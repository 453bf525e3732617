"""Decisions as CSV."""

from collections.abc import Mapping, Sequence
from typing import Any

from decisions.histories.history import standing_of
from decisions.models import Memory
from momo.platform.rest import spreadsheets

COLUMNS = (
    "id", "title", "holds", "type", "status", "confidence", "decided_at", "people", "summary",
    "rationale", "options", "quote", "owner", "due_on", "tags", "importance", "source",
    "source_url", "visibility", "superseded_by", "archived_at", "updated_at",
)  # fmt: skip


def header() -> str:
    return spreadsheets.lines([COLUMNS])


def lines(decisions: Sequence[Memory]) -> str:
    """A line for each; what lists hold stands in one cell, with semicolons between."""
    return spreadsheets.lines(map(_cells, decisions))


def _cells(row: Memory) -> tuple[Any, ...]:
    return (
        row.id, row.title, getattr(row, "holds_then", "") or standing_of(row), row.decision_type,
        row.status, row.confidence, row.source_date.isoformat(), _people(row.people), row.summary,
        row.rationale, "; ".join(map(_option, row.options)), row.quote, row.owner_name, row.due_on,
        "; ".join(row.tags), row.importance, row.source, row.source_url, row.visibility,
        row.superseded_by, _time(row.archived_at), _time(row.updated_at),
    )  # fmt: skip


def _people(people: list[Mapping[str, str]]) -> str:
    return "; ".join(_named(person) for person in people)


def _named(person: Mapping[str, str]) -> str:
    known = [person.get(name, "") for name in ("name", "email", "handle")]
    return f"{next(filter(None, known), '')} ({person.get('role', '')})"


def _option(option: Mapping[str, Any]) -> str:
    outcome = "chosen" if option.get("chosen") else "rejected"
    reason = option.get("reason", "")
    return f"{option.get('option', '')} ({outcome}{f': {reason}' if reason else ''})"


def _time(value: Any) -> str:
    return value.isoformat() if value else ""
