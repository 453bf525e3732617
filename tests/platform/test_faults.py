"""Saying where an error came from, and not what it said."""

import io
import logging

import pytest

from momo.platform.faults import LineFormatter, where


def _fails():
    return 1 / 0


def test_the_innermost_place_is_named():
    with pytest.raises(ZeroDivisionError) as caught:
        _fails()
    assert where(caught.value).startswith("_fails:")


def test_an_error_that_was_never_raised_comes_from_nowhere():
    assert where(ValueError("secret words")) == "?"


def test_an_exception_that_is_logged_is_not_quoted():
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    handler.setFormatter(LineFormatter("%(levelname)s %(message)s"))
    log = logging.Logger("of a test")
    log.addHandler(handler)
    try:
        raise ValueError("secret words")
    except ValueError:
        log.exception("It failed.")
    assert "ValueError in test_an_exception" in told.getvalue()
    assert "secret" not in told.getvalue()


def test_the_log_of_momo_is_written_so(settings):
    formatters = settings.LOGGING["formatters"]
    assert [each["class"] for each in formatters.values()] == ["momo.platform.faults.LineFormatter"]
