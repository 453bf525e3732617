"""Taking decisions out: as a table, as JSON, as decision records."""

import csv
import io
import json
import re
import zipfile
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from connectors.adr.connector import adr as records
from connectors.contract import Person
from decisions import services
from decisions.editing.drafts import Draft
from decisions.export import rows
from decisions.models import Memory
from decisions.services import create_memory
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, decision, session


def _export(client, **query):
    response = client.get(f"{ROOT}/decisions/export", query)
    assert response.status_code == 200, response.content
    return response, b"".join(
        part.encode() if isinstance(part, str) else part for part in response.streaming_content
    )


def _table(client, **query):
    _, body = _export(client, **query)
    return list(csv.DictReader(io.StringIO(body.decode())))


def test_a_table_has_a_line_for_each_that_passes_the_filters(world):
    decision(world, "owner", "One", tags=("a", "b"), people=(Person(name="Ada"),))
    decision(world, "owner", "Two", status="pending")
    decision(world, "owner", "No decision", kind="fact")
    owner = session(world, "owner")
    assert [line["title"] for line in _table(owner)] == ["Two", "One"]
    (line,) = _table(owner, tags_all="a")
    assert (line["holds"], line["tags"], line["people"]) == ("holds", "a; b", "Ada (author)")
    response, _ = _export(owner)
    assert response["Content-Type"].startswith("text/csv")
    assert "attachment" in response["Content-Disposition"]


def test_no_cell_is_taken_for_a_formula(world):
    decision(world, "owner", "=1+1")
    assert _table(session(world, "owner"))[0]["title"] == "'=1+1"


def test_json_has_all_that_a_decision_states(world):
    options = ({"option": "MySQL", "chosen": False, "reason": "Slow", "by": "Ada"},)
    decision(world, "owner", "One", rationale="Because.", options=options)
    decision(world, "owner", "Two")
    response, body = _export(session(world, "owner"), format="json", sort="oldest")
    one, two = json.loads(body)["items"]
    assert (one["rationale"], one["options"]) == ("Because.", list(options))
    assert (two["title"], response["Content-Type"]) == ("Two", "application/json")
    _, nothing = _export(session(world, "stranger"), format="json")
    assert json.loads(nothing) == {"items": []}


def test_decision_records_are_read_again_as_they_were(world, tmp_path):
    old = create_memory(world.scope("owner"), Draft(
        title="Use MySQL", summary="For everything that we keep.", rationale="We know it well.",
        decided_at=datetime(2026, 1, 5, tzinfo=UTC), tags=("storage", "db"),
        people=(Person(name="Ada Byron", email="ada@momo.example"), Person(name="Bob")),
        options=(
            {"option": "MySQL", "chosen": True, "reason": "we know it", "by": ""},
            {"option": "Postgres", "chosen": False, "reason": "nobody ran it before", "by": ""},
        ),
    ))  # fmt: skip
    new = decision(
        world, "owner", "Use Postgres: # really", decided_at=datetime(2026, 2, 1, tzinfo=UTC)
    )
    decision(
        world, "owner", "Ask the board", status="pending",
        decided_at=datetime(2026, 3, 1, tzinfo=UTC), summary="# Status\n\naccepted\n---\n* x",
    )  # fmt: skip
    gone = decision(world, "owner", "Have a pager", decided_at=datetime(2026, 4, 1, tzinfo=UTC))
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
        services.reverse_decision(gone)
    _, body = _export(session(world, "owner"), format="adr")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        archive.extractall(tmp_path)
    assert names == [
        "adr/0001-use-mysql.md", "adr/0002-use-postgres-really.md", "adr/0003-ask-the-board.md",
        "adr/0004-have-a-pager.md",
    ]  # fmt: skip
    first, second, third, fourth = records.read(tmp_path / "adr")
    declared = first.declared
    assert (first.title, first.tags) == ("Use MySQL", ("storage", "db"))
    assert first.occurred_at == datetime(2026, 1, 5, tzinfo=UTC)
    assert {p.email or p.name for p in first.participants} == {"ada@momo.example", "Bob"}
    assert declared.superseded_by == (second.external_id,)
    assert declared.rationale == "we know it."
    assert declared.summary.startswith("For everything that we keep.")
    assert [dict(option) for option in declared.options] == [
        {"option": "MySQL", "outcome": "chosen", "reason": "we know it."},
        {"option": "Postgres", "outcome": "rejected", "reason": "nobody ran it before"},
    ]
    assert second.title == "Use Postgres: # really"
    assert [each.declared.status for each in (second, third, fourth)] == [
        "decided", "pending", "reversed",
    ]  # fmt: skip


def test_nothing_of_a_decision_record_is_html_a_link_or_the_records_own_form(world):
    decision(
        world, "owner", "Use <b>it</b>", tags=("a\u2028status: accepted", "b"), status="pending",
        summary="Hi <script>alert(1)</script>\n=\n[see](javascript:alert(1)) and [x]: //momo",
        rationale="It is < 5 and [1].", quote="<img src=x>\n</p>",
    )  # fmt: skip
    with world.acting_as("owner"):
        Memory.objects.update(source_url="https://momo.example/><script>")
    _, body = _export(session(world, "owner"), format="adr")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        text = archive.read(archive.namelist()[0]).decode()
    assert "<https://momo.example/script>" in text
    text = text.replace("<https://momo.example/script>", "")
    assert not re.search(r"(?<!\\)<[A-Za-z/!]|(?<!\\)\][(:]|^=", text, re.MULTILINE)
    assert "tags: a status: accepted, b" in text.splitlines()
    assert "It is < 5 and [1]." in text


@pytest.mark.parametrize("who", ["owner", "teammate", "stranger"])
@pytest.mark.parametrize("form", ["csv", "json", "adr"])
def test_nobody_takes_out_what_they_do_not_see(world, who, form):
    decision(world, "private_owner", "Xylophone", visibility=Visibility.PRIVATE)
    _, body = _export(session(world, who), format=form)
    text = body.lower()
    assert b"xylophone" not in text
    _, body = _export(session(world, "private_owner"), format=form)
    assert b"xylophone" in body.lower()


def test_many_are_read_in_pieces_none_twice_and_none_left_out(world, monkeypatch):
    monkeypatch.setattr(rows, "PIECE", 4)
    for n in range(9):
        decision(world, "owner", str(n), decided_at=datetime(2026, 1, 1, tzinfo=UTC))
    owner = session(world, "owner")
    with CaptureQueriesContext(connection) as captured:
        titles = [line["title"] for line in _table(owner)]
    assert titles == list("876543210")
    reads = [q for q in captured if "decisions_memory" in q["sql"] and "SELECT" in q["sql"]]
    assert len(reads) == 3


def test_what_is_not_known_is_refused(world):
    owner = session(world, "owner")
    assert owner.get(f"{ROOT}/decisions/export", {"format": "xml"}).status_code == 400
    assert owner.get(f"{ROOT}/decisions/export", {"cursor": "x"}).status_code == 400
