"""What goes wrong with embedded servers, in words that say what to do next."""


class EmbeddedError(RuntimeError):
    """An embedded server cannot be started, reached or stopped; the message says what to do."""
