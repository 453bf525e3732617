import pytest

from retrieval.evaluation.measure import STAND_IN, Asked, measure, together


def test_recall_is_the_mean_share_found_within_k():
    answers = {"a": ["1", "9", "2"], "b": ["9", "9", "3"]}
    questions = [Asked("a", frozenset("12")), Asked("b", frozenset("3")), Asked("c", frozenset())]
    recall = measure(questions, lambda q, k: answers[q][:k], ks=(1, 3))
    assert recall.questions == 2
    assert recall.at == {1: pytest.approx(0.25), 3: pytest.approx(1.0)}
    assert recall.missed == ()


def test_a_question_with_nothing_found_is_missed():
    wanted = Asked("a", frozenset("1"))
    assert measure([wanted], lambda q, k: []).missed == (wanted,)


def test_measurements_add_up_question_by_question():
    answers = {"a": ["1"], "b": ["9"], "c": ["3"]}
    asked = [Asked("a", frozenset("1"), "one"), Asked("b", frozenset("2"), "two")]
    first = measure(asked, lambda q, k: answers[q])
    second = measure([Asked("c", frozenset("3"), "two")], lambda q, k: answers[q])
    both = together([first, second])
    assert (both.questions, both.at[10]) == (3, pytest.approx(2 / 3))
    assert both.by_category == {"one": {10: 1.0}, "two": {10: 0.5}}
    assert both.milliseconds(95) >= both.milliseconds(50) >= 0


def test_what_stands_for_a_thing_counts_but_strictly():
    questions = [Asked("a", frozenset("12"))]
    found = measure(questions, lambda q, k: [f"{STAND_IN}1", "2"], ks=(1, 2))
    assert found.at == {1: 0.5, 2: 1}
    assert found.strict == {1: 0, 2: 0.5}
