"""Folders and exports that are handed in: what they are, who they belong to, and their progress."""

import asyncio
import io
import json
import os
import time
import zipfile

import pytest
from celery import current_app
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, connections
from django.test import AsyncClient

from connectors import guessing, services, tasks, uploads
from connectors.models import PipelineJob, SourceItem, SyncRun
from momo.platform.rest import watching
from momo.platform.rest.streams import EVENT_STREAM
from tests.api import ROOT, session

MAIL = (
    b"From a@momo.example Mon Mar  2 10:00:00 2026\nFrom: a@momo.example\nSubject: x\n\nhello\n\n"
)
RECORD = (
    b"# 1. Use Postgres\n\nDate: 2026-03-01\n\n## Status\n\nAccepted\n\n## Decision\n\nPostgres.\n"
)
NOTE = b'{"text": "We decided on plan 1.", "date": "2026-03-01"}\n'
MESSAGE = [{"type": "message", "user": "U1", "text": "Use Redis.", "ts": "1767225600.000100"}]
CHANNELS = [{"id": "C1", "name": "general", "members": ["U1"]}]
DISCORD = {
    "guild": {"id": "1", "name": "g"}, "channel": {"id": "2", "type": "GuildTextChat", "name": "c"},
    "messages": [{"id": "3", "timestampEdited": None}],
}  # fmt: skip


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    messages = []
    monkeypatch.setattr(
        current_app, "send_task", lambda name, kwargs=None, **_: messages.append((name, kwargs))
    )
    return messages


@pytest.fixture
def owner(world):
    return session(world, "owner")


def work(sent):
    for name, kwargs in sent:
        if name == uploads.INGEST_UPLOAD:
            tasks.ingest_upload(**kwargs)


def zipped(files):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return held.getvalue()


def hand_in(client, files, *, paths=True, to="uploads", **body):
    told = {"paths": json.dumps(list(files))} if paths else {}
    named = [SimpleUploadedFile(name.split("/")[-1] or "x", data) for name, data in files.items()]
    return client.post(f"{ROOT}/{to}", {"file": named, **told, **body}, format="multipart")


def left(kept):
    return [path for path in kept.rglob("*") if path.is_file()]


EXPORTS = [
    ({"dev.mbox": MAIL * 3}, "mbox", 3),
    ({"one.eml": b"From: a@momo.example\nSubject: x\n\nhi\n"}, "mbox", 1),
    ({"adr/0001-postgres.md": RECORD, "adr/README.md": b"# ADRs\n"}, "adr", 2),
    ({"docs/0001-a.md": RECORD, "docs/0002-b.md": RECORD}, "adr", 2),
    ({"plans.jsonl": NOTE * 4}, "notes", 4),
    ({"c.json": json.dumps(DISCORD).encode()}, "discord", 1),
    ({"Page 0123456789abcdef0123456789abcdef.md": b"# Page\n"}, "notion", 1),
    (
        {"slack.zip": zipped({"channels.json": json.dumps(CHANNELS),
                              "general/2026-01-01.json": json.dumps(MESSAGE)})}, "slack", 1,
    ),
    ({"adr.zip": zipped({"decisions/pick-a-store.md": RECORD})}, "adr", 1),
    ({"fax.bin": b"\0\1\2" * 99}, None, 0),
    ({"bad.zip": b"PK\x03\x04 broken"}, None, 0),
]  # fmt: skip


@pytest.mark.parametrize(("files", "kind", "expected"), EXPORTS)
def test_what_is_handed_in_is_recognized(owner, files, kind, expected):
    answer = hand_in(owner, files, paths=len(files) > 1)
    assert answer.status_code == 201
    found = answer.json()
    assert (found["kind"], found["expected"]) == (kind, expected)
    assert found["bytes"] == sum(map(len, files.values()))


def test_what_was_handed_in_is_started_as_what_its_owner_says(world, owner, sent, kept):
    upload = hand_in(owner, {"adr/0001-postgres.md": RECORD, "adr/0002-b.md": RECORD}).json()
    body = {"upload": upload["id"], "kind": "adr", "visibility": "private"}
    run = owner.post(f"{ROOT}/sync-runs", body)
    assert run.status_code == 202
    work(sent)
    with world.acting_as("owner"):
        items = list(SourceItem.objects.all())
    assert {(item.kind, item.visibility) for item in items} == {("adr", "private")}
    assert len(items) == 2
    assert not left(kept)
    again = owner.post(f"{ROOT}/sync-runs", body)
    assert again.status_code == 404


def test_the_kind_may_be_left_to_momo(owner, sent):
    upload = hand_in(owner, {"plans.jsonl": NOTE}, paths=False).json()
    assert owner.post(f"{ROOT}/sync-runs", {"upload": upload["id"]}).status_code == 202
    work(sent)
    [run] = owner.get(f"{ROOT}/sync-runs").json()["items"]
    assert (run["state"], run["added"]) == ("done", 1)


def test_what_nothing_tells_of_asks_for_its_kind(owner):
    answer = hand_in(owner, {"fax.bin": b"\0\1"}, paths=False, to="sync-runs")
    assert answer.status_code == 400
    assert "say it with `kind`" in answer.json()["detail"]


@pytest.mark.parametrize("who", ["teammate", "private_owner", "stranger"])
def test_nobody_else_starts_or_discards_it(world, owner, kept, who):
    upload = hand_in(owner, {"plans.jsonl": NOTE}, paths=False).json()
    client = session(world, who)
    assert client.post(f"{ROOT}/sync-runs", {"upload": upload["id"]}).status_code == 404
    assert client.delete(f"{ROOT}/uploads/{upload['id']}").status_code == 404
    assert left(kept)
    assert owner.delete(f"{ROOT}/uploads/{upload['id']}").status_code == 204
    assert not left(kept)


def test_what_nobody_starts_goes_after_a_day(owner, kept):
    upload = hand_in(owner, {"plans.jsonl": NOTE}, paths=False).json()
    [holder] = kept.glob(f"staged/*/*/{upload['id']}")
    long_ago = time.time() - uploads.ABANDONED_SECONDS - 1
    os.utime(holder, (long_ago, long_ago))
    tasks.sweep_uploads()
    assert not left(kept)


def test_the_same_folder_twice_changes_nothing(owner, sent):
    for _ in range(2):
        hand_in(owner, {"adr/0001-a.md": RECORD, "adr/0002-b.md": RECORD}, to="sync-runs")
        work(sent)
        sent.clear()
    second, first = owner.get(f"{ROOT}/sync-runs").json()["items"]
    assert (first["added"], second["added"], second["unchanged"]) == (2, 0, 2)


@pytest.mark.parametrize(
    "path",
    ["../../x.jsonl", "/etc/x.jsonl", "a/../../../x.jsonl", "..\\..\\x.jsonl", "a/\0/x.jsonl",
     "a" * 300 + "/x.jsonl", "./x.jsonl"],
)  # fmt: skip
def test_a_path_in_a_folder_leads_nowhere_else(owner, kept, path):
    answer = hand_in(owner, {path: NOTE, "top/y.jsonl": NOTE})
    assert answer.status_code in (201, 400)
    inside = kept / "staged"
    assert all(inside in file.parents for file in left(kept))


def test_hidden_files_and_tools_folders_are_left_out(owner, kept):
    files = {"adr/0001-a.md": RECORD, "adr/.git/config": b"x", "adr/.DS_Store": b"x"}
    upload = hand_in(owner, files).json()
    [file] = left(kept)
    assert (file.name, upload["name"]) == ("0001-a.md", "adr")


def test_nobody_fills_the_disk_with_what_they_do_not_start(world, owner, kept, monkeypatch):
    monkeypatch.setattr(uploads, "MAX_STAGED", 2)
    made = [hand_in(owner, {"n.jsonl": NOTE}, paths=False) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 400]
    teammate = session(world, "teammate")
    assert hand_in(teammate, {"n.jsonl": NOTE}, paths=False).status_code == 201
    owner.delete(f"{ROOT}/uploads/{made[0].json()['id']}")
    assert hand_in(owner, {"n.jsonl": NOTE}, paths=False).status_code == 201


def test_a_name_with_half_a_character_is_taken_without_it(owner, kept):
    paths = '["notes\\ud800/a.jsonl", "notes\\ud800/b.jsonl"]'
    files = [SimpleUploadedFile(name, NOTE) for name in ("a.jsonl", "b.jsonl")]
    answer = owner.post(f"{ROOT}/uploads", {"file": files, "paths": paths}, format="multipart")
    assert (answer.status_code, answer.json()["name"]) == (201, "notes")


@pytest.mark.parametrize(
    "paths",
    [
        "[]", "no json", '{"a": 1}', '["a", "b", "c"]',
        '["a", "a/b"]', json.dumps(["a", "/".join(["d" * 250] * 20)]),
    ],
)  # fmt: skip
def test_paths_that_do_not_fit_are_refused(owner, kept, paths):
    files = [SimpleUploadedFile(name, NOTE) for name in ("a.jsonl", "b.jsonl")]
    answer = owner.post(f"{ROOT}/uploads", {"file": files, "paths": paths}, format="multipart")
    assert answer.status_code == 400
    assert [each["field"] for each in answer.json()["errors"]] == ["paths"]
    assert not left(kept)


def test_more_files_than_are_taken_at_once_are_refused_with_what_to_do(owner, kept, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = 2
    answer = hand_in(owner, {f"{n}.jsonl": NOTE for n in range(3)})
    assert answer.status_code == 400
    assert "zip" in answer.json()["errors"][0]["message"]
    assert not left(kept)


def test_files_count_together_towards_what_is_too_large(owner, kept, settings, monkeypatch):
    monkeypatch.setattr("connectors.arrivals.ToDisk.handle_raw_input", lambda *_, **__: None)
    settings.MOMO_MAX_UPLOAD_BYTES = 2 * len(NOTE)
    assert hand_in(owner, {f"{n}.jsonl": NOTE for n in range(3)}).status_code == 413
    assert not left(kept)


def test_a_large_export_is_told_by_its_names_alone(tmp_path, monkeypatch):
    path = tmp_path / "plans.jsonl"
    path.write_bytes(NOTE)
    monkeypatch.setattr(guessing, "MAX_COUNTED_BYTES", 1)
    assert guessing.guess(path) == guessing.Guess("notes", 0)


def test_a_reading_that_is_stopped_keeps_what_was_read(world, owner, sent, kept, monkeypatch):
    monkeypatch.setattr("connectors.services.BATCH", 2)
    run = hand_in(owner, {"n.jsonl": NOTE * 1}, paths=False, to="sync-runs", kind="notes").json()
    assert session(world, "teammate").post(f"{ROOT}/sync-runs/{run['id']}/stop").status_code == 403
    assert session(world, "stranger").post(f"{ROOT}/sync-runs/{run['id']}/stop").status_code == 404
    stopped = owner.post(f"{ROOT}/sync-runs/{run['id']}/stop").json()
    assert stopped["state"] == "interrupted"
    assert not left(kept)
    work(sent)
    assert owner.get(f"{ROOT}/sync-runs/{run['id']}").json()["added"] == 0


def test_a_reading_under_way_ends_after_its_batch(world, owner, sent, monkeypatch):
    monkeypatch.setattr("connectors.services.BATCH", 2)
    notes = b"".join(b'{"text": "We decided on %d."}\n' % n for n in range(6))
    run = hand_in(owner, {"n.jsonl": notes}, paths=False, to="sync-runs", kind="notes").json()
    taken = []

    def stop_after_the_first(*args):
        taken.append(args)
        owner.post(f"{ROOT}/sync-runs/{run['id']}/stop")
        return original(*args)

    original = services._take
    monkeypatch.setattr(services, "_take", stop_after_the_first)
    work(sent)
    told = owner.get(f"{ROOT}/sync-runs/{run['id']}").json()
    assert (told["state"], told["read"], len(taken)) == ("interrupted", 2, 1)


def test_a_second_file_of_a_kind_does_not_end_the_first(owner, sent):
    ids = [
        hand_in(owner, {name: MAIL}, paths=False, to="sync-runs").json()["id"]
        for name in ("a.mbox", "b.mbox")
    ]
    states = [owner.get(f"{ROOT}/sync-runs/{each}").json()["state"] for each in ids]
    assert states == ["running", "running"]
    work(sent)
    states = [owner.get(f"{ROOT}/sync-runs/{each}").json()["state"] for each in ids]
    assert states == ["done", "done"]


# --- Progress ---


def events(parts):
    told = [each for part in parts for each in part.decode().split("\n\n") if each]
    pairs = [each.split("\n", 1) for each in told if not each.startswith(":")]
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, data in pairs
    ]


def stream(client, run_id):
    return client.get(f"{ROOT}/sync-runs/{run_id}/events", headers={"Accept": EVENT_STREAM})


def test_a_run_is_watched_to_its_end(owner, sent, monkeypatch):
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0.01)
    run = hand_in(owner, {"n.jsonl": NOTE}, paths=False, to="sync-runs").json()
    lines = iter(stream(owner, run["id"]).streaming_content)
    [(name, first)] = events([next(lines)])
    assert (name, first["state"], first["finished"]) == ("progress", "running", False)
    work(sent)
    PipelineJob.objects.all().delete()
    *_, (name, last) = events(lines)
    assert (name, last["state"], last["added"]) == ("done", "done", 1)


def test_without_asking_for_events_the_answer_is_how_far_it_is(owner):
    run = hand_in(owner, {"n.jsonl": NOTE}, paths=False, to="sync-runs").json()
    now = owner.get(f"{ROOT}/sync-runs/{run['id']}/events").json()
    assert (now["state"], now["pipeline"]["done"]) == ("running", 0)


def test_a_stream_says_that_it_lives_and_ends_after_a_while(monkeypatch):
    monkeypatch.setattr(watching, "HEARTBEAT_SECONDS", 0.0)
    watched = watching.Watch(lambda: {"read": 1}, lambda told: False)
    assert watched.step() == 'event: progress\ndata: {"read": 1}\n\n'
    assert watched.step() == ": still here\n\n"
    monkeypatch.setattr(watching, "HEARTBEAT_SECONDS", 15.0)
    assert watched.step() == ""
    watched.until = 0
    assert watched.step() == 'event: later\ndata: {"read": 1}\n\n'
    assert watched.ended


def test_a_principal_has_so_many_streams_open_and_no_more(world, owner, monkeypatch):
    monkeypatch.setattr(watching, "STREAMS", 2)
    run = hand_in(owner, {"n.jsonl": NOTE}, paths=False, to="sync-runs").json()
    opened = [stream(owner, run["id"]) for _ in range(2)]
    for each in opened:
        next(iter(each.streaming_content))
    refused = stream(owner, run["id"])
    assert refused.status_code == 429
    assert refused["Retry-After"]
    assert stream(session(world, "teammate"), run["id"]).status_code == 200
    owner.post(f"{ROOT}/sync-runs/{run['id']}/stop")
    list(opened[0].streaming_content)
    assert stream(owner, run["id"]).status_code == 200


def test_whoever_may_not_see_a_run_does_not_watch_it(world):
    mine = session(world, "private_owner")
    run = hand_in(mine, {"n.jsonl": NOTE}, paths=False, to="sync-runs", visibility="private").json()
    for who in ("owner", "teammate", "stranger"):
        assert stream(session(world, who), run["id"]).status_code == 404


def test_many_streams_hold_no_connection_between_two_looks(committed_world, monkeypatch):
    """Behind ASGI, as uvicorn serves: fifty streams with far fewer connections."""
    monkeypatch.setattr(watching, "STREAMS", 100)
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0.5)
    world = committed_world
    run = hand_in(session(world, "owner"), {"n.jsonl": NOTE}, paths=False, to="sync-runs").json()
    headers = {"X-Momo-Team": str(world.team.id), "Accept": EVENT_STREAM}
    client = AsyncClient()
    client.force_login(world.owner)

    async def opened():
        answer = await client.get(f"{ROOT}/sync-runs/{run['id']}/events", headers=headers)
        source = aiter(answer.streaming_content)
        return await anext(source), source

    async def all_of_them():
        found = [await opened() for _ in range(50)]
        held = await asyncio.to_thread(_connections)
        return found, held

    def _finish():
        with world.acting_as("owner"):
            SyncRun.objects.update(state=SyncRun.State.FAILED)

    async def to_their_ends():
        found, held = await all_of_them()
        await asyncio.to_thread(_finish)
        ends = await asyncio.gather(*(_rest(source) for _, source in found))
        return held, ends

    async def _rest(source):
        return events([part async for part in source])[-1]

    held, ends = asyncio.run(to_their_ends())
    assert held < 10
    assert {name for name, _ in ends} == {"done"}


def _connections() -> int:
    """To this database, this one left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid()"
        )
        found = int(cursor.fetchone()[0])
    connections.close_all()
    return found
