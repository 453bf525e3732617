"""The page: all of the graph, nothing that runs but what was put there, nothing from elsewhere."""

import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from uuid import UUID

import pytest

from momo.surfaces.graph import export, look
from momo.surfaces.graph.export import NoDrawingLibrary, page
from retrieval.graph.picture import Graph, GraphEdge, GraphNode
from retrieval.results import Holds

AT = datetime(2026, 6, 1, tzinfo=UTC)
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!--<script>",
    "\"'`${alert(1)}{{data}}\\",
    "\u2028alert(1)\u2029",
    "&lt;b&gt; <b>bold</b>",
]


def memory(number: int, label: str, **fields) -> GraphNode:
    return GraphNode(UUID(int=number), True, fields.pop("type", "decision"), label, 0.5, **fields)


class Reader(HTMLParser):
    """The elements of a page, and the text of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict]] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] == "script":
            self.scripts[-1] += data


def drawn(*nodes: GraphNode, edges=(), left_out=0, team="Lighthouse"):
    text = page(Graph(nodes, tuple(edges), left_out), team=team, at=AT)
    reader = Reader(text)
    return text, reader, json.loads(reader.scripts[0])


def test_it_shows_the_nodes_and_edges(monkeypatch):
    a = memory(1, "Chose Postgres", holds=Holds.HOLDS, date=AT)
    b = memory(2, "Chose MySQL", holds=Holds.SUPERSEDED)
    _, _, data = drawn(a, b, edges=[GraphEdge(a.id, b.id, "SUPERSEDES", "", 1.0)])
    assert [(n["label"], n["opacity"]) for n in data["nodes"]] == [
        ("Chose Postgres", 1.0), ("Chose MySQL", look.FADED),
    ]  # fmt: skip
    (edge,) = data["edges"]
    assert (edge["from"], edge["to"], edge["title"]) == (str(a.id), str(b.id), "replaces")


def test_size_follows_importance_and_color_follows_kind():
    assert (look.MIN_SIZE, look.SIZE_RANGE, look.LABEL_CHARACTERS) == (10, 20, 40)
    assert look.size(memory(1, "A")) == 20
    assert look.color(memory(1, "A", type="fact")) == "#4CAF50"
    assert look.color(memory(1, "A", type="preference")) == "#2196F3"
    assert look.color(memory(1, "A", type="never heard of")) == look.OTHER
    assert look.shortened("x" * 41) == "x" * 37 + "..."


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_data(text):
    entity = GraphNode(UUID(int=9), False, "person", text, 1.0)
    _, reader, data = drawn(memory(1, text, summary=text), entity, team=text)
    calm = drawn(memory(1, "A", summary="A"), GraphNode(UUID(int=9), False, "person", "B", 1.0))
    assert reader.elements == calm[1].elements  # not one element or attribute more
    assert reader.scripts[1:] == calm[1].scripts[1:]
    assert [node["full"] for node in data["nodes"]] == [text, text]


def test_only_its_own_scripts_may_run_and_nothing_is_fetched():
    text, reader, _ = drawn(memory(1, "A"))
    policy = next(
        attributes["content"]
        for tag, attributes in reader.elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'")
    assert "unsafe-inline" not in policy.partition("script-src")[2]
    assert policy.count("sha256-") == 2
    addresses = [a for _, attributes in reader.elements for a in attributes if a in {"src", "href"}]
    assert addresses == []
    assert not re.search(r"@import|url\(", text.partition("<script")[0])


def test_what_found_no_room_is_told():
    assert "12 less important memories are left out." in drawn(memory(1, "A"), left_out=12)[0]
    assert "left out" not in drawn(memory(1, "A"))[0].partition("<script")[0]


def test_an_empty_graph_is_a_page_too():
    assert drawn()[2] == {"nodes": [], "edges": []}


def test_without_the_drawing_library_it_says_what_to_do(monkeypatch):
    monkeypatch.setattr(export, "DRAWING_PACKAGE", "no-such-package-anywhere")
    with pytest.raises(NoDrawingLibrary, match="pip install --no-deps no-such-package-anywhere"):
        drawn(memory(1, "A"))
