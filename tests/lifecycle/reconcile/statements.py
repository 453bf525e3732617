"""Statements as the resolvers see them."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from lifecycle.reconcile.contract import Nearby, Statement
from lifecycle.reconcile.rules import RulesResolver

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
_NUMBERS = count(1)


def stated(title: str, text: str = "", *, day: float = 0, **fields: Any) -> Statement:
    """A statement of a day; its quote is its text."""
    number = next(_NUMBERS)
    given = {"key": f"k{number}", "item": f"i{number}", "type": "direction", "status": "decided"}
    return Statement(
        title=title, text=text, at=START + timedelta(days=day), **{**given, "quote": text, **fields}
    )


def verdict(older: Statement, newer: Statement) -> tuple[str, str] | None:
    """What the rules say that the newer does to the older one: the verdict and the rule."""
    found = RulesResolver().resolve([Nearby(newer, (older,))]).findings
    return (found[0].verdict.value, found[0].rule) if found else None
