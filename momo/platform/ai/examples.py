"""Examples of what models used and may use."""

from typing import Any

EXAMPLES: dict[str, Any] = {
    "currency": "USD",
    "UsedItem.key": "extract",
    "BudgetItem.stage": "extract",
    "BudgetsBodyRequest": {
        "budgets": [{"stage": "extract", "period": "month", "tokens": 2_000_000}]
    },
}
