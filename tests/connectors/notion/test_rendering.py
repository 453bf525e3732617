"""Blocks, rich text and properties as Markdown."""

from typing import Any

import pytest

from connectors.notion.blocks import Node, blocks_markdown
from connectors.notion.client import NotionApi
from connectors.notion.fake.service import FakeNotion
from connectors.notion.fake.wire import content, rich_text
from connectors.notion.ids import compact
from connectors.notion.properties import value_text
from connectors.notion.richtext import markdown
from connectors.notion.tree import MAX_BLOCKS, MAX_DEPTH, MAX_REQUESTS, read_tree
from tests.connectors.notion.conftest import Connect

Json = dict[str, Any]
PAGE = "https://www.notion.so/page"
ID = "0123456789abcdef0123456789abcdef"


def block(kind: str, what: Json | None = None, *children: Node, text: str = "") -> Node:
    return Node(
        {
            "object": "block",
            "id": ID,
            "type": kind,
            kind: what if what is not None else content(text),
        },
        list(children),
    )


def shown(*nodes: Node) -> str:
    return blocks_markdown(nodes, {}, PAGE)


def test_text_lists_quotes_and_code() -> None:
    assert shown(
        block("heading_2", text="Choice"),
        block("paragraph", text="We go with Postgres."),
        block("bulleted_list_item", None, block("bulleted_list_item", text="b"), text="a"),
        block("numbered_list_item", text="one"),
        block("numbered_list_item", text="two"),
        block("to_do", content("done") | {"checked": True}),
        block("to_do", content("open") | {"checked": False}),
        block("toggle", None, block("paragraph", text="inside"), text="more"),
        block("quote", text="said\ntwice"),
        block("callout", content("mind") | {"icon": {"type": "emoji", "emoji": "💡"}}),
        block("divider", {}),
        block("code", {"rich_text": rich_text("x = 1\ny"), "language": "python", "caption": []}),
        block("equation", {"expression": "e=mc^2"}),
    ) == (
        "## Choice\n\nWe go with Postgres.\n\n- a\n  - b\n1. one\n2. two\n- [x] done\n- [ ] open\n"
        "- more\n  inside\n\n> said\n> twice\n\n> 💡 mind\n\n---\n\n```python\nx = 1\ny\n```\n\n"
        "$$e=mc^2$$"
    )


def test_tables_columns_tabs_and_what_lies_in_the_page() -> None:
    row = block("table_row", {"cells": [rich_text("a"), rich_text("b\nc")]})
    columns = block("column_list", {}, block("column", {}, block("paragraph", text="left")),
                    block("column", {}, block("paragraph", text="right")))  # fmt: skip
    assert shown(block("table", {"table_width": 2}, row, row)) == "| a | b c |\n| a | b c |"
    assert shown(columns) == "left\n\nright"
    assert shown(block("child_page", {"title": "Below"})) == f"[Below](https://www.notion.so/{ID})"
    assert shown(block("child_database", {"title": ""})) == (
        f"[Untitled](https://www.notion.so/{ID})"
    )
    assert shown(block("link_to_page", {"type": "page_id", "page_id": ID})) == (
        f"[Linked page](https://www.notion.so/{ID})"
    )


def test_files_are_named_and_linked_to_where_they_can_be_opened() -> None:
    own = {"type": "file", "name": "plan.pdf", "file": {"url": "https://s3/?signature=secret"}}
    theirs = {"type": "external", "external": {"url": "https://x.example/a.png"}, "caption": []}
    assert shown(block("pdf", own)) == f"[plan.pdf]({PAGE}#{ID})"
    assert shown(block("image", theirs)) == "[Image](https://x.example/a.png)"
    assert shown(block("bookmark", {"url": "https://x.example", "caption": []})) == (
        "https://x.example"
    )


@pytest.mark.parametrize(
    ("kind", "what", "expected"),
    [
        ("unsupported", {"block_type": "form"}, "<!-- not shown by the API: form -->"),
        ("unsupported", {"block_type": "--> x"}, "<!-- not shown by the API: x -->"),
        ("hologram", None, ""),
        ("table_of_contents", {}, ""),
        ("meeting_notes", {"title": rich_text("Weekly")}, "**Weekly**"),
        ("transcription", {}, "**Meeting notes**"),
    ],
)
def test_what_is_not_supported_is_noted(kind: str, what: Json | None, expected: str) -> None:
    assert shown(block(kind, what)) == expected


def test_a_block_without_its_content_is_noted() -> None:
    assert shown(Node({"type": "paragraph"})) == "<!-- not shown by the API: paragraph -->"
    assert shown(Node({})) == "<!-- not shown by the API: block -->"


def test_rich_text_keeps_what_changes_the_meaning() -> None:
    (plain,) = rich_text("word")
    struck = plain | {"annotations": {"strikethrough": True, "bold": True}}
    code = plain | {"annotations": {"code": True}}
    linked = plain | {"href": "https://x.example"}
    inside = plain | {"href": f"/{ID}"}
    script = plain | {"href": "javascript:alert(1)"}
    formula = {"type": "equation", "equation": {"expression": "x^2"}, "plain_text": "x^2"}
    assert markdown([struck, code, linked], {}) == "~~word~~`word`[word](https://x.example)"
    assert markdown([inside, script], {}) == f"[word](https://www.notion.so/{ID})word"
    assert markdown([formula], {}) == "$x^2$"
    assert markdown(rich_text(f"ask @[{ID}] now"), {ID: "Tom"}) == "ask @Tom now"
    assert markdown(rich_text(f"ask @[{ID}]"), {}) == "ask @Anonymous"


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("number", 3.5, "3.5"), ("number", 3, "3"), ("checkbox", True, "Yes"),
        ("checkbox", False, "No"), ("url", "https://x.example", "https://x.example"),
        ("date", {"start": "2026-03-02", "end": "2026-03-04"}, "2026-03-02 → 2026-03-04"),
        ("files", [{"name": "a.pdf"}, {"name": "b.pdf"}], "a.pdf, b.pdf"),
        ("unique_id", {"prefix": "ADR", "number": 12}, "ADR-12"),
        ("formula", {"type": "string", "string": "x"}, "x"),
        ("formula", {"type": "boolean", "boolean": True}, "Yes"),
        ("formula", {"type": "date", "date": {"start": "2026-03-02"}}, "2026-03-02"),
        ("rollup", {"type": "number", "number": 4}, "4"),
        ("rollup", {"type": "array", "array": [{"type": "select", "select": {"name": "x"}}]}, "x"),
        ("verification", {"state": "verified"}, "verified"),
        ("place", {"name": "Zurich"}, "Zurich"), ("select", None, ""), ("status", 7, ""),
        ("people", [{"object": "user", "id": ID, "name": "Tom"}], "Tom"),
        ("hologram", {"x": 1}, ""), ("rich_text", "x", ""), ("date", [], ""), ("formula", [], ""),
    ],
)  # fmt: skip
def test_properties_in_words(kind: str, value: object, expected: str) -> None:
    assert value_text({"type": kind, kind: value}, {}) == expected


def test_a_synced_block_shows_what_it_copies_and_a_circle_ends(
    fake: FakeNotion, connect: Connect
) -> None:
    source = fake.do_page("Source", blocks=[
        {"type": "synced_block", "synced_block": {"synced_from": None},
         "children": [{"type": "paragraph", "paragraph": content("Shared words.")}]},
    ])  # fmt: skip
    original = fake.workspace.pages[source].children[0]
    copy = {"synced_from": {"type": "block_id", "block_id": original}}
    key = fake.do_page("Copy", blocks=[{"type": "synced_block", "synced_block": copy}] * 2)
    inner = fake.workspace.blocks[original]
    fake.workspace.add_block(inner, "synced_block", copy, by="ada")
    brought = connect().backfill()
    assert brought.text(key) == "# Copy\n\nShared words."
    assert brought.text(source) == "# Source\n\nShared words."


def test_a_synced_block_of_a_page_that_is_not_shared_is_told(
    fake: FakeNotion, connect: Connect
) -> None:
    hidden = fake.do_page("Hidden", "Secret.", shared=False)
    original = fake.workspace.pages[hidden].children[0]
    copy = {"synced_from": {"type": "block_id", "block_id": original}}
    key = fake.do_page("Copy", "Open.", blocks=[{"type": "synced_block", "synced_block": copy}])
    brought = connect().backfill()
    assert brought.text(key) == "# Copy\n\nOpen."
    assert [refusal.skipped for refusal in brought.refusals] == [True]


def test_meeting_notes_give_their_summary_and_notes_and_no_transcript(
    fake: FakeNotion, connect: Connect
) -> None:
    parts = {
        "type": "meeting_notes", "meeting_notes": {},
        "children": [
            {"type": "paragraph", "paragraph": content(name),
             "children": [{"type": "paragraph", "paragraph": content(f"{name} text")}]}
            for name in ("summary", "notes", "transcript")
        ],
    }  # fmt: skip
    key = fake.do_page("Weekly", blocks=[parts])
    meeting = fake.workspace.blocks[fake.workspace.pages[key].children[0]]
    names = ("summary_block_id", "notes_block_id", "transcript_block_id")
    meeting.content = {
        "title": rich_text("Weekly"), "status": "notes_ready",
        "children": dict(zip(names, meeting.children, strict=True)),
    }  # fmt: skip
    assert connect().backfill().text(key) == "# Weekly\n\n**Weekly**\n\nsummary text\n\nnotes text"


def nested(depth: int) -> Json:
    inner = [nested(depth - 1)] if depth else []
    return {"type": "toggle", "toggle": content(f"level {depth}"), "children": inner}


def test_what_is_too_deep_is_left_out_and_told(fake: FakeNotion, connect: Connect) -> None:
    key = fake.do_page("Deep", blocks=[nested(MAX_DEPTH + 5)])
    brought = connect().backfill()
    assert brought.text(key).count("level") == MAX_DEPTH
    assert [refusal.skipped for refusal in brought.refusals] == [False]


def test_a_page_takes_so_many_requests_and_keeps_its_upper_levels(
    fake: FakeNotion, connect: Connect
) -> None:
    wide = [nested(1) for _ in range(150)]
    key = fake.do_page("Wide", "Above.", blocks=[*wide, {"type": "quote", "quote": content("End")}])
    session = connect().session
    with NotionApi(session) as api:
        tree = read_tree(api, compact(key))
        assert api.spent == MAX_REQUESTS
    assert tree.is_cut
    assert len(tree.nodes) == 152
    assert sum(1 for _ in tree.all()) < MAX_BLOCKS
