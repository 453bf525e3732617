"""How long a service says to wait. Pure."""

from connectors.live.errors import LONGEST_WAIT_SECONDS


def seconds_told(value: object, otherwise: float) -> float:
    """Seconds, as a header or field says them; `otherwise` where it says nothing of use."""
    try:
        seconds = float(str(value))
    except ValueError:
        return otherwise
    return min(seconds, LONGEST_WAIT_SECONDS) if 0 <= seconds < float("inf") else otherwise
