"""Notion's objects as its API writes them, built after its reference and recorded traffic."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]
_SLUG = re.compile(r"[^A-Za-z0-9]+")
_INLINE = re.compile(r"@\[(?P<user>[^\]]+)\]")  # in a scenario's text: @[user id]


@dataclass
class User:
    id: str
    name: str
    email: str = ""
    is_bot: bool = False

    def json(self, *, emails: bool = True) -> Json:
        shown = {"object": "user", "id": self.id, "name": self.name, "avatar_url": None}
        if self.is_bot:
            return shown | {"type": "bot", "bot": {}}
        person = {"email": self.email, "email_verified": True} if emails else {}
        return shown | {"type": "person", "person": person}


@dataclass
class Item:
    """A page, database, data source, block or comment: what all of them have."""

    id: str
    by: str
    created: datetime
    parent: Json
    edited: datetime
    edited_by: str = ""
    in_trash: bool = False

    def touch(self, at: datetime, by: str) -> None:
        self.edited, self.edited_by = at, by

    def base(self, kind: str) -> Json:
        return {
            "object": kind,
            "id": self.id,
            "parent": self.parent,
            "created_time": moment(self.created),
            "last_edited_time": moment(self.edited),
            "created_by": user(self.by),
            "last_edited_by": user(self.edited_by or self.by),
            "in_trash": self.in_trash,
            "archived": self.in_trash,
        }


@dataclass
class Page(Item):
    title: str = ""
    properties: Json = field(default_factory=dict)
    title_property: str = "title"
    children: list[str] = field(default_factory=list)
    locked: bool = False
    site: str = ""

    @property
    def url(self) -> str:
        slug = _SLUG.sub("-", self.title).strip("-")
        key = self.id.replace("-", "")
        return f"{self.site}/p/{slug}-{key}" if slug else f"{self.site}/p/{key}"

    def json(self) -> Json:
        title = {"id": "title", "type": "title", "title": rich_text(self.title)}
        return self.base("page") | {
            "cover": None,
            "icon": None,
            "is_archived": False,
            "is_locked": self.locked,
            "properties": {**self.properties, self.title_property: title},
            "url": self.url,
            "public_url": None,
        }


@dataclass
class Database(Item):
    """A database with its one data source, whose id is `source_id`."""

    title: str = ""
    source_id: str = ""
    site: str = ""
    children: list[str] = field(default_factory=list)  # rows

    def json(self) -> Json:
        return self.base("database") | {
            "title": rich_text(self.title),
            "description": [],
            "is_inline": False,
            "is_locked": False,
            "icon": None,
            "cover": None,
            "url": f"{self.site}/{self.id.replace('-', '')}",
            "public_url": None,
            "data_sources": [{"id": self.source_id, "name": self.title}],
        }

    def source_json(self) -> Json:
        return self.base("data_source") | {
            "id": self.source_id,
            "title": rich_text(self.title),
            "description": [],
            "parent": {"type": "database_id", "database_id": self.id},
            "database_parent": self.parent,
            "is_inline": False,
            "properties": {},
            "icon": None,
            "cover": None,
            "url": f"{self.site}/{self.id.replace('-', '')}",
            "public_url": None,
        }


@dataclass
class Block(Item):
    kind: str = "paragraph"
    content: Json = field(default_factory=dict)
    children: list[str] = field(default_factory=list)
    page: str = ""

    def json(self) -> Json:
        return self.base("block") | {
            "has_children": bool(self.children),
            "type": self.kind,
            self.kind: self.content,
        }


@dataclass
class Comment(Item):
    text: str = ""
    discussion: str = ""
    page: str = ""
    resolved: bool = False
    name: str = ""

    def json(self) -> Json:
        base = self.base("comment")
        shown = {key: base[key] for key in base if key in _COMMENT_KEYS}
        return shown | {
            "discussion_id": self.discussion,
            "rich_text": rich_text(self.text),
            "display_name": {"type": "user", "resolved_name": self.name},
        }


_COMMENT_KEYS = {"object", "id", "parent", "created_time", "last_edited_time", "created_by"}


def user(user_id: str) -> Json:
    return {"object": "user", "id": user_id}


def moment(at: datetime) -> str:
    """To the minute, as Notion tells its times."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:00.000Z")


def rich_text(text: str) -> list[Json]:
    """Pieces of text; `@[<user id>]` is a mention."""
    pieces: list[Json] = []
    at = 0
    for found in _INLINE.finditer(text):
        pieces += [_text(text[at : found.start()]), _mention(found["user"])]
        at = found.end()
    return [piece for piece in [*pieces, _text(text[at:])] if piece["plain_text"]]


def content(text: str) -> Json:
    return {"rich_text": rich_text(text), "icon": None, "color": "default"}


def listing(kind: str, results: list[Json], onward: str | None) -> Json:
    return {
        "object": "list",
        "results": results,
        "next_cursor": onward,
        "has_more": onward is not None,
        "type": kind,
        kind: {},
    }


def error(status: int, code: str, message: str) -> Json:
    return {"object": "error", "status": status, "code": code, "message": message}


def _text(words: str) -> Json:
    return _piece("text", words, {"text": {"content": words, "link": None}})


def _mention(user_id: str) -> Json:
    return _piece("mention", "@Anonymous", {"mention": {"type": "user", "user": user(user_id)}})


def _piece(kind: str, words: str, more: Json) -> Json:
    styles = ("bold", "italic", "strikethrough", "underline", "code")
    annotations = dict.fromkeys(styles, False) | {"color": "default"}
    shown = {"annotations": annotations, "plain_text": words, "href": None}
    return {"type": kind, **more, **shown}
