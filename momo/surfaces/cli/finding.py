"""What `momo doctor` finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked. `advice` says what to do where it is not ok."""

    what: str
    ok: bool
    found: str
    advice: str = ""
