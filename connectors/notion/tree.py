"""Reading a page's blocks: level by level, each block once, and so many and no more."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from connectors.files.json_input import as_object, as_text, objects
from connectors.live.errors import Forbidden
from connectors.notion.blocks import Node
from connectors.notion.client import Invalid, NotionApi
from connectors.notion.ids import compact

MAX_BLOCKS = 5_000  # of a page
MAX_DEPTH = 12  # blocks in blocks; people make lists and toggles of up to about 6
# Of one page's blocks. With its place, people and comments a page takes 166 requests at most,
# which is under a minute's budget: it can always be read in one go.
MAX_REQUESTS = 80
_OTHER_ITEMS = {"child_page", "child_database"}  # records of their own
_NOTHING_BENEATH = _OTHER_ITEMS | {"unsupported", "link_to_page"}


@dataclass(slots=True)
class Tree:
    """`pages` and `databases` are the compact ids of those that lie in the page. `is_cut`: there
    is more than may be read; `closed`: blocks whose content Notion does not show; `is_readable` is
    False where that is the page itself."""

    nodes: list[Node] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    databases: list[str] = field(default_factory=list)
    is_cut: bool = False
    closed: int = 0
    is_readable: bool = True

    def all(self) -> Iterator[Node]:
        """All nodes, level by level."""
        waiting = deque(self.nodes)
        while waiting:
            node = waiting.popleft()
            yield node
            waiting += node.children


class _Reader:
    def __init__(self, api: NotionApi, page_id: str) -> None:
        self.api = api
        self.page_id = page_id
        self.until = api.spent + MAX_REQUESTS
        self.left = MAX_BLOCKS
        self.seen: set[str] = set()  # a synced block may hold itself
        self.tree = Tree()

    def read(self) -> Tree:
        """The upper levels first, so that what is left out lies deepest."""
        waiting = deque([(self.tree.nodes, self.page_id, 1)])
        while waiting:
            nodes, block_id, depth = waiting.popleft()
            if block_id in self.seen:
                continue
            self.seen.add(block_id)
            for node in self._children(block_id):
                nodes.append(node)
                self._note(node)
                beneath = _beneath(node)
                if depth >= MAX_DEPTH:
                    self.tree.is_cut |= bool(beneath)
                else:
                    waiting += [(node.children, each, depth + 1) for each in beneath]
        return self.tree

    def _children(self, block_id: str) -> Iterator[Node]:
        start = ""
        while True:
            if self.api.spent >= self.until or self.left <= 0:
                self.tree.is_cut = True
                return
            try:
                page = self.api.children(block_id, start)
            except (Forbidden, Invalid):  # not shared, or of a kind that Notion refuses to list
                self.tree.closed += 1
                self.tree.is_readable &= block_id != self.page_id
                return
            for block in objects(page.get("results")):
                self.left -= 1
                yield Node(block)
            start = as_text(page.get("next_cursor"))
            if page.get("has_more") is not True or not start:
                return

    def _note(self, node: Node) -> None:
        key = compact(node.block.get("id"))
        if node.kind in _OTHER_ITEMS and key:
            (self.tree.pages if node.kind == "child_page" else self.tree.databases).append(key)


def read_tree(api: NotionApi, page_id: str) -> Tree:
    """Raises errors.SourceError."""
    return _Reader(api, page_id).read()


def _beneath(node: Node) -> list[str]:
    """Whose children are shown beneath a block: its own; of a synced block, the original's; of
    meeting notes the summary and the notes, for the transcript is what was said, word by word."""
    block, content = node.block, node.content
    if node.kind in _NOTHING_BENEATH:
        return []
    if node.kind == "synced_block":
        original = compact(as_object(content.get("synced_from")).get("block_id"))
        if original:
            return [original]
    if node.kind in ("meeting_notes", "transcription"):
        parts = as_object(content.get("children"))
        keys = (compact(parts.get(each)) for each in ("summary_block_id", "notes_block_id"))
        return [key for key in keys if key]
    own = compact(block.get("id"))
    return [own] if block.get("has_children") is True and own else []
