"""Times named in a question, on 1 June 2026, a Monday."""

from datetime import UTC, datetime

import pytest

from retrieval.spans import span_of
from tests.retrieval.conftest import NOW


def _day(year, month, day):
    return datetime(year, month, day, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("what did we decide yesterday", _day(2026, 5, 31), _day(2026, 6, 1)),
        ("decisions of last week", _day(2026, 5, 25), _day(2026, 6, 1)),
        ("this month", _day(2026, 6, 1), _day(2026, 7, 1)),
        ("last month", _day(2026, 5, 1), _day(2026, 6, 1)),
        ("last year", _day(2025, 1, 1), _day(2026, 1, 1)),
        ("in December", _day(2025, 12, 1), _day(2026, 1, 1)),
        ("in May 2024", _day(2024, 5, 1), _day(2024, 6, 1)),
        ("on 3 May", _day(2026, 5, 3), _day(2026, 5, 4)),
        ("on July 4th, 2025", _day(2025, 7, 4), _day(2025, 7, 5)),
        ("since 2024", _day(2024, 1, 1), _day(2025, 1, 1)),
        ("2025-11-30", _day(2025, 11, 30), _day(2025, 12, 1)),
    ],
)
def test_a_time_named_is_understood(text, start, end):
    span = span_of(text, now=NOW)
    assert span
    assert (span.start, span.end) == (start, end)
    assert span.holds(start)
    assert not span.holds(end)


@pytest.mark.parametrize("text", ["may I?", "march on", "31 June", "version 2024.1", "9999-99-99"])
def test_what_is_no_time_is_none(text):
    assert span_of(text, now=NOW) is None
