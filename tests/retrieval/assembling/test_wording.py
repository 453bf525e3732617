from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from retrieval.assembling import wording
from retrieval.assembling.wording import day, one_line


def test_a_day_is_told_with_the_month_by_name():
    assert [day(date(2026, month, 3)) for month in (1, 5, 12)] == [
        "3 January 2026", "3 May 2026", "3 December 2026",
    ]  # fmt: skip
    assert [day(date(2026, n, 1)) for n in range(1, 13)] == [
        f"1 {date(2026, n, 1):%B} 2026" for n in range(1, 13)
    ]


@given(
    st.text(st.one_of(st.sampled_from(" \t\n\r\x00\x1b\u00ad\u2028\u200b\ud800"), st.characters()))
)
def test_whatever_a_text_holds_one_line_of_it_is_legible(text):
    assert one_line(text) == wording._ILLEGIBLE.sub("", " ".join(text.split()))
