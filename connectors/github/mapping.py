"""Issues, pull requests, reviews and comments of GitHub as Momo's records. Pure.

Ids are made of GitHub's numbers, which neither a rename nor a transfer of the repository changes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from connectors.contract import MediaType, Person, Refusal, SourceRecord
from connectors.files.json_input import as_list, as_object, as_text
from connectors.files.text import encode, one_line
from connectors.files.times import from_iso
from connectors.github import people, texts
from connectors.github.place import Place
from connectors.github.texts import Item

Reading = SourceRecord | Refusal
_REACTIONS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
_NO_ID = "GitHub gave it no number"
_NO_TIME = "GitHub gave it no usable time"
_NO_TEXT = "nothing is written in it"


@dataclass(frozen=True, slots=True)
class Thread:
    """What comments belong to. `as_of` is when it was last changed in any way."""

    key: str
    title: str
    number: str
    as_of: datetime | None


def thread_of(item: Item, place: Place) -> Thread:
    """The thread that an issue, pull request or discussion opens."""
    number = as_text(item.get("number"))
    title, as_of = texts.title_of(item), moment(item, "updated_at")
    return Thread(place.thread(number), title, number, as_of)


def pull_record(pull: Item, place: Place) -> Reading:
    """A pull request. Whoever merged it decided it."""
    thread = thread_of(pull, place)
    state = "merged" if texts.is_merged(pull) else as_text(pull.get("state"))
    states = (state, "draft" if pull.get("draft") is True else "")
    record = written(
        pull, place, thread, key=thread.key, kind="pull_request", text=texts.pull_text(pull),
        tags=(*labels(pull), *states),
        others=(
            people.named([pull.get("merged_by")], "decider"),
            people.named(pull.get("requested_reviewers"), "to"),
            people.named(pull.get("assignees"), "to"),
        ),
    )  # fmt: skip
    if isinstance(record, Refusal):
        return record
    settled = moment(pull, "merged_at") or moment(pull, "closed_at")
    return replace(record, edited_at=settled)


def issue_record(issue: Item, place: Place) -> Reading:
    thread = thread_of(issue, place)
    record = written(
        issue, place, thread, key=thread.key, kind="issue", text=texts.titled(issue),
        tags=(*labels(issue), as_text(issue.get("state"))),
        others=(people.named(issue.get("assignees"), "to"),),
    )  # fmt: skip
    if isinstance(record, Refusal):
        return record
    return replace(record, edited_at=moment(issue, "closed_at"))


def comment_record(comment: Item, thread: Thread, place: Place) -> Reading:
    """A comment on an issue, or on a pull request as a whole."""
    return written(
        comment, place, thread, key=place.key("comment", comment.get("id")), kind="comment",
        text=as_text(comment.get("body")), reply_to=thread.key,
    )  # fmt: skip


def review_record(review: Item, pull: Item, place: Place) -> Reading:
    """A review. One without a text is kept for its verdict; a dismissed verdict is none."""
    thread, state = thread_of(pull, place), as_text(review.get("state")).lower()
    text = texts.review_text(review, pull)
    label = f"{place.label}, review {as_text(review.get('id'))}"
    if state == "pending":
        return Refusal(label, "it is not submitted yet", skipped=True)
    record = written(
        review, place, thread, key=place.key("review", review.get("id")), kind="review",
        reply_to=thread.key, text=text or state, tags=(state,), created="submitted_at",
    )  # fmt: skip
    if isinstance(record, Refusal):
        return record
    # GitHub gives a review no time of its last change; its pull request's is no later than that.
    record = replace(record, as_of=latest(record.occurred_at, thread.as_of))
    if text:
        return record
    if state == "dismissed":
        return gone(record, None)
    return Refusal(label, _NO_TEXT, skipped=True)


def remark_record(comment: Item, pull: Item, place: Place) -> Reading:
    """A comment on a line of a pull request."""
    thread = thread_of(pull, place)
    reply_to = thread.key
    if review := as_text(comment.get("pull_request_review_id")):
        reply_to = place.key("review", review)
    if answered := as_text(comment.get("in_reply_to_id")):
        reply_to = place.key("review_comment", answered)
    return written(
        comment, place, thread, key=place.key("review_comment", comment.get("id")),
        kind="review_comment", text=texts.remark_text(comment),
        reply_to=reply_to,
    )  # fmt: skip


def written(
    item: Item, place: Place, thread: Thread, *, key: str, kind: str, text: str,
    reply_to: str = "", tags: Iterable[str] = (), others: Iterable[Iterable[Person]] = (),
    created: str = "created_at", user: str = "user",
) -> Reading:  # fmt: skip
    """The record of something that a person wrote."""
    at, number = moment(item, created), _number_of(key)
    label = f"{place.label}, {kind.replace('_', ' ')} {number}"
    if not number:
        return Refusal(place.label, _NO_ID)
    if at is None:
        return Refusal(label, _NO_TIME)
    if not text.strip():
        return Refusal(label, _NO_TEXT, skipped=True)
    author, changed = people.person(item.get(user)), moment(item, "updated_at")
    bot = ("bot",) if people.is_bot(item.get(user)) else ()
    return SourceRecord(
        external_id=key,
        kind=kind,
        raw=encode(text),
        media_type=MediaType.MARKDOWN,
        occurred_at=at,
        title=thread.title,
        author=author,
        participants=people.involved(author, *others, people.mentioned(text)),
        thread_key=thread.key,
        reply_to=reply_to,
        url=one_line(as_text(item.get("html_url"))),
        container=place.name,
        edited_at=changed if changed and changed > at else None,
        audience=place.audience,
        tags=tuple(dict.fromkeys(tag for tag in (*tags, *bot, *_reactions(item)) if tag)),
        as_of=latest(at, changed),
    )


def gone(record: Reading, at: datetime | None) -> Reading:
    """What is left of a thing that was deleted: nothing that it said.

    That is newer than its last version, whatever our clock says: GitHub counts in seconds.
    """
    if isinstance(record, Refusal):
        return record
    last = (record.as_of or record.occurred_at) + timedelta(seconds=1)
    return replace(
        record, raw=b"", title="", url="", author=None, participants=(), tags=(), reply_to="",
        edited_at=None, deleted=True, as_of=latest(last, at),
    )  # fmt: skip


def labels(item: Item) -> Iterable[str]:
    for label in as_list(item.get("labels")):
        yield one_line(as_text(as_object(label).get("name")))


def moment(item: Item, key: str) -> datetime | None:
    return from_iso(as_text(item.get(key)))


def latest(one: datetime, other: datetime | None) -> datetime:
    return max(one, other) if other else one


def _reactions(item: Item) -> Iterable[str]:
    counts = as_object(item.get("reactions"))
    for name in _REACTIONS:
        count = counts.get(name)
        if isinstance(count, int) and count > 0:
            yield f"reaction:{name}"


def _number_of(key: str) -> str:
    return key.rpartition("#")[2].rpartition(":")[2]
