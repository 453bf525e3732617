"""Follow-ups find what they refer to: questions written before any answer was seen."""

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.answering.short_term import Turn
from retrieval.conversations.follow_ups import understood

SETS = Path(__file__).parent
FIRST = 3  # citations of an answer that are looked at


@pytest.fixture
def demo(db, settings, tmp_path):
    from momo.surfaces.demo import load

    settings.DATA_DIR = tmp_path
    return load.load()


@pytest.mark.parametrize(
    ("name", "found", "without"), [("follow_ups.yaml", 18, 8), ("held_out_follow_ups.yaml", 8, 3)]
)
def test_more_than_twice_as_many_are_understood_as_without_what_was_asked_before(
    demo, name, found, without
):
    carried, alone = hits(demo.scope, name), hits(demo.scope, name, carrying=False)
    assert sum(carried.values()) >= found, [asked for asked, hit in carried.items() if not hit]
    assert sum(alone.values()) <= without


def spoken_of(topic="Which framework is the app built with?", subject="Build it with React Native"):
    return [Turn(topic, "Answer.", topic, subject)]


@pytest.mark.parametrize(
    "question",
    ["And why?", "Who decided that?", "Does it still hold?", "why not", "What replaced it?",
     "Are you sure?", "When was this decided?", "What about it?", "Since when?"],
)  # fmt: skip
def test_what_points_back_is_searched_for_with_what_was_spoken_of(question):
    found = understood(question, spoken_of())
    assert found.query.endswith("Which framework is the app built with? Build it with React Native")
    assert found.topic == "Which framework is the app built with?"
    assert found.before


@pytest.mark.parametrize(
    "question",
    ["Where do we host?", "Which law firm do we use?", "How long do we keep backups?",
     "We decided that releases happen daily, why do some people want Thursdays back again?"],
)  # fmt: skip
def test_what_says_what_it_is_about_is_left_alone(question):
    assert understood(question, spoken_of()).query == question
    assert understood(question, spoken_of()).before is None


@pytest.mark.parametrize("question", ["What about mobile?", "And for mobile?", "and mobile?"])
def test_another_thing_takes_the_place_of_one(question):
    found = understood(question, spoken_of("Which database do we use for billing?"))
    assert found.query == found.topic == "Which database do we use for mobile?"


def test_she_is_who_was_named():
    found = understood("When does she start?", spoken_of("What salary did we give Rosalind Ash?"))
    assert found.query == "When does Rosalind Ash start?"


def test_the_subject_is_what_was_known_last():
    turns = [*spoken_of(), Turn("Which law firm?", "Nothing is known.", "Which law firm?")]
    assert "React Native" in understood("Who decided that?", turns).query


def test_a_first_question_is_what_it_is():
    assert understood("And why?", []).query == "And why?"


# Long texts are slow to make up on a busy machine; what is tested is quick.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=300), st.lists(st.builds(Turn, *[st.text(max_size=80)] * 4), max_size=4))
def test_any_text_is_understood_somehow(question, turns):
    found = understood(question, turns)
    assert found.before is None or found.before in turns
    assert found.before or found.query == question


def hits(scope, name, *, carrying=True):
    """By follow-up whether what it expects is among what its answer cites."""
    from retrieval.answering.answer import Done, ask, ask_stream

    found = {}
    for each in yaml.safe_load((SETS / name).read_text()):
        first = ask(scope, each["asked"])
        subject = first.citations[0].title if first.citations else ""
        turn = Turn(each["asked"], first.text, each["asked"], subject)
        query = understood(each["then"], [turn]).query if carrying else each["then"]
        *_, done = ask_stream(scope, each["then"], query=query)
        assert isinstance(done, Done)
        cited = done.answer.citations[:FIRST]
        said = " ".join([done.answer.text, *(f"{c.title} {c.quote}" for c in cited)])
        found[f"{each['asked']} {each['then']}"] = any(
            wanted.casefold() in said.casefold() for wanted in each["expects"]
        )
    return found
