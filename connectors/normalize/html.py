"""HTML to text with inscriptis, after a pass that takes out what a reader does not see.

That pass also takes every attribute away. inscriptis obeys style attributes (a margin of a
million lines, say), so what is left for it to obey is the tags alone.
"""

import re
from collections.abc import Iterator

from inscriptis import Inscriptis
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.model.config import ParserConfig
from lxml import etree

from connectors.normalize.limits import (
    MAX_CELL,
    MAX_HTML_CHARACTERS,
    MAX_HTML_DEPTH,
    MAX_LIST_DEPTH,
    MAX_TABLE,
)
from connectors.normalize.model import Ledger
from connectors.normalize.whitespace import bounded, clean_characters

# Private-use characters: they come through layout unchanged and mean nothing in a text.
_OPEN, _CLOSE = "\ue0f1", "\ue0f2"
_MARKS = re.compile(f"[{_OPEN}{_CLOSE}]")
_UNSEEN = (
    "script", "style", "head", "title", "noscript", "template", "svg", "math", "object", "iframe",
    "embed", "applet", "canvas", "audio", "video", "select", "textarea", "button",
)  # fmt: skip
_HIDING = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|font-size:0(?![.\d])|"
    r"opacity:0(?![.\d])|max-height:0(?![.\d])"
)
_SIGNATURE = re.compile(r"\b(?:gmail_signature|moz-signature|ms-outlook-mobile-signature)\b")
_XML_DECLARATION = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
_META_CHARSET = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE
)
_TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]{0,20})\b[^<>]{0,2000}>")
_ALONE = frozenset({"br", "hr", "img", "input", "meta", "link", "area", "base", "col", "wbr"})
# Tags whose loss would show what they hide.
_SEALED = re.compile(rf"<(?:{'|'.join(_UNSEEN)})\b|<[^>]*(?:hidden|style)", re.IGNORECASE)
_STRICT = ParserConfig(css=CSS_PROFILES["strict"])  # "relaxed" puts spaces between inline tags
_TABLE_TAGS = ("table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption")


def html_charset(raw: bytes) -> str:
    """The charset that a page declares about itself; empty when none."""
    match = _META_CHARSET.search(raw[:2048])
    return match.group(1).decode("ascii", "replace") if match else ""


def html_text(markup: str, ledger: Ledger) -> str:
    """Readable text: lists, headings and small tables laid out, quotes marked with "> "."""
    markup = bounded(markup, ledger, MAX_HTML_CHARACTERS)
    declaration = _XML_DECLARATION.match(markup)  # which lxml refuses in decoded text
    markup = markup[declaration.end() :] if declaration else markup
    root = _tree(_MARKS.sub("", clean_characters(markup)))
    if root is None:
        return ""
    _take_out_unseen(root, ledger)
    _mark_quotes(root)
    _bound_layout(root)
    for element in root.iter(etree.Element):
        element.attrib.clear()
    return _quoted_lines(_laid_out(root))


def _tree(markup: str) -> etree._Element | None:
    """A tree of elements only; None when there is nothing in it."""
    parser = etree.HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(markup, parser)
        if any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log):
            root = etree.fromstring(_shallow(markup), parser)  # else all below is lost
    except etree.XMLSyntaxError:
        return None
    return root


def _shallow(markup: str) -> str:
    """The markup without the tags that nest deeper than the parser follows; their words stay."""
    kept: list[bool] = []

    def shown(tag: re.Match[str]) -> str:
        if tag["close"]:
            return tag.group() if not kept or kept.pop() else " "
        if tag["name"].lower() in _ALONE:
            return tag.group()
        kept.append(len(kept) < MAX_HTML_DEPTH or bool(_SEALED.match(tag.group())))
        return tag.group() if kept[-1] else " "

    return _TAG.sub(shown, markup)


def _laid_out(root: etree._Element) -> str:
    try:
        return str(Inscriptis(root, _STRICT).get_text())
    except RecursionError:  # nested deeper than any page a person wrote: its words in order
        return "\n".join(text.strip() for text in root.itertext())


def _take_out_unseen(root: etree._Element, ledger: Ledger) -> None:
    etree.strip_elements(root, *_UNSEEN, with_tail=False)
    doomed = []
    walker = etree.iterwalk(root, events=("start",))
    for _, element in walker:
        kind = _unseen_kind(element) if element.attrib else ""
        if kind and element is not root:
            doomed.append((kind, element))
            walker.skip_subtree()
    for kind, element in doomed:
        ledger.add_lines(kind, element.itertext())
        _drop(element)


def _unseen_kind(element: etree._Element) -> str:
    if element.get("hidden") is not None:
        return "hidden"
    style = element.get("style")
    if style and _HIDING.search(style.replace(" ", "").lower()):
        return "hidden"
    named = (
        f"{element.get('class', '')} {element.get('data-smartmail', '')} {element.get('id', '')}"
    )
    return "signature" if _SIGNATURE.search(named) else ""


def _drop(element: etree._Element) -> None:
    """Remove an element and keep the text that follows it."""
    parent = element.getparent()
    if parent is None:
        return
    previous = element.getprevious()
    if element.tail and previous is not None:
        previous.tail = (previous.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _mark_quotes(root: etree._Element) -> None:
    for quote in root.iter("blockquote"):
        style = quote.get("style", "").replace(" ", "").lower()
        if "border:none" not in style:  # which is how Gmail indents one's own text
            quote.text = f"{_OPEN}{quote.text or ''}"
            last = quote[-1] if len(quote) else None
            if last is None:
                quote.text += _CLOSE
            else:
                last.tail = f"{last.tail or ''}{_CLOSE}"
        quote.tag = "div"


def _quoted_lines(text: str) -> str:
    """Put "> " before each line between marks, once for every open mark."""
    if _OPEN not in text:
        return text
    return "\n".join(_prefixed(text))


def _prefixed(text: str) -> Iterator[str]:
    depth = 0
    for line in text.split("\n"):
        opened, closed = line.count(_OPEN), line.count(_CLOSE)
        words = _MARKS.sub("", line)
        level = min(depth + opened, MAX_LIST_DEPTH)
        if words.strip() or not (opened or closed):
            yield f"{'>' * level} {words}".rstrip() if level else words
        depth = max(0, depth + opened - closed)


def _bound_layout(root: etree._Element) -> None:
    """Lists and tables whose layout would cost more than they say become plain blocks."""
    depth = 0
    deep = []
    for event, tagged in etree.iterwalk(root, events=("start", "end"), tag=("ul", "ol")):
        depth += 1 if event == "start" else -1
        if event == "start" and depth > MAX_LIST_DEPTH:
            deep.append(tagged)
    wide = [table for table in root.iter("table") if not _is_data(table)]
    for element in deep + [part for table in wide for part in table.iter(*_TABLE_TAGS)]:
        element.tag = "div"


def _is_data(table: etree._Element) -> bool:
    """A table of short cells, not one that lays out a whole mail."""
    if next(table.iterdescendants("table"), None) is not None:
        return False
    widths: dict[int, int] = {}
    rows = list(table.iter("tr"))
    for row in rows:
        for column, cell in enumerate(row.iterchildren("td", "th")):
            widths[column] = max(widths.get(column, 0), len("".join(cell.itertext())))
    return (
        max(widths.values(), default=0) <= MAX_CELL
        and len(rows) * sum(widths.values()) <= MAX_TABLE
    )
