"""What is in the fake's workspace, and what of it the connection may see."""

import re
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from connectors.notion.fake.wire import Block, Comment, Database, Item, Json, Page, User, content

_LINE = re.compile(r"(?P<mark>#{1,3} |- \[[ x]\] |- |> )?(?P<text>.*)")
_KINDS = {
    "# ": "heading_1", "## ": "heading_2", "### ": "heading_3", "- ": "bulleted_list_item",
    "- [ ] ": "to_do", "- [x] ": "to_do", "> ": "quote", None: "paragraph",
}  # fmt: skip
Parent = Page | Database | Block


def new_id() -> str:
    return str(uuid.uuid4())


def dashed(given: str) -> str:
    """An id as it is stored, from either form; the text itself where it is none."""
    try:
        return str(uuid.UUID(given))
    except ValueError:
        return given


class Workspace:
    """Pages, databases, comments and people by id; scenarios call them by name."""

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.now = now
        self.id, self.name = new_id(), "Acme"
        self.site = ""
        self.users: dict[str, User] = {}
        self.pages: dict[str, Page] = {}
        self.databases: dict[str, Database] = {}
        self.blocks: dict[str, Block] = {}
        self.comments: dict[str, Comment] = {}
        self.shared: set[str] = set()
        self.names: dict[str, str] = {}

    def user(self, name: str) -> User:
        """Someone of the workspace; who is new to it joins."""
        known = self.names.get(f"user {name}")
        if known is None:
            known = self.names[f"user {name}"] = new_id()
            self.users[known] = User(known, name.capitalize(), f"{name.lower()}@acme.example")
        return self.users[known]

    def named(self, name: str) -> str:
        """The id of what a scenario calls by name, or by id."""
        return self.names.get(name, name)

    def item(self, name: str) -> Item:
        key = self.named(name)
        for found in (self.pages, self.databases, self.blocks, self.comments):
            if key in found:
                return found[key]
        raise KeyError(name)

    def parent(self, name: str) -> Json:
        """How a page under something says so."""
        key = self.named(name)
        if not key:
            return {"type": "workspace", "workspace": True}
        if key in self.databases:
            database = self.databases[key]
            source = database.source_id
            return {"type": "data_source_id", "data_source_id": source, "database_id": key}
        return {"type": "page_id", "page_id": key}

    def add_page(self, title: str, by: str, under: str, **more: Any) -> Page:
        at = self.now()
        page = Page(
            new_id(), self.user(by).id, at, self.parent(under), at, title=title, site=self.site,
            **more,
        )  # fmt: skip
        self.pages[page.id] = page
        self._hang(page)
        return page

    def add_database(self, title: str, by: str, under: str) -> Database:
        at = self.now()
        database = Database(
            new_id(), self.user(by).id, at, self.parent(under), at, title=title,
            source_id=new_id(), site=self.site,
        )  # fmt: skip
        self.databases[database.id] = database
        self._hang(database)
        return database

    def write(self, page: Page, text: str, by: str) -> list[Block]:
        """Append a block for each line; `#`, `-`, `- [ ]` and `>` mean what they look like."""
        lines = (line for line in text.split("\n") if line.strip())
        return [self.add_block(page, *_typed(line), by=by) for line in lines]

    def add_block(
        self, under: Parent, kind: str, what: Json, *, by: str, children: list[Json] | None = None
    ) -> Block:
        """A block with those beneath it: `{"type": ..., "<type>": {...}, "children": [...]}`."""
        at, who = self.now(), self.user(by).id
        is_page = isinstance(under, Page)
        page = under.id if isinstance(under, Page | Database) else under.page
        parent = {"type": "page_id" if is_page else "block_id"}
        parent[parent["type"]] = under.id
        block = Block(new_id(), who, at, parent, at, kind=kind, content=what, page=page)
        self.blocks[block.id] = block
        under.children.append(block.id)
        for child in children or []:
            self.add_block(
                block, child["type"], child[child["type"]], by=by, children=child.get("children")
            )
        return block

    def add_comment(
        self, page: Page, by: str, text: str, place: Item, discussion: str = ""
    ) -> Comment:
        at, who = self.now(), self.user(by)
        key = "page_id" if isinstance(place, Page) else "block_id"
        parent = {"type": key, key: place.id}
        comment = Comment(
            new_id(), who.id, at, parent, at, text=text, discussion=discussion or new_id(),
            page=page.id, name=who.name,
        )  # fmt: skip
        self.comments[comment.id] = comment
        return comment

    def source(self, source_id: str) -> Database | None:
        found = (each for each in self.databases.values() if each.source_id == source_id)
        return next(found, None)

    def above(self, item: Item) -> Iterator[Item]:
        """What something lies in, innermost first."""
        current: Item | None = item
        while current is not None:
            parent = current.parent
            key = parent.get("page_id") or parent.get("block_id") or parent.get("database_id")
            current = self._holder(key)
            if current is not None:
                yield current

    def is_shared(self, item: Item) -> bool:
        return item.id in self.shared or any(each.id in self.shared for each in self.above(item))

    def is_live(self, item: Item) -> bool:
        """Neither it nor anything above it is in the trash."""
        return not (item.in_trash or any(each.in_trash for each in self.above(item)))

    def move(self, item: Page, under: str) -> None:
        self._unhang(item)
        item.parent = self.parent(under)
        self._hang(item)

    def clear(self, page: Page) -> None:
        """Drop a page's own text; pages in it stay."""
        page.children = [each for each in page.children if each not in self.blocks]

    def child_json(self, key: str) -> Json:
        """A block as a listing shows it: pages and databases in a page are blocks there."""
        if key in self.blocks:
            return self.blocks[key].json()
        item = self.pages.get(key) or self.databases[key]
        kind = "child_page" if isinstance(item, Page) else "child_database"
        shown = item.base("block") | {"has_children": bool(item.children), "type": kind}
        return shown | {kind: {"title": item.title}}

    def _holder(self, key: str | None) -> Item | None:
        if key is None:
            return None
        return self.pages.get(key) or self.blocks.get(key) or self.databases.get(key)

    def _hang(self, item: Page | Database) -> None:
        holder = next(self.above(item), None)
        if isinstance(holder, Page | Database):
            holder.children.append(item.id)

    def _unhang(self, item: Page) -> None:
        holder = next(self.above(item), None)
        if isinstance(holder, Page | Database):
            holder.children.remove(item.id)


def _typed(line: str) -> tuple[str, Json]:
    found = _LINE.fullmatch(line)
    mark, text = (found["mark"], found["text"]) if found else (None, line)
    kind = _KINDS[mark]
    shown = content(text)
    return kind, shown | ({"checked": "x" in mark} if mark and kind == "to_do" else {})
