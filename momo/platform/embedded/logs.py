"""The end of a server's log, for errors."""

from pathlib import Path

from momo.platform.embedded.tuning import LOG_TAIL_LINES


def tail(log: Path) -> str:
    """Its last lines, or where it would have been."""
    try:
        lines = log.read_text(errors="replace").splitlines()
    except FileNotFoundError:
        return f"(there is no {log})"
    return "\n".join([*lines[-LOG_TAIL_LINES:], f"(from {log})"])
