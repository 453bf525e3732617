"""Notion's export as records."""

import io
import zipfile
from datetime import UTC, datetime

import pytest

from connectors.contract import MediaType, Person, UnreadableSource
from connectors.notion_export.connector import notion_export

PAGE_ID = "0123456789abcdef0123456789abcdef"
CHILD_ID = "1123456789abcdef0123456789abcdef"
TABLE_ID = "2123456789abcdef0123456789abcdef"
ROW_ID = "3123456789abcdef0123456789abcdef"
PAGE = """# Which database we use

Created: March 3, 2024 2:15 PM
Created by: Anna Example
Owner: Ben Muster, Cleo
Last edited: March 4, 2024
Tags: infra, storage

We go with Postgres.
"""
HTML = """<html><body><article id="01234567-89ab-cdef-0123-456789abcdef" class="page sans">
<header><h1 class="page-title">Which &amp; why</h1><table class="properties"><tbody>\
<tr class="property-row property-row-created_time"><th><span class="icon"></span>Created</th>\
<td><time>@March 3, 2024 2:15 PM</time></td></tr>\
<tr class="property-row property-row-person"><th>Owner</th>\
<td><span class="user"><img src="x"/>Anna</span></td></tr></tbody></table></header>
<div class="page-body"><p>We go with Postgres.</p></div></article></body></html>"""


def test_a_page_carries_its_place_people_and_times(make_zip, read):
    path = make_zip({
        f"Export-{PAGE_ID}/Engineering {PAGE_ID}.md": "# Engineering\n\nOur pages.",
        f"Export-{PAGE_ID}/Engineering {PAGE_ID}/Which database {CHILD_ID}.md": PAGE,
    })  # fmt: skip
    (_, record), refusals = read(notion_export, path)
    assert refusals == []
    assert record.external_id == CHILD_ID
    assert record.url == f"https://www.notion.so/{CHILD_ID}"
    assert (record.title, record.container) == ("Which database we use", "Engineering")
    assert record.occurred_at == datetime(2024, 3, 3, 14, 15, tzinfo=UTC)
    assert record.edited_at == datetime(2024, 3, 4, tzinfo=UTC)
    assert record.author == Person(name="Anna Example")
    assert [p.name for p in record.participants] == ["Ben Muster", "Cleo"]
    assert record.tags == ("infra", "storage")
    assert record.media_type is MediaType.MARKDOWN


def test_html_pages_are_read_the_same(make_zip, read):
    files = {f"Which {PAGE_ID}.html": HTML, "index.html": "<html>contents</html>"}
    (record,), _ = read(notion_export, make_zip(files))
    assert (record.external_id, record.title) == (PAGE_ID, "Which & why")
    assert record.occurred_at == datetime(2024, 3, 3, 14, 15, tzinfo=UTC)
    assert record.author == Person(name="Anna")
    assert record.media_type is MediaType.HTML


def test_a_paragraph_with_colons_is_text_and_no_properties(make_zip, read):
    text = "# Title\n\nNote: this is\nonly a paragraph\n"
    (record,), _ = read(notion_export, make_zip({f"T {PAGE_ID}.md": text}))
    assert not record.dated
    assert record.author is None


def test_rows_of_tables_become_records_where_they_have_no_page(make_zip, read):
    table = "\ufeffName,Status,Date\nChoose Postgres,Done,2024-03-03\nDrop Redis,Open,\n,,\n"
    path = make_zip({
        f"Work/Decisions {TABLE_ID}.csv": "Name\nChoose Postgres\n",
        f"Work/Decisions {TABLE_ID}_all.csv": table,
        f"Work/Decisions {TABLE_ID}/Choose Postgres {ROW_ID}.md": "# Choose Postgres\n\nYes.",
    })  # fmt: skip
    (page, row), _ = read(notion_export, path)
    assert page.external_id == ROW_ID
    assert row.external_id == f"{TABLE_ID}#Drop Redis"
    assert row.raw.decode() == "# Drop Redis\n\nName: Drop Redis\nStatus: Open"
    assert (row.container, row.kind) == ("Work / Decisions", "page")
    assert row.url == f"https://www.notion.so/{TABLE_ID}"


def test_the_zips_inside_the_zip_are_read(make_zip, read):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr(f"Which {PAGE_ID}.md", PAGE)
    path = make_zip({"Export-1-Part-1.zip": inner.getvalue(), "Export-1-Part-2.zip": b"PK\3\4"})
    (record,), (refusal,) = read(notion_export, path)
    assert record.external_id == PAGE_ID
    assert refusal.locator == "Export-1-Part-2.zip"
    assert notion_export.count(path) == 1


def test_a_page_without_an_id_is_known_by_its_path(make_folder, read):
    (record,), _ = read(notion_export, make_folder({"Work/Plan.md": "# Plan\n\nGo."}))
    assert (record.external_id, record.url) == ("Work/Plan", "")


def test_empty_pages_are_skipped_and_damaged_tables_refused(make_zip, read):
    path = make_zip({f"A {PAGE_ID}.md": "# A\n", f"T {TABLE_ID}.csv": "Name\n" + "x" * 200_000})
    records, refusals = read(notion_export, path)
    assert records == []
    assert [refusal.skipped for refusal in refusals] == [True, False]


@pytest.mark.parametrize("unit", ['<tr class="property-row', '<h1 class="page-title"', "<th>", "<"])
def test_hostile_html_is_survived(make_zip, read, unit):
    read(notion_export, make_zip({f"A {PAGE_ID}.html": unit * 20_000}))


def test_a_zip_of_something_else_is_unreadable(make_zip):
    with pytest.raises(UnreadableSource, match="not a Notion export"):
        list(notion_export.read(make_zip({"a.txt": "x"})))
