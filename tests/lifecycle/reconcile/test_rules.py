"""What the rules mark as replaced, said again or contradicted, and what they leave alone."""

import pytest

from lifecycle.reconcile.rules.sameness import sentiment_of
from tests.lifecycle.reconcile.statements import stated, verdict

ADR_4 = stated("ADR 4: Cache the tide table in memory", "We cache it in memory.")


@pytest.mark.parametrize(
    "text",
    [
        "This replaces ADR-0004.",
        "It supersedes ADR 4, as a restart lost it.",
        "We proposed something like it in the past in ADR 4, and it was too slow.",
        "This is a simplified version of ADR 4.",
        "A successor to ADR 4.",
        "The limitations of the cache described in ADR 4 are gone.",
        "ADR 4 was withdrawn in favor of this one.",
        "We do this instead of ADR 4.",
        "ADRs 3 and 4 are the base of this. It replaces ADRs 3 and 4.",
    ],
)
def test_what_names_a_record_and_says_that_it_replaces_it_replaces_it(text):
    assert verdict(ADR_4, stated("ADR 9: A tide service", text, day=3)) == (
        "invalidate", "names-it",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Like ADR 4, this needs a restart.",
        "This builds on ADR 4.",
        "ADR 7, which would replace ADR 4, is not decided.",
        "This does not replace ADR 4.",
        "This is an alternative to ADR 4.",
        "It replaces ADR 3, see also the table below. Nothing changes for ADR 4.",
        "Two choices instead of one (as ADR 4 had)",
        "It amends the second clause of ADR 4.",
        "It supersedes ADR 44.",
    ],
)
def test_what_only_names_a_record_does_not_replace_it(text):
    assert verdict(ADR_4, stated("ADR 9: A tide service", text, day=3)) is None


def test_an_older_record_may_say_what_replaced_it():
    older = stated("ADR 4: Cache the tides", "This has been superseded by the service of ADR 9.")
    newer = stated("ADR 9: A tide service", "One service knows the tides.", day=3)
    assert verdict(older, newer) == ("invalidate", "names-it")


def test_a_later_edition_replaces_the_earlier_one():
    older = stated("Harbor price list v1.0")
    assert verdict(older, stated("Harbor price list v2.0", day=9)) == (
        "invalidate", "later-edition",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        ("Format of berth records 1.1", "Format of berth records 1.2", ""),
        ("Format of berth records", "Format of berth records 1.1", ""),
        ("Interface for tide gauges", "Interface for tide gauges v2.0", ""),
        ("Berth records 1.1", "Berth records 1.2", "Version 1.1 had no tides."),
    ],
)
def test_a_number_at_the_end_is_an_edition(one, other, text):
    assert verdict(stated(one), stated(other, text, day=9)) == ("invalidate", "later-edition")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tern 3.11 release schedule", "Tern 3.12 release schedule"),
        ("Budget for harbors 2025", "Budget for harbors 2026"),
        ("Berth records 1.1", "Berth records 1.2"),
        ("Support for tablets of type 4.1", "Support for tablets of type 4.2"),
        ("Tide tables", "Tide tables for tourists"),
        ("Tide tables 2", "Simpler tide tables 3"),
        ("Harbor price list v2.0", "Harbor price list v1.0"),
        ("Making types look like classes", "Making classes look like types"),
    ],
)
def test_parallel_ones_both_hold(one, other):
    assert verdict(stated(one), stated(other, day=90)) is None


def test_the_same_subject_decided_anew_replaces():
    older = stated("Simpler berth allocation", "First come, first served.")
    newer = stated("Simpler berth allocation", "By length of boat.", day=90)
    assert verdict(older, newer) == ("invalidate", "same-subject")


def test_two_approvals_of_the_same_thing_stand_side_by_side():
    older = stated("Approved the hosting budget", "Yes, 1,000.", type="approval")
    assert verdict(older, stated("Approved the hosting budget", type="approval", day=300)) is None


def test_what_leaves_the_choice_replaces_it():
    older = stated("Chose Coinbight", type="selection", chosen=("Coinbight",))
    newer = stated(
        "Switched from Coinbight to Ferrypenny", day=60, type="selection",
        chosen=("Ferrypenny",), rejected=("Coinbight",),
    )  # fmt: skip
    assert verdict(older, newer) == ("invalidate", "leaves-choice")


def test_a_choice_for_something_else_is_left_alone():
    older = stated("Chose Redis for caching", type="selection", chosen=("Redis",))
    newer = stated(
        "Chose Kafka rather than Redis for billing events", day=60, type="selection",
        chosen=("Kafka",), rejected=("Redis",),
    )  # fmt: skip
    assert verdict(older, newer) is None


@pytest.mark.parametrize(
    "text",
    [
        "We're dropping Redis.",
        "Valkey instead of Redis.",
        "We are moving from Redis to Valkey.",
        "Moving away from Redis for good.",
        "We stop using Redis altogether.",
        "We are no longer using Redis.",
        "Time to ditch Redis.",
        "We're phasing out Redis this spring.",
        "No more Redis.",
        "Replacing Redis with Valkey.",
    ],
)
@pytest.mark.parametrize("title", ["Chose Redis", "Switched to Redis", "Host sessions on Redis"])
def test_what_was_chosen_is_left_in_many_words(text, title):
    older = stated(title, type="selection")
    newer = stated("Sessions", text, day=60)
    assert verdict(older, newer) == ("invalidate", "leaves-choice")
    assert verdict(stated("Chose Kafka", type="selection"), newer) is None


def test_what_stands_before_the_quote_is_read_too():
    older = stated("Go with it", "Let's go with €4 per berth a month.", type="selection")
    newer = stated("Three flat plans", day=60, before='Per-berth pricing is over: two "forgot".')
    assert verdict(older, newer) == ("invalidate", "says-over")


def test_an_existing_thing_that_will_end_is_replaced_where_the_titles_name_it():
    older = stated("Berth planner for tablets")
    text = "The existing .exe viewer and ``bp`` planner will be deprecated in two years."
    newer = stated("A berth manager for tablets", text, day=60)
    assert verdict(older, newer) == ("invalidate", "says-over")
    assert verdict(stated("Crew planner for tablets"), newer) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tide tables", "Explicit tide tables"),
        ("Berth records", "Simplified berth records"),
        ("Offline support on tablets", "Offline support on tablets, revised"),
    ],
)
def test_the_same_subject_in_another_way_replaces(one, other):
    assert verdict(stated(one), stated(other, day=9)) == ("invalidate", "reworked")


def test_what_a_text_says_it_replaces_may_be_named_by_its_subject():
    older = stated("The winter2010 berth map")
    newer = stated("A summer map", "It succeeds the winter2010 map introduced by Ada.", day=60)
    assert verdict(older, newer) == ("invalidate", "says-replaced")
    assert verdict(stated("The winter2010 price list"), newer) is None


def test_a_rule_with_other_numbers_replaces_the_rule():
    older = stated("Phone", "From now on one engineer holds the phone for a week.")
    newer = stated("Phone, again", "There are always two engineers, two weeks at a time.", day=90)
    assert verdict(older, newer) == ("invalidate", "other-numbers")
    same = stated("Map", "One engineer draws the map in a week.", day=90)
    assert verdict(older, same) is None


def test_what_ends_later_ends():
    text = "ADR 4 (as it is) goes on until June. Subsequently, it will be removed."
    assert verdict(ADR_4, stated("ADR 9: A tide service", text)) == ("invalidate", "names-it")
    both = "ADR 4 was built on ADR 5. Later it will be removed."
    assert verdict(ADR_4, stated("ADR 9: A tide service", both)) is None


def test_what_was_said_to_be_over_is_over():
    older = stated("Set direction: weekly releases, on Thursdays")
    newer = stated("Deploy every merge", "Weekly releases end today. We deploy all.", day=60)
    assert verdict(older, newer) == ("invalidate", "says-over")


def test_a_removal_replaces_what_it_removes():
    older = stated("Mirroring infrastructure for charts")
    newer = stated("Removal of the chart mirroring key", day=60)
    assert verdict(older, newer) == ("invalidate", "cancels")
    elsewhere = stated("Removing dead wood from the charts and mirrors", day=60)
    assert verdict(stated("Standard charts, mirrors"), elsewhere) is None


def test_a_cancellation_cancels_what_was_decided_in_its_words():
    older = stated("Book the boat show stand")
    newer = stated("Canceled our boat show stand", type="cancellation", day=60)
    assert verdict(older, newer) == ("invalidate", "cancels")
    assert verdict(stated("Canceled the boat show stand", type="cancellation"), newer) is None
    assert verdict(stated("No boat show stand this year"), newer) is None


def test_a_cancellation_in_a_thread_cancels_what_was_confirmed_there():
    older = stated("Confirmed the offsite on 5 June", type="confirmation", thread="t")
    newer = stated("Canceled the offsite", type="cancellation", day=3, thread="t")
    assert verdict(older, newer) == ("invalidate", "cancels")
    assert verdict(stated("Confirmed the offsite on 5 June", type="confirmation"), newer) is None


def test_what_is_pending_replaces_nothing():
    newer = stated("ADR 9: A tide service", "This replaces ADR 4.", day=3, status="pending")
    assert verdict(ADR_4, newer) is None


def test_the_same_words_are_the_same_statement_again():
    said = "We move the harbor office to the old pier in June."
    older = stated("Moved the office", said)
    assert verdict(older, stated("Moved the office", said, day=3)) == ("skip", "same-words")
    assert verdict(stated("Approved", "Yes."), stated("Approved", "Yes.", day=3)) is None


def test_opposite_orders_are_a_conflict():
    older = stated("Berth map redesign before offline sync", type="prioritization")
    newer = stated("Offline sync before the berth map redesign", type="prioritization", day=1)
    assert verdict(older, newer) == ("conflict", "opposite")


def test_two_people_who_decide_the_same_at_once_are_in_conflict():
    mine = {"deciders": frozenset({"ada"})}
    yours = {"deciders": frozenset({"ben"})}
    older = stated("Opening hours of the pier", "From eight.", **mine)
    soon = stated("Opening hours of the pier", "From nine.", day=2, **yours)
    later = stated("Opening hours of the pier", "From nine.", day=90, **yours)
    same = stated("Opening hours of the pier", "From nine.", day=2, **mine)
    assert verdict(older, soon) == ("conflict", "same-subject")
    assert verdict(older, later) == verdict(older, same) == ("invalidate", "same-subject")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Great, I love it", "positive"), ("A terrible mistake", "negative"), ("By Friday", "neutral"),
     ("Great mistake", "neutral")],
)  # fmt: skip
def test_sentiment_is_told_where_words_leave_no_doubt(text, expected):
    assert sentiment_of(text) == expected
