"""What can happen in the fake: the verbs of its scenarios, each with its webhook."""

import json
from collections.abc import Mapping
from datetime import UTC
from typing import Any

from connectors.fakes.server import Deliver
from connectors.notion.fake.wire import (
    Block,
    Comment,
    Database,
    Item,
    Json,
    Page,
    User,
    rich_text,
    user,
)
from connectors.notion.fake.workspace import Workspace, new_id
from connectors.notion.webhook import signature


class Verbs:
    """`name` is what a scenario calls the new thing; other arguments name what there is."""

    workspace: Workspace
    webhook_url: str
    webhook_token: str
    deliver: Deliver
    integration_id: str
    subscription_id: str
    bot: User

    def do_user(self, name: str, email: str = "") -> None:
        self.workspace.user(name).email = email or self.workspace.user(name).email

    def do_page(
        self,
        title: str,
        text: str = "",
        by: str = "ada",
        under: str = "",
        name: str = "",
        blocks: list[Json] | None = None,
        shared: bool = True,
    ) -> str:
        """A page; one at the top is shared with the connection unless told otherwise."""
        page = self.workspace.add_page(title, by, under)
        return self._filled(page, name, text, by, blocks, shared=shared and not under)

    def do_database(self, title: str, by: str = "ada", under: str = "", name: str = "") -> str:
        database = self.workspace.add_database(title, by, under)
        self.workspace.names[name or title] = database.id
        if not under:
            self.workspace.shared.add(database.id)
        self._send("data_source.created", database)
        return database.id

    def do_row(
        self,
        database: str,
        title: str,
        text: str = "",
        by: str = "ada",
        name: str = "",
        properties: Mapping[str, Any] | None = None,
    ) -> str:
        """A page of a database. Properties: text, a list of options, `{status: ...}`,
        `{select: ...}`, `{date: ...}` or `{people: [...]}`."""
        given = {key: self._property(value) for key, value in (properties or {}).items()}
        page = self.workspace.add_page(title, by, database, properties=given, title_property="Name")
        return self._filled(page, name, text, by, None, shared=False)

    def do_append(self, to: str, text: str, by: str = "ada") -> None:
        page = self._page_of(to)
        self.workspace.write(page, text, by)
        self._edited(page, by, "page.content_updated")

    def do_edit(self, of: str, text: str = "", by: str = "ada", title: str = "") -> None:
        """Write a page or a comment anew."""
        item = self.workspace.item(of)
        item.touch(self.workspace.now(), self.workspace.user(by).id)
        if isinstance(item, Comment):
            item.text = text
            self._send("comment.updated", item)
        elif isinstance(item, Page):
            item.title = title or item.title
            if text:
                self.workspace.clear(item)
                self.workspace.write(item, text, by)
            changed = "content_updated" if text else "properties_updated"
            self._send(f"page.{changed}", item)

    def do_set(self, of: str, properties: Mapping[str, Any], by: str = "ada") -> None:
        page = self._page_of(of)
        page.properties |= {key: self._property(value) for key, value in properties.items()}
        self._edited(page, by, "page.properties_updated")

    def do_comment(
        self, page: str, text: str, by: str = "ada", name: str = "", beside: str = ""
    ) -> str:
        """Begin a discussion, of a page or `beside` the block of it that holds these words."""
        there = self._page_of(page)
        place = self._block_with(there, beside) if beside else there
        comment = self.workspace.add_comment(there, by, text, place)
        self.workspace.names[name or comment.id] = comment.id
        self._send("comment.created", comment)
        return comment.id

    def do_reply(self, to: str, text: str, by: str = "ada", name: str = "") -> str:
        first = self._comment_of(to)
        page = self.workspace.pages[first.page]
        place = self.workspace.item(first.parent.get("block_id") or first.page)
        comment = self.workspace.add_comment(page, by, text, place, first.discussion)
        self.workspace.names[name or comment.id] = comment.id
        self._send("comment.created", comment)
        return comment.id

    def do_resolve(self, of: str) -> None:
        """End a discussion: the API no longer lists it."""
        first = self._comment_of(of)
        for comment in self.workspace.comments.values():
            comment.resolved |= comment.discussion == first.discussion

    def do_delete(self, of: str) -> None:
        """Delete a comment; a page goes to the trash."""
        item = self.workspace.item(of)
        if isinstance(item, Comment):
            del self.workspace.comments[item.id]
            self._send("comment.deleted", item)
        else:
            self.do_trash(of)

    def do_trash(self, of: str, by: str = "ada") -> None:
        self._trashed(of, by, "deleted", in_trash=True)

    def do_restore(self, of: str, by: str = "ada") -> None:
        self._trashed(of, by, "undeleted", in_trash=False)

    def do_purge(self, of: str) -> None:
        """Delete a page in the trash for good: nothing of it can be read any more."""
        page = self._page_of(of)
        self._send("page.deleted", page)
        self.workspace.shared.discard(page.id)
        del self.workspace.pages[page.id]

    def do_move(self, of: str, under: str = "", by: str = "ada") -> None:
        page = self._page_of(of)
        self.workspace.move(page, under)
        self._edited(page, by, "page.moved")

    def do_lock(self, of: str) -> None:
        page = self._page_of(of)
        page.locked = True
        self._send("page.locked", page)

    def do_share(self, of: str) -> None:
        """Share something with the connection; Notion sends nothing for it."""
        self.workspace.shared.add(self.workspace.named(of))

    def do_unshare(self, of: str) -> None:
        self.workspace.shared.discard(self.workspace.named(of))

    def do_subscribe(self) -> None:
        """Set the webhook subscription up: the token comes unsigned."""
        body = json.dumps({"verification_token": self.webhook_token}).encode()
        self.deliver(self.webhook_url, {"Content-Type": "application/json"}, body)

    def delivery(self, kind: str, item: Item) -> bytes:
        """An event as Notion writes it."""
        page = item.page if isinstance(item, Comment) else item.id
        subject = kind.partition(".")[0]
        entity = item.source_id if isinstance(item, Database) else item.id
        data: Json = {"parent": self._parent(item)}
        if subject == "comment":
            data["page_id"] = page
        event = {
            "id": new_id(),
            "timestamp": self.workspace.now().astimezone(UTC).isoformat().replace("+00:00", "Z"),
            "workspace_id": self.workspace.id,
            "workspace_name": self.workspace.name,
            "subscription_id": self.subscription_id,
            "integration_id": self.integration_id,
            "authors": [{"id": item.edited_by or item.by, "type": "person"}],
            "accessible_by": [{"id": self.bot.id, "type": "bot"}],
            "attempt_number": 1,
            "api_version": "2025-09-03",
            "type": kind,
            "entity": {"id": entity, "type": subject},
            "data": data,
        }
        return json.dumps(event).encode()

    def post(self, body: bytes) -> int:
        headers = {
            "Content-Type": "application/json",
            "X-Notion-Signature": signature(self.webhook_token, body),
        }
        return self.deliver(self.webhook_url, headers, body)

    def _send(self, kind: str, item: Item) -> None:
        place = self.workspace.pages[item.page] if isinstance(item, Comment) else item
        if self.webhook_url and self.workspace.is_shared(place):
            self.post(self.delivery(kind, item))

    def _filled(
        self,
        page: Page,
        name: str,
        text: str,
        by: str,
        blocks: list[Json] | None,
        *,
        shared: bool,
    ) -> str:
        self.workspace.names[name or page.title] = page.id
        if shared:
            self.workspace.shared.add(page.id)
        self.workspace.write(page, text, by)
        for block in blocks or []:
            kind = block["type"]
            self.workspace.add_block(page, kind, block[kind], by=by, children=block.get("children"))
        self._send("page.created", page)
        return page.id

    def _edited(self, page: Page, by: str, kind: str) -> None:
        page.touch(self.workspace.now(), self.workspace.user(by).id)
        self._send(kind, page)

    def _trashed(self, of: str, by: str, happened: str, *, in_trash: bool) -> None:
        item = self.workspace.item(of)
        item.in_trash = in_trash
        item.touch(self.workspace.now(), self.workspace.user(by).id)
        self._send(f"{'page' if isinstance(item, Page) else 'data_source'}.{happened}", item)

    def _parent(self, item: Item) -> Json:
        parent = item.parent
        if parent["type"] == "workspace":
            return {"id": self.workspace.id, "type": "space"}
        if parent["type"] == "data_source_id":
            return {
                "id": parent["database_id"],
                "type": "database",
                "data_source_id": parent["data_source_id"],
            }
        return {"id": parent[parent["type"]], "type": parent["type"].removesuffix("_id")}

    def _page_of(self, name: str) -> Page:
        return self.workspace.pages[self.workspace.named(name)]

    def _comment_of(self, name: str) -> Comment:
        return self.workspace.comments[self.workspace.named(name)]

    def _block_with(self, page: Page, words: str) -> Block:
        blocks = (each for each in self.workspace.blocks.values() if each.page == page.id)
        return next(each for each in blocks if words in json.dumps(each.content))

    def _property(self, value: Any) -> Json:
        """A property's value as the API writes it."""
        kind, given = next(iter(value.items())) if isinstance(value, Mapping) else ("", value)
        if isinstance(given, list) and kind != "people":
            return _valued("multi_select", [_option(each) for each in given])
        if kind in ("status", "select"):
            return _valued(kind, _option(given))
        if kind == "people":
            return _valued(kind, [user(self.workspace.user(each).id) for each in given])
        if kind == "date":
            return _valued(kind, {"start": str(given), "end": None, "time_zone": None})
        return _valued("rich_text", rich_text(str(given)))


def _valued(kind: str, value: Any) -> Json:
    return {"id": new_id()[:4], "type": kind, kind: value}


def _option(name: str) -> Json:
    return {"id": new_id(), "name": name, "color": "default"}
