"""The files that the story is written to are what the real tools would have written."""

import json
import mailbox
import re
import shutil
import subprocess
from contextlib import closing
from datetime import UTC, date, datetime
from urllib.parse import unquote
from zipfile import ZipFile

import pytest

from connectors.contract import Visibility
from momo.surfaces.demo.formats import git
from momo.surfaces.demo.reading import load_story
from momo.surfaces.demo.render import render

TODAY = date(2026, 3, 11)
STORY = load_story()
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(scope="module")
def rendered(tmp_path_factory):
    return render(tmp_path_factory.mktemp("demo") / "files", today=TODAY)


@pytest.fixture(scope="module")
def sources(rendered):
    return {source.path.name: source for source in rendered.sources}


@pytest.fixture(scope="module")
def slack(sources):
    with ZipFile(sources["slack.zip"].path) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


def test_every_item_has_a_place(rendered):
    places = {key for source in rendered.sources for key in source.places}
    expected = {item.key for item in STORY.items()}
    if rendered.left_out:
        expected -= {commit.key for commit in STORY.commits}
    assert places == expected


def test_no_two_items_of_a_source_share_a_place(rendered):
    for source in rendered.sources:
        assert len(set(source.places.values())) == len(source.places)


def test_the_same_day_gives_the_same_files(rendered, tmp_path):
    again = render(tmp_path / "again", today=TODAY)
    assert [s.places for s in again.sources] == [s.places for s in rendered.sources]
    for first, second in zip(rendered.sources, again.sources, strict=True):
        if first.path.is_file():
            assert first.path.read_bytes() == second.path.read_bytes()


def test_another_day_moves_every_date(sources, tmp_path):
    later = {s.path.name: s for s in render(tmp_path / "later", today=date(2026, 3, 12)).sources}
    mine, theirs = sources["slack.zip"].places, later["slack.zip"].places
    assert all(float(theirs[key]) - float(mine[key]) == pytest.approx(86400) for key in mine)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("keep me")
    with pytest.raises(FileExistsError, match="choose another folder"):
        render(tmp_path, today=TODAY)


def test_without_git_the_repository_is_left_out_and_that_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(git.shutil, "which", lambda name: None)
    rendered = render(tmp_path, today=TODAY)
    assert "git" not in {source.kind for source in rendered.sources}
    assert rendered.left_out == ("The git repository is left out: git is not installed.",)


def test_mail_is_private_to_whose_mailbox_it_is_and_the_rest_shared(rendered):
    for source in rendered.sources:
        private = source.kind == "mbox"
        assert source.visibility is (Visibility.PRIVATE if private else Visibility.SHARED)
    owners = {s.owner_email for s in rendered.sources if s.kind == "mbox"}
    assert owners == {"ines@ottermoor.example", "yusuf@ottermoor.example"}


def test_the_private_mail_thread_is_in_the_owners_mailbox_alone(sources):
    assert "offer-salary" in sources["ines.mbox"].places
    assert "offer-salary" not in sources["yusuf.mbox"].places


def test_mailboxes_are_readable_and_threaded(sources):
    boxes = {name: _mails(sources, name) for name in ("ines.mbox", "yusuf.mbox")}
    assert all(len(mails) == len(sources[name].places) for name, mails in boxes.items())
    mails = [mail for box in boxes.values() for mail in box]
    known = {mail["Message-ID"] for mail in mails}
    answers = [mail for mail in mails if mail["In-Reply-To"]]
    assert answers
    assert all(mail["In-Reply-To"] in known for mail in answers)


def test_mails_have_the_clutter_that_real_mails_have(sources):
    bodies = [_body(mail) for mail in _mails(sources)]
    for clutter in ("<blockquote", "wrote:\n> ", "Sent from my iPhone", "\n-- \n", "<style>"):
        assert any(clutter in body for body in bodies), clutter


def _mails(sources, name="ines.mbox"):
    with closing(mailbox.mbox(sources[name].path)) as box:
        return list(box)


def _body(mail):
    parts = [part for part in mail.walk() if not part.is_multipart()]
    return "".join(part.get_payload(decode=True).decode() for part in parts)


def test_a_slack_export_has_its_lists_and_a_file_a_channel_a_day(slack):
    assert {"users.json", "channels.json", "groups.json"} <= set(slack)
    days = set(slack) - {"users.json", "channels.json", "groups.json"}
    assert all(re.fullmatch(r"[a-z]+/\d{4}-\d\d-\d\d\.json", name) for name in days)


def test_slack_messages_are_in_the_file_of_their_day(slack):
    for name, messages in slack.items():
        for message in messages if "/" in name else ():
            day = datetime.fromtimestamp(float(message["ts"]), UTC).date()
            assert name.endswith(f"/{day}.json")


def test_slack_threads_hold_together(slack):
    messages = [each for name, day in slack.items() if "/" in name for each in day]
    first = {m["ts"]: m for m in messages if m.get("reply_count")}
    replies = [m for m in messages if "parent_user_id" in m]
    assert sum(m["reply_count"] for m in first.values()) == len(replies) > 20
    assert all(reply["thread_ts"] in first for reply in replies)


def test_slack_mentions_people_and_channels_by_id(slack):
    text = json.dumps(slack)
    users = {user["id"] for user in slack["users.json"]}
    mentioned = set(re.findall(r"<@(\w+)>", text))
    assert mentioned
    assert mentioned <= users


def test_one_slack_message_was_edited(slack):
    messages = [each for name, day in slack.items() if "/" in name for each in day]
    edited = [m for m in messages if "edited" in m]
    assert [float(m["edited"]["ts"]) > float(m["ts"]) for m in edited] == [True]


def test_the_private_slack_channel_is_a_group_of_three(slack):
    (runway,) = slack["groups.json"]
    assert runway["name"] == "runway"
    assert len(runway["members"]) == 3
    assert "runway" not in {channel["name"] for channel in slack["channels.json"]}


@needs_git
def test_the_repository_has_every_commit_with_its_date_and_author(sources):
    log = subprocess.run(
        ["git", "-C", str(sources["capstan"].path), "log", "--format=%H %at %an <%ae>"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert len(log.splitlines()) == len(STORY.commits)
    assert all(sha in log for sha in sources["capstan"].places.values())
    assert "Tomasz Bielak <tbielak@dev.ottermoor.example>" in log


@needs_git
def test_commits_name_their_co_authors(sources):
    log = subprocess.run(
        [
            "git",
            "-C",
            str(sources["capstan"].path),
            "log",
            "--format=%(trailers:key=Co-authored-by)",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert log.count("Co-authored-by:") == sum(len(c.co_authors) for c in STORY.commits) >= 3


def test_records_are_written_in_both_forms_and_link_to_each_other(sources):
    path = sources["adr"].path
    old, new = "0002-build-tern-with-flutter.md", "0005-build-tern-with-react-native.md"
    assert f"Superseded by [ADR-0005]({new})" in (path / old).read_text("utf-8")
    assert f"Supersedes [ADR-0002]({old})" in (path / new).read_text("utf-8")
    assert (path / old).read_text("utf-8").startswith("# 2. ")
    assert (path / new).read_text("utf-8").startswith("---\nstatus: accepted\n")


def test_notion_pages_are_nested_and_carry_their_id(sources):
    with ZipFile(sources["notion.zip"].path) as archive:
        names = archive.namelist()
    assert all(re.search(r" [0-9a-f]{32}\.md$", name) for name in names)
    assert max(name.count("/") for name in names) == 3


def test_links_between_notion_pages_lead_somewhere(sources):
    with ZipFile(sources["notion.zip"].path) as archive:
        for name in archive.namelist():
            for target in re.findall(r"\]\((.+?\.md)\)", archive.read(name).decode()):
                folder = name.rpartition("/")[0]
                assert f"{folder}/{unquote(target)}" in archive.namelist()


def test_discord_counts_its_messages_and_replies_name_what_they_answer(sources):
    export = json.loads(sources["discord.json"].path.read_text("utf-8"))
    ids = [message["id"] for message in export["messages"]]
    assert export["messageCount"] == len(ids) == len(STORY.discord)
    assert sorted(ids, key=int) == ids
    replies = [m for m in export["messages"] if m["type"] == "Reply"]
    assert replies
    assert all(m["reference"]["messageId"] in ids for m in replies)


def test_notes_are_one_json_object_a_line(sources):
    lines = sources["notes.jsonl"].path.read_text("utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [note.key for note in STORY.notes]


def test_nothing_is_left_to_fill_in(rendered):
    for source in rendered.sources:
        paths = [source.path] if source.path.is_file() else list(source.path.glob("*.md"))
        assert not any(b"{day:" in path.read_bytes() for path in paths if path.suffix != ".zip")
