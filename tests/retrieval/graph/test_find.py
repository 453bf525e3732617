"""Searching the graph's nodes by what stands on them."""

import pytest

from tests.api import ROOT, session


@pytest.fixture
def found(world):
    def search(q, who="owner", limit=10):
        answer = session(world, who).get(f"{ROOT}/graph/search", {"q": q, "limit": limit})
        assert answer.status_code == 200, answer.json()
        return [item["label"] for item in answer.json()["items"]]

    return search


def test_titles_and_names_with_all_the_words_are_found(remember, found):
    remember("Chose Postgres for billing", by="Bill Chose")
    remember("Chose MySQL for the shop", by="Jane Doe")
    assert found("chose bill") == ["Bill Chose", "Chose Postgres for billing"]
    assert found("postg") == ["Chose Postgres for billing"]
    assert found("nothing like it") == []


def test_what_begins_with_the_words_comes_first(remember, found):
    remember("We use Redis", importance=0.9)
    remember("Redis goes", importance=0.1)
    assert found("redis") == ["Redis goes", "We use Redis"]


@pytest.mark.parametrize("q", ["100%", "a_b", "back\\slash", "%", "_"])
def test_signs_of_patterns_mean_themselves(q, remember, found):
    remember(f"Literally {q} here")
    remember("Literally nothing here")
    assert found(q) == [f"Literally {q} here"]


def test_secrets_messages_and_what_is_private_to_another_are_not_found(remember, found):
    remember("Redis, shared")
    remember("Redis, secret", visibility="secret")
    remember("Redis, said", kind="observation")
    remember("Redis, private", who="private_owner", visibility="private")
    assert {who: found("redis", who) for who in ("owner", "teammate", "stranger")} == {
        "owner": ["Redis, shared"], "teammate": ["Redis, shared"], "stranger": [],
    }  # fmt: skip
    assert set(found("redis", "private_owner")) == {"Redis, shared", "Redis, private"}


def test_it_takes_one_statement(world, remember, django_assert_num_queries):
    from retrieval.graph.find import find

    for number in range(5):
        remember(f"Redis {number}", by=f"Redis Fan {number}")
    with world.acting_as("owner"), django_assert_num_queries(1):
        assert len(find("redis", limit=50)) == 10


def test_wrong_questions_are_refused(world):
    client = session(world, "teammate")
    for query in ("", "q=", "q=a&limit=0", "q=a&limit=101", "q=a&colour=red"):
        assert client.get(f"{ROOT}/graph/search?{query}").status_code == 400
    assert client.get(f"{ROOT}/graph/search", {"q": "\ud800".encode("utf-8", "surrogatepass")})
