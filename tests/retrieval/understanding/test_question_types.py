"""What is asked for, read from the words of a question."""

from datetime import UTC, datetime

import pytest

from retrieval.understanding.query import read
from retrieval.understanding.questions import (
    Intent,
    QuestionType,
    asks_of_the_past,
    intent_of,
    question_type,
)
from retrieval.understanding.time.times import Times, times_of

Q = QuestionType

QUESTIONS = [
    ("When do we release?", Q.WHEN),
    ("since when is Flutter out?", Q.WHEN),
    ("How long has the contract run?", Q.WHEN),
    ("What day did the pilot begin?", Q.WHEN),
    ("In which month did we switch?", Q.WHEN),
    ("By when must the guide be done?", Q.WHEN),
    ("Who owns the pricing page?", Q.WHO),
    ("Whose idea was the boat show?", Q.WHO),
    ("With whom did we sign?", Q.WHO),
    ("Which engineer is on call?", Q.WHO),
    ("Do you know who approved it?", Q.WHO),
    ("Can you tell me who runs support?", Q.WHO),
    ("Where do we host, and why not elsewhere?", Q.WHERE),
    ("Which city is the offsite in?", Q.WHERE),
    ("Why did we move from Coinbight to Ferrypenny, and who decided it?", Q.WHY),
    ("What was the reason for the freeze?", Q.WHY),
    ("How come we dropped the tablet?", Q.WHY),
    ("How many harbours pay yearly?", Q.HOW_MANY),
    ("How much may hosting cost?", Q.HOW_MANY),
    ("What fee did we agree with Coinbight?", Q.HOW_MANY),
    ("What salary did we agree with Rosalind?", Q.HOW_MANY),
    ("How does the on-call rotation work now?", Q.HOW),
    ("how do we prevent double bookings", Q.HOW),
    ("Do we use Coinbight for payments?", Q.YES_NO),
    ("Does the pricing page show VAT?", Q.YES_NO),
    ("Is on-call still one engineer for one week?", Q.YES_NO),
    ("Are releases on Thursdays?", Q.YES_NO),
    ("Did we say yes to the deal?", Q.YES_NO),
    ("Can harbours pay yearly?", Q.YES_NO),
    ("Isn't Postgres enough?", Q.YES_NO),
    ("After the launch, did we raise prices?", Q.YES_NO),
    ("Do you know whether we support Safari?", Q.YES_NO),
    ("we still charge per berth?", Q.YES_NO),
    ("List the decisions about billing", Q.LIST),
    ("show me everything on retention", Q.LIST),
    ("What are all our open questions?", Q.LIST),
    ("Which vendors did we reject?", Q.LIST),
    ("What decisions did Priya make?", Q.LIST),
    ("What did we decide about flaky tests?", Q.WHAT),
    ("Which framework is the app built with?", Q.WHAT),
    ("Back in 2024, what was our CI?", Q.WHAT),
    ("Tell me what we agreed on backups", Q.WHAT),
    ("The flag for billing: what is it called?", Q.WHAT),
    ("berth prices", Q.NONE),
    ("the engineer who left", Q.NONE),
    ("Postgres", Q.NONE),
    ("", Q.NONE),
    ("???", Q.NONE),
]


@pytest.mark.parametrize(("text", "expected"), QUESTIONS)
def test_the_question_word_tells_what_answer_is_asked_for(text, expected):
    assert question_type(text) == expected


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Who owns the pricing page?", Intent.PERSON),
        ("Why did we move, and who decided it?", Intent.PERSON),
        ("Do you know who approved it?", Intent.PERSON),
        ("Which engineer is on call?", Intent.PERSON),
        ("responsible for backups", Intent.PERSON),
        ("What is the deadline for the draft?", Intent.DEADLINE),
        ("When is the guide due?", Intent.DEADLINE),
        ("What did Kwabena promise?", Intent.DEADLINE),
        ("What is the release date?", Intent.DEADLINE),
        ("How is the migration project going?", Intent.PROJECT),
        ("What is the status of the redesign?", Intent.PROJECT),
        ("Why did we pick Postgres?", Intent.DECISION),
        ("Do we still charge per berth?", Intent.DECISION),
        ("Do we use Coinbight?", Intent.DECISION),
        ("Did we say yes to the deal?", Intent.DECISION),
        ("Which vendor did we go with?", Intent.DECISION),
        ("berth prices", Intent.GENERAL),
        ("outages due to certificates", Intent.GENERAL),
        ("the laptop of the engineer who left", Intent.GENERAL),
    ],
)
def test_the_intent_follows_the_words(text, intent):
    assert intent_of(text, ()) == intent


def test_what_is_named_settles_what_the_words_leave_open():
    assert intent_of("How far is Lighthouse?", ["project"]) == Intent.PROJECT
    assert intent_of("anything from Jane?", ["person"]) == Intent.PERSON


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Why did we leave Coinbight?", True),
        ("Who decided to leave Coinbight?", True),
        ("Which engineer chose Postgres?", True),
        ("When is the guide due?", True),
        ("How is the migration project going?", True),
        ("Who went with Coinbight?", True),
        ("Who is on call?", False),
        ("Who is going with Ana to Lisbon?", False),
        ("Who still has the office key?", False),
        ("Who picked up the laptop?", False),
        ("Who replaced the toner?", False),
        ("the engineer who left", False),
        ("berth prices", False),
    ],
)
def test_it_is_told_whether_what_was_decided_answers_it(text, expected):
    assert read(text, (), times=Times()).decided is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did we use before Postgres?", True),
        ("Which database did we have before?", True),
        ("What did we build the app with before, and why did we change?", True),
        ("Who was our previous provider?", True),
        ("Which editor did we use to have?", True),
        ("the tool that we used to deploy with", True),
        ("What must be done before Friday?", False),
        ("What has to be ready before we ship?", False),
        ("Was the invoice sent before the audit?", False),
        ("What is used to deploy?", False),
        ("What are we used to?", False),
        ("Which database do we use?", False),
        ("", False),
    ],
)
def test_it_is_told_whether_what_was_before_is_asked_for(text, expected):
    assert asks_of_the_past(text) is expected


def test_a_time_that_is_named_says_what_is_asked_for():
    now = datetime(2026, 11, 22, tzinfo=UTC)
    asked = "What was our previous provider in May 2024?"
    assert read(asked, (), times=Times()).former
    assert not read(asked, (), times=times_of(asked, now=now)).former
