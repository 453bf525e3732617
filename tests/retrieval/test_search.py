"""Search as a whole, on real Postgres."""

import pytest
from django.test.utils import CaptureQueriesContext

from retrieval.filters import Filters
from retrieval.pipeline import search
from retrieval.results import Holds
from retrieval.tuning import MAX_RESULTS
from retrieval.understanding.query import Intent
from tests.retrieval.conftest import NOW, days_ago


@pytest.fixture
def search_all(world):
    def run(query, who="owner", **kwargs):
        return search(world.scope(who), query, now=NOW, **kwargs)

    return run


def test_finds_by_word_and_by_meaning(remember, find):
    remember("Chose Postgres over MySQL", "The relational database for Capstan.")
    remember("Canceled the summer party", "Nobody had time.")
    assert find("postgres")[0] == "Chose Postgres over MySQL"
    assert find("Which SQL database engine did we choose?") == ["Chose Postgres over MySQL"]


def test_without_memories_nothing_is_found(find, world):
    assert find("anything at all") == []
    assert find("") == []


def test_unknown_words_find_nothing(remember, find):
    remember("Canceled the summer party", "Nobody had time.")
    assert find("zyxgrumf blorptang") == []


def test_a_newer_decision_beats_an_equal_older_one(remember, find):
    remember("Release on Thursdays, we said", age=200)
    remember("Release on Thursdays, we say", age=1)
    assert find("release Thursdays") == [
        "Release on Thursdays, we say",
        "Release on Thursdays, we said",
    ]


def test_a_superseded_decision_is_demoted_and_names_its_successor(remember, supersede, search_all):
    old = remember("Chose MySQL as the database", age=1)
    new = remember("Chose Postgres as the database", age=1)
    supersede(old, new)
    first, second = search_all("database MySQL").results
    assert (first.id, first.holds) == (new.id, Holds.HOLDS)
    assert [r.title for r in first.replaced] == ["Chose MySQL as the database"]
    assert (second.holds, second.superseded_by.id) == (Holds.SUPERSEDED, new.id)
    assert second.signals.factor == pytest.approx(0.3)


def test_a_named_person_counts(remember, find):
    remember("Rejected the chat proposal", by="Kwabena Osafo")
    remember("Rejected the chat idea", by="Jane Doe")
    assert find("What did Kwabena say about the chat?")[0] == "Rejected the chat proposal"
    assert find("Jane") == ["Rejected the chat idea"]


def test_a_named_time_counts(remember, find):
    remember("Raised the price of berths", age=10)
    remember("Raised the price of moorings", age=200)
    assert find("What did we raise in November 2025?")[0] == "Raised the price of moorings"


def test_an_author_without_a_name_goes_by_address(remember, search_all):
    remember("Chose Postgres", people=[{"email": "jane@momo.example", "role": "author"}])
    (result,) = search_all("Who chose postgres?").results
    assert result.source.author == "jane@momo.example"


def test_a_result_carries_what_is_shown(remember, search_all):
    remember(
        "Chose Postgres", "The database.", by="Jane Doe", about="Capstan",
        source_url="https://chat.example/1", quote="We go with Postgres.", tags=["db"],
        people=[{"name": "Jane Doe", "role": "decider"}], decision_type="selection",
        options=[{"option": "Postgres", "chosen": True}],
    )  # fmt: skip
    found = search_all("Who chose postgres?", explain=True)
    result = found.results[0]
    assert found.intent == Intent.PERSON
    assert (result.title, result.decision_type, result.tags) == (
        "Chose Postgres",
        "selection",
        ("db",),
    )
    assert (result.source.url, result.source.quote) == (
        "https://chat.example/1",
        "We go with Postgres.",
    )
    assert (result.source.author, result.entities) == ("Jane Doe", ("Capstan",))
    assert (result.occurrences, result.holds) == (1, Holds.HOLDS)
    assert 0 < result.score <= 1
    assert found.explanation.candidates == 1
    assert set(found.explanation.seconds) == {
        "understand",
        "embed",
        "land",
        "score",
        "expand",
        "distill",
        "trace",
    }


def test_the_number_of_statements_does_not_grow_with_the_results(remember, search_all):
    from django.db import connection

    def statements():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            search_all("What did Jane decide about the database?")
        return [
            q["sql"] for q in captured if q["sql"].lstrip().startswith(("SELECT", "SET", "WITH"))
        ]

    remember("Chose a database", by="Jane Doe")
    statements()  # the team's embedding model is kept on its first search
    few = statements()
    for n in range(20):
        remember(f"Chose a database, part {n} of many", by="Jane Doe", about=f"Project {n}")
    assert len(statements()) == len(few)
    questions = [sql for sql in few if "momo_act_as" not in sql]
    # How to search, the names, what is near, what has the words, what has to do with Jane, what has
    # most of the words, and what is shown.
    assert len(questions) == 7
    entered = [sql for sql in few if "momo_act_as(" in sql]
    assert len(entered) == 1  # one transaction, as the model is asked in this process


@pytest.mark.parametrize(
    "query",
    [
        "a" * 100_000, "word " * 20_000, "\0", "\0postgres\0", "& | ! ( ) <-> :* ' \\ \"", "':*&",
        "\ud800 broken", "日本語のデータベース", "🚢" * 50, "%s %(team)s", "-" * 500, "' OR 1=1 --",
        "a\\'b \\", "?" * 1_000, "x@y.example/a?b&c|d", "and or not",
    ],
)  # fmt: skip
def test_any_query_is_answered(remember, find, query):
    remember("Chose Postgres")
    assert find(query) in ([], ["Chose Postgres"])


def test_an_empty_query_lists_by_date(remember, find):
    remember("older", age=20)
    remember("newer", age=10)
    remember("said", age=15, kind="observation")
    assert find("") == ["newer", "said", "older"]
    assert find("  \n", kinds=("decision",)) == ["newer", "older"]


def test_the_number_of_results_is_bounded(remember, search_all):
    for n in range(12):
        remember(f"Chose database number{n} for service{n}")
    assert len(search_all("database").results) == 10
    assert len(search_all("database", limit=3).results) == 3
    assert search_all("database", limit=-1).results == ()
    assert len(search_all("database", limit=10**9).results) == 12 <= MAX_RESULTS


def test_ages_count_from_the_day_asked_about(remember, world):
    remember("Chose Postgres", age=100)
    found = search(world.scope("owner"), "postgres", filters=Filters(as_of=days_ago(100)))
    assert found.results[0].signals.recency == pytest.approx(1)


def test_without_embeddings_the_words_decide(world, remember, search_all, settings):
    from momo.platform.ai import AIConfig
    from retrieval.active import activate

    remember("Chose Postgres")
    settings.MOMO_AI = AIConfig(
        base_url="http://127.0.0.1:9/v1", embedding_model="away", max_attempts=1, timeout=0.2
    )
    with world.acting_as("owner"):
        activate("away")
    found = search_all("postgres")
    assert [r.title for r in found.results] == ["Chose Postgres"]
    assert found.degraded


def test_memories_are_searched_with_the_model_that_they_are_indexed_with(
    remember, search_all, settings
):
    from momo.platform.ai import AIConfig

    remember("Chose Postgres")
    settings.MOMO_AI = AIConfig(base_url="http://127.0.0.1:9/v1", max_attempts=1, timeout=0.2)
    found = search_all("Which SQL database engine?")
    assert [r.title for r in found.results] == ["Chose Postgres"]
    assert not found.degraded
