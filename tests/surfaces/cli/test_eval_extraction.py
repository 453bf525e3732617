"""`momo eval extraction`: on labelled segments, and on the demo."""

import json

import pytest
from click.testing import CliRunner

from momo.surfaces.cli.main import run


def _run(*arguments):
    return CliRunner().invoke(run, ["eval", "extraction", *arguments])


@pytest.fixture
def segments(tmp_path):
    path = tmp_path / "segments.jsonl"
    lines = [
        {"sid": 1, "text": "We decided to use Postgres.", "labels": ["StateDecision"]},
        {"sid": 200, "text": "Hi,", "labels": ["Social"]},
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(path)


def test_segments_are_scored_as_json(segments):
    scores = json.loads(_run(segments, "--json").output)
    assert scores["states_decision"] == {"precision": 1, "recall": 1, "f1": 1}
    assert scores["cross_validated"]["groups"] == 2
    assert set(scores["confidence"]) == {"high", "medium", "low"}
    assert scores["noise_filter"]["noise_kept_out"] == 1


def test_and_as_tables(segments):
    shown = _run(segments).output
    assert "states a decision" in shown
    assert "Noise filter: 100.0% of 1" in shown


def test_the_demo_has_a_confusion_of_ten_types():
    found = json.loads(_run("--demo", "--json").output)
    assert len(found["confusion"]["by_type"]) == 10
    assert found["confusion"]["right"] <= found["confusion"]["found"]


def test_and_a_table_of_it():
    assert "stated decisions found" in _run("--demo").output


@pytest.mark.parametrize("demo", [True, False])
def test_it_takes_a_file_or_the_demo_and_not_both(segments, demo):
    refused = _run(segments, "--demo") if demo else _run()
    assert refused.exit_code == 2
    assert "Give either" in refused.output


def test_a_file_of_another_form_is_refused(tmp_path):
    path = tmp_path / "other.jsonl"
    path.write_text("{}\n")
    refused = _run(str(path))
    assert refused.exit_code == 1
    assert "not of that form" in refused.output
