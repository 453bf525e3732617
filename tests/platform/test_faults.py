"""Saying where an error came from, and not what it said."""

import pytest

from momo.platform.faults import where


def _fails():
    return 1 / 0


def test_the_innermost_place_is_named():
    with pytest.raises(ZeroDivisionError) as caught:
        _fails()
    assert where(caught.value).startswith("_fails:")


def test_an_error_that_was_never_raised_comes_from_nowhere():
    assert where(ValueError("secret words")) == "?"
