"""The measure itself, and what the rules reach on mails that people labelled."""

import json
import time

import pytest

from decisions.extraction.contract import Confidence, DecisionType, Thread
from decisions.extraction.evaluation import (
    Judged,
    accuracy_by_confidence,
    confusion,
    evaluate,
    noise_filter,
    score,
)
from decisions.extraction.rules import RulesExtractor
from tests.decisions.extraction.conversations import decisions, message


def test_scores_are_shares_of_hits():
    measured = score([True, True, False, False], [True, False, True, False])
    assert measured == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


def test_nothing_found_scores_zero():
    assert score([False], [True]) == {"precision": 0.0, "recall": 0.0, "f1": 0.0}


def test_a_file_of_segments_is_scored(tmp_path):
    segments = [
        {"text": "We decided to use Postgres.", "labels": ["StateDecision"]},
        {"text": "I suggest we use Redis.", "labels": ["ProposeAction"]},
        {"text": "Hi,", "labels": ["Social"]},
    ]
    path = tmp_path / "segments.jsonl"
    path.write_text("\n".join(map(json.dumps, segments)) + "\n")
    scores = evaluate(path)
    assert scores["states_decision"]["f1"] == 1
    assert scores["leads_to_decision"]["f1"] == 1
    assert scores["false_decisions"] == 0


def test_the_rules_hold_their_own_on_real_mail(shared_data):
    scores = evaluate(shared_data / "ietf" / "segments_dev.jsonl")
    assert scores["states_decision"]["f1"] >= 0.62
    assert scores["leads_to_decision"]["f1"] >= 0.74
    assert scores["false_decisions"] < 0.02
    assert scores["cross_validated"]["states_decision"]["f1"] >= 0.40
    assert scores["cross_validated"]["leads_to_decision"]["f1"] >= 0.70
    assert scores["noise_filter"]["recall"] == 1


def test_on_real_mail_high_is_right_more_often_than_medium_and_medium_than_low(shared_data):
    by_confidence = evaluate(shared_data / "ietf" / "segments_dev.jsonl")["confidence"]
    high, medium, low = (by_confidence[each]["right"] for each in ("high", "medium", "low"))
    assert high > medium > low


def _segments(tmp_path, *segments):
    path = tmp_path / "segments.jsonl"
    path.write_text("\n".join(map(json.dumps, segments)) + "\n")
    return path


def _conversation(number, text, *labels):
    return {"sid": number * 100, "text": text, "labels": list(labels)}


def test_what_is_cross_validated_counts_only_what_proved_right_in_another_conversation(tmp_path):
    once = _conversation(1, "We decided to use Postgres.", "StateDecision")
    again = _conversation(2, "We decided to use Redis.", "StateDecision")
    other = _conversation(3, "Let's cancel the event.", "StateDecision")
    alone = evaluate(_segments(tmp_path, once, other))["cross_validated"]
    assert alone["groups"] == 2
    assert alone["states_decision"]["recall"] == 0
    shared = evaluate(_segments(tmp_path, once, again, other))["cross_validated"]
    assert shared["states_decision"]["recall"] == pytest.approx(2 / 3)


def test_weights_are_fitted_on_other_conversations_than_they_are_judged_on(tmp_path):
    agreeing = [_conversation(n, "I agree with that.", "Agreement") for n in range(10)]
    plain = [_conversation(n + 10, "The report has ten pages.") for n in range(10)]
    fitted = evaluate(_segments(tmp_path, *agreeing, *plain))["cross_validated"]
    assert fitted["leads_to_decision"]["f1"] == 1


def test_segments_without_ids_are_grouped_by_place(tmp_path):
    segments = [{"text": "Yes.", "labels": ["Agreement"]}] * 50
    assert evaluate(_segments(tmp_path, *segments))["cross_validated"]["groups"] == 3


def test_confidence_is_judged_by_how_often_it_is_right():
    judged = [(Confidence.HIGH, True), (Confidence.HIGH, False), (Confidence.LOW, False)]
    assert accuracy_by_confidence(judged) == {
        "high": {"found": 2, "right": 0.5},
        "medium": {"found": 0, "right": 0.0},
        "low": {"found": 1, "right": 0.0},
    }


def test_a_confusion_counts_what_each_type_is_taken_for():
    chosen = decisions("We chose Postgres.")
    counts = confusion(
        [
            Judged(DecisionType.SELECTION, chosen),
            Judged(DecisionType.DIRECTION, chosen),
            Judged(DecisionType.APPROVAL, ()),
            Judged(None, chosen),
            Judged(None, ()),
        ]
    )
    assert (counts.stated, counts.found, counts.right) == (3, 2, 1)
    assert counts.matrix["direction"]["selection"] == 1
    assert counts.matrix["approval"]["none"] == 1
    assert counts.matrix["none"]["selection"] == 1
    assert counts.by_type["selection"]["recall"] == 1
    assert counts.by_type["selection"]["precision"] == pytest.approx(1 / 3)
    assert len(counts.matrix) == len(DecisionType) + 1


def test_of_several_the_one_of_the_stated_type_stands_for_it():
    both = decisions("We chose Postgres.\n\nI'll set it up by Friday.")
    judged = Judged(DecisionType.COMMITMENT, both)
    assert judged.match.type is DecisionType.COMMITMENT
    assert [right for _, right in judged.verdicts()] == [False, True]


def test_the_noise_filter_is_measured_by_what_it_loses_and_what_it_stops():
    measured = noise_filter(
        [message("We chose Postgres."), message("Thanks!")], [message("Hi,"), message("It rains.")]
    )
    assert measured == {"recall": 0.5, "decisions": 2, "noise_kept_out": 0.5, "noise": 2}


def test_an_ordinary_mail_takes_well_under_its_budget():
    text = "Hi all,\n\nWe looked into the options again. The first one is slow.\n" * 6
    threads = [
        Thread((message(text + "We'll go with React.", str(n)),), frozenset({str(n)}))
        for n in range(50)
    ]
    started = time.process_time()
    RulesExtractor().extract(threads)
    # The budget is 0.7 ms a mail; a busy machine gets some slack.
    assert (time.process_time() - started) / len(threads) < 0.003


@pytest.mark.parametrize("missing", ["none.jsonl"])
def test_a_missing_file_is_an_error(tmp_path, missing):
    with pytest.raises(OSError, match=missing):
        evaluate(tmp_path / missing)
