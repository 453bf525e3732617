"""Whole weeks of a team's calendar."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from lifecycle.dashboard.span import between, last_weeks

BERLIN = ZoneInfo("Europe/Berlin")
DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))


def test_the_last_weeks_end_with_the_one_of_today():
    span = last_weeks(2, date(2026, 3, 4), BERLIN)
    assert span.weeks == [date(2026, 2, 23), date(2026, 3, 2)]
    assert span.start == datetime(2026, 2, 22, 23, tzinfo=UTC)


def test_a_week_is_as_long_as_the_clocks_of_the_team_make_it():
    span = last_weeks(1, date(2026, 3, 29), BERLIN)  # in which summer time begins
    length = span.end.astimezone(UTC) - span.start.astimezone(UTC)
    assert length == timedelta(days=7) - timedelta(hours=1)


@given(DAYS, st.integers(0, 700))
def test_days_lie_in_their_weeks_and_no_week_is_missing(since, days):
    until = since + timedelta(days=days)
    span = between(since, until, BERLIN)
    assert span.first <= since <= until < span.after
    assert {week.weekday() for week in span.weeks} == {0}
    assert [b - a for a, b in zip(span.weeks, span.weeks[1:], strict=False)] == [
        timedelta(days=7)
    ] * (len(span.weeks) - 1)
