"""Erasure leaves no trace: a word that was planted in a source is found nowhere afterwards."""

import logging
import time

import pytest
from django.db import connection

from connectors import uploads
from connectors.arrivals import Arrived
from connectors.models import Integration, Queue, SourceItem, SyncRun
from connectors.registry import FILE_CONNECTORS
from connectors.runs import open_run
from connectors.services import ingest
from decisions import services
from decisions.histories import lineage
from decisions.models import Decision, Memory, Occurrence
from decisions.pipeline.drain import drain
from lifecycle.compaction import run as compaction
from lifecycle.reconcile.apply import apply
from lifecycle.reconcile.contract import Finding, Verdict
from lifecycle.reconcile.work import reconcile
from lifecycle.retention import erasing
from lifecycle.retention.targets import Target
from lifecycle.retention.vacuum import vacuum
from momo.platform.tenancy.visibility import Visibility
from retrieval.answering.answer import ask
from retrieval.pipeline import search
from tests.api import ROOT, session
from tests.e2e.traces import places_of, tables_whose_files_hold
from tests.mailbox import mail, write_mbox

# One worker, as each looks through all that is stored for the same word.
pytestmark = pytest.mark.xdist_group("traces")
CANARY = "xylomarinax"
PATIENCE = 20.0  # seconds, for other transactions to end
OLD = "Mon, 1 Sep 2025 09:0{}:00 +0000"

# Everywhere that the canary comes to before it is erased. One that is missed here would be one of
# which nobody knows whether it is cleared.
EXPECTED = {
    "connectors_sourceitem.title", "connectors_sourceitem.author",
    "connectors_sourceitem.sealed_raw", "connectors_sourceitem.sealed_text",
    "decisions_memory.title", "decisions_memory.summary", "decisions_memory.quote",
    "decisions_memory.people", "decisions_memory.search", "decisions_memoryterms.terms",
    "decisions_entity.name", "decisions_entity.aliases", "decisions_entityname.spelled",
    "decisions_memoryrevision.changes",
    "decisions_occurrence.snippet", "decisions_supersession.reason",
    "decisions_supersession.evidence", "decisions_edge.reason", "lifecycle_conflict.reason",
    "rest_idempotentrequest.sealed_answer",
}  # fmt: skip


@pytest.fixture
def team(committed_world, monkeypatch):
    """A team whose mails hold the canary, with all that comes of it."""
    monkeypatch.setattr(compaction, "MIN_DECISIONS", 1)
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    return committed_world


def mails():
    def said(number, text, by, **headers):
        return mail(
            number, text=text, Date=OLD.format(number),
            From=f"{by} <{by[:3].lower()}@mail.example>", **{"Subject": "Plans"} | headers,
        )  # fmt: skip

    first = said(
        1, "We decided to move the Berlin office to Xylomarinax.", "Ann Xylomarinax",
        Subject="Xylomarinax",
    )  # fmt: skip
    first.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename=f"{CANARY}.pdf")
    return [
        first,
        said(2, "We decided to move the Berlin office to Mitte.", "Ben Birch"),
        said(3, "We decided to move the Berlin office to Kreuzberg.", "Cyd Cedar"),
        said(4, "Shall we paint the boat in Xylomarinax blue?", "Ann Xylomarinax", Subject="Boat"),
        said(5, "Agreed, let's do that.", "Ben Birch", In_Reply_To="<4@mail.example>",
             References="<4@mail.example>"),
        said(6, "We decided to hire a designer.", "Dee Dogwood"),
        said(7, "We decided to hire a designer from Xylomarinax.", "Ann Xylomarinax"),
        said(8, "We decided to sell the old pier to Xylomarinax.", "Ann Xylomarinax"),
        said(9, "We decided to sell the old pier.", "Ben Birch"),
    ]  # fmt: skip


def take_in(world, tmp_path):
    box = write_mbox(tmp_path / "mails.mbox", mails())
    run = ingest(world.scope("owner"), FILE_CONNECTORS["mbox"], box, visibility=Visibility.SHARED)
    while drain(Queue.BACKFILL, team_id=world.team.id) + drain(Queue.REALTIME):
        pass
    return run


def live_with_it(world):
    """All that happens to memories happens to those that hold the canary."""
    with world.acting_as("owner"):
        said = {m.source_item_id: m for m in Decision.objects.all()}
        items = dict(SourceItem.objects.values_list("external_id", "id"))
        by_number = {
            number: said[each]
            for name, each in items.items()
            for number in [int(name.split("@")[0])]
            if each in said
        }
    first, second, third, fifth = (by_number[number] for number in (1, 2, 3, 5))
    assert CANARY in fifth.title.lower()
    compaction.compact(world.scope("owner"))
    with world.acting_as("owner"):
        assert CANARY in Memory.objects.get(kind="summary").summary.lower()
    reconcile(world.team.id)
    with world.acting_as("owner"):
        lineage.lock()
        apply(
            [
                Finding(Verdict.INVALIDATE, str(second.id), str(first.id), "moved",
                        "Moved to Xylomarinax", first.quote),
                Finding(Verdict.CONFLICT, str(third.id), str(first.id), "opposite",
                        "Kreuzberg or Xylomarinax"),
                Finding(Verdict.SKIP, str(by_number[6].id), str(by_number[7].id), "same"),
                Finding(Verdict.SKIP, str(by_number[8].id), str(by_number[9].id), "same"),
            ],
            newer=[each.id for each in by_number.values()],
        )  # fmt: skip
        assert Occurrence.objects.filter(snippet__icontains=CANARY).count() == 1
    services.edit_memory(world.scope("owner"), first.id, {"summary": "To Xylomarinax it goes"})
    for deed in ("reverse", "restore"):
        answer = session(world, "owner").post(
            f"{ROOT}/decisions/{first.id}/{deed}", headers={"Idempotency-Key": f"key {deed}"}
        )
        assert CANARY in str(answer.json()).lower()
    assert search(world.scope("teammate"), CANARY).results
    ask(world.scope("teammate"), f"Where is {CANARY}?")
    return by_number


def test_the_canary_stems_to_itself(db):
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_tsvector('english', %s)", [CANARY])
        assert cursor.fetchone()[0] == f"'{CANARY}':1"


def test_what_a_person_wrote_is_found_nowhere(team, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    scope = team.scope("owner")
    take_in(team, tmp_path)
    said = live_with_it(team)
    assert places_of(CANARY, scope) >= EXPECTED

    done = erasing.erase(scope, Target(person="ann@mail.example"))
    assert (done.erased["items"], done.rebased) == (4, 1)
    assert set(done.verified.values()) == {0}
    assert places_of(CANARY, scope) == set()

    take_in(team, tmp_path)  # the connector delivers it all again
    reconcile(team.team.id)
    assert not search(scope, CANARY).results
    assert places_of(CANARY, scope) == set()
    assert CANARY not in caplog.text.lower()
    with team.acting_as("owner"):
        assert Memory.objects.get(id=said[2].id).superseded_by is None
        assert Memory.objects.get(id=said[6].id).occurrence_count == 1
        assert Memory.objects.get(id=said[9].id).archived_at is None


def test_a_source_is_found_nowhere_with_its_subjects_quotes_and_waiting_files(team, tmp_path):
    scope = team.scope("owner")
    run = take_in(team, tmp_path)
    reply = mail(
        11, text=f"On Monday Ann wrote:\n> To {CANARY}, then.\n\nFine by me.",
        Subject=f"Re: {CANARY}", In_Reply_To="<1@mail.example>", References="<1@mail.example>",
    )  # fmt: skip
    box = write_mbox(tmp_path / f"{CANARY}.mbox", [reply])
    with team.acting_as("owner"):
        source = SyncRun.objects.get(id=run.id).integration_id
        waiting = uploads.keep(
            arrived(box), scope=scope, run_id=open_run(
                FILE_CONNECTORS["mbox"], name=Integration.objects.get(id=source).name,
                visibility=Visibility.SHARED,
            ).id,
        )  # fmt: skip
    ingest(scope, FILE_CONNECTORS["mbox"], box, visibility=Visibility.SHARED)
    drain(Queue.BACKFILL, team_id=team.team.id)
    found = places_of(CANARY, scope)
    assert {"decisions_entityname.spelled", "connectors_sourceitem.sealed_raw"} <= found
    assert any(place.startswith("file uploads/") for place in found)

    done = erasing.erase(scope, Target(integration=source))
    assert (done.erased["integrations"], done.erased["uploads"]) == (1, 1)
    assert not waiting.path.exists()
    assert places_of(CANARY, scope) == set()


def test_what_others_quote_stays_in_their_mail_and_nowhere_else(team, tmp_path):
    scope = team.scope("owner")
    said = mail(1, text=f"We go to {CANARY}.", From="Ann <ann@mail.example>", Subject="Plans")
    reply = mail(
        2, text=f"Fine by me.\n\nOn Monday Ann wrote:\n> We go to {CANARY}.\n",
        From="Ben <ben@mail.example>", Subject="Re: Plans", In_Reply_To="<1@mail.example>",
        References="<1@mail.example>",
    )  # fmt: skip
    box = write_mbox(tmp_path / "two.mbox", [said, reply])
    ingest(scope, FILE_CONNECTORS["mbox"], box, visibility=Visibility.SHARED)
    drain(Queue.BACKFILL, team_id=team.team.id)
    erasing.erase(scope, Target(person="ann@mail.example"))
    assert places_of(CANARY, scope) == {"connectors_sourceitem.sealed_raw"}


def test_vacuuming_in_full_clears_the_files_of_the_database(team, tmp_path):
    scope = team.scope("owner")
    take_in(team, tmp_path)
    erasing.erase(scope, Target(person="ann@mail.example"))
    assert "decisions_memory" in tables_whose_files_hold(CANARY)
    until = time.monotonic() + PATIENCE
    vacuum(full=True)
    while tables_whose_files_hold(CANARY) and time.monotonic() < until:
        vacuum(full=True)  # what another transaction could still see, as autovacuum's, was kept
    assert tables_whose_files_hold(CANARY) == set()


def arrived(path):
    file = path.parent / "arrived"
    file.write_bytes(path.read_bytes())
    return Arrived(path.name, file)
