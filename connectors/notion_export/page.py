"""What a page of a Notion export holds: its title, its properties, any text at all. Pure."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

_PROPERTY = re.compile(r"(?P<key>[^:\n]{1,60}): ?(?P<value>.*)")
_HTML_TITLE = re.compile(r'<h1 class="page-title"[^>]*>(.{0,2000}?)</h1>', re.DOTALL)
_HTML_ID = re.compile(r'<article id="([0-9a-f-]{32,36})"')
_HTML_ROW = re.compile(
    r'<tr class="property-row[^>]{0,200}><th>(?P<key>.{0,4000}?)</th>'
    r"<td>(?P<value>.{0,8000}?)</td>",
    re.DOTALL,
)
_HTML_BODY = 'class="page-body"'
_VALUE_END = re.compile(r"</(?:span|time|a)>")
_TAG = re.compile(r"<[^<>]*>")
_HEAD_CHARS = 131_072  # title and properties stand at the top
_BODY_CHARS = 65_536  # enough to see whether there is any text


@dataclass(frozen=True, slots=True)
class Page:
    """`properties` are by lower-case name; `is_empty` where the page has neither those nor text."""

    title: str
    properties: Mapping[str, str]
    is_empty: bool
    id: str = ""  # as far as the text itself tells


def markdown_page(text: str) -> Page:
    """A page in Markdown: a heading, a paragraph of properties if it has any, the text."""
    head, _, rest = text.lstrip("\ufeff\n ").partition("\n")
    title = head.removeprefix("#").strip() if head.startswith("# ") else ""
    body = rest if title else text
    paragraph = body.strip("\n").split("\n\n", 1)[0] if title else ""
    found = [_PROPERTY.fullmatch(line) for line in paragraph.split("\n")]
    pairs = [match for match in found if match]
    properties = {
        match["key"].strip().lower(): match["value"].strip()
        for match in (pairs if len(pairs) == len(found) else [])
    }
    return Page(title, properties, is_empty=not body.strip())


def html_page(text: str) -> Page:
    """A page in Notion's HTML."""
    head = text[:_HEAD_CHARS]
    title, key = _HTML_TITLE.search(head), _HTML_ID.search(head)
    properties = {
        _words(row["key"]).lower(): _words(_VALUE_END.sub(", ", row["value"])).strip(", ")
        for row in _HTML_ROW.finditer(head)
    }
    start = text.find(_HTML_BODY)
    body = text[start : start + _BODY_CHARS].partition(">")[2] if start >= 0 else text[:_BODY_CHARS]
    return Page(
        title=_words(title[1]) if title else "",
        properties=properties,
        is_empty=not properties and not _words(body),
        id=key[1].replace("-", "") if key else "",
    )


def _words(markup: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", markup)).split())
