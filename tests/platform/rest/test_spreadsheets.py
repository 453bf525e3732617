"""Tables that people open in a spreadsheet."""

import pytest

from momo.platform.rest import spreadsheets


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_cell_is_taken_for_a_formula(text):
    assert spreadsheets.lines([[text]]).strip('"\n\r') == f"'{text}"


def test_nothing_is_an_empty_cell_and_commas_and_quotes_stay_in_theirs():
    assert spreadsheets.lines([[None, 7, 'a, "b"']]) == ',7,"a, ""b"""\r\n'
