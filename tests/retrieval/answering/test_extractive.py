"""Answers without a model: who, when, where, why, and whether it still holds."""

from datetime import date

from retrieval.answering.extractive import NO_DECISION, answer_from
from retrieval.results import Holds
from retrieval.understanding.query import Intent
from tests.retrieval.builders import a_related, a_result, a_source


def _answer(*results, intent=Intent.GENERAL):
    return answer_from(results, intent)


def test_says_who_decided_when_where_and_why():
    text, citations = _answer(a_result("Chose Postgres over MySQL", age=29, rationale="We know it"))
    assert text == (
        "Chose Postgres over MySQL (decided 3 May 2026 by Jane, #infra on Slack) [1]. "
        "Reason: We know it."
    )
    assert [(c.number, c.title, c.url, c.author) for c in citations] == [
        (1, "Chose Postgres over MySQL", "https://chat.example/1", "Jane")
    ]


def test_says_what_was_replaced_and_cites_it():
    old = a_related("Chose MySQL", age=400)
    text, citations = _answer(a_result(replaced=(old,)))
    assert "It replaced: Chose MySQL (27 April 2025) [2]." in text
    assert citations[1].memory_id == old.id
    assert citations[1].holds == Holds.SUPERSEDED


def test_says_when_something_no_longer_holds_and_what_replaced_it():
    newer = a_related("Chose Postgres", age=29)
    old = a_result("Chose MySQL", holds=Holds.SUPERSEDED, superseded_by=newer)
    text, _ = _answer(old)
    assert text.startswith("No longer holds: Chose MySQL (decided")
    assert "It was replaced on 3 May 2026: Chose Postgres [2]." in text


def test_says_reversed_and_pending_plainly():
    assert "It has been reversed" in _answer(a_result(holds=Holds.REVERSED))[0]
    assert _answer(a_result(holds=Holds.PENDING))[0].startswith("Not decided yet:")


def test_a_successor_that_may_not_be_seen_is_not_named():
    text, citations = _answer(a_result(holds=Holds.SUPERSEDED))
    assert "It has been replaced since." in text
    assert len(citations) == 1


def test_names_rejected_options_owner_and_due_date():
    text, _ = _answer(
        a_result(
            options=(
                {"option": "Postgres", "chosen": True, "reason": ""},
                {"option": "MySQL", "chosen": False, "reason": "nobody knows it"},
            ),
            owner_name="Priya",
            due_on=date(2026, 7, 1),
        )
    )
    assert "Not chosen: MySQL (nobody knows it)." in text
    assert "Priya is responsible, due 1 July 2026." in text


def test_quotes_what_the_title_leaves_out():
    source = a_source(quote="Approved, up to €1,200 a month.")
    assert "€1,200" in _answer(a_result("Approved the hosting budget", source=source))[0]


def test_a_message_is_not_passed_off_as_a_decision():
    said = a_result(kind="observation", summary="Maybe Postgres?", decision_type="")
    text, _ = _answer(said)
    assert text.startswith(NO_DECISION)
    assert "“Maybe Postgres?” (Jane, 21 February 2026, #infra on Slack) [1]" in text


def test_a_decision_goes_before_a_slightly_better_message():
    said = a_result("said", kind="observation", score=0.5)
    assert "said" not in _answer(said, a_result("Chose Postgres", score=0.45))[0]


def test_one_memory_keeps_one_number():
    newer = a_result("Chose Postgres")
    old = a_result("Chose MySQL", holds=Holds.SUPERSEDED, superseded_by=a_related("Chose Postgres"))
    _, citations = _answer(newer, old)
    assert [c.number for c in citations] == list(range(1, len(citations) + 1))
