"""When a digest is due on a team's own calendar, also where clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifecycle.scheduling.slots import (
    Cadence,
    Rhythm,
    latest_period,
    latest_slot,
    next_slot,
    period_before,
    slot_at,
)

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
KATHMANDU, CAIRO = ZoneInfo("Asia/Kathmandu"), ZoneInfo("Africa/Cairo")
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati",
         "Pacific/Pago_Pago", "Australia/Lord_Howe", "Africa/Cairo"]  # fmt: skip


def weekly(zone=BERLIN, **fields):
    return Rhythm(Cadence.WEEK, zone, **fields)


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


def test_monday_at_eight_is_eight_in_the_teams_time_zone():
    assert next_slot(weekly(), utc(2026, 11, 18)) == utc(2026, 11, 23, 7)
    assert next_slot(weekly(NEW_YORK), utc(2026, 11, 18)) == utc(2026, 11, 23, 13)
    assert next_slot(weekly(KATHMANDU), utc(2026, 11, 18)) == utc(2026, 11, 23, 2, 15)


def test_it_tells_the_seven_days_before():
    period = latest_period(weekly(), utc(2026, 11, 23, 7))
    assert (period.first, period.last) == (date(2026, 11, 16), date(2026, 11, 22))
    assert (period.start, period.end) == (utc(2026, 11, 15, 23), utc(2026, 11, 22, 23))


def test_a_moment_before_the_hour_it_is_still_last_weeks():
    assert latest_slot(weekly(), utc(2026, 11, 23, 6, 59)) == date(2026, 11, 16)
    assert latest_slot(weekly(), utc(2026, 11, 23, 7)) == date(2026, 11, 23)


def test_west_of_utc_the_day_is_the_one_there():
    """Sunday evening in New York is Monday in UTC already."""
    daily = Rhythm(Cadence.DAY, NEW_YORK, hour=20)
    period = latest_period(daily, utc(2026, 11, 23, 1, 30))
    assert period.today == date(2026, 11, 22)
    assert period.start == utc(2026, 11, 21, 5)


def test_kathmandu_is_a_quarter_of_an_hour_off():
    period = latest_period(weekly(KATHMANDU), utc(2026, 11, 23, 2, 15))
    assert (period.start, period.end) == (utc(2026, 11, 15, 18, 15), utc(2026, 11, 22, 18, 15))


@pytest.mark.parametrize(
    ("monday", "hours"), [(date(2026, 3, 30), 7 * 24 - 1), (date(2026, 10, 26), 7 * 24 + 1)],
    ids=["spring", "autumn"],
)  # fmt: skip
def test_a_week_in_which_clocks_change_has_an_hour_less_or_more(monday, hours):
    period = period_before(weekly(), monday)
    assert period.end - period.start == timedelta(hours=hours)
    assert slot_at(weekly(), monday).astimezone(BERLIN).hour == 8


def test_an_hour_that_is_skipped_is_the_one_after_the_gap():
    daily = Rhythm(Cadence.DAY, BERLIN, hour=2)
    at = slot_at(daily, date(2026, 3, 29))
    assert at == utc(2026, 3, 29, 1)
    assert at.astimezone(BERLIN).hour == 3
    assert next_slot(daily, at) == utc(2026, 3, 30, 0)


def test_an_hour_that_comes_twice_is_told_once():
    daily = Rhythm(Cadence.DAY, BERLIN, hour=2)
    first = slot_at(daily, date(2026, 10, 25))
    assert first == utc(2026, 10, 25, 0)
    assert next_slot(daily, first) == utc(2026, 10, 26, 1)
    again = first + timedelta(hours=1)  # two o'clock for the second time
    assert latest_slot(daily, again) == date(2026, 10, 25)


def test_a_midnight_that_is_skipped_begins_the_day_after_the_gap():
    """In Cairo clocks go from midnight to one."""
    period = period_before(Rhythm(Cadence.DAY, CAIRO), date(2026, 4, 25))
    assert period.start == utc(2026, 4, 23, 22)
    assert period.end == utc(2026, 4, 24, 21)


def test_three_weeks_that_were_missed_are_one():
    rhythm, back = weekly(), utc(2026, 12, 16, 12)
    assert latest_period(rhythm, back).today == date(2026, 12, 14)
    assert next_slot(rhythm, back) == utc(2026, 12, 21, 7)


def test_a_month_is_from_its_day_to_the_next():
    monthly = Rhythm(Cadence.MONTH, BERLIN, month_day=1)
    period = latest_period(monthly, utc(2027, 1, 1, 12))
    assert (period.first, period.last) == (date(2026, 12, 1), date(2026, 12, 31))
    assert next_slot(monthly, utc(2027, 1, 31, 12)) == utc(2027, 2, 1, 7)
    assert period_before(monthly, date(2026, 3, 31)).first == date(2026, 2, 28)


@given(
    st.sampled_from(ZONES), st.sampled_from(Cadence), st.integers(0, 23), st.integers(0, 6),
    st.integers(1, 28), st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001
)  # fmt: skip
def test_periods_follow_on_each_other_without_gap_or_overlap(
    zone, cadence, hour, weekday, month_day, at
):
    rhythm = Rhythm(cadence, ZoneInfo(zone), hour, weekday, month_day)
    now = at.replace(tzinfo=UTC)
    after = next_slot(rhythm, now)
    assert slot_at(rhythm, latest_slot(rhythm, now)) <= now < after
    this, following = latest_period(rhythm, now), latest_period(rhythm, after)
    assert this.end == following.start
    assert this.start < this.end <= now
