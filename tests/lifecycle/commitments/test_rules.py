"""Which words close a commitment, and whose."""

from uuid import uuid4

import pytest

from lifecycle.commitments.contract import Pair
from lifecycle.commitments.people import is_called, names_of
from lifecycle.commitments.rules import closing_words, mentions_doing, says_done

JANE, RAVI = names_of("Jane Doe", "jane@momo.example"), names_of("Ravi Iyer")


def a_pair(message, **fields):
    given = {
        "memory_id": uuid4(), "item_id": uuid4(),
        "promised": "Committed to send the quarterly report to Acme by Friday", "owner": JANE,
        "author": JANE, "same_thread": True,
    }  # fmt: skip
    return Pair(message=message, **given | fields)


@pytest.mark.parametrize(
    "said",
    [
        "Done.", "It's done!", "I've sent it.", "I’ve just sent it to them.", "Shipped ✅",
        "The feed is live, look under Settings", "That has been deployed.", "We shipped it today",
        "The importer is now live", "All finished, thanks", "It's in production",
        "Sent as promised", "I have finally finished the guide", "Merged.",
        "The invoices were paid",
    ],
)  # fmt: skip
def test_these_say_that_something_is_done(said):
    assert list(says_done(said)) == [said]


@pytest.mark.parametrize(
    "said",
    [
        "Not done yet.", "It isn't done.", "Nearly done!", "Is it done?",
        "I'll have it done by Monday.",
        "It will be shipped tomorrow.", "Once it's shipped we celebrate.", "We should get it done.",
        "Can you tell me when it is sent", "I haven't sent it.", "This needs to be fixed.",
        "If it's deployed, tell me.", "Half of it is done.", "Why was it shipped without tests?",
        "I hope it's done soon", "Working on it.", "Thanks!", "We couldn’t have it finished.",
    ],
)  # fmt: skip
def test_these_do_not(said):
    assert list(says_done(said)) == []


def test_a_line_that_was_wrapped_is_one_sentence():
    assert list(says_done("They would like it to be\npaid up front.")) == []
    assert list(says_done("News:\nThe report is sent.\nBye")) == ["The report is sent."]


def test_its_owner_closes_it_in_its_thread():
    assert closing_words(a_pair("Hi all. Done!")) == "Done!"
    assert closing_words(a_pair("I've sent the report.")) == "I've sent the report."


def test_somebody_else_does_not():
    assert closing_words(a_pair("Done!", author=RAVI)) == ""


def test_somebody_else_may_say_that_its_owner_did():
    assert closing_words(a_pair("Jane has sent the report.", author=RAVI))
    assert closing_words(a_pair("Mark has sent the report.", author=RAVI)) == ""


def test_something_else_that_is_done_in_the_thread_closes_nothing():
    assert closing_words(a_pair("The new office chairs are ordered.")) == ""


def test_who_owes_several_things_must_say_which_one_is_done():
    assert closing_words(a_pair("Done!", owes=2)) == ""
    assert closing_words(a_pair("The report is sent.", owes=2))
    assert closing_words(a_pair("The contract is sent.", owes=2)) == ""


def test_elsewhere_it_must_be_near_and_share_words():
    elsewhere = {"same_thread": False, "similarity": 0.5}
    assert closing_words(a_pair("The quarterly report is sent to Acme.", **elsewhere))
    assert closing_words(a_pair("Done!", **elsewhere)) == ""
    assert closing_words(a_pair("The report is sent.", **elsewhere)) == ""
    far = {"same_thread": False, "similarity": 0.1}
    assert closing_words(a_pair("The quarterly report is sent to Acme.", **far)) == ""


def test_what_has_no_owner_is_closed_by_no_message():
    assert closing_words(a_pair("Done!", owner=frozenset())) == ""


@pytest.mark.parametrize(
    ("said", "yes"),
    [("Jane Doe", True), ("jane", True), ("JANE@momo.example", True), ("Doe", False), ("", False)],
)
def test_people_are_known_by_name_first_name_and_address(said, yes):
    assert is_called(said, JANE) is yes


def test_most_messages_are_not_looked_at():
    assert not mentions_doing("Shall we meet on Monday?")
    assert mentions_doing("It is shipped.")
