"""Which of a team's people and things a query names."""

from fnmatch import fnmatchcase
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.tuning import FUZZY_WORDS, NAME_WORDS
from retrieval.understanding.fuzzy import are_close, misspellings, near_patterns, plain
from retrieval.understanding.names import How, Known, match, mentions_of
from retrieval.understanding.query import words_of


def _person(name, *aliases, email="", handle=""):
    emails, handles = [email] if email else [], [handle] if handle else []
    key = email or name.casefold()
    return Known(uuid4(), "person", name, key, [name.casefold(), *aliases], emails, handles)


def _thing(name, *aliases, type_="technology"):
    return Known(uuid4(), type_, name, name.casefold(), aliases)


JANE, OTHER_JANE = _person("Jane Whitfield", email="jw@x.example"), _person("Jane Doe")
MARC, MARIA, SIMON = _person("Marc Ivers"), _person("Maria Lund"), _person("Simon Vale")
INES = _person("Inês Duarte", handle="ines.d")
LUKASZ = _person("Łukasz Wójcik")
BARE = _person("harald.alvestrand@mail.example", email="harald.alvestrand@mail.example")
WILL = _person("Will Moss")
POSTGRES, K8S, REACT = _thing("Postgres"), _thing("Kubernetes", "k8s"), _thing("React")
BLUE = _thing("Blue Pontoon Group", type_="organization")
TABLET = _thing("Tablet", type_="project")
TEAM = [JANE, OTHER_JANE, MARC, MARIA, SIMON, INES, LUKASZ, BARE, WILL, POSTGRES, K8S, REACT,
        BLUE, TABLET]  # fmt: skip


def _named(text):
    return {n.name: n.how for n in match(mentions_of(words_of(text)), TEAM)}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Why Postgres?", {"Postgres": How.EXACT}),
        ("why POSTGRES's vacuum", {"Postgres": How.EXACT}),
        ("who runs k8s", {"Kubernetes": How.ALIAS}),
        ("What does Blue Pontoon Group pay?", {"Blue Pontoon Group": How.EXACT}),
        ("do tablets sync", {"Tablet": How.EXACT}),
        ("What did Jane Doe say?", {"Jane Doe": How.EXACT}),
        ("Ask jw@x.example", {"Jane Whitfield": How.EXACT}),
        ("ask @ines.d", {"Inês Duarte": How.EXACT}),
        ("What did Whitfield's team say?", {"Jane Whitfield": How.PART}),
        ("What did Ines decide?", {"Inês Duarte": How.PART}),
        ("inês duarte", {"Inês Duarte": How.EXACT}),
        ("what did lukasz wojcik say", {"Łukasz Wójcik": How.EXACT}),
        ("What does Alvestrand think?", {"harald.alvestrand@mail.example": How.PART}),
        ("What did Will promise?", {"Will Moss": How.PART}),
        ("Why Postgrse?", {"Postgres": How.FUZZY}),
        ("Why Postrges and not React?", {"Postgres": How.FUZZY, "React": How.EXACT}),
        ("why kuberntes", {"Kubernetes": How.FUZZY}),
        ("What did Jane Whitfeild say?", {"Jane Whitfield": How.FUZZY}),
        ("What did Whitefield say?", {"Jane Whitfield": How.FUZZY}),
        ("What did Mraia say?", {"Maria Lund": How.FUZZY}),
        ("What does Blue Ponton Group pay?", {"Blue Pontoon Group": How.FUZZY}),
    ],
)
def test_a_name_is_found_as_it_is_in_part_or_misspelled(text, named):
    assert {name: how for name, how in _named(text).items() if how in named.values()} == named
    assert _named(text).keys() == named.keys()


@pytest.mark.parametrize(
    "text",
    [
        "What did Mark say?",  # Marc
        "What did Marta say?",  # Maria
        "What did Simone say?",  # Simon
        "When did we reach the goal?",  # React
        "will it hold",
        "What will Jan say?",
        "Why not Postfix?",
        "blue boats",
        "a table",
        "",
    ],
)
def test_another_name_that_is_alike_is_not_meant(text):
    assert _named(text) == {}


def test_a_misspelling_never_beats_what_is_spelled_so():
    real = _person("Jon Whitfeild")
    found = match(mentions_of(["Ask", "Whitfeild"]), [JANE, real])
    assert [n.name for n in found] == ["Jon Whitfeild"]


def test_where_two_names_are_equally_near_neither_is_meant():
    assert not match(mentions_of(["Ask", "Harldan"]), [_person("Haraldan Y"), _person("Hardan X")])


def test_a_domain_of_ones_own_is_a_surname():
    jane, marc = (_person(a, email=a) for a in ("jane@lindqvist.example", "marc@quay.example"))
    shared = [_person(a, email=a) for a in ("ann@harbour.example", "bo@harbour.example")]
    lent = _person("kim@gmail.example", email="kim@gmail.example")
    company = _thing("Quay", type_="organization")
    everybody = [jane, marc, *shared, lent, company]
    mentions = mentions_of(words_of("What did Lindqvist, Quay, Harbour and Gmail say?"))
    assert {n.name for n in match(mentions, everybody)} == {jane.name, "Quay"}


def test_two_addresses_of_one_at_their_own_domain_are_theirs_both():
    pair = [
        _person(a, email=a) for a in ("jane-lists@lindqvist.example", "jane1@lindqvist.example")
    ]
    assert len(match(mentions_of(words_of("What did Lindqvist say?")), pair)) == 2


def test_an_initial_before_a_surname_is_left_out_of_an_address():
    jane = _person("jlindqvist@harbour.example", email="jlindqvist@harbour.example")
    short = _person("jdoe@harbour.example", email="jdoe@harbour.example")
    mentions = mentions_of(words_of("What did Lindqvist and Doe say?"))
    assert [n.name for n in match(mentions, [jane, short])] == [jane.name]


def test_a_first_name_alone_means_everybody_of_that_name():
    assert _named("What did Jane say?") == {"Jane Whitfield": How.PART, "Jane Doe": How.PART}


def test_what_was_typed_is_told_of_a_misspelled_name():
    (named,) = match(mentions_of(["Ask", "Jane", "Whitfeild"]), [JANE])
    assert (named.said, named.matched) == ("whitfeild", {"jane", "whitfeild"})


def test_a_name_that_is_a_word_needs_its_capital():
    assert mentions_of(["Did", "Mark", "mark", "it"]).parts == {"mark"}
    assert mentions_of(["Did", "Jane", "mark", "it"]).parts == {"jane"}
    assert mentions_of(["jane"]).parts == {"jane"}


def test_runs_of_words_that_begin_or_end_with_a_stop_word_are_no_names():
    names = mentions_of(["the", "price", "of", "the", "berth"]).names
    assert names == {"the price", "price", "price of the berth", "the berth", "berth"}
    assert max(len(name.split()) for name in names) <= NAME_WORDS


def test_however_long_a_query_few_words_are_compared():
    assert len(misspellings([f"Wordnumber{chr(97 + n)}" for n in range(26)])) == FUZZY_WORDS


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Inês", "ines"), ("Łukasz Wójcik", "lukasz wojcik"), ("Søren", "soren"), ("ŽIŽEK", "zizek"),
     ("STRASSE", "strasse"), ("Straße", "strasse"), ("日本", "日本"), ("한국", "한국"), ("", "")],
)  # fmt: skip
def test_accents_and_case_make_no_difference(text, expected):
    assert plain(text) == expected


@st.composite
def _a_typing_error(draw):
    """A capitalized word of 5 to 12 letters, with one error after its first letter."""
    word = draw(st.text(alphabet="abcdefghij", min_size=6, max_size=12))
    place = draw(st.integers(1, len(word) - 2))
    kind = draw(st.sampled_from(["drop", "double", "swap", "change"]))
    if kind == "drop":
        return word, word[:place] + word[place + 1 :]
    if kind == "double":
        return word, word[: place + 1] + word[place:]
    if kind == "swap":
        return word, word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return word, word[:place] + "z" + word[place + 1 :]


@given(_a_typing_error())
def test_every_name_with_one_error_fits_the_patterns_it_is_looked_for_with(error):
    name, typed = error
    errors = misspellings(["x", typed.title()])
    patterns = [p.replace("%", "*").replace("_", "?") for p in near_patterns(errors)]
    assert any(fnmatchcase(f" {name} ", pattern) for pattern in patterns)
    assert typed == name or are_close(typed, name, errors[typed], person=False)


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_may_be_compared_with_any_name(text, name):
    match(mentions_of(words_of(text)), [_person(name), _thing(name, name)])
