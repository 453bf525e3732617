"""Irregular forms are found, and other words are left alone."""

from uuid import uuid4

import pytest

from retrieval.tuning import RELATED_SHARE
from retrieval.understanding.forms import groups_of, shares, with_forms
from retrieval.understanding.query import Named
from tests.retrieval.builders import a_query


@pytest.mark.parametrize("asked", ["write", "wrote", "written", "writing", "writes"])
def test_every_form_brings_the_others(asked):
    assert {"wrote", "written", "write"} <= set(with_forms([asked]))


def test_doubled_letters_and_plurals_are_forms():
    assert "ran" in with_forms(["running"])
    assert "children" in with_forms(["child"])


def test_other_words_are_left_alone():
    words = ("sites", "wine", "postgres", "seed", "4")
    assert with_forms(words) == words


def _groups(lexemes, terms=()):
    return groups_of(lexemes, terms)[0].tolist()


def test_forms_of_a_word_are_one_group_as_they_are_stemmed():
    assert _groups(("wrote", "berth", "written", "write")) == [0, 1, 0, 0]
    assert _groups(("leav", "left", "fli", "flew")) == [0, 0, 1, 1]
    assert _groups(()) == []


def test_what_means_much_the_same_is_of_the_group_and_counts_less():
    assert with_forms(["costs"]) == ("costs", "price", "fee")
    groups, shares = groups_of(("berth", "cost", "price"), ("costs", "berth"))
    assert groups.tolist() == [0, 1, 1]
    assert shares.tolist() == [1, 1, RELATED_SHARE]


def test_a_word_that_is_asked_for_itself_counts_as_such():
    groups, shares = groups_of(("cost", "price"), ("cost", "price"))
    assert groups.tolist() == [0, 1]
    assert shares.tolist() == [1, 1]


def _person(*names):
    return Named(uuid4(), "person", names[0].title(), frozenset(names))


def test_whoever_is_named_first_counts_thrice():
    priya, tomasz = _person("priya"), _person("tomasz")
    query = a_query("What did Priya tell Tomasz?", named=(tomasz, priya))
    assert shares(query) == pytest.approx([0.5, 1.5])


def test_one_person_counts_fully_also_where_two_are_called_so():
    assert shares(a_query("What did Jane say?", named=(_person("jane"),))) == [1]
    assert shares(a_query("What did Jane say?", named=(_person("jane"), _person("jane")))) == [1, 1]
    assert shares(a_query("What was said?")) == []
