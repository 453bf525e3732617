"""Decision records as Momo's records."""

import os
from datetime import UTC, datetime

import pytest

from connectors.adr.connector import adr
from connectors.contract import Person, UnreadableSource
from connectors.normalize import normalize

NYGARD = """# 4. Use Postgres for storage

Date: 2016-02-12

## Status

Accepted

Supersedes [2. Use MySQL](0002-use-mysql.md)

## Context

We need a database that we can run ourselves. The team knows two.

## Decision

We will use Postgres for all storage. It has **row-level**
security and we know it.

## Consequences

One more server to run.
"""
SUPERSEDED = """# 2. Use MySQL

Date: 2015-01-05

## Status

Superseded by [4. Use Postgres for storage](0004-use-postgres.md)

## Decision

We will use MySQL.
"""
MADR2 = """# Use Markdown records

* Status: accepted
* Deciders: Anna Example, [Ben](https://example.com/ben), @cleo
* Date: 2020-03-01

Technical Story: none

## Context and Problem Statement

How do we write decisions down?

## Considered Options

* [MADR](https://adr.github.io/madr/) 2.1.0
* Wiki pages
* Nothing at all

## Decision Outcome

Chosen option: "MADR 2.1.0", because it is lean and lives next to the code.

## Pros and Cons of the Options

### [MADR](https://adr.github.io/madr/) 2.1.0

* Good, because it is plain text

### Wiki pages

* Good, because everyone can edit
* Bad, because they drift from the code
* Bad, because nobody reviews them.

### Nothing at all

* Bad, because we forget
"""
MADR4 = """---
status: "superseded by ADR-0004"
date: 2023-05-06
decision-makers:
  - Anna Example <anna@example.com>
  - Ben
consulted: Cleo
informed: [Dora, Emil]
tags: [storage, infra]
---

# Store files on disk

## Context and Problem Statement

Where do uploads go?

## Considered Options

* Disk
* Object storage

## Decision Outcome

Chosen option: "Disk", because it is there.
"""


@pytest.fixture
def take(make_folder, read):
    def taken(**texts):
        files = {f"{name.replace('__', '/')}.md": text for name, text in texts.items()}
        return read(adr, make_folder({name.replace("_", "-"): t for name, t in files.items()}))

    return taken


def test_nygards_form_is_read_whole(take):
    (_, record), refusals = take(**{"0002_use_mysql": SUPERSEDED, "0004_use_postgres": NYGARD})
    assert refusals == []
    assert record.external_id == "0004-use-postgres"
    assert record.occurred_at == datetime(2016, 2, 12, tzinfo=UTC)
    assert record.dated
    assert record.title == record.declared.title == "Use Postgres for storage"
    assert record.declared.status == "decided"
    assert record.declared.summary == (
        "We will use Postgres for all storage. It has row-level security and we know it."
    )
    assert record.declared.rationale.startswith("We need a database")
    assert record.declared.quote == "We will use Postgres for all storage."


def test_what_replaced_what_is_known_from_both_sides(take):
    (old, new), _ = take(**{"0002_use_mysql": SUPERSEDED, "0004_use_postgres": NYGARD})
    assert old.declared.superseded_by == (new.external_id,)
    assert old.declared.status == "decided"
    assert new.declared.supersedes == (old.external_id,)


def test_madr_2_gives_options_with_reasons_and_who_decided(take):
    (record,), _ = take(**{"0001_madr": MADR2})
    assert record.declared.options == (
        {"option": "MADR 2.1.0", "outcome": "chosen",
         "reason": "it is lean and lives next to the code."},
        {"option": "Wiki pages", "outcome": "rejected",
         "reason": "they drift from the code; nobody reviews them"},
        {"option": "Nothing at all", "outcome": "rejected", "reason": "we forget"},
    )  # fmt: skip
    assert record.declared.rationale == "it is lean and lives next to the code."
    assert record.participants == (
        Person(name="Anna Example", role="decider"),
        Person(name="Ben", role="decider"),
        Person(handle="cleo", role="decider"),
    )
    assert record.occurred_at == datetime(2020, 3, 1, tzinfo=UTC)


def test_options_weighed_in_deeper_or_level_sections_keep_their_reasons(take):
    text = (
        MADR2.replace("### Nothing at all", "## Nothing at all")
        .replace("* Good, because everyone", "#### Points\n\n* Good, because everyone")
        .replace("because it is lean and", "because\n\n* It is lean.\n* It")
    )
    (record,), _ = take(**{"0001_madr": text})
    assert [(option["option"], option["reason"]) for option in record.declared.options] == [
        ("MADR 2.1.0", "It is lean. It lives next to the code."),
        ("Wiki pages", "they drift from the code; nobody reviews them"),
        ("Nothing at all", "we forget"),
    ]


def test_madr_4_is_read_from_its_front_matter(take):
    (record, new), _ = take(**{"0003_disk": MADR4, "0004_use_postgres": NYGARD})
    assert record.declared.superseded_by == (new.external_id,)
    assert record.occurred_at == datetime(2023, 5, 6, tzinfo=UTC)
    assert [(p.name, p.email, p.role) for p in record.participants] == [
        ("Anna Example", "anna@example.com", "decider"),
        ("Ben", "", "decider"),
        ("Cleo", "", "mentioned"),
        ("Dora", "", "mentioned"),
        ("Emil", "", "mentioned"),
    ]
    assert record.tags == ("storage", "infra")


@pytest.mark.parametrize(
    ("status", "meant"),
    [
        ("Accepted", "decided"),
        ("accepted 2020-01-01", "decided"),
        ("Proposed", "pending"),
        ("draft", "pending"),
        ("**Deprecated**", "reversed"),
        ("Superseded by something that is not here", "reversed"),
        ("Rejected", "decided"),
        ("", "decided"),
    ],
)
def test_a_status_is_believed(take, status, meant):
    (record,), _ = take(**{"0004_x": NYGARD.replace("Accepted", status)})
    assert record.declared.status == meant


def test_a_rejected_proposal_is_a_decision_against_it(take):
    (record,), _ = take(**{"0001_x": MADR2.replace("accepted", "rejected")})
    assert record.declared.status == "decided"
    assert record.declared.summary.startswith("Rejected: ")
    assert {option["outcome"] for option in record.declared.options} == {"rejected"}


@pytest.mark.parametrize("text", [NYGARD, MADR2, MADR4, NYGARD.replace("\n", "\r\n")])
def test_a_quote_stands_word_for_word_in_the_normalized_text(take, text):
    (record,), _ = take(**{"0001_x": text})
    assert record.declared.quote
    assert record.declared.quote in normalize(record.raw, record.media_type, {}).text


def test_numbers_are_looked_up_in_the_records_own_folder(take):
    (_, _, b_new, b_old), _ = take(**{
        "a__0001_x": NYGARD, "a__0004_x": NYGARD,
        "b__0001_x": NYGARD.replace("[2. Use MySQL](0002-use-mysql.md)", "ADR-0004"),
        "b__0004_x": SUPERSEDED,
    })  # fmt: skip
    assert b_new.declared.supersedes == (b_old.external_id,) == ("b/0004-x",)


def test_what_is_no_record_is_skipped(take):
    records, refusals = take(
        README="# Decisions", template=NYGARD, notes="# Minutes\n\nWe met.", empty="",
        **{"0000_form": "# {short title}\n\n## Decision Outcome\n\nx"},
    )  # fmt: skip
    assert records == []
    assert len(refusals) == 5
    assert all(refusal.skipped for refusal in refusals)


def test_without_a_date_the_files_own_time_stands_in_and_is_no_date(make_folder, read):
    folder = make_folder({"0001-x.md": NYGARD.replace("Date: 2016-02-12", "")})
    os.utime(folder / "0001-x.md", (1_704_103_200, 1_704_103_200))
    (record,), _ = read(adr, folder)
    assert record.occurred_at == datetime(2024, 1, 1, 10, tzinfo=UTC)
    assert not record.dated


def test_broken_front_matter_comments_and_code_do_no_harm(take):
    text = (
        "---\nstatus: {proposed | @x: [\n: :\n---\n# One <!-- no -->\n\n```\n# not a title\n```\n"
        "## Status\n<!-- Rejected -->\nAccepted\n## Decision\n\n<!-- x --> Take the first one.\n"
    )
    (record,), _ = take(**{"0001_x": text})
    assert record.title == "One"
    assert record.declared.quote == "Take the first one."


HOSTILE = (
    b"\xff\xfe\x00",
    b"# ",
    b"- ",
    b"[](",
    b"* **a",
    b"\x00",
    b"<!---->",
    b"a.",
    b"Chosen option: ",
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_pages_are_survived(make_folder, read, unit):
    text = b"# 1. X\n\n## Status\n\nAccepted\n\n## Decision\n\n" + unit * 20_000
    records, _ = read(adr, make_folder({"0001-x.md": text}))
    assert all(b"\0" not in record.raw for record in records)


def test_a_folder_without_pages_is_unreadable(make_folder):
    with pytest.raises(UnreadableSource, match="docs/adr"):
        list(adr.read(make_folder({"a.txt": "x"})))
