"""What a benchmark reports."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. `note` says under what conditions."""

    what: str
    value: float
    unit: str
    note: str = ""
    digits: int = 1  # shown after the decimal point

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
