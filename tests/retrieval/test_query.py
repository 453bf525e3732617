"""How a question is read, without a database."""

from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval import query
from retrieval.query import Intent, Named
from retrieval.tuning import QUERY_CHARACTERS, QUERY_WORDS
from tests.retrieval.conftest import NOW


def _read(text, *named):
    return query.read(query.clean(text), named, now=NOW)


def _person(name, *matched):
    return Named(uuid4(), "person", name, frozenset(matched or (name.casefold(),)))


def test_stop_words_and_question_words_carry_nothing():
    assert _read("What did we decide about the AWS migration?").terms == ("aws", "migration")


def test_a_persons_name_finds_what_they_are_involved_in_not_what_names_them():
    read = _read("What did Jane say about Postgres?", _person("Jane Doe", "jane"))
    assert read.terms == ("postgres",)
    assert read.dense_text == "Postgres"
    assert [p.name for p in read.people] == ["Jane Doe"]


@pytest.mark.parametrize("text", ["Jane", "what did we decide?", "???"])
def test_without_other_words_the_query_itself_is_embedded(text):
    assert _read(text, _person("Jane Doe", "jane")).dense_text == text


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Who owns the pricing page?", Intent.PERSON),
        ("What is the deadline for the draft?", Intent.DEADLINE),
        ("How is the migration project going?", Intent.PROJECT),
        ("Why did we pick Postgres?", Intent.DECISION),
        ("berth prices", Intent.GENERAL),
    ],
)
def test_intent_follows_the_words(text, intent):
    assert _read(text).intent == intent


def test_compounds_possessives_and_versions_stay_one_word():
    assert _read("Kwabena's on-call CI/CD for C++ and Node.js 2.1").terms == (
        "kwabena", "on-call", "ci/cd", "c++", "node.js", "2.1",
    )  # fmt: skip


def test_a_name_that_is_a_word_needs_its_capital():
    assert query.possible_name_parts(["Did", "Mark", "mark", "it"]) == ["mark"]
    assert query.possible_name_parts(["Did", "Jane", "mark", "it"]) == ["jane"]
    assert query.possible_name_parts(["jane"]) == ["jane"]


@given(st.text(max_size=300))
def test_any_text_is_read(text):
    read = _read(text)
    assert "\0" not in read.text
    assert len(read.terms) <= QUERY_WORDS


def test_only_the_beginning_of_an_endless_query_is_read():
    assert len(query.clean("word " * 20_000)) <= QUERY_CHARACTERS
    assert len(query.possible_names(query.words_of("a b c d " * 1_000))) < 300
