"""Measuring how well replaced decisions are found."""

import json

import pytest

from lifecycle.reconcile.evaluation import measure, read

PROPOSALS = (
    (1, "Cache the tides", "In memory.", "05-Jan-2026"),
    (2, "Berth map", "Drawn by hand.", "2026-01-09"),
    (3, "Tide service", "It replaces :pep:`1`.", "12-March-2026"),
    (4, "Berth map", "Drawn by a machine.", "13-Mar-2026"),
    (5, "Anchors", "Of iron.", "14-Mar-2026"),
)


@pytest.fixture
def files(tmp_path):
    proposals, pairs = tmp_path / "proposals.jsonl", tmp_path / "pairs.json"
    names = ("number", "title", "abstract", "created")
    rows = [dict(zip(names, row, strict=True)) | {"authors": "Ada <a@momo.example>, Ben"}
            for row in PROPOSALS]  # fmt: skip
    proposals.write_text("\n".join(json.dumps(row) for row in reversed(rows)))
    pairs.write_text("[[1, 3], [2, 5], [4, 2]]")
    return proposals, pairs


def test_proposals_are_read_in_the_order_of_their_dates(files):
    proposals, pairs = read(*files)
    assert [each.number for each in proposals] == [1, 2, 3, 4, 5]
    assert proposals[2].abstract == "It replaces PEP 1."
    assert [person.name for person in proposals[0].authors] == ["Ada", "Ben"]
    assert pairs == [(1, 3), (2, 5), (4, 2)]


def test_what_is_no_date_is_refused(files):
    files[0].write_text('{"number": 1, "title": "", "abstract": "", "authors": "", "created": "x"}')
    with pytest.raises(ValueError, match="no date"):
        read(*files)


def test_pairs_in_the_order_of_dates_are_measured(committed, files):
    figures = measure(*read(*files))
    assert (figures.proposals, figures.known_pairs) == (5, 2)
    assert (figures.marked, figures.true_marked, figures.missed) == (2, 1, ((2, 5),))
    assert {(mark.older, mark.newer, mark.known) for mark in figures.marks} == {
        (1, 3, True), (2, 4, False),
    }  # fmt: skip
    assert figures.candidate_recall == 1.0
    assert figures.as_json()["false_per_true"] == 1.0
