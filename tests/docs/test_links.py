"""Links between pages lead somewhere, and so do the paths that pages name."""

import re

from tests.docs.pages import CHECKOUT, Page, pages

_PATH = re.compile(r"(?:momo|connectors|decisions|retrieval|lifecycle|deploy|docs|tests)/[\w./-]*")


def test_links_resolve(page: Page):
    known = {other.path: other for other in pages()}
    for link in page.links:
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        target, _, anchor = link.partition("#")
        path = (page.path.parent / target).resolve() if target else page.path
        assert path.exists(), link
        assert not anchor or anchor in known[path].anchors, link


def test_paths_named_in_the_text_exist(page: Page):
    for span in page.spans:
        if _PATH.fullmatch(span) and span != "docs/openapi.yaml":  # generated
            assert (CHECKOUT / span).exists(), span


def test_every_page_can_be_reached_from_the_readme():
    known = {page.path: page for page in pages()}
    start = known[CHECKOUT / "README.md"]
    reached, frontier = {start.path}, [start]
    while frontier:
        page = frontier.pop()
        for link in page.links:
            path = (page.path.parent / link.partition("#")[0]).resolve()
            if path in known and path not in reached:
                reached.add(path)
                frontier.append(known[path])
    assert {known[path].name for path in known.keys() - reached} == set()
