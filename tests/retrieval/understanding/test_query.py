"""How a question is read, without a database."""

import time
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.tuning import QUERY_CHARACTERS, QUERY_WORDS
from retrieval.understanding import query
from retrieval.understanding.names import How, Known
from retrieval.understanding.query import Intent, QuestionType
from retrieval.understanding.time.times import times_of
from tests.retrieval.conftest import NOW, days_ago


def _read(text, *known):
    text = query.clean(text)
    return query.read(text, known, times=times_of(text, now=NOW))


def _person(name):
    return Known(uuid4(), "person", name, name.casefold(), [name.casefold()])


def _thing(name, *aliases):
    return Known(uuid4(), "technology", name, name.casefold(), aliases)


def test_stop_words_and_question_words_carry_nothing():
    assert _read("What did we decide about the AWS migration?").terms == ("aws", "migration")


def test_a_persons_name_finds_what_they_are_involved_in_not_what_names_them():
    read = _read("What did Jane say about Postgres?", _person("Jane Doe"))
    assert read.terms == ("postgres",)
    assert read.dense_text == "Postgres"
    assert [p.name for p in read.people] == ["Jane Doe"]


@pytest.mark.parametrize("text", ["Jane", "what did we decide?", "???"])
def test_without_other_words_the_query_itself_is_embedded(text):
    assert _read(text, _person("Jane Doe")).dense_text == text


def test_the_kind_of_question_and_what_it_is_for_are_told():
    read = _read("Who owns the pricing page?")
    assert (read.intent, read.question) == (Intent.PERSON, QuestionType.WHO)


def test_compounds_possessives_and_versions_stay_one_word():
    assert _read("Kwabena's on-call CI/CD for C++ and Node.js 2.1").terms == (
        "kwabena", "on-call", "ci/cd", "c++", "node.js", "2.1",
    )  # fmt: skip


def test_a_misspelled_thing_is_searched_for_as_it_should_be():
    read = _read("Why did we pick Postgrse?", _thing("Postgres"))
    assert (read.terms, read.dense_text) == (("pick", "postgres"), "pick postgres")
    assert [(n.how, n.said) for n in read.named] == [(How.FUZZY, "postgrse")]


def test_without_capitals_a_misspelling_may_be_a_word_and_stays():
    assert _read("why postgrse", _thing("Postgres")).terms == ("postgrse", "postgres")


def test_a_misspelled_person_is_no_word_to_search_for():
    read = _read("What did Jane Whitfeild say about hosting?", _person("Jane Whitfield"))
    assert read.terms == ("hosting",)


def test_words_of_a_distance_in_time_are_not_searched_for_dates_are():
    assert _read("hosting two weeks ago").terms == ("hosting",)
    assert _read("hosting at the end of last year").terms == ("hosting",)
    assert _read("hosting in March 2025").terms == ("hosting", "march", "2025")
    assert _read("the Q3 roadmap").terms == ("q3", "roadmap")


def test_the_month_named_is_nobody_of_that_name():
    assert not _read("What did we decide in May?", _person("May Lin")).named
    assert _read("What did May decide?", _person("May Lin")).named


def test_an_event_and_a_moment_are_told():
    assert _read("Who paid before the launch?").event.phrase == "the launch"
    read = _read("As of 3 May 2026, who pays?")
    assert days_ago(30) < read.as_of_hint < days_ago(28)
    assert read.span is None


HOSTILE = [
    "'; DROP TABLE decisions_memory; --",
    "a & b | !c <-> d:* (e)",
    "%_%_\\%\\_" * 500,
    "\0\x01\x7f",
    "‮txt.exe" * 400,
    "שלום עולם متى قررنا 何时决定",
    "👩‍👩‍👧‍👦🏴‍☠️ 🎉" * 300,
    "\ud800 lone",
    "i̇" * 2_000,
    "a" * 100_000,
    "A." * 50_000,
    "who " * 25_000,
    "tell me " * 10_000,
    "what is the " * 8_000,
    "hi, " * 20_000,
    ", when" * 20_000,
    "when must " * 10_000,
    "Whitfeild " * 10_000,
    "x'" * 50_000,
    "_" * 100_000,
    "ﷺ" * 4_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_read_in_a_moment(text):
    start = time.perf_counter()
    read = _read(text, _person("Jane Whitfield"), _thing("Postgres", "pg"))
    assert time.perf_counter() - start < 0.5  # about 0.03 on an idle machine
    assert len(read.terms) <= 2 * QUERY_WORDS
    assert "\0" not in read.text


@given(st.text(max_size=300))
def test_any_text_is_read(text):
    read = _read(text, _person("Jane Whitfield"), _thing("Postgres"))
    assert "\0" not in read.text
    assert len(read.terms) <= 2 * QUERY_WORDS


def test_only_the_beginning_of_an_endless_query_is_read():
    assert len(query.clean("word " * 20_000)) <= QUERY_CHARACTERS
    assert len(query.clean("ﷺ" * 20_000)) <= QUERY_CHARACTERS  # each is 18 letters
    assert len(query.words_of("a b c d " * 1_000)) == QUERY_WORDS
