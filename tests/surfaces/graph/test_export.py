"""The page: all of the graph, nothing that runs but what was put there, nothing from elsewhere."""

import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from uuid import UUID

import pytest

from momo.surfaces.graph.export import page
from momo.surfaces.web import built
from momo.surfaces.web.built import NotBuilt
from retrieval.graph.nodes import Graph, GraphEdge, GraphNode
from retrieval.results import Holds
from tests.api import ROOT, decision, session

AT = datetime(2026, 6, 1, tzinfo=UTC)
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!--<script>",
    "\"'`${alert(1)}{{data}}\\",
    "\u2028alert(1)\u2029",
    "&lt;b&gt; <b>bold</b>",
]
PEOPLE = ("owner", "teammate", "private_owner", "stranger")

pytestmark = pytest.mark.usefixtures("graph_script")


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


def test_it_has_the_nodes_and_edges_as_the_api_gives_them():
    a = memory(1, "Chose Postgres", holds=Holds.HOLDS, date=AT)
    b = memory(2, "Chose MySQL", holds=Holds.SUPERSEDED)
    _, _, data = drawn(a, b, edges=[GraphEdge(a.id, b.id, "SUPERSEDES", "", 1.0)])
    assert [(n["label"], n["holds"], n["date"]) for n in data["nodes"]] == [
        ("Chose Postgres", "holds", "2026-06-01T00:00:00Z"), ("Chose MySQL", "superseded", None),
    ]  # fmt: skip
    (edge,) = data["edges"]
    assert (edge["source"], edge["target"], edge["kind"]) == (str(a.id), str(b.id), "SUPERSEDES")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_data(text):
    entity = GraphNode(UUID(int=9), False, "person", text, 1.0)
    _, reader, data = drawn(memory(1, text, summary=text), entity, team=text)
    calm = drawn(memory(1, "A", summary="A"), GraphNode(UUID(int=9), False, "person", "B", 1.0))
    assert reader.elements == calm[1].elements  # not one element or attribute more
    assert reader.scripts[1:] == calm[1].scripts[1:]
    assert [node["label"] for node in data["nodes"]] == [text, text]


def test_only_its_own_script_and_style_count_and_nothing_is_fetched():
    text, reader, _ = drawn(memory(1, "A"))
    policy = next(
        attributes["content"]
        for tag, attributes in reader.elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert policy.count("sha256-") == 2
    names = {name for _, attributes in reader.elements for name in attributes}
    assert names.isdisjoint({"src", "href", "style"})
    assert not re.search(r"@import|url\(", text.partition("<script")[0])


def test_what_found_no_room_is_told():
    assert "12 less important memories are left out." in drawn(memory(1, "A"), left_out=12)[0]
    assert "left out" not in drawn(memory(1, "A"))[0].partition("<script")[0]


def test_an_empty_graph_is_a_page_too():
    assert drawn()[2] == {"nodes": [], "edges": [], "left_out": 0}


def test_where_the_client_is_not_built_it_says_what_to_do(graph_script):
    graph_script.unlink()
    with pytest.raises(NotBuilt, match="make web"):
        drawn(memory(1, "A"))


def test_a_script_that_would_end_its_element_is_refused(graph_script):
    graph_script.write_text("'</script>'")
    with pytest.raises(NotBuilt, match="cannot be put into a page"):
        drawn(memory(1, "A"))


def test_over_rest_it_is_a_file_of_what_the_reader_sees(world):
    decision(world, "owner", "Use Postgres")
    decision(world, "private_owner", "Quit in May", visibility="private")
    seen = {}
    for who in PEOPLE:
        answer = session(world, who).get(f"{ROOT}/graph/export")
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith("text/html")
        assert answer["Content-Disposition"].startswith("attachment")
        text = answer.content.decode()
        seen[who] = ("Use Postgres" in text, "Quit in May" in text)
    assert seen == {
        "owner": (True, False), "teammate": (True, False), "private_owner": (True, True),
        "stranger": (False, False),
    }  # fmt: skip


def test_over_rest_it_is_filtered_and_refusals_are_problems(world, graph_script):
    decision(world, "owner", "Use Postgres", decision_type="selection")
    client = session(world, "teammate")
    answer = client.get(f"{ROOT}/graph/export?type=approval")
    assert "Use Postgres" not in answer.content.decode()
    for accept in ("text/html", "*/*"):
        refused = client.get(f"{ROOT}/graph/export?limit=0", headers={"Accept": accept})
        assert refused.status_code == 400
        assert refused["Content-Type"] == "application/problem+json"
    graph_script.unlink()
    built.standalone.cache_clear()
    assert client.get(f"{ROOT}/graph/export").status_code == 503
