"""Telling of an unexpected exception without quoting it: its message may hold a memory."""

import logging
from typing import Any


def where(error: BaseException) -> str:
    """The innermost place that it came from, as `function:line`; `?` where it was never raised."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}" if trace else "?"


class LineFormatter(logging.Formatter):
    """Of an exception that is logged, its kind and place in the place of its traceback."""

    def formatException(self, ei: Any) -> str:  # noqa: N802  (logging's name)
        error = ei[1]
        return f"{type(error).__name__} in {where(error)}"
