"""What the events about a repository's content say, as records. Pure."""

from collections.abc import Callable, Iterable
from datetime import datetime

from connectors.files.json_input import as_object, objects
from connectors.github import mapping, releases
from connectors.github.discussions import discussion_comment_record, discussion_record
from connectors.github.mapping import Reading
from connectors.github.place import Place
from connectors.github.texts import Item

# What an event says, of which repository, and when it arrived.
Content = Callable[[Item, Place, datetime], Iterable[Reading]]


def pull_request(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    yield mapping.pull_record(as_object(event.get("pull_request")), place)


def review(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    pull = as_object(event.get("pull_request"))
    yield mapping.review_record(as_object(event.get("review")), pull, place)


def remark(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    pull = as_object(event.get("pull_request"))
    yield mapping.remark_record(as_object(event.get("comment")), pull, place)


def issue(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    yield mapping.issue_record(as_object(event.get("issue")), place)


def comment(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    thread = mapping.thread_of(as_object(event.get("issue")), place)
    yield mapping.comment_record(as_object(event.get("comment")), thread, place)


def discussion(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    """The discussion, and the comment that was chosen as its answer or is it no longer."""
    found = as_object(event.get("discussion"))
    yield discussion_record(found, place)
    for key in ("answer", "old_answer"):
        if isinstance(event.get(key), dict):
            yield discussion_comment_record(as_object(event[key]), found, place)


def discussion_comment(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    found = as_object(event.get("discussion"))
    yield discussion_comment_record(as_object(event.get("comment")), found, place)


def release(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    yield releases.release_record(as_object(event.get("release")), place)


def commit_comment(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    yield releases.commit_comment_record(as_object(event.get("comment")), place)


def push(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
    """The commits that came to the default branch; on others they are drafts."""
    if event.get("ref") == f"refs/heads/{place.branch}":
        for commit in objects(event.get("commits")):
            yield releases.pushed_commit(commit, place)


def deletion(content: Content) -> Content:
    """What is left of the things that an event tells the end of."""

    def deleted(event: Item, place: Place, at: datetime) -> Iterable[Reading]:
        for reading in content(event, place, at):
            yield mapping.gone(reading, at)

    return deleted
