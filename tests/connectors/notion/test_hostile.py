"""Payloads of any shape: refused or mapped, never a crash."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.contract import Refusal, SourceRecord
from connectors.notion.blocks import Node
from connectors.notion.fake.wire import content, rich_text
from connectors.notion.mapping import comment_records, page_record
from connectors.notion.people import Known, person_of
from connectors.notion.properties import people, tags
from connectors.notion.richtext import users_in
from connectors.notion.walk import Step, steps_of

ID = "0123456789abcdef0123456789abcdef"
USER = {"object": "user", "id": ID}
PAGE: dict[str, Any] = {
    "object": "page", "id": ID, "created_time": "2026-03-02T09:00:00.000Z",
    "last_edited_time": "2026-03-02T09:00:00.000Z", "created_by": USER, "last_edited_by": USER,
    "parent": {"type": "workspace", "workspace": True}, "url": "https://www.notion.so/x",
    "in_trash": False,
    "properties": {
        "Name": {"type": "title", "title": rich_text("Title")},
        "Tags": {"type": "multi_select", "multi_select": [{"name": "x"}]},
        "Status": {"type": "status", "status": {"name": "Done"}},
        "Author": {"type": "people", "people": [USER]},
        "Decided by": {"type": "rich_text", "rich_text": rich_text("Anna, Ben")},
        "Due": {"type": "date", "date": {"start": "2026-03-02", "end": None}},
        "Total": {"type": "rollup", "rollup": {"type": "array", "array": [
            {"type": "number", "number": 1}]}},
    },
}  # fmt: skip
COMMENT: dict[str, Any] = {
    "object": "comment", "id": ID, "discussion_id": ID, "created_by": USER,
    "created_time": "2026-03-02T09:00:00.000Z", "rich_text": rich_text(f"Hm @[{ID}]"),
    "display_name": {"type": "user", "resolved_name": "Tom"},
    "attachments": [{"category": "pdf", "file": {"url": "x", "expiry_time": "y"}}],
}  # fmt: skip
BLOCKS: list[dict[str, Any]] = [
    {"object": "block", "id": ID, "type": kind, kind: what} for kind, what in {
        "paragraph": content("Text"), "table_row": {"cells": [rich_text("a")]},
        "code": {"rich_text": rich_text("x"), "language": "python", "caption": []},
        "image": {"type": "external", "external": {"url": "https://x"}, "caption": []},
        "callout": content("x") | {"icon": {"type": "emoji", "emoji": "x"}},
        "child_page": {"title": "x"}, "meeting_notes": {"title": [], "children": {}},
        "unsupported": {"block_type": "form"}, "to_do": content("x") | {"checked": True},
        "link_to_page": {"type": "page_id", "page_id": ID}, "equation": {"expression": "x"},
    }.items()
]  # fmt: skip

odd: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
        st.sampled_from(["\0", "\ud800", "x" * 50_000, ID, "title", "2026-99-99", "1e999", "-->"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=5,
)  # fmt: skip


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [at, *(
        path for key, each in inner
        for path in (paths(each, (*at, key)) if isinstance(each, dict | list) else [(*at, key)])
    )]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn, payload: Any) -> Any:
    """The payload with one to three of its parts replaced by anything, or gone."""
    payload = json.loads(json.dumps(payload))
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from([path for path in paths(payload) if path]))
        inner = payload
        for key in way:
            inner = inner[key]
        if draw(st.booleans()) and isinstance(inner, dict):
            del inner[last]
        else:
            inner[last] = draw(odd)
    return payload


def storable(reading: SourceRecord | Refusal) -> None:
    """What the database takes: text without NULs, in UTF-8, and a time that is aware."""
    if isinstance(reading, Refusal):
        return
    person = reading.author
    texts = [
        reading.external_id, reading.title, reading.container, reading.url, *reading.tags,
        reading.raw.decode(), person.name if person else "", person.email if person else "",
        *(each.name for each in reading.participants),
    ]  # fmt: skip
    for text in texts:
        assert "\0" not in text
        text.encode()
    assert reading.occurred_at.tzinfo is not None
    assert len(reading.title) <= 1_000


@given(mutated(PAGE), st.lists(mutated(BLOCKS), min_size=1, max_size=1))
@settings(max_examples=300, deadline=None)
def test_a_page_of_any_shape(page: Any, blocks: list[Any]) -> None:
    nodes = [Node(block) for block in blocks[0] if isinstance(block, dict)]
    reading = page_record(page, nodes, ["Top"], Known())
    assert isinstance(reading, SourceRecord | Refusal)
    storable(reading)


@given(mutated([COMMENT, COMMENT]))
@settings(max_examples=300, deadline=None)
def test_comments_of_any_shape(comments: Any) -> None:
    page = page_record(PAGE, [], [], Known())
    assert isinstance(page, SourceRecord)
    for reading in comment_records(
        (each for each in comments if isinstance(each, dict)), page, Known()
    ):
        storable(reading)


@given(odd)
@settings(max_examples=200, deadline=None)
def test_parts_of_any_shape(value: Any) -> None:
    assert all(isinstance(user, str) for user in users_in(value))
    assert all(isinstance(step, Step) for step in steps_of(value))
    if isinstance(value, dict):
        person = person_of(value)
        assert person is None or person.handle or person.name
        assert all(isinstance(tag, str) for tag in tags(value))
        assert all(isinstance(role, str) for role, _ in people(value, {}))
