"""`make screenshots`: a picture of every page, light, dark and as on a phone, and a sheet of all.

What they show is the demo team with its sources connected, as `momo up --live-demo` has it.
"""

import argparse
import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from tests.browser import chromium
from tests.browser.places import FOR_ANYBODY, FOR_MEMBERS, addresses, things
from tests.browser.visitor import Visitor, Watch
from tests.installation import Installation, installed

REST_MS = 400  # for what moves: charts and the graph
DESKTOP = {"width": 1280, "height": 860}
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "light": {"viewport": DESKTOP, "color_scheme": "light"},
    "dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
}


@dataclass(frozen=True)
class Picture:
    address: str
    look: str
    file: Path


def main() -> None:
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument(
        "chosen", nargs="*", metavar="word", help="of the addresses; all by default"
    )
    parser.add_argument("--into", type=Path, default=Path("build/screenshots"), metavar="FOLDER")
    told = parser.parse_args()
    if not chromium.is_there():
        parser.error(chromium.MISSING)
    told.into.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        installed(Path(folder), "--live-demo") as momo,
        chromium.started() as browser,
    ):
        pictures = list(take(browser, momo, told.into, told.chosen))
    (told.into / "index.html").write_text(_sheet(pictures))
    print(f"{len(pictures)} pictures: {told.into / 'index.html'}")


def take(
    browser: Browser, momo: Installation, into: Path, chosen: Iterable[str]
) -> Iterator[Picture]:
    """Of the addresses that hold one of these words, or of all."""
    visitors = {look: _visitor(browser, momo, options) for look, options in LOOKS.items()}
    for address in filter(_is_chosen(chosen), addresses(FOR_ANYBODY)):
        yield from (_take(visitor, address, look, into) for look, visitor in visitors.items())
    for visitor in visitors.values():
        visitor.sign_in(*momo.demo_person)
    found = things(visitors["light"])
    for address in filter(_is_chosen(chosen), addresses(FOR_MEMBERS)):
        for look, visitor in visitors.items():
            yield _take(visitor, address, look, into, **found)


def _is_chosen(words: Iterable[str]) -> Any:
    return lambda address: not words or any(word in address for word in words)


def _visitor(browser: Browser, momo: Installation, options: Mapping[str, Any]) -> Visitor:
    context = browser.new_context(**options)
    watch = Watch(momo.address)
    watch.over(context)
    return Visitor(context, context.new_page(), watch)


def _take(visitor: Visitor, address: str, look: str, into: Path, **found: str) -> Picture:
    visitor.goto(address.format(**found))
    visitor.page.wait_for_timeout(REST_MS)
    name = re.sub(r"\W+", "-", address).strip("-")
    file = into / f"{name}-{look}.png"
    visitor.page.screenshot(path=file, full_page=True)
    for problem in visitor.watch.found + visitor.watch.refused:
        print(f"{address} ({look}): {problem}")
    visitor.watch.found.clear()
    visitor.watch.refused.clear()
    return Picture(address, look, file)


_SHEET = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Momo's pages</title>
<style>
body { display: flex; flex-wrap: wrap; gap: 24px; margin: 24px; background: #ddd; }
figure { margin: 0; font: 14px sans-serif; }
img { height: 360px; max-width: 100%; object-fit: cover; object-position: top; }
</style>
"""


def _sheet(pictures: Iterable[Picture]) -> str:
    figures = (
        f'<figure><a href="{each.file.name}"><img src="{each.file.name}" alt=""></a>'
        f"<figcaption>{html.escape(each.address)}, {each.look}</figcaption></figure>\n"
        for each in pictures
    )
    return _SHEET + "".join(figures)


if __name__ == "__main__":
    main()
