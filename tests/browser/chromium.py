"""Debian's Chromium, started so that it asks nothing of any other machine."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = os.environ.get("MOMO_TEST_CHROMIUM", "/usr/bin/chromium")
MISSING = f"needs Chromium at {CHROMIUM} (apt-get install chromium), or MOMO_TEST_CHROMIUM"
FLAGS = (
    "--no-sandbox",  # which needs what a container seldom has; the pages are our own
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def is_there() -> bool:
    return shutil.which(CHROMIUM) is not None


@contextmanager
def started() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
