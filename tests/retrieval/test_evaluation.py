import pytest

from retrieval.evaluation import Asked, measure


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
