"""One running Momo and one Chromium for all tests of this folder; a fresh browser for each."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from connectors.slack.fake import FakeSlack
from momo.surfaces.web import built
from tests.browser import chromium
from tests.browser.places import things
from tests.browser.visitor import Visitor, Watch
from tests.installation import Installation, installed

PATIENCE_MS = 15_000
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=PATIENCE_MS)

Enter = Callable[..., Visitor]


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs them all, so that one Momo is started."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="package")
def slack() -> Iterator[FakeSlack]:
    with FakeSlack() as fake:
        yield fake


@pytest.fixture(scope="package")
def momo(slack: FakeSlack) -> Iterator[Installation]:
    told = slack.app_settings() | {"MOMO_RATE_SIGN_IN": "1000/min"}
    # Not pytest's folder, which any other run of pytest closes to Postgres' own account.
    with TemporaryDirectory(prefix="momo-") as folder, installed(Path(folder), **told) as running:
        yield running


# A package's, as Playwright keeps an event loop in this thread, with which Django's ORM refuses to
# work in the tests that come after.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not chromium.is_there():
        pytest.skip(chromium.MISSING)
    if not (built.BUILT / "manifest.json").exists():
        pytest.skip("needs the built web client: make web")
    with chromium.started() as browser:
        yield browser


@pytest.fixture
def enter(browser: Browser, momo: Installation) -> Iterator[Enter]:
    """Opens a browser for somebody; at the end, nothing may have gone wrong in any of them."""
    everybody: list[Visitor] = []
    with ExitStack() as opened:

        def enter(**options: Any) -> Visitor:
            context = browser.new_context(**{"viewport": DESKTOP, **options})
            opened.callback(context.close)
            context.set_default_timeout(PATIENCE_MS)
            watch = Watch(momo.address)
            watch.over(context)
            everybody.append(Visitor(context, context.new_page(), watch))
            return everybody[-1]

        yield enter
        for visitor in everybody:
            visitor.check()


@pytest.fixture(scope="package")
def demo_session(browser: Browser, momo: Installation) -> Any:
    """The cookies of the demo team's owner, signed in once."""
    with browser.new_context() as context:
        visitor = Visitor(context, context.new_page(), Watch(momo.address))
        visitor.sign_in(*momo.demo_person)
        return context.storage_state()


@pytest.fixture
def visitor(enter: Enter) -> Visitor:
    """Somebody whom Momo does not know."""
    return enter()


@pytest.fixture
def member(enter: Enter, demo_session: Any) -> Visitor:
    """The owner of the demo team, signed in."""
    return enter(storage_state=demo_session)


def _reading(browser: Browser, momo: Installation, **options: Any) -> Iterator[Visitor]:
    """One browser for many pages that are only looked at."""
    with browser.new_context(viewport=DESKTOP, reduced_motion="reduce", **options) as context:
        context.set_default_timeout(PATIENCE_MS)
        watch = Watch(momo.address)
        watch.over(context)
        yield Visitor(context, context.new_page(), watch)


@pytest.fixture(scope="package")
def stranger(browser: Browser, momo: Installation) -> Iterator[Visitor]:
    yield from _reading(browser, momo)


@pytest.fixture(scope="package")
def reader(browser: Browser, momo: Installation, demo_session: Any) -> Iterator[Visitor]:
    yield from _reading(browser, momo, storage_state=demo_session)


@pytest.fixture(scope="package")
def found(reader: Visitor) -> dict[str, str]:
    return things(reader)
