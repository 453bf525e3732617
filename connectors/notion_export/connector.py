"""Notion's export: a zip of Markdown or HTML pages and CSV tables, or the folder of one."""

from collections.abc import Iterator
from pathlib import Path

from connectors.contract import MediaType, Refusal, SourceRecord, UnreadableSource, Visibility
from connectors.files.members import MIB, MemberError, read_whole
from connectors.normalize.charset import decode_text
from connectors.normalize.whitespace import clean_characters
from connectors.notion_export.mapping import page_record
from connectors.notion_export.names import named, titles
from connectors.notion_export.page import html_page, markdown_page
from connectors.notion_export.parts import Located, open_parts
from connectors.notion_export.tables import PageKey, page_key, table_rows

MAX_PAGE_BYTES = 20 * MIB
_PAGES = {
    ".md": (MediaType.MARKDOWN, markdown_page),
    ".html": (MediaType.HTML, html_page),
}
_NOT_AN_EXPORT = (
    "It is not a Notion export: there are no pages in it. In Notion, export as Markdown & CSV or"
    " as HTML, and give the zip."
)


class NotionExportConnector:
    """Reads pages, then the rows of tables that have no page."""

    kind = "notion"
    source = "notion"
    title = "Notion export"
    description = "The zip of Notion's export as Markdown & CSV or as HTML."
    accepts = (".zip", ".md", ".html", ".csv")
    default_visibility = Visibility.SHARED
    ids_hold_by_place = False

    def count(self, path: Path) -> int:
        """How many pages to expect. Raises UnreadableSource."""
        with open_parts(path) as (files, _):
            return len(_pages(files))

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        """Every page, then every row without one. Raises UnreadableSource."""
        with open_parts(path) as (files, refusals):
            yield from refusals
            pages, tables = _pages(files), _tables(files)
            if not pages and not tables and not refusals:
                raise UnreadableSource(_NOT_AN_EXPORT)
            known: set[PageKey] = set()
            for page in pages:
                taken = _take(page)
                folder = titles(page.member.path.parent)
                known.add(page_key(folder, named(page.member.path.stem).title))
                if isinstance(taken, SourceRecord):
                    known.add(page_key(folder, taken.title))
                yield taken
            for table in tables:
                yield from _rows(table, known)


notion_export = NotionExportConnector()


def _pages(files: list[Located]) -> list[Located]:
    """The pages, without the table of contents that HTML exports carry."""
    return [
        file
        for file in files
        if file.member.suffix in _PAGES and file.member.path.name != "index.html"
    ]


def _tables(files: list[Located]) -> list[Located]:
    """The tables, once each: the file with all rows rather than the one of a single view."""
    tables = [file for file in files if file.member.suffix == ".csv"]
    whole = {
        (file.member.path.parent, named(file.member.path.stem).id)
        for file in tables
        if named(file.member.path.stem).is_whole_table
    }
    return [
        file
        for file in tables
        if (name := named(file.member.path.stem)).is_whole_table
        or (file.member.path.parent, name.id) not in whole
    ]


def _take(page: Located) -> SourceRecord | Refusal:
    media_type, parse = _PAGES[page.member.suffix]
    try:
        raw = read_whole(page.bundle, page.member, MAX_PAGE_BYTES)
    except MemberError as bad:
        return Refusal(page.member.name, str(bad))
    content = parse(clean_characters(decode_text(raw)))
    if content.is_empty:
        return Refusal(page.member.name, "an empty page", skipped=True)
    return page_record(raw, page.member, content, media_type)


def _rows(table: Located, known: set[PageKey]) -> Iterator[SourceRecord | Refusal]:
    folder = (*titles(table.member.path.parent), named(table.member.path.stem).title)
    try:
        raw = read_whole(table.bundle, table.member)
    except MemberError as bad:
        yield Refusal(table.member.name, str(bad))
    else:
        yield from table_rows(raw, table.member, folder, known)
