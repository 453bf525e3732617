"""Due dates, told on Wednesday 5 March 2025."""

from datetime import date

import pytest

from decisions.extraction.rules.dates import due_on

WEDNESDAY = date(2025, 3, 5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by friday", (2025, 3, 7)),
        ("by wednesday", (2025, 3, 12)),
        ("next friday", (2025, 3, 14)),
        ("next monday", (2025, 3, 10)),
        ("this friday", (2025, 3, 7)),
        ("tomorrow", (2025, 3, 6)),
        ("today", (2025, 3, 5)),
        ("by eod", (2025, 3, 5)),
        ("by eow", (2025, 3, 7)),
        ("by the end of the week", (2025, 3, 7)),
        ("by end of month", (2025, 3, 31)),
        ("by the end of march", (2025, 3, 31)),
        ("before the end of the quarter", (2025, 3, 31)),
        ("next week", (2025, 3, 14)),
        ("next month", (2025, 4, 30)),
        ("this year", (2025, 12, 31)),
        ("by march 3", (2025, 3, 3)),
        ("by january 10th", (2026, 1, 10)),
        ("by 3 april", (2025, 4, 3)),
        ("by the 3rd of april, 2026", (2026, 4, 3)),
        ("due 2025-04-01", (2025, 4, 1)),
        ("by 4/15", (2025, 4, 15)),
        ("by 25/4", (2025, 4, 25)),
        ("in two weeks", (2025, 3, 19)),
        ("within 3 days", (2025, 3, 8)),
        ("in q3", (2025, 9, 30)),
        ("in q1", (2025, 3, 31)),
    ],
)
def test_a_date_is_resolved_against_the_day_it_was_written(text, expected):
    assert due_on(f"i'll send it {text}", WEDNESDAY) == date(*expected)


@pytest.mark.parametrize("text", ["soon", "by february 31", "at 3pm", "version 2.0", "may be", ""])
def test_what_is_no_date_resolves_to_none(text):
    assert due_on(text, WEDNESDAY) is None


def test_the_first_date_named_counts():
    assert due_on("tomorrow, not on friday", WEDNESDAY) == date(2025, 3, 6)
