"""How a text is worded, for questions of a kind."""

import pytest

from decisions.wording import wording_of


@pytest.mark.parametrize(
    "text",
    [
        "We chose Postgres because it enforces row-level security.",
        "Let's skip it, since ECDSA needs it in the old style anyway.",
        "We moved the meeting so that Oslo can join.",
        "The reason is the price.",
        "Otherwise the tablets would need a restart.",
    ],
)
def test_a_reason_given_is_seen(text):
    assert wording_of(text).gives_reason


@pytest.mark.parametrize(
    "text",
    [
        "We chose Postgres.",
        "It has been down since Monday.",
        "We have known each other since 2019.",
        "Nobody has seen it since then.",
        "The unreasonable price was paid.",
    ],
)
def test_what_gives_none_does_not_seem_to(text):
    assert not wording_of(text).gives_reason


def test_a_question_is_told_by_its_end():
    assert wording_of("Shall we? ").is_question
    assert not wording_of("Shall we? Yes.").is_question
