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
        ("by the 14th", (2025, 3, 14)),
        ("by the 3rd", (2025, 4, 3)),
        ("by the 31st", (2025, 3, 31)),
        ("by friday the 14th", (2025, 3, 14)),
        ("by the 15th of next month", (2025, 4, 15)),
        ("next tuesday", (2025, 3, 11)),
        ("by end of next week", (2025, 3, 14)),
        ("by the end of next month", (2025, 4, 30)),
        ("by month-end", (2025, 3, 31)),
        ("by year end", (2025, 12, 31)),
        ("the day after tomorrow", (2025, 3, 7)),
        ("this afternoon", (2025, 3, 5)),
        ("by noon", (2025, 3, 5)),
        ("in a couple of weeks", (2025, 3, 19)),
        ("in two months", (2025, 5, 5)),
        ("within a fortnight", (2025, 3, 19)),
        ("in 3-4 days", (2025, 3, 9)),
        ("within 48 hours", (2025, 3, 7)),
        ("a week from friday", (2025, 3, 14)),
        ("by mid-march", (2025, 3, 15)),
        ("before the weekend", (2025, 3, 7)),
        ("over the weekend", (2025, 3, 9)),
        ("by 2025/04/01", (2025, 4, 1)),
        ("by 14.3.", (2025, 3, 14)),
        ("by 1.4.2025", (2025, 4, 1)),
        ("by 15/04/2025", (2025, 4, 15)),
    ],
)
def test_a_date_is_resolved_against_the_day_it_was_written(text, expected):
    assert due_on(f"i'll send it {text}", WEDNESDAY) == date(*expected)


@pytest.mark.parametrize(
    "text",
    [
        "soon",
        "as we said last friday",
        "that you reported on monday",
        "every friday",
        "to v1.2.3",
        "by february 31",
        "at 3pm",
        "version 2.0",
        "may be",
        "",
    ],
)
def test_what_is_no_date_resolves_to_none(text):
    assert due_on(text, WEDNESDAY) is None


def test_the_first_date_named_counts():
    assert due_on("tomorrow, not on friday", WEDNESDAY) == date(2025, 3, 6)


def test_a_date_after_by_counts_before_others():
    text = "i'll fix what we saw this morning by friday"
    assert due_on(text, WEDNESDAY) == date(2025, 3, 7)
