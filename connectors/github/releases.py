"""Commits, comments on them, and releases of GitHub as Momo's records. Pure."""

import re
from dataclasses import replace

from connectors.contract import Refusal
from connectors.files.json_input import as_object, as_text
from connectors.files.text import one_line
from connectors.files.times import EARLIEST
from connectors.git.log import Commit
from connectors.git.mapping import commit_record as git_commit
from connectors.git.remote import Remote
from connectors.github import people, texts
from connectors.github.mapping import Reading, Thread, moment, written
from connectors.github.place import Place
from connectors.github.texts import Item

_NUMBERED = re.compile(r"(?P<id>\d+)\+[^@]+@users\.noreply\.github\.com")


def pushed_commit(commit: Item, place: Place) -> Reading:
    """A commit as a push brings it."""
    author = as_object(commit.get("author"))
    when, key = as_text(commit.get("timestamp")), as_text(commit.get("id"))
    url = as_text(commit.get("url"))
    return _commit(key, as_text(commit.get("message")), author, when, url, place)


def listed_commit(commit: Item, place: Place) -> Reading:
    """A commit as the list of a branch has it."""
    told, key = as_object(commit.get("commit")), as_text(commit.get("sha"))
    author, committer = as_object(told.get("author")), as_object(told.get("committer"))
    when = as_text(committer.get("date")) or as_text(author.get("date"))
    url = as_text(commit.get("html_url"))
    return _commit(key, as_text(told.get("message")), author, when, url, place)


def release_record(release: Item, place: Place) -> Reading:
    """The notes of a release. A draft is seen by few, so it is none yet."""
    if release.get("draft") is True:
        return Refusal(f"{place.label}, release", "it is a draft", skipped=True)
    name = texts.title_of(release) or one_line(as_text(release.get("tag_name")))
    key = place.key("release", release.get("id"))
    published = "published_at" if moment(release, "published_at") else "created_at"
    text = texts.titled({**release, "name": name}) if as_text(release.get("body")).strip() else ""
    return written(
        release, place, Thread(key, name, "", None), key=key, kind="release", text=text,
        tags=("prerelease" if release.get("prerelease") is True else "",),
        created=published, user="author",
    )  # fmt: skip


def commit_comment_record(comment: Item, place: Place) -> Reading:
    """A comment on a commit; its thread is the commit's."""
    sha = as_text(comment.get("commit_id"))
    return written(
        comment, place, Thread(place.commit(sha), "", "", None),
        key=place.key("commit_comment", comment.get("id")), kind="commit_comment",
        text=texts.remark_text(comment), reply_to=place.commit(sha),
    )  # fmt: skip


def _commit(sha: str, message: str, author: Item, when: str, url: str, place: Place) -> Reading:
    label = f"{place.label}, commit {sha[:12]}"
    if not sha:
        return Refusal(label, "GitHub gave it no id")
    if not message.strip():
        return Refusal(label, "the message is empty", skipped=True)
    name, email = one_line(as_text(author.get("name"))), one_line(as_text(author.get("email")))
    commit = Commit(sha, name, email, when, when, message)
    record = git_commit(commit, message, Remote(), container=place.name, earlier=EARLIEST)
    number = record.thread_key.removeprefix("pr:")
    numbered, who = _NUMBERED.fullmatch(email), record.author
    return replace(
        record,
        external_id=place.commit(sha),
        # As GitHub's other things name people: by their number.
        author=replace(who, handle=numbered["id"]) if who and numbered else who,
        thread_key=place.thread(number) if number else place.commit(sha),
        url=one_line(url),
        audience=place.audience,
        tags=("bot",) if people.is_bot({"login": name}) else (),
        as_of=record.occurred_at,
    )
