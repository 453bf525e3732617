"""The graph to draw: what is in it, how much, and who sees what."""

import pytest

from tests.api import ROOT, session
from tests.retrieval.conftest import days_ago


@pytest.fixture
def graph(world):
    from retrieval.filters import Filters
    from retrieval.graph.picture import DRAWN
    from retrieval.graph.picture import graph as read

    def drawn(who="owner", *, limit=100, **filters):
        with world.acting_as(who):
            return read(limit=limit, filters=Filters(**filters) if filters else DRAWN)

    return drawn


def labels(graph):
    return {node.label for node in graph.nodes}


def test_it_has_memories_what_they_name_and_how_they_relate(remember, supersede, graph):
    old = remember("Chose MySQL", by="Jane Doe", about="Billing", importance=0.4)
    new = remember("Chose Postgres", by="Jane Doe", importance=0.8)
    supersede(old, new)
    found = graph()
    names = {node.id: node.label for node in found.nodes}
    assert {(names[e.source], e.kind, names[e.target]) for e in found.edges} == {
        ("Chose Postgres", "SUPERSEDES", "Chose MySQL"),
        ("Chose Postgres", "INVOLVES", "Jane Doe"),
        ("Chose MySQL", "INVOLVES", "Jane Doe"),
        ("Chose MySQL", "MENTIONS", "Billing"),
    }
    holds = {node.label: node.holds for node in found.nodes}
    assert (holds["Chose MySQL"], holds["Chose Postgres"]) == ("superseded", "holds")
    importance = {node.label: node.importance for node in found.nodes}
    assert importance["Jane Doe"] == 1 > importance["Billing"] > 0


def test_the_most_important_memories_are_kept_and_the_rest_counted(remember, graph):
    for number in range(5):
        remember(f"Decision {number}", importance=number / 10)
    found = graph(limit=2)
    assert labels(found) == {"Decision 4", "Decision 3"}
    assert found.left_out == 3


def test_messages_and_secrets_are_left_out(remember, graph):
    remember("hello there", kind="observation", by="Jane Doe")
    remember("The door code", visibility="secret")
    assert labels(graph()) == set()
    assert labels(graph(kinds=("observation",))) == {"hello there", "Jane Doe"}


def test_things_that_tie_nothing_together_give_way(monkeypatch, remember, graph):
    monkeypatch.setattr("retrieval.graph.picture.GRAPH_ENTITIES", 1)
    remember("A", by="Jane Doe", about="Billing")
    remember("B", by="Jane Doe", about="Storage")
    found = graph()
    assert labels(found) == {"A", "B", "Jane Doe"}
    assert len(found.edges) == 2


def test_nobody_sees_what_is_private_to_another(remember, graph):
    remember("Shared")
    remember("Mine", who="private_owner", visibility="private")
    seen = {who: labels(graph(who)) for who in ("owner", "teammate", "private_owner", "stranger")}
    assert seen == {
        "owner": {"Shared"}, "teammate": {"Shared"}, "private_owner": {"Shared", "Mine"},
        "stranger": set(),
    }  # fmt: skip


def test_two_that_are_like_each_other_are_tied_once(world, remember, graph):
    from decisions import crossrefs

    both = [remember("Chose Postgres for billing"), remember("Chose Postgres for bills")]
    with world.acting_as("owner"):
        crossrefs.refresh([m.id for m in both])
    assert [edge.kind for edge in graph().edges] == ["SIMILAR"]


def test_it_takes_two_statements(world, remember, django_assert_num_queries):
    from retrieval.graph.picture import graph

    for number in range(5):
        remember(str(number), by="Jane Doe")
    with world.acting_as("owner"), django_assert_num_queries(2):
        assert len(graph().nodes) == 6


def test_over_rest_it_can_be_narrowed(world, remember):
    remember("A", by="Jane Doe")
    remember("B", kind="fact")
    client = session(world, "teammate")
    found = client.get(f"{ROOT}/graph").json()
    assert {node["label"] for node in found["nodes"]} == {"A", "B", "Jane Doe"}
    assert [edge["kind"] for edge in found["edges"]] == ["INVOLVES"]
    found = client.get(f"{ROOT}/graph?kind=fact&kind=preference").json()
    assert [node["label"] for node in found["nodes"]] == ["B"]
    for query in ("limit=0", "limit=501", "kind=poem", "colour=red"):
        assert client.get(f"{ROOT}/graph?{query}").status_code == 400


def test_over_rest_it_is_filtered_like_any_list(world, remember):
    remember("A", by="Jane Doe", source="slack", tags=["db"], decision_type="selection", age=10)
    remember("B", source="gmail", tags=["web"], decision_type="approval", age=200)
    client = session(world, "teammate")

    def drawn(query):
        nodes = client.get(f"{ROOT}/graph?{query}").json()["nodes"]
        return {node["label"] for node in nodes if node["is_memory"]}

    wanted = {
        "type=selection": {"A"}, "type=selection&type=approval": {"A", "B"}, "source=gmail": {"B"},
        "tag=db": {"A"}, "tag=db&tag=web": {"A", "B"}, "entity=jane%20doe": {"A"},
        "since=2026-04-01T00:00:00Z": {"A"}, "until=2026-04-01T00:00:00Z": {"B"},
        "tag=web&source=slack": set(),
    }  # fmt: skip
    assert {query: drawn(query) for query in wanted} == wanted
    for query in ("type=poem", "since=yesterday", "source=" + "x" * 21):
        assert client.get(f"{ROOT}/graph?{query}").status_code == 400


def test_an_entity_is_there_from_the_first_memory_on_that_names_it(remember, graph):
    remember("Late", by="Jane Doe", age=10)
    remember("Early", by="Jane Doe", age=90)
    (jane,) = (node for node in graph().nodes if not node.is_memory)
    assert jane.first_at == days_ago(90)
