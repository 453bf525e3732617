"""Searching with another backend, or with a part of the search left out."""

import pytest

from momo.platform.ai import AIConfig
from retrieval.active import activate
from retrieval.backends import Backend
from retrieval.evaluation.ablation import WHOLE, Variant, joined, measured, variants
from retrieval.evaluation.measure import Asked
from retrieval.graph.expand import GraphMode
from retrieval.pipeline import search
from retrieval.settings import change_settings
from retrieval.stages import Stage


@pytest.fixture
def search_all(world):
    return lambda query, **how: search(world.scope("owner"), query, **how)


@pytest.fixture
def known(remember):
    remember("Chose Postgres over MySQL", "The relational database for Capstan.", by="Jane Doe")
    remember("Canceled the summer party", "Nobody had time.", by="Ann Lee")


@pytest.mark.parametrize("backend", Backend)
def test_every_backend_finds_what_has_the_words_and_the_meaning(known, search_all, backend):
    found = search_all("relational database", backend=backend)
    assert found.results[0].title == "Chose Postgres over MySQL"


def test_words_alone_ask_no_model(world, known, search_all, settings):
    settings.MOMO_AI = AIConfig(
        base_url="http://127.0.0.1:9/v1", embedding_model="away", max_attempts=1, timeout=0.2
    )
    with world.acting_as("owner"):
        activate("away")
    assert search_all("postgres").degraded
    found = search_all("postgres", backend=Backend.LEXICAL)
    assert not found.degraded
    assert {result.signals.cosine for result in found.results} == {0.0}


def test_meaning_alone_reads_no_words(known, search_all):
    found = search_all("postgres", backend=Backend.VECTOR)
    assert {result.signals.lexical for result in found.results} == {0.0}


@pytest.mark.parametrize("stage", Stage)
def test_any_stage_can_be_left_out(known, search_all, stage):
    found = search_all("What did Jane decide about the database last year?", off={stage})
    assert [result.title for result in found.results][:1] == ["Chose Postgres over MySQL"]


def test_without_names_they_are_words_like_others(known, search_all):
    whole = search_all("Jane", explain=True).explanation
    without = search_all("Jane", off={Stage.NAMES}, explain=True).explanation
    assert (whole.names, whole.terms) == (("Jane Doe",), ())
    assert (without.names, without.terms) == ((), ("jane",))


def test_the_teams_choice_counts_unless_the_request_says_otherwise(world, known, search_all):
    with world.acting_as("owner"):
        change_settings({"backend": "vector"})
    assert search_all("postgres").results[0].signals.lexical == 0
    assert search_all("postgres", backend=Backend.HYBRID).results[0].signals.lexical > 0


def test_an_ablation_has_the_whole_and_each_thing_changed_once():
    tried = variants(Variant(Backend.HYBRID, GraphMode.OFF))
    assert tried[WHOLE] == Variant(Backend.HYBRID, GraphMode.OFF)
    assert len(tried) == 1 + len(Stage) + (len(Backend) - 1) + (len(GraphMode) - 1)


def test_what_is_measured_of_groups_counts_each_question_once():
    def finding(how):
        return lambda question, k: ["a"] if how.backend == Backend.VECTOR else ["b"]

    tried = {WHOLE: Variant(), "backend vector": Variant(Backend.VECTOR)}
    groups = [
        measured([Asked("?", frozenset(key))], finding, tried, ks=(1,)) for key in ("a", "b", "b")
    ]
    together = joined(groups)
    assert together[WHOLE].at[1] == pytest.approx(2 / 3)
    assert together["backend vector"].at[1] == pytest.approx(1 / 3)
