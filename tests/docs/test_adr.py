"""Momo's own decision records, read by its own connector."""

import re
from functools import cache
from pathlib import Path

import yaml

from connectors.contract import Declared, SourceRecord
from connectors.registry import FILE_CONNECTORS
from tests.docs.pages import DOCS

FOLDER = DOCS / "adr"
REPLACED = {
    "0005-source-items-are-unique-by-team-and-source":
        "0016-source-items-are-unique-within-their-integration",
    "0006-resume-a-sync-from-a-stored-cursor":
        "0017-go-on-after-an-interruption-by-reading-again",
}  # fmt: skip


@cache
def _records() -> dict[str, SourceRecord]:
    readings = FILE_CONNECTORS["adr"].read(FOLDER)
    return {r.external_id: r for r in readings if isinstance(r, SourceRecord)}


def _files() -> list[Path]:
    return sorted(FOLDER.glob("[0-9]*.md"))


def _declared(record: SourceRecord) -> Declared:
    assert record.declared is not None
    return record.declared


def test_every_record_is_read_and_dated():
    assert set(_records()) == {path.stem for path in _files()}
    assert all(record.dated for record in _records().values())


def test_replaced_records_name_their_successors():
    found = {key: _declared(r).superseded_by for key, r in _records().items()}
    assert {key: by for key, by in found.items() if by} == {
        old: (new,) for old, new in REPLACED.items()
    }


def test_successors_name_what_they_replace():
    found = {key: _declared(r).supersedes for key, r in _records().items()}
    assert {key: old for key, old in found.items() if old} == {
        new: (old,) for old, new in REPLACED.items()
    }


def test_all_else_is_decided():
    assert {_declared(record).status for record in _records().values()} == {"decided"}


def test_every_record_says_what_was_chosen_and_what_was_not():
    for key, record in _records().items():
        outcomes = [option["outcome"] for option in _declared(record).options]
        assert outcomes.count("chosen") == 1, key
        assert "rejected" in outcomes, key


def test_every_record_is_quoted_word_for_word():
    for key, record in _records().items():
        quote = _declared(record).quote
        assert quote in (FOLDER / f"{key}.md").read_text(), key
        assert quote.startswith("Chosen option: "), key


def test_the_overview_lists_every_record_under_its_title():
    overview = (FOLDER / "README.md").read_text()
    for path in _files():
        title = re.search(r"^# (.+)$", path.read_text(), re.MULTILINE)
        assert title
        assert f"| [{path.stem[:4]}]({path.name}) | {title[1]} |" in overview


def test_records_are_numbered_without_gaps():
    numbers = sorted(int(key[:4]) for key in _records())
    assert numbers == list(range(1, len(numbers) + 1))


def test_front_matter_is_yaml_with_the_fields_of_madr():
    for path in _files():
        block = re.match(r"---\n(.*?)\n---\n", path.read_text(), re.DOTALL)
        assert block, path.name
        assert set(yaml.safe_load(block[1])) == {"status", "date", "decision-makers"}, path.name
