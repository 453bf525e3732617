"""The measure itself, and what the rules reach on mails that people labelled."""

import json
import time

import pytest

from decisions.extraction.contract import Thread
from decisions.extraction.evaluation import evaluate, score
from decisions.extraction.rules import RulesExtractor
from tests.decisions.extraction.conversations import message


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
    assert scores["states_decision"]["f1"] >= 0.45
    assert scores["leads_to_decision"]["f1"] >= 0.70
    assert scores["false_decisions"] < 0.05


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
