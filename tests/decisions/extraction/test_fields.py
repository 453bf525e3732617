"""What a found decision is filled with."""

from datetime import date, datetime, timedelta, timezone

import pytest

from connectors.contract import Person
from decisions.extraction.contract import DecisionType, EntityType, Message, Thread
from decisions.extraction.rules import RulesExtractor
from tests.decisions.extraction.conversations import ANN, BOB, decisions, message

TITLES = {
    "We chose AWS over GCP for infrastructure.": "Chose AWS over GCP for infrastructure",
    "We'll go with React for the frontend.": "Chose React for the frontend",
    "Let's not pursue this vendor.": "Decided not to pursue this vendor",
    "We turned down their offer.": "Rejected their offer",
    "The board approved the 2025 budget.": "Approved the 2025 budget",
    "Your travel request has been approved by finance.": "Approved your travel request",
    "Let's cancel the Q2 launch event.": "Canceled the Q2 launch event",
    "We're dropping the mobile app.": "Dropped the mobile app",
    "We can do $50K instead of $65K.": "Offered $50K instead of $65K",
    "We could lower the setup fee.": "Offered to lower the setup fee",
    "Let's focus on security before new features.": "Prioritized security before new features",
    "Security takes precedence over speed.": "Prioritized Security over speed",
    "We are deferring the migration to Q3.": "Deferred the migration to Q3",
    "Sarah will handle the client onboarding.": "Assigned Sarah to handle the client onboarding",
    "I'll have the draft ready by Friday.": "Committed to have the draft ready by Friday",
    "Moving forward, we're focusing on enterprise.": "Set direction: focusing on enterprise",
    "We decided to expand into Poland.": "Decided to expand into Poland",
    "Confirmed — meeting at 3pm tomorrow.": "Confirmed meeting at 3pm tomorrow",
    "We're switching from Jira to Linear.": "Switched from Jira to Linear",
    "I propose we move to Kubernetes.": "Proposed: move to Kubernetes",
}


@pytest.mark.parametrize(("text", "title"), TITLES.items())
def test_the_title_tells_in_the_past_tense_what_was_done(text, title):
    assert decisions(text)[0].title == title


def test_a_title_leaves_the_reason_out_and_ends_cleanly():
    (found,) = decisions(
        "We chose the extremely long and winding name of a vendor that nobody can remember for the "
        "quarterly infrastructure work because it is cheap."
    )
    assert len(found.title) <= 80
    assert not found.title.endswith((" the", " for", " of", " a"))


def test_it_takes_its_name_from_the_subject():
    assert decisions("Approved.", title="Re: Budget for Q3")[0].title == "Approved Budget for Q3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("We chose AWS because the team knows it.", "the team knows it"),
        ("Since Redis is gone, we'll use Postgres.", "Redis is gone"),
        ("We chose AWS. The reason is its price.", "its price"),
        ("We cancelled the trip due to the strike.", "the strike"),
        ("We chose AWS. It rained.", ""),
        ("We've settled on Vue, in use since 2019.", ""),
    ],
)
def test_the_reason_is_the_rationale(text, reason):
    assert decisions(text)[0].rationale == reason


def test_the_summary_holds_the_sentence_that_gives_the_reason():
    (found,) = decisions("We chose AWS. The reason is its price.")
    assert found.summary == "We chose AWS. The reason is its price."
    assert found.quote == "We chose AWS."


def _ledger(text, **fields):
    return [(each.option, each.chosen) for each in decisions(text, **fields)[0].options]


def test_options_tell_the_chosen_from_the_rejected():
    assert _ledger("We chose AWS over GCP for infrastructure.") == [("AWS", True), ("GCP", False)]
    assert _ledger("We can do $50K instead of $65K.") == [("$50K", True), ("$65K", False)]
    assert _ledger("We're moving from Heroku to AWS.") == [("AWS", True), ("Heroku", False)]
    assert _ledger("Replace REST with gRPC", kind="commit") == [("gRPC", True), ("REST", False)]
    assert _ledger("Let's not use Mongo.") == [("Mongo", False)]


def test_options_considered_a_sentence_earlier_count_as_rejected():
    text = "We considered AWS, GCP and Azure. We chose AWS because it is cheap."
    assert _ledger(text) == [("AWS", True), ("GCP", False), ("Azure", False)]


def test_the_chosen_option_carries_its_reason_and_who_argued_for_it():
    option = decisions("We chose AWS because it is cheap.")[0].options[0]
    assert (option.reason, option.by) == ("it is cheap", "Ann Lee")


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("We're switching from Jira to Linear next week.", "Jira"),
        ("Let's use Ruff instead of Black.", "Black"),
        ("We are no longer supporting Python 3.8.", "supporting Python 3.8"),
        (
            "We decided to adopt the new policy, which supersedes the travel rules.",
            "the travel rules",
        ),
        ("We chose AWS.", ""),
    ],
)
def test_what_it_replaces_is_kept_in_its_own_words(text, replaced):
    assert decisions(text)[0].replaces == replaced


def test_a_commitment_is_owned_by_its_author_with_a_due_date():
    (found,) = decisions("I'll have the draft ready by Friday.")
    assert (found.owner, found.due_on) == ("Ann Lee", date(2025, 3, 7))


@pytest.mark.parametrize(
    ("text", "owner", "due"),
    [
        ("I'll send the report by EOD.", "Ann Lee", date(2025, 3, 5)),
        ("I will review it in two weeks.", "Ann Lee", date(2025, 3, 19)),
        ("I'm going to finish the draft by the 14th.", "Ann Lee", date(2025, 3, 14)),
        ("I'll fix what you reported on Monday by Friday.", "Ann Lee", date(2025, 3, 7)),
        ("Bob will handle the onboarding by end of month.", "Bob Ray", date(2025, 3, 31)),
        ("@bob will prepare the slides for next Tuesday.", "Bob Ray", date(2025, 3, 11)),
        ("Bob, please send the contract before 2025-04-01.", "Bob Ray", date(2025, 4, 1)),
        ("Bob will write the report. Deadline is Friday.", "Bob Ray", date(2025, 3, 7)),
        ("I'll write it up. You'll have it by Monday.", "Ann Lee", date(2025, 3, 10)),
        ("Yevhenii will write the release notes by Friday.", "Yevhenii", date(2025, 3, 7)),
    ],
)
def test_who_owes_what_by_when(text, owner, due):
    found = decisions(text, participants=(BOB,))[0]
    assert (found.owner, found.due_on) == (owner, due)


def test_tomorrow_is_the_writers_own():
    vancouver = timezone(timedelta(hours=-8))
    late = datetime(2025, 3, 5, 23, 30, tzinfo=vancouver)  # already the 6th in UTC
    thread = Thread(
        (Message(key="m", text="I'll send it tomorrow.", sent_at=late, author=ANN),),
        frozenset({"m"}),
    )
    (found,) = RulesExtractor().extract([thread]).decisions
    assert found.due_on == date(2025, 3, 6)


def test_a_delegation_is_owned_by_the_one_named_as_the_participants_spell_it():
    (found,) = decisions("Bob will handle the client onboarding.", participants=(BOB,))
    assert found.owner == "Bob Ray"
    assert decisions("The platform team will own the migration.")[0].owner == "The platform team"


def test_people_are_author_participants_and_whoever_is_named():
    (found,) = decisions(
        "Sarah will handle the onboarding.",
        participants=(Person(name="Bob Ray", email="bob@example.com", role="to"),),
    )
    assert [(each.name, each.role) for each in found.people] == [
        ("Ann Lee", "author"),
        ("Bob Ray", "to"),
        ("Sarah", "mentioned"),
    ]


def test_tags_are_hashtags_topics_and_technologies():
    (found,) = decisions("We'll go with React for the frontend #webapp.")
    assert found.tags == ("frontend", "react", "webapp")


def _mentions(text, **fields):
    thread = Thread((message(text, **fields),), frozenset({"m"}))
    return {each.name: each.type for each in RulesExtractor().extract([thread]).mentions["m"]}


def test_every_fresh_message_tells_what_it_names():
    named = _mentions(
        "Bob met Acme Corp in Berlin about Project Falcon and postgres, see draft-ietf-foo-bar, "
        "RFC 3550 and the PyCon Conference. @dana knows.",
        participants=(BOB,),
    )
    assert named == {
        "Bob Ray": EntityType.PERSON,
        "Acme Corp": EntityType.ORGANIZATION,
        "Berlin": EntityType.LOCATION,
        "Project Falcon": EntityType.PROJECT,
        "Postgres": EntityType.TECHNOLOGY,
        "draft-ietf-foo-bar": EntityType.PROJECT,
        "RFC 3550": EntityType.PROJECT,
        "PyCon Conference": EntityType.EVENT,
        "dana": EntityType.PERSON,
    }


def test_ordinary_words_are_not_technologies_nor_openers_names():
    assert _mentions("The team will react to this. We go on. Thanks for the rest.") == {}


def test_quoted_lines_name_nothing():
    assert _mentions("ok\n> Kubernetes is nice") == {}


def test_a_decision_without_an_author_has_no_owner():
    (found,) = decisions("I'll send the report tomorrow.", author=None)
    assert (found.owner, found.people) == ("", ())
    assert found.type is DecisionType.COMMITMENT
    assert ANN.name not in found.summary
