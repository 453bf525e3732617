"""Times as sources write them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.files.times import from_epoch, from_iso, from_words


@pytest.mark.parametrize(
    "text",
    [
        "March 3, 2024 2:15 PM",
        "@Mar 3, 2024 2:15 PM (UTC)",
        "3 March 2024 14:15",
        "2024/03/03 14:15",
        "The 3 Mar 2024 14:15",
        "2024-03-03T14:15",
        "3.3.2024, 14:15",
        "Sunday, March 3rd, 2024 at 2:15 p.m.",
    ],
)
def test_dates_are_read_as_people_write_them(text):
    assert from_words(text) == datetime(2024, 3, 3, 14, 15, tzinfo=UTC)


@pytest.mark.parametrize("text", ["13/02/2016", "02/13/2016"])
def test_slashes_are_read_where_day_and_month_cannot_be_mixed_up(text):
    assert from_words(text) == datetime(2016, 2, 13, tzinfo=UTC)
    assert from_words("02/03/2016") is None


@pytest.mark.parametrize("text", ["", "soon", "2024", "February 30, 2024", "99.99.2024", "v1.2.3"])
def test_what_is_no_date_is_none(text):
    assert from_words(text) is None


def test_offsets_are_turned_into_utc():
    assert from_iso("2024-03-03T14:15:00.1234567+02:00") == datetime(
        2024, 3, 3, 12, 15, 0, 123456, tzinfo=UTC
    )


@pytest.mark.parametrize(
    "text", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "1970-01-01", "2200-01-01"]
)
def test_times_that_no_clock_showed_are_none(text):
    assert from_iso(text) is None


@given(st.text(max_size=30))
def test_no_text_is_an_error(text):
    from_iso(text)
    from_words(text)
    from_epoch(text)
