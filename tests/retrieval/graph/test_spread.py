"""The graph in a search: off by default, selectable, and told in words."""

import pytest

from retrieval import tuning
from retrieval.filters import Filters
from retrieval.graph.expand import GraphMode
from retrieval.pipeline import search
from tests.api import ROOT, session
from tests.retrieval.conftest import NOW

QUERY = "Which database do we use for billing?"


@pytest.fixture
def ask(world):
    def find(who="owner", **options):
        return search(world.scope(who), QUERY, now=NOW, **options)

    return find


@pytest.fixture
def storage(remember):
    """A decision that the question is about, another by the same person, one that is neither."""
    remember("Chose Postgres as the database for billing", by="Jane Doe")
    remember("Ordered walnut chairs", by="Jane Doe")
    remember("Painted fences green", by="Bob Ray")


def titles(found):
    return [result.title for result in found.results]


def test_the_graph_does_not_rank_unless_asked_to(storage, ask):
    assert tuning.GRAPH_MODE == "off"
    assert titles(ask()) == ["Chose Postgres as the database for billing"]


@pytest.mark.parametrize("mode", [GraphMode.HOPS, GraphMode.SEM_PPR])
def test_asked_to_it_brings_what_hangs_together_behind_what_landed(mode, storage, ask):
    found = ask(graph=mode, explain=True)
    assert titles(found) == ["Chose Postgres as the database for billing", "Ordered walnut chairs"]
    (tie,) = found.explanation.ties.values()
    assert tie == 'via Jane Doe, who decided "Chose Postgres as the database for billing"'
    assert titles(ask(graph=mode, filters=Filters(people=("bob ray",)))) == []


def test_a_blended_score_is_seven_tenths_what_landed(storage, ask):
    assert tuning.LANDED_SHARE == 0.7
    first, second = ask(graph=GraphMode.HOPS).results
    assert second.score == pytest.approx(0.3 * 0.81 * first.score)


def test_results_are_explained_by_better_ones(remember, ask):
    remember("Chose Postgres as the database for billing", by="Jane Doe", age=1)
    remember("Rejected MySQL as the database for reports", by="Jane Doe")
    found = ask(explain=True)
    first, second = found.results
    assert found.explanation.ties == {second.id: f'via Jane Doe, who decided "{first.title}"'}
    assert ask().explanation is None


def test_nobody_is_shown_what_spread_to_anothers_private_memory(remember, ask):
    remember("Chose Postgres as the database for billing", by="Jane Doe")
    remember("Quit in May", by="Jane Doe", who="private_owner", visibility="private")
    for who, count in (("private_owner", 2), ("owner", 1), ("teammate", 1), ("stranger", 0)):
        assert len(ask(who, graph=GraphMode.HOPS).results) == count


def test_over_rest_it_is_chosen_by_name(world, storage):
    client = session(world, "teammate")

    def asked(**body):
        return client.post(f"{ROOT}/search", {"query": QUERY, **body})

    assert len(asked().json()["results"]) == 1
    found = asked(graph="hops", explain=True).json()
    assert found["explanation"]["ties"][found["results"][1]["id"]].startswith("via Jane Doe")
    assert asked(graph="spider").status_code == 400
