"""How soon the web client's pages are there: in Chromium, with a cold cache, with the demo team's
data in them, from the processes that `momo up` starts."""

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from momo.surfaces.demo import load
from momo.surfaces.demo.load import Demo
from tests.bench.figures import Figure
from tests.bench.webhooks import running
from tests.browser import chromium
from tests.browser.visitor import Visitor, Watch

OUTSIDE = "/sign-in"  # what nobody must be signed in for
PAGES = (OUTSIDE, "/ask", "/decisions", "/graph", "/dashboard")
LOADS = 7  # of each page; told is the median
VIEWPORT = {"width": 1280, "height": 860}
REST_MS = 500  # what comes after a page is ready, as late shifts and long tasks
KB = 1_000
UNDER_A_SECOND = "target: under 1,000"

_READ = Path(__file__).with_suffix(".js").read_text()
Load = dict[str, float]


def measure() -> Sequence[Figure]:
    if not chromium.is_there():
        print(f"pages: {chromium.MISSING}")
        return []
    demo = load.load()
    with running({}) as port, chromium.started() as browser:
        address = f"http://127.0.0.1:{port}"
        session = _session_of(demo, browser, address)
        loads = {page: _loads(browser, address, page, session) for page in PAGES}
    return [
        *_weight(loads[OUTSIDE]),
        *(figure for page in PAGES for figure in _times(page, loads[page])),
    ]


def _session_of(demo: Demo, browser: Browser, address: str) -> Any:
    with browser.new_context() as context:
        visitor = Visitor(context, context.new_page(), Watch(address))
        visitor.sign_in(demo.email, demo.password)
        return context.storage_state()


def _loads(browser: Browser, address: str, page: str, session: Any) -> Sequence[Load]:
    kept = None if page == OUTSIDE else session
    return [_load(browser, address, page, kept) for _ in range(LOADS)]


def _load(browser: Browser, address: str, page: str, session: Any) -> Load:
    """In a context of its own, which has nothing in its cache."""
    with browser.new_context(viewport=VIEWPORT, storage_state=session) as context:
        visitor = Visitor(context, context.new_page(), Watch(address))
        visitor.goto(page)
        visitor.page.wait_for_timeout(REST_MS)
        measured: Load = visitor.page.evaluate(_READ)
        return measured


def _weight(loads: Sequence[Load]) -> Sequence[Figure]:
    return [
        Figure("first script, compressed", loads[0]["script"] / KB, "KB", "target: under 250"),
        Figure("first style, compressed", loads[0]["style"] / KB, "KB"),
    ]


def _times(page: str, loads: Sequence[Load]) -> Sequence[Figure]:
    def median(what: str) -> float:
        return statistics.median(load[what] for load in loads)

    return [
        Figure(f"{page}: first paint", median("first_paint"), "ms", UNDER_A_SECOND, 0),
        Figure(f"{page}: largest paint", median("largest_paint"), "ms", UNDER_A_SECOND, 0),
        Figure(f"{page}: blocked by long tasks", median("blocked"), "ms", "in all", 0),
        Figure(f"{page}: layout shift", median("shift"), "", "target: under 0.1", 3),
        Figure(f"{page}: script, compressed", median("script") / KB, "KB"),
    ]
