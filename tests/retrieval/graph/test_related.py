"""What is related to a memory, in the program and over REST."""

import pytest

from tests.api import ROOT, missing, session


@pytest.fixture
def related(world):
    from retrieval.graph.related import related as find

    def titles(memory, who="owner", **options):
        with world.acting_as(who):
            return [(found.title, found.how) for found in find(memory.id, **options)]

    return titles


@pytest.fixture
def linked(world, remember):
    """A decision, one like it, one by the same person, and a message of theirs."""
    from decisions import crossrefs

    a = remember("Chose Postgres for billing", by="Jane Doe")
    remember("Chose Postgres for billing reports")
    remember("Ordered chairs", by="Jane Doe")
    remember("hello there", by="Jane Doe", kind="observation")
    with world.acting_as("owner"):
        crossrefs.refresh([a.id])
    return a


def test_what_is_tied_to_it_comes_before_what_names_the_same(linked, related):
    assert related(linked) == [
        ("Chose Postgres for billing reports", 'similar to "Chose Postgres for billing"'),
        ("Ordered chairs", 'via Jane Doe, who decided "Chose Postgres for billing"'),
    ]
    assert len(related(linked, limit=1)) == 1


def test_what_replaced_it_is_related(remember, supersede, related):
    old, new = remember("Chose MySQL"), remember("Chose Postgres")
    supersede(old, new)
    assert related(old) == [("Chose Postgres", 'replaces "Chose MySQL"')]
    assert related(new) == [("Chose MySQL", 'replaced by "Chose Postgres"')]


def test_what_is_private_is_related_for_its_owner_alone(world, remember, related):
    from decisions import crossrefs

    a = remember("Chose Postgres for billing")
    mine = remember("Chose Postgres for billing", who="private_owner", visibility="private")
    with world.acting_as("private_owner"):
        crossrefs.refresh([mine.id])
    assert len(related(a, "private_owner")) == 1
    assert related(a, "owner") == related(a, "teammate") == []


def test_it_takes_three_statements(world, linked, django_assert_num_queries):
    from retrieval.graph.related import related

    with world.acting_as("owner"), django_assert_num_queries(3):
        assert len(related(linked.id)) == 2


def test_over_rest_it_is_found_by_those_who_see_the_memory(world, linked):
    path = f"{ROOT}/memories/{linked.id}/related"
    (first, second) = session(world, "teammate").get(path).json()["results"]
    assert first["title"] == "Chose Postgres for billing reports"
    assert second["how"] == 'via Jane Doe, who decided "Chose Postgres for billing"'
    assert session(world, "stranger").get(path).status_code == 404


@pytest.mark.parametrize("query", ["limit=0", "limit=51", "limit=x", "colour=red"])
def test_a_senseless_query_is_refused(world, linked, query):
    path = f"{ROOT}/memories/{linked.id}/related?{query}"
    assert session(world, "owner").get(path).status_code == 400


def test_a_secret_has_nothing_related_and_is_not_there(world, remember):
    secret = remember("The door code", visibility="secret")
    client = session(world, "owner")
    for id_ in (secret.id, missing()):
        assert client.get(f"{ROOT}/memories/{id_}/related").status_code == 404
