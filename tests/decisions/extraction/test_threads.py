"""Answers to proposals, declared decisions, and noise."""

import pytest

from connectors.contract import Declared, Person
from decisions.extraction.contract import Confidence, DecisionType, Status
from decisions.extraction.rules import is_noise, is_small_talk, leads_to_decision
from tests.decisions.extraction.conversations import ANN, BOB, decisions, message, reply

ASKED = (ANN, "I propose we move to Kubernetes because it scales.")


@pytest.mark.parametrize(
    "text", ["+1", "Agreed.", "Sounds good!", "Ok, works for me.", "👍", "LGTM"]
)
def test_a_yes_to_a_proposal_approves_it(text):
    (found,) = reply(ASKED, (BOB, text))
    assert (found.type, found.status) == (DecisionType.APPROVAL, Status.DECIDED)
    assert found.confidence in (Confidence.MEDIUM, Confidence.LOW, Confidence.HIGH)
    assert "Kubernetes" in found.title or found.title == text


def test_the_approval_says_what_was_proposed_by_whom_and_why():
    (found,) = reply(ASKED, (BOB, "Agreed."))
    assert found.title == "Approved: move to Kubernetes"
    assert found.rationale == "it scales"
    assert found.quote == "Agreed."
    assert [each.name for each in found.people] == ["Bob Ray", "Ann Lee"]


def test_a_no_rejects_it():
    (found,) = reply((ANN, "Should we drop the mobile app?"), (BOB, "No."))
    assert (found.type, found.title) == (DecisionType.REJECTION, "Rejected: drop the mobile app")


@pytest.mark.parametrize(
    "said",
    [
        ((ANN, "Nice weather."), (BOB, "Agreed.")),
        ((ANN, "Should we use React?"), (BOB, "Yes, but not now.")),
        ((ANN, "Should we use React?"), (BOB, "Sure?")),
        ((BOB, "Should we use React?"), (BOB, "Agreed.")),
    ],
)
def test_a_yes_counts_only_as_an_unreserved_answer_to_someone_elses_proposal(said):
    assert reply(*said) == ()


def test_a_reply_that_states_the_decision_itself_is_one_decision():
    found = reply((ANN, "Should we use React?"), (BOB, "Agreed. We'll go with React."))
    assert [each.title for each in found] == ["Chose React"]


def test_approved_borrows_its_object_from_the_proposal():
    (found,) = reply(ASKED, (BOB, "Yes, approved."), title="Re: cluster")
    assert (found.title, found.confidence) == ("Approved: move to Kubernetes", Confidence.HIGH)


DECLARED = Declared(
    title="Use Postgres",
    rationale="One store is enough",
    quote="Postgres is our only store.",
    options=(
        {"option": "Postgres", "outcome": "chosen", "reason": ""},
        {"option": "MySQL", "outcome": "rejected", "reason": "no row security"},
    ),
)
PAGE = "# Use Postgres\n\n## Decision\n\nPostgres is our only store."


def test_what_a_source_declares_is_believed():
    (found,) = decisions(PAGE, declared=DECLARED, kind="adr")
    assert (found.title, found.type) == ("Use Postgres", DecisionType.SELECTION)
    assert (found.confidence, found.status) == (Confidence.HIGH, Status.DECIDED)
    assert (found.quote, found.rationale) == (DECLARED.quote, DECLARED.rationale)
    assert [(each.option, each.chosen, each.reason) for each in found.options] == [
        ("Postgres", True, ""),
        ("MySQL", False, "no row security"),
    ]


def test_a_declared_status_holds_and_a_missing_quote_falls_back_to_the_text():
    (found,) = decisions(PAGE, declared=Declared(status="reversed", title="Use Postgres"))
    assert found.status is Status.REVERSED
    assert found.quote == "Postgres is our only store."


@pytest.mark.parametrize(
    "noise",
    [
        message(""),
        message("--- ..."),
        message("Hi, I am out of the office until Monday.", title="Automatic reply: budget"),
        message("", title="Accepted: Budget review"),
        message("Ann Lee has accepted this invitation.", title="Accepted: Budget review"),
        message("The message could not be delivered.", author=Person(email="mailer-daemon@x.org")),
        message("10 tips for teams! Unsubscribe here.", author=Person(email="newsletter@x.org")),
        message("Your order has been confirmed.", author=Person(email="no-reply@shop.example")),
        message("Build #12 passed", author=Person(name="ci", handle="build-bot")),
        message("dana has joined the channel"),
    ],
)
def test_machines_and_empty_messages_are_noise(noise):
    assert is_noise(noise)


@pytest.mark.parametrize(
    "text", ["+1", "👍", "ok", "We chose AWS.", "Hello, how are you?", "I'll be out on Friday."]
)
def test_what_a_person_wrote_is_not(text):
    assert not is_noise(message(text))


@pytest.mark.parametrize(
    "text",
    ["Thanks!", "Hi,", "thank you :pray:", ":tada:", "Best regards,", "lol",
     "Good morning all!", "Ha ha, awesome"],
)  # fmt: skip
def test_pleasantries_are_small_talk(text):
    assert is_small_talk(message(text))


@pytest.mark.parametrize(
    "text",
    ["+1", "👍", ":+1:", ":white_check_mark:", "ok", "Yes, thanks!", "Thanks, approved.", "No."],
)
def test_what_may_answer_a_proposal_is_not(text):
    assert not is_small_talk(message(text))


def test_a_decision_relayed_by_a_machine_is_not_noise():
    relayed = message(
        "We decided to use Postgres.\nUnsubscribe here.", author=Person(email="no-reply@x.org")
    )
    assert not is_noise(relayed)


@pytest.mark.parametrize(
    "text",
    [
        "I suggest we rename it.",
        "+1",
        "I disagree with that.",
        "We decided to wait.",
        "You are right.",
        "Yes.",
    ],
)
def test_speech_that_leads_to_a_decision(text):
    assert leads_to_decision(text)


@pytest.mark.parametrize(
    "text", ["Hi,", "", "The report has ten pages.", "Thanks, Ann", "See https://example.com/x"]
)
def test_speech_that_does_not(text):
    assert not leads_to_decision(text)
