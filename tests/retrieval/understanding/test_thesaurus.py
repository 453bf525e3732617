"""Other words for a question's words: few, the nearest first, and found by Postgres."""

import pytest
from django.db import connection

from retrieval.tuning import RELATED_TO_ALL, RELATED_TO_ONE
from retrieval.understanding.thesaurus import lexeme_of, related_to


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("costs", "price"), ("lenders", "loan"), ("hired", "recruit"), ("poll", "vote")],
)
def test_a_word_in_any_form_brings_what_means_the_same(asked, meant):
    assert related_to([asked])[meant] == asked


def test_other_words_bring_nothing():
    assert related_to(["berth", "ed25519", "harbour", ""]) == {}


def test_what_is_asked_for_itself_is_not_brought_again():
    assert "price" not in related_to(["cost", "prices"])


def test_no_more_are_brought_than_a_search_has_time_for():
    assert len(related_to(["reason"])) <= RELATED_TO_ONE
    many = ["cost", "salary", "loan", "job", "meeting", "hire", "boss", "win", "change"]
    assert len(related_to(many)) == RELATED_TO_ALL
    assert set(related_to(many).values()) <= set(many[:3])


@pytest.mark.django_db
def test_a_lexeme_is_what_postgres_makes_of_a_word():
    brought = {word for asked in ("costs", "lender", "hiring", "children") for word in
               (asked, *related_to([asked]))}  # fmt: skip
    with connection.cursor() as cursor:
        for word in brought:
            cursor.execute("SELECT lexeme FROM unnest(to_tsvector('english', %s))", [word])
            assert cursor.fetchall() == [(lexeme_of(word),)]
