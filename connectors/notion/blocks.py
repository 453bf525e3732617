"""A page's blocks as Markdown. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from connectors.files.json_input import as_list, as_object, as_text
from connectors.files.text import one_line
from connectors.notion.ids import address, compact
from connectors.notion.richtext import Names, link, markdown, plain

_LISTS = {"bulleted_list_item", "numbered_list_item", "to_do", "toggle"}
_QUOTES = {"quote", "callout"}
_FILES = {"image", "video", "pdf", "file", "audio"}
_LINKS = {"bookmark", "embed", "link_preview"}
_SILENT = {"table_of_contents", "breadcrumb"}
_HEADING = re.compile(r"heading_([1-6])")
_NOT_WORD = re.compile(r"\W+", re.ASCII)
_INDENT = "  "
_FENCE = "```"


@dataclass(slots=True)
class Node:
    """A block and those beneath it."""

    block: Mapping[str, object]
    children: list["Node"] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return as_text(self.block.get("type"))

    @property
    def content(self) -> dict[str, object]:
        return as_object(self.block.get(self.kind))


def blocks_markdown(nodes: Sequence[Node], names: Names, page_url: str) -> str:
    """`page_url` is where files are linked to: their own addresses hold for an hour only."""
    return "\n".join(_Writer(names, page_url).lines(nodes))


class _Writer:
    def __init__(self, names: Names, page_url: str) -> None:
        self.names = names
        self.page_url = page_url

    def lines(self, nodes: Sequence[Node]) -> list[str]:
        written: list[str] = []
        number, before = 0, ""
        for node in nodes:
            number = number + 1 if node.kind == "numbered_list_item" else 0
            lines = self._block(node, number)
            if lines and written and not (node.kind in _LISTS and before in _LISTS):
                written.append("")
            written += lines
            before = node.kind if lines else before
        return written

    def _block(self, node: Node, number: int) -> list[str]:
        kind = node.kind
        if kind in _LISTS:
            return self._item(node, number)
        if kind in _QUOTES:
            return [f"> {line}".rstrip() for line in [*self._text(node), *self._beneath(node)]]
        if kind == "table":
            return [self._row(row) for row in node.children]
        if kind in ("child_page", "child_database"):
            title = one_line(as_text(node.content.get("title"))) or "Untitled"
            return [link(title, address(node.block.get("id")))]
        return [*self._own(node), *self._below(node)]

    def _own(self, node: Node) -> list[str]:
        """What the block itself says, without what is beneath it."""
        kind, content = node.kind, node.content
        if heading := _HEADING.fullmatch(kind):
            text = " ".join(self._text(node))
            return [f"{'#' * int(heading[1])} {text}"] if text else []
        if kind == "code":
            return self._code(content)
        if kind == "equation":
            return [f"$${as_text(content.get('expression'))}$$"]
        if kind == "divider":
            return ["---"]
        if kind in _FILES:
            return [self._file(node)]
        if kind in _LINKS:
            return [link(plain(content.get("caption"), self.names), as_text(content.get("url")))]
        if kind == "link_to_page":
            target = as_text(content.get(as_text(content.get("type"))))
            return [link("Linked page", address(target))]
        if kind in ("meeting_notes", "transcription"):
            title = plain(content.get("title"), self.names)
            return [f"**{title or 'Meeting notes'}**"]
        if kind == "unsupported" or not isinstance(node.block.get(kind), dict):
            return [_note(as_text(content.get("block_type")) or kind)]
        return [] if kind in _SILENT else self._text(node)

    def _text(self, node: Node) -> list[str]:
        text = markdown(node.content.get("rich_text"), self.names)
        icon = as_object(node.content.get("icon"))
        if node.kind == "callout" and icon.get("type") == "emoji":
            text = f"{as_text(icon.get('emoji'))} {text}"
        return text.strip("\n").split("\n") if text.strip() else []

    def _item(self, node: Node, number: int) -> list[str]:
        mark = f"{number}." if number else "-"
        if node.kind == "to_do":
            mark = "- [x]" if node.content.get("checked") is True else "- [ ]"
        first, *rest = self._text(node) or [""]
        below = [*rest, *self.lines(node.children)]
        return [f"{mark} {first}".rstrip(), *(f"{_INDENT}{line}".rstrip() for line in below)]

    def _beneath(self, node: Node) -> list[str]:
        lines = self.lines(node.children)
        return ["", *lines] if lines and self._text(node) else lines

    def _below(self, node: Node) -> list[str]:
        lines = self.lines(node.children)
        return ["", *lines] if lines and self._own(node) else lines

    def _code(self, content: Mapping[str, object]) -> list[str]:
        code = "".join(as_text(part.get("plain_text")) for part in _parts(content))
        fence = _FENCE
        while fence in code:
            fence += "`"
        language = _NOT_WORD.sub("", as_text(content.get("language")))
        caption = plain(content.get("caption"), self.names)
        lines = [f"{fence}{language}", *code.split("\n"), fence]
        return [*lines, "", caption] if caption else lines

    def _file(self, node: Node) -> str:
        """By name, with a link to the block; a file elsewhere by its own address."""
        content = node.content
        external = as_text(as_object(content.get("external")).get("url"))
        name = one_line(as_text(content.get("name"))) or plain(content.get("caption"), self.names)
        anchor = f"{self.page_url}#{compact(node.block.get('id'))}" if self.page_url else ""
        return link(name or node.kind.capitalize(), external or anchor)

    def _row(self, node: Node) -> str:
        cells = (markdown(cell, self.names) for cell in as_list(node.content.get("cells")))
        return f"| {' | '.join(one_line(cell) for cell in cells)} |"


def _parts(content: Mapping[str, object]) -> list[dict[str, object]]:
    return [part for part in as_list(content.get("rich_text")) if isinstance(part, dict)]


def _note(kind: str) -> str:
    """A comment in the Markdown, which is kept with the page and is no text of it."""
    return f"<!-- not shown by the API: {_NOT_WORD.sub(' ', kind).strip() or 'block'} -->"
