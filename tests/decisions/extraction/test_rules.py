"""Which sentences the rules take for decisions, and of which type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.extraction.contract import Confidence, DecisionType, Status, Thread
from decisions.extraction.rules import RulesExtractor
from tests.decisions.extraction.conversations import decisions, message
from tests.decisions.extraction.statements import (
    COMMITS,
    NEGATIVES,
    PLAIN_COMMITS,
    POSITIVES,
    PROPOSALS,
)
from tests.decisions.extraction.wordings import SOUNDS_ALIKE, WORDINGS

STATED = [
    (kind, text)
    for written in (POSITIVES, WORDINGS)
    for kind, texts in written.items()
    for text in texts
]


@pytest.mark.parametrize(("kind", "text"), STATED)
def test_a_stated_decision_is_found_with_its_type(kind, text):
    found = decisions(text)
    assert kind in [each.type for each in found]
    assert all(each.status is not Status.PENDING for each in found)


@pytest.mark.parametrize("text", NEGATIVES + SOUNDS_ALIKE)
def test_what_only_looks_like_a_decision_is_left_alone(text):
    assert decisions(text) == ()


@pytest.mark.parametrize("text", PROPOSALS)
def test_a_proposal_is_pending(text):
    found = decisions(text)
    assert [each.status for each in found] == [Status.PENDING]
    assert found[0].title.startswith("Proposed: ")


@pytest.mark.parametrize(("text", "kind"), COMMITS)
def test_a_commit_that_changes_course_is_a_decision(text, kind):
    assert decisions(text, kind="commit")[0].type is kind


@pytest.mark.parametrize(("text", "kind"), COMMITS)
def test_a_pull_request_says_what_it_does_as_a_commit_does(text, kind):
    assert decisions(text, kind="pull_request", source="github")[0].type is kind


def test_a_remark_in_a_review_is_an_order_and_not_what_was_done():
    assert decisions("Remove the retry loop.", kind="review_comment", source="github") == ()


@pytest.mark.parametrize("text", PLAIN_COMMITS)
def test_an_everyday_commit_is_not(text):
    assert decisions(text, kind="commit") == ()


@pytest.mark.parametrize(
    "text",
    [
        "We are no longer using Jira.",
        "We no longer do code freezes.",
        "We're dropping the mobile app.",
        "We've stopped supporting Python 3.8.",
        "I'm reverting the change.",
        "We are withdrawing our earlier decision.",
    ],
)
def test_what_takes_something_back_is_itself_a_decision_that_holds(text):
    (found,) = decisions(text)
    assert (found.type, found.status) == (DecisionType.CANCELLATION, Status.DECIDED)


def test_a_hedge_lowers_the_confidence():
    assert decisions("We'll go with React.")[0].confidence is Confidence.HIGH
    assert decisions("For now we'll go with React.")[0].confidence is Confidence.MEDIUM


@pytest.mark.parametrize(
    "text",
    [
        "If nobody objects, I'll merge it on Monday.",
        "Unless there are objections, we will publish the page tomorrow.",
        "Once legal has answered, I'll send the contract.",
    ],
)
def test_a_promise_on_a_condition_is_made_with_little_confidence(text):
    (found,) = decisions(text)
    assert (found.type, found.status) == (DecisionType.COMMITMENT, Status.DECIDED)
    assert found.confidence is Confidence.LOW
    assert text.split(",")[0].lower() in found.title.lower()


@pytest.mark.parametrize("text", ["If you like, I'll send it.", "If it rains we will get wet."])
def test_an_offer_or_a_guess_is_none(text):
    assert decisions(text) == ()


def test_repeated_approval_is_one_decision_quoting_both_sentences():
    (found,) = decisions("Yes, approved. Go ahead with the proposal.")
    assert found.quote == "Yes, approved. Go ahead with the proposal."


def test_several_decisions_of_a_message_are_all_found_in_order():
    text = "We chose Postgres. We won't use MongoDB.\n\nI'll set it up by Friday."
    assert [each.type for each in decisions(text)] == [
        DecisionType.SELECTION,
        DecisionType.REJECTION,
        DecisionType.COMMITMENT,
    ]


def test_quoted_lines_code_and_signatures_are_not_the_writers_words():
    text = "Thanks!\n\n> We decided to use Mongo.\n\n```\nwe decided\n```\n-- \nWe chose fun, Inc."
    assert decisions(text) == ()


def test_a_sentence_wrapped_over_lines_is_read_whole():
    (found,) = decisions("After a long talk\nwe decided to use the\nold store.")
    assert found.quote.count("\n") == 2
    assert found.title == "Chose the old store"


def test_what_stands_under_the_heading_decision_is_one():
    page = "# Storage\n\n## Context\n\nData grows.\n\n## Decision\n\nPostgres is our only store."
    (found,) = decisions(page, kind="page")
    assert found.quote == "Postgres is our only store."
    assert found.confidence is Confidence.HIGH


def test_a_change_log_does_not_flood_the_memory():
    listed = "\n".join(f"- Added text about topic {word}" for word in "abcdefgh")
    assert len(decisions(listed)) == 3


def test_the_version_names_the_rules():
    assert RulesExtractor().version == "rules/2"


def test_only_fresh_messages_are_read():
    thread = Thread((message("We chose A.", "1"), message("We chose B.", "2")), frozenset({"2"}))
    extraction = RulesExtractor().extract([thread])
    assert [each.message_key for each in extraction.decisions] == ["2"]
    assert set(extraction.mentions) == {"2"}


_PIECES = st.sampled_from(
    [text for _, text in STATED]
    + list(NEGATIVES)
    + ["\n\n", "> ", "- ", "“", "’", "İ", "## Decision\n", "\r\n"]
)


@given(st.one_of(st.text(max_size=200), st.lists(_PIECES, max_size=8).map(" ".join)))
def test_every_quote_is_the_exact_slice_of_the_text(text):
    for found in decisions(text):
        assert found.quote
        assert found.quote == text[found.quote_start : found.quote_end]
        assert len(found.title) <= 80


PIECES = (
    *("we will ", "no ", "a" * 10, "$5k ", "(", "> ", ". ", "we first ", "if you "),
    *("ignore all ", "if we, i'll ", "we considered a and b, ", '"title": ', "Anna will "),
    *("we chose a, not ", "by the 1st, ", "until we, x will ", "<system ", "thanks ", "x was "),
)


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_repetition_stays_fast(piece):
    import time

    started = time.process_time()
    decisions(piece * (50_000 // len(piece)))
    assert time.process_time() - started < 2
