"""What tokens cost. Prices are the operator's to give: they change, and differ between servers."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from momo.platform.ai.contract import Usage

PER = 1_000_000  # tokens that a price is given for
_NAMES = {"input", "output", "batch"}


@dataclass(frozen=True, slots=True)
class Price:
    """Of a million tokens of one model. `batch` is the share of it that a batch costs."""

    input: Decimal
    output: Decimal = Decimal(0)
    batch: Decimal = Decimal(1)

    def of(self, usage: Usage) -> Decimal:
        whole = self.input * usage.input_tokens + self.output * usage.output_tokens
        return whole * (self.batch if usage.batched else 1) / PER


Prices = Mapping[str, Price]


def read_prices(given: Any) -> dict[str, Price]:
    """The price table of `{"model": {"input": 0.1, "output": 0.4, "batch": 0.5}, ...}`.

    Raises ValueError, which says what is wrong with it.
    """
    if not isinstance(given, dict):
        raise ValueError("it must be an object with an entry for each model")
    return {model: _price(model, entry) for model, entry in given.items()}


def _price(model: str, entry: Any) -> Price:
    if not isinstance(entry, dict) or not {"input"} <= entry.keys() <= _NAMES:
        raise ValueError(f"{model}: it must have input, and may have output and batch")
    try:
        numbers = {name: Decimal(str(value)) for name, value in entry.items()}
    except InvalidOperation:
        raise ValueError(f"{model}: prices are numbers") from None
    if not all(number.is_finite() and number >= 0 for number in numbers.values()):
        raise ValueError(f"{model}: no price is below nothing")
    return Price(**numbers)
