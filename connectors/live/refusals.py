"""Why something is not done for whoever asks."""


class Unknown(Exception):
    """There is no such source or connection, as far as whoever asks may know."""
