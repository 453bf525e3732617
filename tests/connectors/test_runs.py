"""Who may go on with a source, and who is in the audience that it names."""

import json
import zipfile
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from connectors.contract import Audience, Person, Visibility
from connectors.models import Integration, SourceItem, SyncRun
from connectors.registry import FILE_CONNECTORS
from connectors.runs import SourceOfAnother
from connectors.services import ingest
from momo.platform.accounts import services as accounts
from tests.api import ROOT, session
from tests.connectors.listed import counts, record, take

SLACK = {"kind": "slack", "source": "slack"}
ADDRESSES = {
    "owner": "owner@momo.example", "teammate": "teammate@momo.example",
    "private_owner": "private.owner@momo.example",
}  # fmt: skip


def board(*members, day=1):
    people = tuple(Person(email=ADDRESSES[who]) for who in members)
    return Audience("G1", "board", people, datetime(2026, 3, day, tzinfo=UTC))


def said_on_board(*members, day=1):
    return record(1, audience=board(*members, day=day))


def seen_by(world, who):
    with world.acting_as(who):
        return SourceItem.objects.count()


def test_only_who_brought_a_source_in_goes_on_with_it(world):
    take(world, "teammate", record(1))
    assert counts(take(world, "teammate", record(1), record(2))) == (1, 0, 1)
    with pytest.raises(SourceOfAnother, match="--name"):
        take(world, "private_owner", record(1, raw=b"forged"))
    assert seen_by(world, "owner") == 2
    with world.acting_as("owner"):
        assert SyncRun.objects.count() == 2


def test_an_admin_goes_on_with_the_source_of_another(world):
    take(world, "teammate", record(1))
    assert counts(take(world, "owner", record(1), record(2))) == (1, 0, 1)
    with world.acting_as("owner"):
        assert Integration.objects.get().owner_id == world.teammate.id


def test_another_name_is_another_source(world, tmp_path):
    path = tmp_path / "n.jsonl"
    path.write_text('{"text": "We use Postgres."}\n')
    for who in ("teammate", "private_owner"):
        ingest(world.scope(who), FILE_CONNECTORS["notes"], path, name=f"Notes of {who}")
    assert seen_by(world, "owner") == 2


def test_a_name_of_any_length_is_cut(world, tmp_path):
    path = tmp_path / "n.jsonl"
    path.write_text('{"text": "We use Postgres."}\n')
    for _ in range(2):
        ingest(world.scope("owner"), FILE_CONNECTORS["notes"], path, name="n" * 999)
    with world.acting_as("owner"):
        assert Integration.objects.count() == 1


def test_rest_refuses_the_source_of_another_and_keeps_nothing(world, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    for who, status in {"teammate": 202, "private_owner": 403, "owner": 202}.items():
        body = {"kind": "notes", "name": "N", "file": SimpleUploadedFile("n.jsonl", b"{}")}
        response = session(world, who).post(f"{ROOT}/sync-runs", body, format="multipart")
        assert response.status_code == status, who
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 2


def test_nobody_writes_themselves_into_a_private_channel(world):
    take(world, "owner", said_on_board("private_owner"), **SLACK)
    with pytest.raises(SourceOfAnother):
        take(world, "teammate", said_on_board("teammate", day=9), **SLACK)
    assert (seen_by(world, "private_owner"), seen_by(world, "teammate")) == (1, 0)


def test_an_older_export_lets_nobody_in_again(world):
    take(world, "owner", said_on_board("private_owner", "teammate", day=1), **SLACK)
    take(world, "owner", said_on_board("private_owner", day=2), **SLACK)
    assert (seen_by(world, "private_owner"), seen_by(world, "teammate")) == (1, 0)
    take(world, "owner", said_on_board("private_owner", "teammate", day=1), **SLACK)
    assert (seen_by(world, "private_owner"), seen_by(world, "teammate")) == (1, 0)


def test_a_newer_export_lets_in_who_joined(world):
    take(world, "owner", said_on_board("private_owner", day=1), **SLACK)
    take(world, "owner", said_on_board("private_owner", "teammate", day=2), **SLACK)
    assert (seen_by(world, "private_owner"), seen_by(world, "teammate")) == (1, 1)


def test_what_an_admin_brought_in_is_not_opened_by_who_began_the_source(world):
    take(world, "teammate", record(2), said_on_board("private_owner", day=1), **SLACK)
    take(world, "owner", said_on_board("private_owner", day=2), **SLACK)
    take(world, "teammate", said_on_board("private_owner", "teammate", day=3), **SLACK)
    assert (seen_by(world, "private_owner"), seen_by(world, "teammate")) == (2, 1)


def test_a_date_to_come_closes_no_audience_for_good(world):
    future = Audience("G1", "board", (), datetime(2099, 1, 1, tzinfo=UTC))
    take(world, "owner", record(1, audience=future), **SLACK)
    now = Audience("G1", "board", (Person(email=ADDRESSES["teammate"]),), datetime.now(UTC))
    take(world, "owner", record(1, audience=now), **SLACK)
    assert seen_by(world, "teammate") == 1


def _slack(path, *, key="G1", name="board", email="teammate@momo.example", day="2024-01-01"):
    said = {"type": "message", "user": "U1", "text": "We chose Oslo.", "ts": "1704103200.0001"}
    join = {"type": "message", "subtype": "channel_join", "user": "U1", "ts": "1704103201.0001"}
    files = {
        "users.json": [{"id": "U1", "name": "n" * 999, "profile": {"email": email}}],
        "channels.json": [],
        "groups.json": [{"id": key, "name": name, "members": ["U1"]}],
        f"{name[:90]}/{day}.json": [said | {"thread_ts": said["ts"]}, join],
    }
    with zipfile.ZipFile(path, "w") as archive:
        for inside, content in files.items():
            archive.writestr(inside, json.dumps(content))
    return path


@pytest.mark.parametrize(
    "odd", [{"key": "C" * 900}, {"email": "a" * 300 + "@momo.example"}, {"name": "n" * 90}]
)
def test_what_is_too_long_for_an_index_stops_no_import(world, tmp_path, odd):
    path = _slack(tmp_path / "s.zip", **odd)
    for expected in ((1, 0, 0), (0, 0, 1)):
        run = ingest(world.scope("owner"), FILE_CONNECTORS["slack"], path)
        assert counts(run) == expected
    assert seen_by(world, "teammate") == (0 if "email" in odd else 1)


def test_the_team_does_not_read_a_private_channels_name_among_refusals(world, tmp_path):
    path = _slack(tmp_path / "s.zip", name="project-layoffs")
    run = ingest(world.scope("owner"), FILE_CONNECTORS["slack"], path)
    assert run.visibility == Visibility.SHARED
    assert run.refusals[0]["locator"] == "G1/2024-01-01.json, message 2"


def test_a_slack_export_is_as_of_its_newest_day(world, tmp_path):
    folder = _slack(tmp_path / "s.zip", day="2024-05-06")
    (said, _) = FILE_CONNECTORS["slack"].read(folder)
    assert said.audience.as_of == datetime(2024, 5, 6, tzinfo=UTC)


def test_a_former_member_is_not_asked_to_go_on(world):
    take(world, "teammate", record(1))
    with world.acting_as("owner"):
        accounts.remove_member(user_id=world.teammate.id)
    assert counts(take(world, "owner", record(1))) == (0, 0, 1)
