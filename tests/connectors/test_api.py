"""Sources, uploads and the pipeline over REST."""

import json
import logging
import os
import time
from pathlib import Path

import pytest
from celery import current_app
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError as BrokerError

from connectors import arrivals, tasks, uploads
from connectors.models import Integration, PipelineJob, SourceItem, SyncRun
from connectors.registry import FILE_CONNECTORS
from momo.platform.accounts import services as accounts
from momo.platform.tenancy.models import Visibility
from tests.api import ROOT, as_agent, belongings, session, with_key

NOTES = b"".join(
    json.dumps({"text": f"We decided on plan {n}.", "date": "2026-03-01"}).encode() + b"\n"
    for n in range(3)
)


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """Where uploads are kept, for this test alone."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "uploads"


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    """The messages that workers are sent."""
    messages = []
    monkeypatch.setattr(
        current_app, "send_task", lambda name, kwargs=None, **_: messages.append((name, kwargs))
    )
    return messages


@pytest.fixture
def owner(world):
    return session(world, "owner")


def _upload(client, content=NOTES, **body):
    body = {"kind": "notes", "file": SimpleUploadedFile("plans.jsonl", content)} | body
    return client.post(f"{ROOT}/sync-runs", body, format="multipart")


def _files(folder: Path):
    return [path for path in folder.rglob("*") if path.is_file()]


def _work(sent):
    """What a worker does with what it was sent."""
    for name, kwargs in sent:
        if name == uploads.INGEST_UPLOAD:
            tasks.ingest_upload(**kwargs)


def test_every_kind_of_file_is_listed(owner):
    items = owner.get(f"{ROOT}/sources").json()["items"]
    assert {item["kind"] for item in items} == set(FILE_CONNECTORS)
    assert {i["kind"]: i["default_visibility"] for i in items}["mbox"] == "private"


def test_a_file_is_taken_read_and_deleted(world, owner, kept, sent):
    response = _upload(owner)
    assert (response.status_code, response.json()["state"]) == (202, "running")
    (path,) = _files(kept)
    run_id = response.json()["id"]
    assert path == kept / str(world.team.id) / run_id / str(world.owner.id) / "plans.jsonl"
    assert path.read_bytes() == NOTES
    _work(sent)
    run = owner.get(f"{ROOT}/sync-runs/{run_id}").json()
    assert (run["state"], run["read"], run["added"]) == ("done", 3, 3)
    assert run["pipeline"]["waiting"] == {"normalize": 3, "extract": 0, "embed": 0, "link": 0}
    assert not _files(kept)
    tasks.ingest_upload(**sent[0][1])  # a second message finds nothing to do


def test_the_one_who_hands_in_a_file_chooses_who_sees_it(world, sent):
    for visibility in ("private", "shared"):
        _upload(session(world, "teammate"), visibility=visibility)
    _work(sent)
    with world.acting_as("owner"):
        assert Integration.objects.get().visibility == Visibility.SHARED
        assert {item.visibility for item in SourceItem.objects.all()} == {Visibility.SHARED}
    assert len(session(world, "teammate").get(f"{ROOT}/integrations").json()["items"]) == 2


def test_a_name_tells_two_sources_apart(owner):
    sources = [_upload(owner, **body).json()["integration_id"] for body in ({}, {}, {"name": "B"})]
    assert sources[0] == sources[1] != sources[2]


def test_a_file_that_is_not_what_it_is_said_to_be_fails_its_run(owner, kept, sent):
    run_id = _upload(owner, b"PK\x03\x04 broken", kind="slack").json()["id"]
    _work(sent)
    run = owner.get(f"{ROOT}/sync-runs/{run_id}").json()
    assert run["state"] == "failed"
    assert run["error"]
    assert not _files(kept)


def test_a_bug_fails_the_run_and_quotes_nothing(owner, kept, sent, monkeypatch, caplog):
    def broken(*_, **__):
        raise ValueError("what someone wrote")

    run_id = _upload(owner).json()["id"]
    monkeypatch.setattr(tasks, "ingest", broken)
    with caplog.at_level(logging.ERROR):
        _work(sent)
    run = owner.get(f"{ROOT}/sync-runs/{run_id}").json()
    assert (run["state"], run["error"]) == ("failed", "Reading failed (ValueError).")
    assert "what someone wrote" not in caplog.text
    assert not _files(kept)


def test_a_file_waits_while_the_database_is_away(owner, kept, sent, monkeypatch):
    def away(*_, **__):
        raise OperationalError

    run_id = _upload(owner).json()["id"]
    with monkeypatch.context() as patched:
        patched.setattr(tasks, "ingest", away)
        _work(sent)
    assert _files(kept)
    tasks.sweep_uploads()
    assert sent[-1] == sent[0]
    _work(sent)
    assert owner.get(f"{ROOT}/sync-runs/{run_id}").json()["state"] == "done"


def test_without_redis_the_sweep_starts_the_reading(owner, sent, monkeypatch):
    def lost(*_, **__):
        raise BrokerError

    with monkeypatch.context() as patched:
        patched.setattr(current_app, "send_task", lost)
        assert _upload(owner).status_code == 202
    assert sent == []
    tasks.sweep_uploads()
    _work(sent)
    assert owner.get(f"{ROOT}/sync-runs").json()["items"][0]["state"] == "done"


def test_a_file_is_read_by_one_worker_at_a_time(world, owner, kept, sent):
    run_id = _upload(owner).json()["id"]
    upload = next(uploads.waiting())
    with uploads.reading(upload) as mine:
        assert mine
        _work(sent)
    assert owner.get(f"{ROOT}/sync-runs/{run_id}").json()["read"] == 0
    assert _files(kept)


def test_the_file_of_someone_who_left_is_not_read(world, kept, sent):
    _upload(session(world, "teammate"))
    with world.acting_as("owner"):
        accounts.remove_member(user_id=world.teammate.id)
    _work(sent)
    assert not _files(kept)
    with world.acting_as("owner"):
        assert not SourceItem.objects.exists()


def test_what_began_to_arrive_and_never_did_is_cleared(kept):
    incoming = kept / arrivals.INCOMING
    incoming.mkdir(parents=True)
    (incoming / "old").touch()
    (incoming / "new").touch()
    long_ago = time.time() - uploads.ABANDONED_SECONDS - 1
    os.utime(incoming / "old", (long_ago, long_ago))
    tasks.sweep_uploads()
    assert [path.name for path in incoming.iterdir()] == ["new"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "fax"}, "kind"),
        ({"visibility": "restricted"}, "visibility"),
        ({"colour": "red"}, "colour"),
        ({"file": "no file"}, "file"),
        ({"file": SimpleUploadedFile("x", b"")}, "file"),
        ({"other": SimpleUploadedFile("y", b"y")}, "other"),
    ],
)
def test_what_is_wrong_with_an_upload_is_named_and_nothing_is_left(owner, kept, body, field):
    response = _upload(owner, **body)
    assert response.status_code == 400
    assert [e["field"] for e in response.json()["errors"]] == [field]
    assert not _files(kept)


def test_a_file_that_is_too_large_is_stopped(owner, kept, settings, monkeypatch):
    settings.MOMO_MAX_UPLOAD_BYTES = 100
    stated = _upload(owner)
    assert (stated.status_code, stated.json()["code"]) == (413, "too_large")
    # A sender who states no length, or a wrong one, is stopped when the bytes come.
    monkeypatch.setattr(arrivals.ToDisk, "handle_raw_input", lambda *_, **__: None)
    assert _upload(owner).status_code == 413
    assert not _files(kept)


def test_nothing_is_kept_of_what_a_stranger_to_the_session_sends(world, kept):
    client = session(world, "owner")
    client.handler.enforce_csrf_checks = True
    assert _upload(client).status_code == 403
    assert _upload(with_key(world, "owner", "read")).status_code == 403
    assert not _files(kept)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "..", ".hidden", "a" * 300, "é" * 200, "\0", ""]
)
def test_a_file_name_is_no_path(name):
    arrived = arrivals.safe_name(name)
    assert "/" not in arrived
    assert not arrived.startswith(".")
    assert 0 < len(arrived.encode()) <= arrivals.MAX_NAME_BYTES


def test_an_upload_sent_twice_with_one_key_is_taken_once(world, owner, kept):
    def send():
        body = {"kind": "notes", "file": SimpleUploadedFile("n", NOTES)}
        return owner.post(
            f"{ROOT}/sync-runs", body, format="multipart", headers={"Idempotency-Key": "one"}
        )

    assert send().json() == send().json()
    assert len(_files(kept)) == 1
    with world.acting_as("owner"):
        assert SyncRun.objects.count() == 1


# --- The pipeline ---


@pytest.mark.parametrize("name", ["integrations", "sync-runs", "pipeline/parked"])
def test_a_list_costs_the_same_for_one_row_and_for_two(world, owner, name):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert owner.get(f"{ROOT}/{name}").status_code == 200
        return len(captured)

    belongings(world, "owner", Visibility.SHARED)
    few = queries()
    belongings(world, "owner", Visibility.PRIVATE)
    assert queries() == few


def test_what_parked_is_shown_with_its_error_and_retried(world, owner, sent):
    things = belongings(world, "owner", Visibility.SHARED)
    (parked,) = owner.get(f"{ROOT}/pipeline/parked").json()["items"]
    assert (parked["item_id"], parked["error"]) == (str(things["item"]), "stuck")
    retry = owner.post(f"{ROOT}/pipeline/parked/{things['item']}/retry")
    assert retry.json() == {"retried": 1}
    assert owner.post(f"{ROOT}/pipeline/parked/{things['item']}/retry").status_code == 404
    status = owner.get(f"{ROOT}/pipeline").json()
    assert (status["backfill"]["waiting"]["normalize"], status["backfill"]["parked"]) == (1, 0)


def test_all_that_parked_is_retried_but_for_what_one_cannot_see(world):
    belongings(world, "owner", Visibility.SHARED)
    belongings(world, "private_owner", Visibility.PRIVATE)
    assert as_agent(world).post(f"{ROOT}/pipeline/parked/retry").json() == {"retried": 1}
    assert PipelineJob.objects.filter(parked_at__isnull=False).count() == 1
