"""Through a page with the Tab key, as somebody goes who has no mouse."""

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

_LOOKOUT = Path(__file__).with_suffix(".js").read_text()
MAX_STEPS = 400


def stumbles(page: Page) -> Sequence[str]:
    """Where a control is not reached, does not show that it has the focus, or keeps it."""
    page.evaluate(_LOOKOUT)
    found = []
    for _ in range(MAX_STEPS):
        page.keyboard.press("Tab")
        step = page.evaluate("__walking.step()")
        if step is None:
            left = page.evaluate("__walking.left()")
            return found + [f"no Tab leads to: {name}" for name in left]
        if not step["isShown"]:
            found.append(f"focus is not seen on: {step['name']}")
    return [*found, f"focus does not get out of: {step['name']}"]
