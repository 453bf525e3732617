"""Why a change to a memory is not made. Each message is shown to who asked for it."""


class Refused(Exception):
    """The memory's state does not allow it."""


class NotYours(Exception):
    """Someone else decides this."""
