"""What somebody finds does not depend on what they may not see, however near it is."""

from dataclasses import replace

import pytest

from tests.retrieval.conftest import NOW

HIDDEN = 300  # more than any leg of a search brings
QUERIES = (
    "postgres",
    "Which SQL database engine did we choose?",
    "What did Jane Doe decide about postgres?",
    "the weather in March",
    "",
)
KNOWN = (
    ("Chose Postgres as the SQL database engine", "Jane Doe", 100),
    ("Moved the SQL database to a larger engine", "Ann Lee", 70),
    ("Postgres it is, said the whole team", "Jane Doe", 40),
    ("Left the old host for a cheaper one", "Ann Lee", 150),
    ("The launch is in March", "Jane Doe", 90),
)


@pytest.fixture
def known(remember):
    return [remember(title, by=by, age=age) for title, by, age in KNOWN]


@pytest.fixture
def found(world):
    """All that a search gives for each of the queries, scores and explanation included."""
    from retrieval.pipeline import search

    def everything():
        return [
            _without_times(search(world.scope("owner"), query, now=NOW, explain=True))
            for query in QUERIES
        ]

    return everything


def _without_times(result):
    if result.explanation is None:
        return result
    return replace(result, explanation=replace(result.explanation, seconds={}))


@pytest.mark.parametrize(
    ("who", "visibility"),
    [("stranger", "shared"), ("private_owner", "private")],
    ids=["another team's", "another member's private"],
)
def test_hidden_memories_around_a_query_change_nothing(remember, known, found, who, visibility):
    before = found()
    assert any(result.results for result in before)
    for number in range(HIDDEN):
        text = QUERIES[number % (len(QUERIES) - 1)]
        remember(text, "Chose Postgres", who=who, visibility=visibility, age=number % 50)
    assert found() == before


def test_shared_memories_around_a_query_would_change_it(remember, known, found):
    before = found()
    remember("Chose Postgres again as the SQL database engine", by="Jane Doe", age=10)
    assert found() != before
