"""A search that explains itself, stage by stage, over the database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.pipeline import search
from retrieval.ranking.scoring import contributions, rank
from tests.api import ROOT, decision, session
from tests.retrieval.builders import a_candidate, a_query, landed_of
from tests.retrieval.conftest import NOW

candidates = st.builds(
    a_candidate,
    st.text(max_size=30),
    age=st.floats(0, 1_000),
    kind=st.sampled_from(["decision", "observation"]),
    superseded=st.booleans(),
    cosine=st.none() | st.floats(-1, 1),
    strengths=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    involvement=st.sampled_from([0.0, 0.5, 1.0]),
)


@given(st.lists(candidates, max_size=8))
def test_the_parts_of_a_score_add_up_to_it(found):
    ranking = rank(landed_of(found), a_query("when was this"), now=NOW, calibrate=abs)
    for each, parts in zip(ranking.scored, contributions(ranking), strict=True):
        assert sum(part.contribution for part in parts) == pytest.approx(each.score, abs=1e-9)


@pytest.mark.parametrize("graph", ["off", "hops", "sem_ppr"])
def test_each_result_is_explained(remember, world, graph):
    remember("Chose Postgres for billing", age=3, by="Jane")
    remember("Considered Postgres and MySQL", age=300, by="Jane")
    remember("Lunch at noon", age=1)
    found = search(
        world.scope("owner"), "Did Jane choose postgres for billing?", now=NOW, explain=True,
        graph=graph,
    )  # fmt: skip
    whys = found.explanation.why
    assert [why.id for why in whys] == [result.id for result in found.results]
    for why, result in zip(whys, found.results, strict=True):
        assert sum(p.contribution for p in why.contributions) == pytest.approx(result.score)
    assert "says 2 of 2 words asked for: 'postgres' and 'billing'" in whys[0].sentence
    assert "Jane, whom you named; 3 days old" in whys[0].sentence
    assert whys[0].behind == ""
    assert "297 days older" in whys[1].behind


def test_what_is_left_out_is_counted_and_named(remember, world):
    for n in range(4):
        remember(f"Chose Postgres for harbour number {'abcd'[n]}{n}", age=n)
    found = search(world.scope("owner"), "postgres", now=NOW, explain=True, limit=2)
    assert sum(found.explanation.dropped.values()) == found.explanation.candidates - 2
    assert len(found.explanation.nearest) == 2


def test_nothing_private_of_another_is_counted_or_named(remember, world):
    remember("Chose Postgres", age=1)
    remember("Chose Postgres in secret", who="private_owner", visibility="private", age=1)
    found = search(world.scope("teammate"), "postgres", now=NOW, explain=True, limit=1)
    assert (found.explanation.candidates, found.explanation.nearest) == (1, ())


def test_the_explanation_over_rest(world):
    decision(world, "owner", "Use Postgres as the database for billing", quote="We use Postgres.")
    decision(world, "owner", "Use Redis for the queue of billing")
    client = session(world, "teammate")
    body = {"query": "Which database for billing?", "explain": True, "limit": 1}
    found = client.post(f"{ROOT}/search", body).json()
    explanation = found["explanation"]
    why = explanation["why"][0]
    assert why["id"] == found["results"][0]["id"]
    assert set(why) == {"id", "sentence", "contributions", "behind"}
    assert set(why["contributions"][0]) == {"name", "value", "weight", "contribution"}
    assert explanation["dropped"] == {"limit": 1}
    assert [d["reason"] for d in explanation["nearest"]] == ["limit"]
