"""Mailboxes as records."""

import contextlib
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.contract import UnreadableSource, Visibility
from connectors.mbox.connector import mbox

SHARED = Path(__file__).resolve().parents[3] / "../shared/data"
MAIL = """From anna@example.com Mon Jan  1 09:00:00 2024
From: Anna Example <anna@example.com>
To: Ben <ben@example.com>
Cc: cleo@example.com
Subject: Which database?
Message-ID: <one@example.com>
Date: Mon, 01 Jan 2024 10:00:00 +0100

Let us use Postgres.

"""
REPLY = """From ben@example.com Mon Jan  1 11:00:00 2024
From: Ben <ben@example.com>
Subject: Re: Which database?
Message-ID: <two@example.com>
In-Reply-To: <one@example.com>
References: <one@example.com>
Date: Mon, 01 Jan 2024 11:00:00 +0000

Agreed.

"""


def with_header(line: str, mail: str = MAIL) -> str:
    return mail.replace("Subject:", f"{line}\nSubject:", 1)


def without_date(mail: str = MAIL) -> str:
    return "".join(line for line in mail.splitlines(True) if not line.startswith("Date:"))


@pytest.fixture
def one(make_folder, read):
    """Reads a mailbox given as text."""

    def take(text):
        return read(mbox, make_folder({"work.mbox": text}))

    return take


def test_a_mail_carries_its_people_thread_and_time(one):
    (first, reply), refusals = one(MAIL + REPLY)
    assert refusals == []
    assert first.external_id == "one@example.com"
    assert first.occurred_at == datetime(2024, 1, 1, 9, tzinfo=UTC)
    assert first.author.email == "anna@example.com"
    assert [(p.email, p.role) for p in first.participants] == [
        ("ben@example.com", "to"),
        ("cleo@example.com", "cc"),
    ]
    assert first.container == "work"
    assert first.dated
    assert (reply.thread_key, reply.reply_to) == ("one@example.com", "one@example.com")
    assert first.thread_key == reply.thread_key


def test_mail_is_private_unless_told_otherwise():
    assert mbox.default_visibility is Visibility.PRIVATE


def test_a_mail_without_an_id_has_a_stable_one_from_its_content(one):
    bare = MAIL.replace("Message-ID: <one@example.com>\n", "")
    (alone,), _ = one(bare)
    (followed, _), _ = one(bare + REPLY)
    assert alone.external_id == followed.external_id
    assert alone.external_id.startswith("sha256:")


def test_a_missing_date_is_taken_from_the_received_line_first(one):
    received = "Received: from a by b; Tue, 02 Jan 2024 08:00:00 +0000"
    (record,), _ = one(with_header(received, without_date()))
    assert record.occurred_at == datetime(2024, 1, 2, 8, tzinfo=UTC)
    assert record.dated


def test_then_from_the_from_line(one):
    (record,), _ = one(without_date())
    assert record.occurred_at == datetime(2024, 1, 1, 9, tzinfo=UTC)


def test_then_from_the_mail_before_and_is_said_to_be_undated(one):
    undated = without_date(MAIL.replace(" Mon Jan  1 09:00:00 2024", "")).replace("one@", "new@")
    (reply, record), _ = one(REPLY + undated)
    assert record.occurred_at == reply.occurred_at
    assert not record.dated


def test_an_absurd_date_counts_as_none(one):
    (record,), _ = one(MAIL.replace("01 Jan 2024", "01 Jan 9024"))
    assert record.occurred_at.year == 2024


def test_takeouts_labels_become_tags_and_its_conversation_the_thread(one):
    mail = with_header(
        "X-GM-THRID: 1786500000000000001\nX-Gmail-Labels: Sent,Starred,Inbox,Roadmap"
    )
    (record,), _ = one(mail)
    assert record.tags == ("sent", "starred", "roadmap")
    assert record.thread_key == f"{1786500000000000001:x}"
    assert record.url == f"https://mail.google.com/mail/u/0/#all/{record.thread_key}"


@pytest.mark.parametrize("label", ["Spam", "Trash", "Bin", "Papierkorb", "Drafts"])
def test_spam_trash_and_drafts_are_skipped(one, label):
    records, (refusal,) = one(with_header(f"X-Gmail-Labels: {label},Unread"))
    assert records == []
    assert refusal.skipped


def test_a_takeout_zip_is_read_as_it_is(make_zip, read):
    path = make_zip({
        "Takeout/archive_browser.html": "<html></html>",
        "Takeout/Mail/All mail.mbox": MAIL + REPLY,
    })  # fmt: skip
    records, (refusal,) = read(mbox, path)
    assert [record.container for record in records] == ["All mail", "All mail"]
    assert refusal.skipped
    assert mbox.count(path) == 3


def test_single_mails_and_folders_of_them_are_read(make_folder, read):
    eml = MAIL.split("\n", 1)[1]
    folder = make_folder({"a/one.eml": eml, "a/notes.txt": "hello", "Inbox": REPLY})
    records, refusals = read(mbox, folder)
    assert sorted(record.external_id for record in records) == [
        "one@example.com",
        "two@example.com",
    ]
    assert [refusal.locator for refusal in refusals] == ["a/notes.txt"]
    (alone,), _ = read(mbox, folder / "a" / "one.eml")
    assert alone.external_id == "one@example.com"


def test_links_out_of_the_folder_are_not_followed(make_folder, tmp_path, read):
    folder = make_folder({"in.mbox": MAIL})
    outside = tmp_path / "outside.mbox"
    outside.write_text(REPLY)
    (folder / "out.mbox").symlink_to(outside)
    records, (refusal,) = read(mbox, folder)
    assert len(records) == 1
    assert "symbolic link" in refusal.reason


def test_a_mail_over_25_mib_is_refused_in_bounded_memory_and_reading_goes_on(tmp_path, read):
    path = tmp_path / "large.mbox"
    with path.open("w") as file:
        file.write(MAIL)
        file.write(MAIL.replace("one@", "large@").rstrip("\n") + "\n")
        for _ in range(60):
            file.write(("x" * 76 + "\n") * 13_797)
        file.write("\n" + REPLY)
    tracemalloc.start()
    (first, reply), (refusal,) = read(mbox, path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "25 MiB" in refusal.reason
    assert not refusal.skipped
    assert (first.external_id, reply.external_id) == ("one@example.com", "two@example.com")
    assert peak < 45 * 2**20


@pytest.mark.parametrize(
    "content", [b"%PDF-1.7\n\x00\x01", b"From me to you, with love\n", b"Dear Anna,\n\nhello\n"]
)
def test_what_is_no_mail_is_unreadable(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(UnreadableSource, match="give an mbox file"):
        list(mbox.read(path))


def test_a_path_that_is_not_there_is_unreadable(tmp_path):
    with pytest.raises(UnreadableSource, match="check the path"):
        list(mbox.read(tmp_path / "nothing"))


def test_nul_bytes_do_not_reach_the_database(one):
    (record,), _ = one(MAIL.replace("Postgres", "Post\0gres").replace("Which", "Wh\0ich"))
    assert b"\0" not in record.raw
    assert "\0" not in record.title


def test_an_id_too_long_to_index_is_replaced_by_its_fingerprint(one):
    (record,), _ = one(MAIL.replace("one@example.com", "x" * 400))
    assert record.external_id.startswith("sha256:")


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from([MAIL.encode(), b"From ", b"\n", b"\r\n", b">", b"\xff\0", b":"])
                | st.binary(max_size=40), max_size=12).map(b"".join))  # fmt: skip
def test_any_bytes_are_read_or_said_to_be_unreadable(tmp_path, content):
    path = tmp_path / "fuzz.mbox"
    path.write_bytes(content)
    with contextlib.suppress(UnreadableSource):
        list(mbox.read(path))


def test_a_public_list_of_831_mails_is_read_whole(read):
    path = SHARED / "ietf/dev.mbox"
    if not path.exists():
        pytest.skip(f"needs the mailing list at {path}")
    records, _ = read(mbox, path)
    assert len(records) == mbox.count(path) == 831
    assert all(record.dated for record in records)
    threads = {(r.thread_key, r.title.removeprefix("Re: ")) for r in records}
    assert len({key for key, _ in threads}) == len({title for _, title in threads}) == len(threads)
