"""Around a node: what hangs on it, how far, how strongly, and what of it is not everybody's."""

from uuid import uuid4

import pytest

from tests.api import ROOT, as_agent, session
from tests.retrieval.conftest import days_ago

PEOPLE = ("owner", "teammate", "private_owner", "stranger")


@pytest.fixture
def around(world):
    from retrieval.graph.neighborhood import neighborhood

    def of(node_id, who="owner", **how):
        with world.acting_as(who):
            return neighborhood(node_id, **how)

    return of


@pytest.fixture
def entity(world):
    from decisions.models import Entity

    def named(name):
        with world.acting_as("owner"):
            return Entity.objects.get(name=name).id

    return named


def labels(graph):
    return [node.label for node in graph.nodes]


def test_one_hop_has_what_a_memory_names_and_two_what_else_names_it(remember, around):
    first = remember("Chose MySQL", by="Jane Doe", about="Billing")
    remember("Hired Tom", by="Jane Doe")
    assert set(labels(around(first.id))) == {"Chose MySQL", "Jane Doe", "Billing"}
    two = around(first.id, hops=2)
    assert set(labels(two)) == {"Chose MySQL", "Jane Doe", "Billing", "Hired Tom"}
    hops = {node.label: (node.hops, node.score) for node in two.nodes}
    assert hops["Chose MySQL"] == (0, 1)
    assert hops["Jane Doe"] == (1, pytest.approx(0.9))
    assert hops["Hired Tom"] == (2, pytest.approx(0.81))


def test_around_a_person_are_their_memories_the_most_important_first(remember, around, entity):
    remember("Minor", by="Jane Doe", importance=0.2)
    remember("Major", by="Jane Doe", importance=0.9)
    found = around(entity("Jane Doe"))
    assert labels(found) == ["Jane Doe", "Major", "Minor"]
    assert {(edge.kind, edge.target) for edge in found.edges} == {("INVOLVES", found.nodes[0].id)}


def test_a_thread_is_called_as_what_was_said_first_in_it(world, remember, around):
    from decisions.models import Edge, Entity
    from momo.platform.tenancy.models import NOBODY

    later, first = remember("Then the quay", age=1), remember("Which berth?", age=2)
    with world.acting_as("owner"):
        key = "C08A8CDA01:1782393000.471419"
        thread = Entity.objects.create(type="thread", name=key, key=key.lower(), holder=NOBODY)
        for memory in (later, first):
            Edge.objects.create(src_memory_id=memory.id, dst_entity_id=thread.id, kind="ABOUT")
    for graph in (around(thread.id), around(later.id, hops=2)):
        assert [node.label for node in graph.nodes if node.type == "thread"] == ["Which berth?"]


def test_what_found_no_room_is_counted(remember, around, entity):
    for number in range(5):
        remember(f"Decision {number}", by="Jane Doe", importance=number / 10)
    found = around(entity("Jane Doe"), limit=2)
    assert labels(found) == ["Jane Doe", "Decision 4", "Decision 3"]
    assert found.left_out == 3


def test_whatever_leads_to_a_node_is_drawn_with_it(remember, around):
    start = remember("Start", by="Jane Doe", about="Billing")
    for number in range(8):
        remember(f"Other {number}", by="Jane Doe")
    for limit in range(1, 10):
        found = around(start.id, hops=2, limit=limit)
        tied = {end for edge in found.edges for end in (edge.source, edge.target)}
        assert {node.id for node in found.nodes} <= tied


def test_messages_secrets_and_what_is_set_aside_are_left_out(remember, around, entity):
    remember("Chose MySQL", by="Jane Doe")
    remember("hello", by="Jane Doe", kind="observation")
    remember("Said again", by="Jane Doe", archived_at=days_ago(1))
    secret = remember("The door code", by="Jane Doe", visibility="secret")
    assert labels(around(entity("Jane Doe"))) == ["Jane Doe", "Chose MySQL"]
    with pytest.raises(type(secret).DoesNotExist):
        around(secret.id)


def test_nodes_and_relations_know_when_they_came_and_when_they_ended(remember, supersede, around):
    old, new = remember("Chose MySQL", by="Jane", age=90), remember("Chose Postgres", age=30)
    supersede(old, new)
    found = around(old.id)
    when = {node.label: (node.first_at, node.invalid_at) for node in found.nodes}
    assert when == {
        "Chose MySQL": (days_ago(90), days_ago(30)),
        "Chose Postgres": (days_ago(30), None),
        "Jane": (days_ago(90), None),
    }
    assert {edge.kind: edge.first_at for edge in found.edges} == {
        "SUPERSEDES": days_ago(30), "INVOLVES": days_ago(90),
    }  # fmt: skip


def test_a_reversal_ends_a_memory(world, remember, around):
    from decisions import services

    memory = remember("Chose MySQL")
    with world.acting_as("owner"):
        services.reverse_decision(memory.id)
    (node,) = around(memory.id).nodes
    assert node.holds == "reversed"
    assert node.invalid_at > node.first_at


def test_what_is_private_is_neither_there_nor_counted_nor_on_the_way(
    world, remember, around, entity
):
    from decisions.models import Edge

    remember("Shared", by="Jane Doe")
    hidden = remember("Quit in May", who="private_owner", by="Jane Doe", visibility="private")
    with world.acting_as("private_owner"):
        Edge.objects.filter(src_memory_id=hidden.id).update(
            visibility="private", owner_id=world.private_owner.id
        )
    jane = entity("Jane Doe")
    for who in ("owner", "teammate"):
        found = around(jane, who, limit=1)
        assert (labels(found), found.left_out) == (["Jane Doe", "Shared"], 0)
        with pytest.raises(type(hidden).DoesNotExist):
            around(hidden.id, who)
    assert around(jane, "private_owner", limit=1).left_out == 1
    assert set(labels(around(hidden.id, "private_owner", hops=2))) == {
        "Quit in May", "Jane Doe", "Shared",
    }  # fmt: skip
    with pytest.raises(type(hidden).DoesNotExist):
        around(jane, "stranger")


def test_who_is_named_only_where_the_reader_sees_nothing_is_not_there(world, remember, entity):
    from decisions.models import Edge

    hidden = remember("Quit in May", who="private_owner", by="Jane Doe", visibility="private")
    with world.acting_as("private_owner"):
        Edge.objects.filter(src_memory_id=hidden.id).update(
            visibility="private", owner_id=world.private_owner.id
        )
    jane = entity("Jane Doe")
    seen = {}
    for who in PEOPLE:
        client = session(world, who)
        seen[who] = (
            client.get(f"{ROOT}/graph/neighborhood/{jane}").status_code,
            len(client.get(f"{ROOT}/graph/search?q=Jane").json()["items"]),
        )
    nothing = (404, 0)
    assert seen == {
        "owner": nothing, "teammate": nothing, "private_owner": (200, 1), "stranger": nothing,
    }  # fmt: skip


def test_it_takes_two_statements_however_many_there_are(
    world, remember, entity, django_assert_num_queries
):
    from retrieval.graph.neighborhood import neighborhood

    for number in range(12):
        remember(f"Decision {number}", by="Jane Doe", about=f"Project {number}")
    jane = entity("Jane Doe")
    for limit in (1, 100):
        with world.acting_as("owner"), django_assert_num_queries(2):
            neighborhood(jane, hops=2, limit=limit)


def test_over_rest_wrong_questions_are_refused(world, remember):
    memory, client = remember("A", by="Jane Doe"), session(world, "teammate")
    found = client.get(f"{ROOT}/graph/neighborhood/{memory.id}?hops=2&limit=5").json()
    assert [(node["label"], node["hops"]) for node in found["nodes"]] == [("A", 0), ("Jane Doe", 1)]
    for query in ("hops=3", "hops=0", "limit=0", "limit=201", "colour=red"):
        assert client.get(f"{ROOT}/graph/neighborhood/{memory.id}?{query}").status_code == 400
    assert client.get(f"{ROOT}/graph/neighborhood/{uuid4()}").status_code == 404
    assert as_agent(world).get(f"{ROOT}/graph/neighborhood/{memory.id}").status_code == 200
