"""Why a result is there, why the second is not the first, and what is missing."""

from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.explaining.explain import dropped_of, explanation_of
from retrieval.explaining.reasons import age, spelled
from retrieval.ranking.contributions import Contribution, told_apart
from retrieval.ranking.signals import Scored, Signals
from retrieval.results import Holds, Reason, Run
from retrieval.tuning import NEAREST_DROPPED
from retrieval.understanding.query import Named
from tests.retrieval.builders import a_candidate, a_query, a_related, a_result, a_source
from tests.retrieval.conftest import NOW, days_ago

JANE = Named(uuid4(), "person", "Jane", frozenset({"jane"}))
TERMS, LEXEMES = ("tern", "mobile", "rewriting", "budget"), ("budget", "mobil", "rewrit", "tern")


def parts(**contributions):
    return tuple(Contribution(name, 1.0, c, c) for name, c in contributions.items())


def a_run(*found, ranked=None, limit=10, query=None, dropped=(), lexemes=LEXEMES):
    """A run that found these (result, candidate changes, parts), and landed the dropped too."""
    best = [scored_as(result, **changes) for result, changes, _ in found]
    return Run(
        query=query or a_query(), now=NOW, limit=limit, lexemes=lexemes,
        scored=[*best, *dropped], parts=[made for *_, made in found] + [()] * len(dropped),
        ranked=best if ranked is None else ranked, best=best,
    )  # fmt: skip


def scored_as(result, **changes):
    candidate = a_candidate(result.title, key=result.id.bytes, kind=result.kind, **changes)
    return Scored(candidate, result.score, result.signals)


def explained(*found, ties=None, **kwargs):
    run = a_run(*found, **kwargs)
    return explanation_of(run, [r for r, *_ in found], ties=ties or {}, seconds={"land": 0.01})


def the_sentence(result, *, ties=None, query=None, **changes):
    return explained((result, changes, ()), ties=ties, query=query).why[0].sentence


def test_it_says_which_of_the_words_asked_for_a_result_has():
    query = replace(a_query(), terms=TERMS)
    sentence = the_sentence(a_result(age=12), query=query, strengths=(0.0, 0.7, 0.6, 0.9))
    assert sentence == "says 3 of 4 words asked for: 'tern', 'mobile' and 'rewriting'; 12 days old"


def test_a_message_has_what_stands_around_it_and_does_not_say_it():
    query = replace(a_query(), terms=TERMS)
    message = a_result(kind="observation")
    told = the_sentence(message, query=query, strengths=(0.0, 0.3, 0.2, 0.9))
    assert told.startswith("says 1 of 4 words asked for: 'tern', and has 2 more around it")
    assert the_sentence(message, query=query, strengths=(0.1, 0.0, 0.0, 0.0)).startswith(
        "has 1 of 4 words asked for around it"
    )


@pytest.mark.parametrize(("similarity", "said"), [(0.9, "very close"), (0.6, "close"), (0.2, "")])
def test_it_says_how_close_the_meaning_is(similarity, said):
    sentence = the_sentence(a_result(age=3, signals=Signals(similarity=similarity)))
    assert sentence == (f"{said} in meaning ({similarity:.2f}); " if said else "") + "3 days old"


def test_it_says_who_of_those_named_has_to_do_with_it():
    query, signals = replace(a_query(), named=(JANE,)), Signals(involvement=1.0)
    assert "written by Jane, whom you named" in the_sentence(a_result(signals=signals), query=query)
    elsewhere = a_result(
        signals=signals, source=a_source(author="Jo"), people=({"name": "Jane Doe"},)
    )
    assert "involves Jane, whom you named" in the_sentence(elsewhere, query=query)
    assert "named" not in the_sentence(a_result(), query=query)


def test_it_says_that_the_time_fits():
    exact, about = Signals(in_time=True, timeliness=1.0), Signals(timeliness=0.4)
    assert "from the time asked for" in the_sentence(a_result(signals=exact))
    assert "near the time asked for" in the_sentence(a_result(signals=about))


def test_it_says_that_something_no_longer_holds():
    old = a_result(holds=Holds.SUPERSEDED, superseded_by=a_related("Chose MySQL"))
    assert 'superseded by "Chose MySQL", so it counts less' in the_sentence(old)
    assert "reversed" in the_sentence(a_result(holds=Holds.REVERSED))


def test_it_says_how_a_result_hangs_together_with_a_better_one():
    result = a_result()
    tie = 'via Jane, who decided "X"'
    assert f"linked to a better one: {tie}" in the_sentence(result, ties={result.id: tie})


@pytest.mark.parametrize(
    ("days", "words"),
    [(0.5, "from today"), (1, "1 day old"), (400, "400 days old"), (-2, "dated in the future")],
)
def test_ages_are_told_in_days(days, words):
    assert age(days_ago(days), now=NOW) == words


def test_lexemes_are_spelled_as_in_the_query():
    assert spelled(["host", "migrat"], ["hosting", "migration"]) == ["hosting", "migration"]
    assert spelled(["migrat"], ["hosting"]) == spelled(["migrat"], []) == ["migrat"]


def test_forms_of_one_word_count_once():
    query = replace(a_query(), terms=("seeking", "app"))
    lexemes = ("app", "seek", "sought")
    result = a_result()
    run = a_run((result, {"strengths": (0.0, 0.0, 0.9)}, ()), query=query, lexemes=lexemes)
    why = explanation_of(run, [result], ties={}, seconds={}).why[0]
    assert why.sentence.startswith("says 1 of 2 words asked for: 'seeking'")


def test_the_second_is_compared_with_the_first():
    first = a_result("A", age=10, score=0.8)
    second = a_result("B", age=210, score=0.63)
    strong, weak = {"strengths": (0.9, 0.9)}, {"strengths": (0.9, 0.0)}
    why = explained(
        (first, strong, parts(recency=0.15, words=0.35, meaning=0.3)),
        (second, weak, parts(recency=0.03, words=0.28, meaning=0.32)),
    ).why
    assert why[0].behind == ""
    assert why[1].behind == (
        "behind the first mostly because it is 200 days older (-0.12) and it says 1 word less"
        " (-0.07), though it is closer in meaning (+0.02)"
    )


def test_the_third_is_compared_with_the_second():
    found = [(a_result(score=s), {}, parts(meaning=s)) for s in (0.8, 0.7, 0.7)]
    assert [why.behind for why in explained(*found).why] == [
        "",
        "behind the first mostly because it is further in meaning from what is asked, 1.00 against"
        " 1.00 (-0.10)",
        "level with the one before it",
    ]


def test_a_part_that_nobody_has_words_for_is_named():
    found = [(a_result(score=s), {}, parts(launch_event=s)) for s in (0.8, 0.7)]
    assert "it has less launch event (-0.10)" in explained(*found).why[1].behind


def test_what_the_graph_added_is_a_part_of_its_own():
    landed = a_result(score=0.6)
    why = explained((landed, {}, parts(meaning=0.5))).why[0]
    assert [(p.name, round(p.contribution, 9)) for p in why.contributions] == [
        ("meaning", 0.5), ("graph", 0.1),
    ]  # fmt: skip


@given(st.lists(st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 1)), max_size=5))
def test_contributions_add_up_to_the_score(made):
    found = [
        (a_result(score=sum(p.values()) + 0.25), {}, parts(**p))
        for p in made
    ]  # fmt: skip
    whys = explained(*found).why
    for why, (result, *_) in zip(whys, found, strict=True):
        assert sum(p.contribution for p in why.contributions) == pytest.approx(result.score)


@given(*[st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 1))] * 2)
def test_changes_add_up_to_the_distance_between_two_scores(here, before):
    changes = told_apart(parts(**here), parts(**before))
    apart = sum(here.values()) - sum(before.values())
    assert sum(c.change for c in changes) == pytest.approx(apart)
    assert [c.change for c in changes] == sorted(c.change for c in changes)


def test_what_is_missing_is_counted_by_reason_and_the_nearest_are_named():
    shown = a_result("Chose Postgres", score=0.8)
    best = scored_as(shown)
    again = Scored(a_candidate("We chose Postgres"), 0.7, Signals())
    after = [Scored(a_candidate(f"Other {n}"), 0.5 - n / 100, Signals()) for n in range(9)]
    silent = Scored(a_candidate("Lunch"), 0.1, Signals())
    run = Run(
        query=a_query(), now=NOW, limit=2, lexemes=(), scored=[best, again, *after, silent],
        parts=[()] * 12, ranked=[best, again, *after], best=[best, after[0]],
    )  # fmt: skip
    explanation = explanation_of(run, [shown], ties={}, seconds={})
    assert explanation.dropped == {Reason.REPEATS: 1, Reason.LIMIT: 8, Reason.NO_EVIDENCE: 1}
    assert len(explanation.nearest) == NEAREST_DROPPED
    nearest = explanation.nearest[0]
    assert (nearest.title, nearest.reason, nearest.repeats) == (
        "We chose Postgres", Reason.REPEATS, shown.id,
    )  # fmt: skip


def test_a_message_repeats_the_decision_found_in_it():
    item = uuid4().bytes
    other = Scored(a_candidate("Lunch at noon in the harbour"), 0.9, Signals())
    decision = Scored(a_candidate("Lunch", item_key=item), 0.8, Signals())
    message = Scored(
        a_candidate("Lunch at noon", item_key=item, kind="observation"), 0.7, Signals()
    )
    ranked = [other, decision, message]
    run = Run(
        query=a_query(), now=NOW, limit=10, lexemes=(), scored=ranked, parts=[()] * 3,
        ranked=ranked, best=ranked[:2],
    )  # fmt: skip
    told = [(d.reason, d.repeats) for d in dropped_of(run)]
    assert told == [(Reason.REPEATS, decision.candidate.id)]


def test_another_decision_of_the_same_message_is_told_apart_from_a_repetition():
    item = uuid4().bytes
    first, second = (
        Scored(a_candidate(title, item_key=item), score, Signals())
        for title, score in (("Chose Postgres", 0.9), ("Rejected MySQL", 0.8))
    )
    run = Run(
        query=a_query(), now=NOW, limit=10, lexemes=(), scored=[first, second], parts=[()] * 2,
        ranked=[first, second], best=[first],
    )  # fmt: skip
    told = [(d.reason, d.repeats) for d in dropped_of(run)]
    assert told == [(Reason.SAME_SOURCE, first.candidate.id)]


def test_nothing_found_is_explained_too():
    explanation = explained(dropped=[Scored(a_candidate(), 0.1, Signals())], ranked=[])
    assert (explanation.why, explanation.candidates) == ((), 1)
    assert explanation.dropped == {Reason.NO_EVIDENCE: 1}
