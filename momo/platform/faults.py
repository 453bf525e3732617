"""Telling of an unexpected exception without quoting it: its message may hold a memory."""


def where(error: BaseException) -> str:
    """The innermost place that it came from, as `function:line`; `?` where it was never raised."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}" if trace else "?"
