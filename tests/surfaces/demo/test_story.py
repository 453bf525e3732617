"""What the story promises to whoever measures on it."""

import re
from collections import Counter
from datetime import date, timedelta

import pytest

from decisions.extraction.contract import DecisionType, Status
from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.reading import (
    Standing,
    example_question,
    load_questions,
    load_story,
)

STORY = load_story()
ITEMS = {item.key: item for item in STORY.items()}
STATED = {item.key: decision for item, decision in STORY.stated()}
MARCH = date(2026, 3, 11)


def test_every_item_has_a_key_of_its_own():
    assert len(ITEMS) == len(list(STORY.items()))


def test_six_people_are_in_the_team_and_the_owner_comes_first():
    assert [member.role for member in STORY.members] == ["owner", "admin", *["member"] * 4]


def test_every_address_is_at_a_domain_that_cannot_exist():
    addresses = [a for p in STORY.people.values() for a in (p.email, p.git_email) if a]
    assert all(address.endswith(".example") for address in addresses)


@pytest.mark.parametrize("decision_type", DecisionType)
def test_every_type_of_decision_is_stated_at_least_three_times(decision_type):
    assert Counter(stated.type for stated in STATED.values())[decision_type] >= 3


def test_about_half_of_what_people_write_states_no_decision():
    assert 0.4 < 1 - len(STATED) / len(ITEMS) < 0.6


def test_all_three_ages_of_context_are_there():
    ages = [-item.when.day for item in ITEMS.values()]
    assert sum(age <= 14 for age in ages) >= 10
    assert sum(14 < age <= 60 for age in ages) >= 20
    assert sum(age > 60 for age in ages) >= 20
    assert 1 <= min(ages) < max(ages) <= 180


def test_everyone_named_is_somebody_in_the_story():
    named = {person for stated in STATED.values() for person in stated.people}
    named |= {item.by for item in ITEMS.values()}
    named |= {person for mail in STORY.mails for person in mail.named}
    named |= {person for commit in STORY.commits for person in commit.co_authors}
    named |= {person for adr in STORY.adrs for person in adr.deciders}
    named |= {person for channel in STORY.channels.values() for person in channel.members}
    assert named <= set(STORY.people)


@pytest.mark.parametrize("relation", ["replaces", "restates", "disputes"])
def test_decisions_refer_to_items_that_state_decisions(relation):
    referred = {getattr(stated, relation) for stated in STATED.values()} - {""}
    assert referred <= set(STATED)


def test_a_decision_replaces_an_older_one_of_the_same_topic():
    for key, stated in STATED.items():
        if stated.replaces:
            assert ITEMS[stated.replaces].when.day < ITEMS[key].when.day
            assert ITEMS[stated.replaces].topic == ITEMS[key].topic


def test_at_least_four_decisions_are_reversed():
    assert sum(bool(stated.replaces) for stated in STATED.values()) >= 4


def test_two_people_disagree_in_mail_and_in_slack():
    sides = {key: stated.disputes for key, stated in STATED.items() if stated.disputes}
    assert sides == {"redesign-first": "offline-first", "offline-first": "redesign-first"}
    assert {type(ITEMS[key]).__name__ for key in sides} == {"Mail", "SlackMessage"}


@pytest.mark.parametrize("topic", ["on-call", "pricing page", "flaky tests"])
def test_some_topics_keep_coming_back(topic):
    days = {item.when.day for item in ITEMS.values() if item.topic == topic}
    assert len(days) >= 3


def test_commitments_are_kept_overdue_or_still_open():
    due = [s for s in STATED.values() if s.type is DecisionType.COMMITMENT and s.due is not None]
    assert sum(bool(each.kept_by) for each in due) >= 2
    assert sum(not each.kept_by and each.due < 0 for each in due) >= 2
    assert sum(not each.kept_by and each.due > 0 for each in due) >= 2


def test_a_kept_commitment_names_what_kept_it_in_time():
    kept = {key: stated for key, stated in STATED.items() if stated.kept_by}
    assert all(ITEMS[s.kept_by].when.day <= s.due for s in kept.values())


def test_a_due_date_is_in_the_text_that_promises_it():
    for key, stated in STATED.items():
        if stated.due is not None:
            assert f"{{day:{stated.due:+d}}}" in ITEMS[key].text


def test_a_proposed_or_superseded_record_is_no_decided_decision():
    by_status = {adr.status: STATED[adr.key].status for adr in STORY.adrs}
    assert by_status["proposed"] is Status.PENDING
    assert by_status["superseded"] is Status.REVERSED


def test_answers_come_after_what_they_answer():
    for earlier, later in _answers():
        assert (ITEMS[earlier].when.day, ITEMS[earlier].when.at) < (
            ITEMS[later].when.day,
            ITEMS[later].when.at,
        )


def _answers():
    yield from ((mail.answers, mail.key) for mail in STORY.mails if mail.answers)
    yield from ((each.thread, each.key) for each in STORY.slack if each.thread)
    yield from ((each.reply_to, each.key) for each in STORY.discord if each.reply_to)


def test_the_private_thread_and_channel_keep_others_out():
    offer = [mail for mail in STORY.mails if mail.thread == "offer-rosalind"]
    readers = {p for mail in offer for p in mail.named if STORY.people[p].mailbox}
    assert readers == {"ines"}
    assert len(STORY.channels["runway"].members) == 3


@pytest.mark.parametrize("days_later", range(7))
def test_nothing_is_due_on_a_weekend_whatever_the_day_of_loading(days_later):
    edition = Edition(STORY, MARCH + timedelta(days=days_later))
    offsets = [int(found) for i in ITEMS.values() for found in re.findall(r"day:(.\d+)", i.text)]
    assert offsets
    assert all(edition.working_day(offset).weekday() < 5 for offset in offsets)


def test_texts_are_told_with_dates_of_the_day_of_loading():
    edition = Edition(STORY, MARCH)
    assert edition.told("by {day:-2}, not {day:+3}") == "by 9 March, not 13 March"


def test_no_text_names_a_month_or_a_year_that_would_grow_stale():
    months = "January|February|March|April|June|July|August|September|October|November|December"
    stale = [item.key for item in ITEMS.values() if re.search(rf"{months}|\b20\d\d\b", item.text)]
    assert stale == []


def test_thirty_questions_refer_to_items_that_state_decisions():
    questions = load_questions()
    assert len(questions) == 30
    assert {key for question in questions for key in question.finds} <= set(STATED)


def test_questions_find_nothing_exactly_where_nothing_is_known():
    for question in load_questions():
        assert (question.standing is Standing.UNKNOWN) is (question.finds == ())


def test_questions_cover_every_standing_three_unknown_ones_at_least():
    counts = Counter(question.standing for question in load_questions())
    assert set(counts) == set(Standing)
    assert counts[Standing.UNKNOWN] >= 3


def test_a_superseded_question_finds_a_decision_that_another_replaced():
    replaced = {stated.replaces for stated in STATED.values()}
    for question in load_questions():
        if question.standing is Standing.SUPERSEDED:
            assert replaced & set(question.finds)


def test_questions_are_asked_by_members():
    assert {question.asked_by for question in load_questions()} <= {m.key for m in STORY.members}


def test_the_example_is_one_of_the_questions():
    assert example_question() in {question.ask for question in load_questions()}
