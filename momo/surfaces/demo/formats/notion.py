"""Notion's "Markdown & CSV" export: a file a page, and a folder beside it for the pages below."""

from pathlib import Path
from urllib.parse import quote

from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.formats.archives import write_zip
from momo.surfaces.demo.formats.places import Places, digest
from momo.surfaces.demo.story import Page


def write_notion(path: Path, edition: Edition) -> Places:
    """Write the export as a zip file. An item's place is its page id, 32 hex digits."""
    pages = edition.story.pages
    top = f"Export-{_uuid(edition.story.company)}"
    entries = [
        (f"{top}/{_folder(edition, page)}.md", _text(edition, page), edition.moment(page.when))
        for page in pages
    ]
    write_zip(path, entries)
    return {page.key: _page_id(page.key) for page in pages}


def _text(edition: Edition, page: Page) -> str:
    created = edition.moment(page.when)
    author = edition.author(page).name
    hour = f"{created:%I:%M %p}".lstrip("0")
    head = (
        f"# {page.title}\n\nCreated by: {author}\n"
        f"Created time: {created:%B} {created.day}, {created.year} {hour}"
    )
    below = [each for each in edition.story.pages if each.parent == page.key]
    links = [
        f"[{each.title}]({quote(f'{_file_name(page)}/{_file_name(each)}.md')})" for each in below
    ]
    return "\n\n".join([head, edition.told(page.text), *links]) + "\n"


def _folder(edition: Edition, page: Page) -> str:
    """The page's path without its ending; the pages below it are in a folder of that name."""
    if not page.parent:
        return _file_name(page)
    parent = next(each for each in edition.story.pages if each.key == page.parent)
    return f"{_folder(edition, parent)}/{_file_name(page)}"


def _file_name(page: Page) -> str:
    return f"{page.title} {_page_id(page.key)}"


def _page_id(key: str) -> str:
    return digest("notion", key)[:32]


def _uuid(name: str) -> str:
    hexes = digest("export", name)
    return "-".join((hexes[:8], hexes[8:12], hexes[12:16], hexes[16:20], hexes[20:32]))
