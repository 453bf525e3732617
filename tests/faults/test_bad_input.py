"""Bad input is refused or skipped with a reason that says what to do, and the rest goes in."""

import io
import zipfile

import pytest

from connectors.contract import UnreadableSource
from connectors.models import SourceItem, SyncRun
from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest
from decisions.models import Memory
from decisions.pipeline.drain import drain_team
from tests.mailbox import mail, write_mbox

MIB = 1024 * 1024
NOTES = b'{"id": "a", "text": "We decided to use Postgres."}\n'


@pytest.fixture
def take(world, tmp_path):
    """Import bytes as a kind of source; the run, once the pipeline is through."""

    def run(kind: str, content: bytes, name: str = "file") -> SyncRun:
        path = tmp_path / name
        path.write_bytes(content)
        done = ingest(world.scope("owner"), FILE_CONNECTORS[kind], path)
        drain_team(world.team.id)
        return done

    return run


def boxed(*mails) -> bytes:
    return b"".join(
        b"From x Mon Jan  5 09:00:00 2026\n" + (m if isinstance(m, bytes) else m.as_bytes()) + b"\n"
        for m in mails
    )


def zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            # Of no date, so that all workers name what is made of it alike.
            member = zipfile.ZipInfo(name.replace("__", "/"))
            archive.writestr(member, content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def reasons(run: SyncRun) -> str:
    return " ".join(f"{r['locator']}: {r['reason']}" for r in run.refusals)


def test_a_mail_of_50_mb_is_refused_and_the_others_go_in(take):
    huge = mail(2).as_bytes() + b"x" * 70 + b"\n" + (b"y" * 76 + b"\n") * (50 * MIB // 77)
    run = take("mbox", boxed(mail(1), huge, mail(3)))
    assert (run.added, run.refused) == (2, 1)
    assert "25 MiB" in reasons(run)


def test_a_mail_without_date_and_id_goes_in_undated_and_once(take, world):
    bare = b"From: a@b.example\nSubject: Bare\n\nWe decided to use Postgres for billing.\n"
    assert take("mbox", boxed(mail(1), bare)).added == 2
    assert take("mbox", boxed(mail(1), bare)).added == 0
    with world.acting_as("owner"):
        assert SourceItem.objects.get(title="Bare").external_id.startswith("sha256:")


def test_invalid_utf8_goes_in_readable(take, world):
    broken = mail(1).as_bytes().replace(b"Postgres", b"Postgr\xe9s \xff\xfe")
    assert take("mbox", boxed(broken)).added == 1
    with world.acting_as("owner"):
        assert Memory.objects.exists()


def test_nul_bytes_go_in_without_them(take, world):
    assert take("mbox", boxed(mail(1).as_bytes().replace(b"decided", b"deci\x00ded"))).added == 1
    assert take("notes", b'{"id": "n", "text": "We decided\\u0000 to use Postgres."}\n').added == 1
    with world.acting_as("owner"):
        assert Memory.objects.filter(kind="decision").exists()


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("mbox", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20),
        ("mbox", b"just some text, no mail at all\n" * 20),
        ("slack", b"PK\x03\x04 this is no zip"),
        ("slack", zipped(unrelated=b"hello")),
        ("notion", b"not a zip"),
        ("discord", b"{ not json"),
        ("git", b"not a repository"),
    ],
)
def test_what_is_something_else_is_refused_whole(world, tmp_path, kind, content):
    path = tmp_path / "something"
    path.write_bytes(content)
    with pytest.raises(UnreadableSource) as refused:
        ingest(world.scope("owner"), FILE_CONNECTORS[kind], path)
    assert len(str(refused.value)) > 20
    with world.acting_as("owner"):
        assert SyncRun.objects.get().state == "failed"


def slack_export(**more: bytes) -> bytes:
    return zipped(
        **{
            "users.json": b'[{"id": "U1", "name": "ada", "profile": {"real_name": "Ada"}}]',
            "channels.json": b'[{"id": "C1", "name": "eng", "members": ["U1"]}]',
            "eng__2026-01-05.json": b'[{"type": "message", "user": "U1", "ts": "1767603600.0001", '
            b'"text": "We decided to use Postgres."}]',
            **more,
        }
    )


def test_a_zip_bomb_is_refused_and_what_is_sound_goes_in(take):
    run = take("slack", slack_export(**{"eng__2026-01-06.json": b" " * (300 * MIB)}), "bomb.zip")
    assert run.added == 1
    assert run.refused >= 1


def test_a_truncated_zip_says_what_to_do(world, tmp_path):
    path = tmp_path / "cut.zip"
    whole = slack_export()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UnreadableSource, match=r"(?i)again"):
        ingest(world.scope("owner"), FILE_CONNECTORS["slack"], path)


def test_broken_lines_of_notes_are_refused_by_number(take):
    run = take("notes", NOTES + b"not json\n" + b'{"id": "b"}\n' + NOTES.replace(b'"a"', b'"c"'))
    assert (run.added, run.refused) == (2, 2)
    assert "2" in reasons(run)


def test_a_repeated_mail_is_one_item(take, world):
    assert take("mbox", boxed(mail(1), mail(1))).added == 1
    with world.acting_as("owner"):
        assert SourceItem.objects.count() == 1


def test_an_empty_mailbox_is_no_error(world, tmp_path):
    run = ingest(world.scope("owner"), FILE_CONNECTORS["mbox"], write_mbox(tmp_path / "e.mbox", []))
    assert (run.state, run.added) == ("done", 0)
