"""Which kinds of decision the verbs of a question ask for."""

import pytest

from decisions.extraction.contract import DecisionType as D
from retrieval.understanding.asked import decisions_asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("What has been approved this week?", {D.APPROVAL}),
        ("Who signed off the budget?", {D.APPROVAL}),
        ("What did Jane say no to?", {D.REJECTION}),
        ("Which vendors did we turn down, and which did we pick?", {D.REJECTION, D.SELECTION}),
        ("What was ruled out?", {D.REJECTION}),
        ("Who looks after billing?", {D.DELEGATION}),
        ("What did Jane promise to deliver?", {D.COMMITMENT}),
        ("What is our policy on retries?", {D.DIRECTION}),
        ("Has the date been confirmed?", {D.CONFIRMATION}),
        ("What became of the weekly call?", {D.CANCELLATION}),
        ("What did they negotiate?", {D.NEGOTIATION}),
        ("What comes first this quarter?", {D.PRIORITIZATION}),
        ("Why Postgres?", set()),
        ("What did the commit break?", set()),
        ("Where is the rooftop?", set()),
        ("", set()),
    ],
)
def test_a_verb_asks_for_its_kind_of_decision(text, asked):
    assert decisions_asked(text) == asked


def test_every_kind_can_be_asked_for():
    words = "approved declined chose assigned promised policy confirmed dropped haggled prioritized"
    assert decisions_asked(words) == set(D)
